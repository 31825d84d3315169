import type { AccountId, Currency, Realm, TenantId } from '../values/ids.ts';
import { type Money, toMoney, zeroMoney } from '../values/money.ts';

/** The firm's own ledger accounts of one book. */
export type HouseAccount =
  | 'grant'
  | 'profit-and-loss'
  | 'fee'
  | 'swap'
  | 'negative-balance'
  | 'deposits'
  | 'payouts'
  | 'withdrawal-fee'
  | 'correction';

/** One book per company, realm and currency: postings never cross books, so demo and real money cannot mix (R-LED-03). */
export interface LedgerScope {
  readonly tenantId: TenantId;
  readonly realm: Realm;
  readonly currency: Currency;
}

/** Name of a ledger account, unique in the installation: "1/demo/USD/cash/42". */
export type LedgerKey = string & { readonly __brand: 'LedgerKey' };

export function cashKey(book: LedgerScope, accountId: AccountId): LedgerKey {
  return `${bookPrefix(book)}/cash/${accountId}` as LedgerKey;
}

/** Where the money of a withdrawal rests until it is paid out or given back: "1/real/USD/locked/42". */
export function lockedKey(book: LedgerScope, accountId: AccountId): LedgerKey {
  return `${bookPrefix(book)}/locked/${accountId}` as LedgerKey;
}

export function houseKey(book: LedgerScope, account: HouseAccount): LedgerKey {
  return `${bookPrefix(book)}/house/${account}` as LedgerKey;
}

/** The book part of a key: keys of one transfer must share it. */
export function bookOf(key: LedgerKey): string {
  return key.split('/', 3).join('/');
}

function bookPrefix(book: LedgerScope): string {
  return `${book.tenantId}/${book.realm}/${book.currency}`;
}

/** Why money moved; shown in the billing list. */
export type TransferKind =
  | 'demo-grant'
  | 'demo-return'
  | 'trade-fee'
  | 'trade-profit'
  | 'trade-loss'
  | 'swap'
  | 'negative-balance'
  | 'deposit'
  | 'withdrawal-lock'
  | 'withdrawal-release'
  | 'withdrawal-paid'
  | 'withdrawal-fee'
  | 'correction';

/** Money moving between two ledger accounts of one book: two postings, −amount and +amount, that sum to zero (R-LED-01). */
export interface Transfer {
  readonly kind: TransferKind;
  readonly from: LedgerKey;
  readonly to: LedgerKey;
  /** Above zero. */
  readonly amount: Money;
}

/** The balances of all ledger accounts, as sums of their postings. Nothing else can change a balance. */
export type Balances = Map<LedgerKey, Money>;

export function balanceOf(balances: ReadonlyMap<LedgerKey, Money>, key: LedgerKey): Money {
  return balances.get(key) ?? zeroMoney;
}

/** Applies transfers in place. Throws on one that is not above zero, crosses books or stays on one account. */
export function applyTransfers(balances: Balances, transfers: readonly Transfer[]): void {
  for (const transfer of transfers) {
    assertLegal(transfer);
    balances.set(transfer.from, toMoney(balanceOf(balances, transfer.from) - transfer.amount));
    balances.set(transfer.to, toMoney(balanceOf(balances, transfer.to) + transfer.amount));
  }
}

function assertLegal(transfer: Transfer): void {
  if (transfer.amount <= 0n) throw new Error(`Invariant: a transfer is above zero, was ${transfer.amount}`);
  if (transfer.from === transfer.to) throw new Error(`Invariant: a transfer has two accounts, was ${transfer.from}`);
  if (bookOf(transfer.from) !== bookOf(transfer.to)) {
    throw new Error(`Invariant: a transfer stays in one book, was ${transfer.from} to ${transfer.to}`);
  }
}

/** Practice money for a new demo account. */
export function demoGrantTransfers(book: LedgerScope, accountId: AccountId, amount: Money): Transfer[] {
  if (amount === 0n) return [];
  return [{ kind: 'demo-grant', from: houseKey(book, 'grant'), to: cashKey(book, accountId), amount }];
}

