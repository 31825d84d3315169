import { type AccountSummary, calculateAccountSummary } from '@candor/domain/calc/account-summary';
import { isOpen, type OrderRecord } from '@candor/domain/engine/order';
import { accountTotals, type EngineState, openProfit } from '@candor/domain/engine/state';
import type { AccountId } from '@candor/domain/values/ids';
import { type Money, toMoney } from '@candor/domain/values/money';
import type { Price } from '@candor/domain/values/price';
import { closingPrice, openingPrice } from '@candor/domain/values/quote';

/** An open or pending order with the price it is marked at and its profit there. */
export interface MarkedOrder {
  readonly order: OrderRecord;
  /** Closing side of an open order, opening side of a pending one; null before the first quote. */
  readonly mark: Price | null;
  readonly profit: Money;
}

export interface AccountView {
  readonly summary: AccountSummary;
  readonly openProfit: Money;
  /** Newest first. */
  readonly orders: readonly MarkedOrder[];
}

/** The account's figures and orders at the last quotes; null when it has no trading account. */
export function viewAccount(state: EngineState, accountId: AccountId): AccountView | null {
  const account = state.accounts.get(accountId);
  if (account === undefined) return null;
  const orders = [...account.orders.values()].toReversed().map((order): MarkedOrder => {
    const quote = state.quotes.get(order.instrumentId) ?? null;
    if (isOpen(order)) {
      return { order, mark: quote && closingPrice(quote, order.side), profit: openProfit(state, account, order) };
    }
    return { order, mark: quote && openingPrice(quote, order.side), profit: toMoney(0n) };
  });
  const totals = accountTotals(state, account);
  return { summary: calculateAccountSummary(totals), openProfit: totals.openProfit, orders };
}
