import type { AccountId } from '../values/ids.ts';
import type { Money } from '../values/money.ts';
import { toMoney } from '../values/money.ts';
import type { Book } from './ledger-account.ts';
import { cashKey, houseKey } from './ledger-account.ts';
import type { Transfer } from './transfer.ts';

/** Practice money for a new demo account. */
export function demoGrantTransfers(book: Book, accountId: AccountId, amount: Money): Transfer[] {
  if (amount === 0n) return [];
  return [{ kind: 'demo-grant', from: houseKey(book, 'grant'), to: cashKey(book, accountId), amount }];
}

/** Practice money handed back when a demo starts anew with less than it had. */
export function demoReturnTransfers(book: Book, accountId: AccountId, amount: Money): Transfer[] {
  return [{ kind: 'demo-return', from: cashKey(book, accountId), to: houseKey(book, 'grant'), amount }];
}

/** The handling fee of an opening; nothing to post when it is zero. */
export function feeTransfers(book: Book, accountId: AccountId, fee: Money): Transfer[] {
  if (fee === 0n) return [];
  return [{ kind: 'trade-fee', from: cashKey(book, accountId), to: houseKey(book, 'fee'), amount: fee }];
}

/** The result of a closing: the firm pays a profit and receives a loss. */
export function profitTransfers(book: Book, accountId: AccountId, profit: Money): Transfer[] {
  const cash = cashKey(book, accountId);
  const house = houseKey(book, 'profit-and-loss');
  if (profit > 0n) return [{ kind: 'trade-profit', from: house, to: cash, amount: profit }];
  if (profit < 0n) return [{ kind: 'trade-loss', from: cash, to: house, amount: toMoney(-profit) }];
  return [];
}

/** What the firm pays so that a trader never owes: a balance below zero becomes zero (R-ORD-16). */
export function negativeBalanceTransfers(book: Book, accountId: AccountId, balance: Money): Transfer[] {
  if (balance >= 0n) return [];
  const [from, to] = [houseKey(book, 'negative-balance'), cashKey(book, accountId)];
  return [{ kind: 'negative-balance', from, to, amount: toMoney(-balance) }];
}

/** The swap an order has gathered, settled at its closing. */
export function swapTransfers(book: Book, accountId: AccountId, swap: Money): Transfer[] {
  const [cash, house] = [cashKey(book, accountId), houseKey(book, 'swap')];
  if (swap > 0n) return [{ kind: 'swap', from: house, to: cash, amount: swap }];
  return swap < 0n ? [{ kind: 'swap', from: cash, to: house, amount: toMoney(-swap) }] : [];
}
