import type { AccountId, Currency, Realm, TenantId } from '../values/ids.ts';
import { type Money, toMoney, zeroMoney } from '../values/money.ts';

/** House accounts of a ledger. */
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

/**
 * Scope of one ledger: company, realm and currency. Postings never cross ledgers, so demo and real money cannot mix
 * (R-LED-03).
 */
export interface LedgerScope {
  readonly tenantId: TenantId;
  readonly realm: Realm;
  readonly currency: Currency;
}

/** Key of a ledger account, unique in the installation: "1/demo/USD/cash/42". */
export type LedgerKey = string & { readonly __brand: 'LedgerKey' };

export function cashKey(book: LedgerScope, accountId: AccountId): LedgerKey {
  return `${bookPrefix(book)}/cash/${accountId}` as LedgerKey;
}

/**
 * Returns the key of an account's lock, which holds the money of a withdrawal until it is paid out or released:
 * "1/real/USD/locked/42".
 */
export function lockedKey(book: LedgerScope, accountId: AccountId): LedgerKey {
  return `${bookPrefix(book)}/locked/${accountId}` as LedgerKey;
}

export function houseKey(book: LedgerScope, account: HouseAccount): LedgerKey {
  return `${bookPrefix(book)}/house/${account}` as LedgerKey;
}

/** Returns the ledger part of a key; both keys of a transfer must share it. */
export function bookOf(key: LedgerKey): string {
  return key.split('/', 3).join('/');
}

function bookPrefix(book: LedgerScope): string {
  return `${book.tenantId}/${book.realm}/${book.currency}`;
}

/** Reason for a transfer; shown in the billing list. */
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

/** Transfer between two accounts of one ledger: two postings, −amount and +amount, that sum to zero (R-LED-01). */
export interface Transfer {
  readonly kind: TransferKind;
  readonly from: LedgerKey;
  readonly to: LedgerKey;
  /** Above zero. */
  readonly amount: Money;
}

/** Balances of all ledger accounts, as sums of their postings. Nothing else can change a balance. */
export type Balances = Map<LedgerKey, Money>;

export function balanceOf(balances: ReadonlyMap<LedgerKey, Money>, key: LedgerKey): Money {
  return balances.get(key) ?? zeroMoney;
}

/**
 * Applies transfers in place. Throws if an amount is not above zero, or if a transfer crosses ledgers or stays on one
 * account.
 */
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

/** Grants practice money to a demo account; empty for zero. */
export function demoGrantTransfers(book: LedgerScope, accountId: AccountId, amount: Money): Transfer[] {
  if (amount === 0n) return [];
  return [{ kind: 'demo-grant', from: houseKey(book, 'grant'), to: cashKey(book, accountId), amount }];
}

/** Returns practice money to the house when a demo restarts with less than its balance. */
export function demoReturnTransfers(book: LedgerScope, accountId: AccountId, amount: Money): Transfer[] {
  return [{ kind: 'demo-return', from: cashKey(book, accountId), to: houseKey(book, 'grant'), amount }];
}

/** Charges the handling fee of an opening; empty for zero. */
export function feeTransfers(book: LedgerScope, accountId: AccountId, fee: Money): Transfer[] {
  if (fee === 0n) return [];
  return [{ kind: 'trade-fee', from: cashKey(book, accountId), to: houseKey(book, 'fee'), amount: fee }];
}

/** Posts the result of a closing: the house pays a profit and receives a loss. */
export function profitTransfers(book: LedgerScope, accountId: AccountId, profit: Money): Transfer[] {
  const cash = cashKey(book, accountId);
  const house = houseKey(book, 'profit-and-loss');
  if (profit > 0n) return [{ kind: 'trade-profit', from: house, to: cash, amount: profit }];
  if (profit < 0n) return [{ kind: 'trade-loss', from: cash, to: house, amount: toMoney(-profit) }];
  return [];
}

/** Covers a negative balance from the house, so that the trader never owes: the balance becomes zero (R-ORD-16). */
export function negativeBalanceTransfers(book: LedgerScope, accountId: AccountId, balance: Money): Transfer[] {
  if (balance >= 0n) return [];
  const [from, to] = [houseKey(book, 'negative-balance'), cashKey(book, accountId)];
  return [{ kind: 'negative-balance', from, to, amount: toMoney(-balance) }];
}

/** Settles the accumulated swap of an order at its closing. */
export function swapTransfers(book: LedgerScope, accountId: AccountId, swap: Money): Transfer[] {
  const [cash, house] = [cashKey(book, accountId), houseKey(book, 'swap')];
  if (swap > 0n) return [{ kind: 'swap', from: house, to: cash, amount: swap }];
  return swap < 0n ? [{ kind: 'swap', from: cash, to: house, amount: toMoney(-swap) }] : [];
}

/** Credits a deposit to the account. */
export function depositTransfers(book: LedgerScope, accountId: AccountId, credit: Money): Transfer[] {
  return [{ kind: 'deposit', from: houseKey(book, 'deposits'), to: cashKey(book, accountId), amount: credit }];
}

/** Locks the amount of a requested withdrawal: it leaves the balance at once. */
export function lockTransfers(book: LedgerScope, accountId: AccountId, amount: Money): Transfer[] {
  return [{ kind: 'withdrawal-lock', from: cashKey(book, accountId), to: lockedKey(book, accountId), amount }];
}

/** Releases the lock of an unpaid withdrawal to the balance, fee included. */
export function releaseTransfers(book: LedgerScope, accountId: AccountId, amount: Money): Transfer[] {
  return [{ kind: 'withdrawal-release', from: lockedKey(book, accountId), to: cashKey(book, accountId), amount }];
}

/** Posts a paid withdrawal: the lock goes to the payouts and to the fee. */
export function payoutTransfers(book: LedgerScope, accountId: AccountId, amount: Money, fee: Money): Transfer[] {
  const locked = lockedKey(book, accountId);
  const payout = { kind: 'withdrawal-paid', from: locked, to: houseKey(book, 'payouts') } as const;
  const paid: Transfer[] = [{ ...payout, amount: toMoney(amount - fee) }];
  if (fee > 0n) paid.push({ kind: 'withdrawal-fee', from: locked, to: houseKey(book, 'withdrawal-fee'), amount: fee });
  return paid;
}

/** Posts a compensating entry: above zero it adds to the balance, below zero it takes from it. */
export function correctionTransfers(book: LedgerScope, accountId: AccountId, amount: Money): Transfer[] {
  const [cash, house] = [cashKey(book, accountId), houseKey(book, 'correction')];
  if (amount > 0n) return [{ kind: 'correction', from: house, to: cash, amount }];
  return [{ kind: 'correction', from: cash, to: house, amount: toMoney(-amount) }];
}
