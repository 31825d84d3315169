import { calculateAccountSummary } from '@candor/domain/calc/account-summary';
import { lockedBalance, valueAccount } from '@candor/domain/engine/facts';
import type { EngineState } from '@candor/domain/engine/state';
import type { AccountId } from '@candor/domain/values/ids';
import { zeroMoney } from '@candor/domain/values/money';
import { closingPrice, openingPrice } from '@candor/domain/values/quote';
import type { AccountView, MarkedOrder } from '../ports/trading-port.ts';

/** Returns an account with its figures and orders at the last quotes; null if there is no account with that id. */
export function viewAccount(state: EngineState, accountId: AccountId): AccountView | null {
  const account = state.accounts.get(accountId);
  if (account === undefined) return null;
  const { id, tenantId, realm, currency } = account;
  const { totals, open } = valueAccount(state, account);
  const profits = new Map(open.map(({ order, profit }) => [order.id, profit]));
  const orders = [...account.orders.values()].toReversed().map((order): MarkedOrder => {
    const quote = state.quotes.get(order.instrumentId) ?? null;
    const priceOf = order.status === 'open' ? closingPrice : openingPrice;
    return { order, mark: quote && priceOf(quote, order.side), profit: profits.get(order.id) ?? zeroMoney };
  });
  return {
    account: { id, tenantId, realm, currency },
    summary: calculateAccountSummary(totals),
    locked: lockedBalance(state, account),
    openProfit: totals.openProfit,
    orders,
    cashRequests: [...account.funds.values()],
  };
}