/** Practice money handed back when a demo starts anew with less than it had. */
export function demoReturnTransfers(book: LedgerScope, accountId: AccountId, amount: Money): Transfer[] {
  return [{ kind: 'demo-return', from: cashKey(book, accountId), to: houseKey(book, 'grant'), amount }];
}

/** The handling fee of an opening; nothing to post when it is zero. */
export function feeTransfers(book: LedgerScope, accountId: AccountId, fee: Money): Transfer[] {
  if (fee === 0n) return [];
  return [{ kind: 'trade-fee', from: cashKey(book, accountId), to: houseKey(book, 'fee'), amount: fee }];
}

/** The result of a closing: the firm pays a profit and receives a loss. */
export function profitTransfers(book: LedgerScope, accountId: AccountId, profit: Money): Transfer[] {
  const cash = cashKey(book, accountId);
  const house = houseKey(book, 'profit-and-loss');
  if (profit > 0n) return [{ kind: 'trade-profit', from: house, to: cash, amount: profit }];
  if (profit < 0n) return [{ kind: 'trade-loss', from: cash, to: house, amount: toMoney(-profit) }];
  return [];
}

/** What the firm pays so that a trader never owes: a balance below zero becomes zero (R-ORD-16). */
export function negativeBalanceTransfers(book: LedgerScope, accountId: AccountId, balance: Money): Transfer[] {
  if (balance >= 0n) return [];
  const [from, to] = [houseKey(book, 'negative-balance'), cashKey(book, accountId)];
  return [{ kind: 'negative-balance', from, to, amount: toMoney(-balance) }];
}

/** The swap an order has gathered, settled at its closing. */
export function swapTransfers(book: LedgerScope, accountId: AccountId, swap: Money): Transfer[] {
  const [cash, house] = [cashKey(book, accountId), houseKey(book, 'swap')];
  if (swap > 0n) return [{ kind: 'swap', from: house, to: cash, amount: swap }];
  return swap < 0n ? [{ kind: 'swap', from: cash, to: house, amount: toMoney(-swap) }] : [];
}

/** A deposit becomes money of the account. */
export function depositTransfers(book: LedgerScope, accountId: AccountId, credit: Money): Transfer[] {
  return [{ kind: 'deposit', from: houseKey(book, 'deposits'), to: cashKey(book, accountId), amount: credit }];
}

/** Money asked for leaves the balance at once, and rests. */
export function lockTransfers(book: LedgerScope, accountId: AccountId, amount: Money): Transfer[] {
  return [{ kind: 'withdrawal-lock', from: cashKey(book, accountId), to: lockedKey(book, accountId), amount }];
}

/** A withdrawal that will not be paid goes back to the balance, fee included. */
export function releaseTransfers(book: LedgerScope, accountId: AccountId, amount: Money): Transfer[] {
  return [{ kind: 'withdrawal-release', from: lockedKey(book, accountId), to: cashKey(book, accountId), amount }];
}

/** The payout has left the house; its fee stays. */
export function payoutTransfers(book: LedgerScope, accountId: AccountId, amount: Money, fee: Money): Transfer[] {
  const locked = lockedKey(book, accountId);
  const payout = { kind: 'withdrawal-paid', from: locked, to: houseKey(book, 'payouts') } as const;
  const paid: Transfer[] = [{ ...payout, amount: toMoney(amount - fee) }];
  if (fee > 0n) paid.push({ kind: 'withdrawal-fee', from: locked, to: houseKey(book, 'withdrawal-fee'), amount: fee });
  return paid;
}

/** A compensating entry: above zero it adds to the balance, below zero it takes from it. */
export function correctionTransfers(book: LedgerScope, accountId: AccountId, amount: Money): Transfer[] {
  const [cash, house] = [cashKey(book, accountId), houseKey(book, 'correction')];
  if (amount > 0n) return [{ kind: 'correction', from: house, to: cash, amount }];
  return [{ kind: 'correction', from: cash, to: house, amount: toMoney(-amount) }];
}
