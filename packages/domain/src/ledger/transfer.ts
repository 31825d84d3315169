import type { Money } from '../values/money.ts';
import { toMoney, zeroMoney } from '../values/money.ts';
import type { LedgerKey } from './ledger-account.ts';
import { bookOf } from './ledger-account.ts';

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
