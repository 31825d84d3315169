import type { AccountId, CompanyId, Currency, Realm } from '../values/ids.ts';
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
  | 'correction'
  | 'closing-remainder';

/**
 * Scope of one ledger: company, realm and currency. Postings never cross ledgers, so demo and real money cannot mix
 * (R-LED-03).
 */
export interface LedgerScope {
  readonly tenantId: CompanyId;
  readonly realm: Realm;
  readonly currency: Currency;
}

/** Key of a ledger account, unique in the installation: "1/demo/USD/cash/42". */
export type LedgerKey = string & { readonly __brand: 'LedgerKey' };

export function cashKey(scope: LedgerScope, accountId: AccountId): LedgerKey {
  return `${prefixOf(scope)}/cash/${accountId}` as LedgerKey;
}

/**
 * Returns the key of an account's lock, which holds the money of a withdrawal until it is paid out or released:
 * "1/real/USD/locked/42".
 */
export function lockedKey(scope: LedgerScope, accountId: AccountId): LedgerKey {
  return `${prefixOf(scope)}/locked/${accountId}` as LedgerKey;
}

export function houseKey(scope: LedgerScope, account: HouseAccount): LedgerKey {
  return `${prefixOf(scope)}/house/${account}` as LedgerKey;
}

/** Returns the company of a key. */
export function companyOf(key: LedgerKey): CompanyId {
  return Number(key.slice(0, key.indexOf('/'))) as CompanyId;
}

/** Returns the ledger part of a key; both keys of a transfer must share it. */
function ledgerOf(key: LedgerKey): string {
  return key.slice(0, key.indexOf('/', key.indexOf('/', key.indexOf('/') + 1) + 1));
}

function prefixOf({ tenantId, realm, currency }: LedgerScope): string {
  return `${tenantId}/${realm}/${currency}`;
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
  | 'correction'
  | 'closing-remainder';

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

/** Returns the cash balance of an account. */
export function cashBalanceOf(
  balances: ReadonlyMap<LedgerKey, Money>,
  scope: LedgerScope,
  accountId: AccountId,
): Money {
  return balanceOf(balances, cashKey(scope, accountId));
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
  if (ledgerOf(transfer.from) !== ledgerOf(transfer.to)) {
    throw new Error(`Invariant: a transfer stays in one ledger, was ${transfer.from} to ${transfer.to}`);
  }
}

/** Grants practice money to a demo account; empty for zero. */
export function demoGrantTransfers(scope: LedgerScope, accountId: AccountId, amount: Money): Transfer[] {
  if (amount === 0n) return [];
  return [{ kind: 'demo-grant', from: houseKey(scope, 'grant'), to: cashKey(scope, accountId), amount }];
}

/** Returns practice money to the house when a demo restarts with less than its balance. */
export function demoReturnTransfers(scope: LedgerScope, accountId: AccountId, amount: Money): Transfer[] {
  return [{ kind: 'demo-return', from: cashKey(scope, accountId), to: houseKey(scope, 'grant'), amount }];
}

/** Takes the rest of less than a cent, which no payout can carry, from an account that closes; empty for zero. */
export function closingTransfers(scope: LedgerScope, accountId: AccountId, rest: Money): Transfer[] {
  if (rest === 0n) return [];
  const to = houseKey(scope, 'closing-remainder');
  return [{ kind: 'closing-remainder', from: cashKey(scope, accountId), to, amount: rest }];
}

/** Charges the handling fee of an opening; empty for zero. */
export function feeTransfers(scope: LedgerScope, accountId: AccountId, fee: Money): Transfer[] {
  if (fee === 0n) return [];
  return [{ kind: 'trade-fee', from: cashKey(scope, accountId), to: houseKey(scope, 'fee'), amount: fee }];
}

/** Posts the result of a closing: the house pays a profit and receives a loss. */
export function profitTransfers(scope: LedgerScope, accountId: AccountId, profit: Money): Transfer[] {
  const cash = cashKey(scope, accountId);
  const house = houseKey(scope, 'profit-and-loss');
  if (profit > 0n) return [{ kind: 'trade-profit', from: house, to: cash, amount: profit }];
  if (profit < 0n) return [{ kind: 'trade-loss', from: cash, to: house, amount: toMoney(-profit) }];
  return [];
}

/** Covers a negative balance from the house, so that the trader never owes: the balance becomes zero (R-ORD-16). */
export function negativeBalanceTransfers(scope: LedgerScope, accountId: AccountId, balance: Money): Transfer[] {
  if (balance >= 0n) return [];
  const [from, to] = [houseKey(scope, 'negative-balance'), cashKey(scope, accountId)];
  return [{ kind: 'negative-balance', from, to, amount: toMoney(-balance) }];
}

/** Settles the accumulated swap of an order at its closing. */
export function swapTransfers(scope: LedgerScope, accountId: AccountId, swap: Money): Transfer[] {
  const [cash, house] = [cashKey(scope, accountId), houseKey(scope, 'swap')];
  if (swap > 0n) return [{ kind: 'swap', from: house, to: cash, amount: swap }];
  return swap < 0n ? [{ kind: 'swap', from: cash, to: house, amount: toMoney(-swap) }] : [];
}

/** Credits a deposit to the account. */
export function depositTransfers(scope: LedgerScope, accountId: AccountId, credit: Money): Transfer[] {
  return [{ kind: 'deposit', from: houseKey(scope, 'deposits'), to: cashKey(scope, accountId), amount: credit }];
}

/** Locks the amount of a requested withdrawal: it leaves the balance at once. */
export function lockTransfers(scope: LedgerScope, accountId: AccountId, amount: Money): Transfer[] {
  return [{ kind: 'withdrawal-lock', from: cashKey(scope, accountId), to: lockedKey(scope, accountId), amount }];
}

/** Releases the lock of an unpaid withdrawal to the balance, fee included. */
export function releaseTransfers(scope: LedgerScope, accountId: AccountId, amount: Money): Transfer[] {
  return [{ kind: 'withdrawal-release', from: lockedKey(scope, accountId), to: cashKey(scope, accountId), amount }];
}

/** Posts a paid withdrawal: the lock goes to the payouts and to the fee. */
export function payoutTransfers(scope: LedgerScope, accountId: AccountId, amount: Money, fee: Money): Transfer[] {
  const locked = lockedKey(scope, accountId);
  const payout = { kind: 'withdrawal-paid', from: locked, to: houseKey(scope, 'payouts') } as const;
  const paid: Transfer[] = [{ ...payout, amount: toMoney(amount - fee) }];
  if (fee > 0n) paid.push({ kind: 'withdrawal-fee', from: locked, to: houseKey(scope, 'withdrawal-fee'), amount: fee });
  return paid;
}

/** Posts a compensating entry: above zero it adds to the balance, below zero it takes from it. */
export function correctionTransfers(scope: LedgerScope, accountId: AccountId, amount: Money): Transfer[] {
  const [cash, house] = [cashKey(scope, accountId), houseKey(scope, 'correction')];
  if (amount > 0n) return [{ kind: 'correction', from: house, to: cash, amount }];
  return [{ kind: 'correction', from: cash, to: house, amount: toMoney(-amount) }];
}
