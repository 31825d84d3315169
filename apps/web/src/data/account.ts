import type { OrderList } from '@candor/contracts/http/trade';
import type { ForexTradeLine } from '@candor/contracts/ws/messages';
import type { AccountTotals } from '@candor/domain/calc/account-summary';
import { parseMoney, toMoney } from '@candor/domain/values/money';
import { create } from 'zustand';

interface LiveOrder {
  readonly price: string;
  readonly profit: string;
}

/** The account's figures as last said by the server: by a list, then by each FOREX_TRADE push. Null: not known yet. */
interface AccountState {
  readonly balance: string | null;
  readonly equity: string | null;
  readonly margin: string | null;
  readonly freeMargin: string | null;
  readonly marginLevel: string | null;
  readonly riskRate: string | null;
  readonly profit: string | null;
  readonly orders: Readonly<Record<number, LiveOrder>>;
}

const unknown: AccountState = {
  balance: null,
  equity: null,
  margin: null,
  freeMargin: null,
  marginLevel: null,
  riskRate: null,
  profit: null,
  orders: {},
};

export const useAccount = create<AccountState>()(() => unknown);

export function forgetAccount(): void {
  useAccount.setState(unknown);
}

/** Takes the account's figures from a list of open orders. A price that a push has brought already is kept. */
export function acceptOrderList(list: OrderList): void {
  const orders = { ...useAccount.getState().orders };
  for (const order of list.data) orders[order.Id] ??= { price: order.UpdatePrice, profit: order.FactProfits };
  useAccount.setState({
    balance: list.balance,
    equity: list.equity,
    margin: list.margin,
    freeMargin: list.free_margin,
    marginLevel: list.margin_level,
    riskRate: list.risk_rate,
    profit: list.all_fact_profits,
    orders,
  });
}

export function acceptTradeLine(line: ForexTradeLine): void {
  const orders = { ...useAccount.getState().orders };
  for (const order of line.TransOrder) orders[order.Id] = { price: order.UpdatePrice, profit: order.FactProfits };
  useAccount.setState({
    balance: line.Balance,
    equity: line.Equity,
    margin: line.CautionMoneyAll,
    freeMargin: line.FreeMargin,
    marginLevel: line.MarginLevel,
    riskRate: line.HazardRate,
    profit: line.ProfitsTotal,
    orders,
  });
}

/** The totals a preview starts from; swap is what equity holds beyond balance and profit. Null before the first answer. */
export function toAccountTotals(account: AccountState): AccountTotals | null {
  const read = (text: string | null) => (text === null ? null : parseMoney(text));
  const balance = read(account.balance);
  const equity = read(account.equity);
  const margin = read(account.margin);
  const profit = read(account.profit);
  if (balance === null || equity === null || margin === null || profit === null) return null;
  return { balance, openProfit: profit, openSwap: toMoney(equity - balance - profit), margin };
}
