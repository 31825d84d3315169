import type { AccountId } from '../values/ids.ts';
import { type Money, toMoney } from '../values/money.ts';
import { type Book, cashKey, houseKey, lockedKey } from './ledger-account.ts';
import type { Transfer } from './transfer.ts';

/** A deposit becomes money of the account. */
export function depositTransfers(book: Book, accountId: AccountId, credit: Money): Transfer[] {
  return [{ kind: 'deposit', from: houseKey(book, 'deposits'), to: cashKey(book, accountId), amount: credit }];
}

/** Money asked for leaves the balance at once, and rests. */
export function lockTransfers(book: Book, accountId: AccountId, amount: Money): Transfer[] {
  return [{ kind: 'withdrawal-lock', from: cashKey(book, accountId), to: lockedKey(book, accountId), amount }];
}

/** A withdrawal that will not be paid goes back to the balance, fee included. */
export function releaseTransfers(book: Book, accountId: AccountId, amount: Money): Transfer[] {
  return [{ kind: 'withdrawal-release', from: lockedKey(book, accountId), to: cashKey(book, accountId), amount }];
}

/** The payout has left the house; its fee stays. */
export function payoutTransfers(book: Book, accountId: AccountId, amount: Money, fee: Money): Transfer[] {
  const locked = lockedKey(book, accountId);
  const payout = { kind: 'withdrawal-paid', from: locked, to: houseKey(book, 'payouts') } as const;
  const paid: Transfer[] = [{ ...payout, amount: toMoney(amount - fee) }];
  if (fee > 0n) paid.push({ kind: 'withdrawal-fee', from: locked, to: houseKey(book, 'withdrawal-fee'), amount: fee });
  return paid;
}

/** A compensating entry: above zero it adds to the balance, below zero it takes from it. */
export function correctionTransfers(book: Book, accountId: AccountId, amount: Money): Transfer[] {
  const [cash, house] = [cashKey(book, accountId), houseKey(book, 'correction')];
  if (amount > 0n) return [{ kind: 'correction', from: house, to: cash, amount }];
  return [{ kind: 'correction', from: cash, to: house, amount: toMoney(-amount) }];
}
