import type { AccountId, Currency, Realm, TenantId } from '../values/ids.ts';

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
export interface Book {
  readonly tenantId: TenantId;
  readonly realm: Realm;
  readonly currency: Currency;
}

/** Name of a ledger account, unique in the installation: "1/demo/USD/cash/42". */
export type LedgerKey = string & { readonly __brand: 'LedgerKey' };

export function cashKey(book: Book, accountId: AccountId): LedgerKey {
  return `${bookPrefix(book)}/cash/${accountId}` as LedgerKey;
}

/** Where the money of a withdrawal rests until it is paid out or given back: "1/real/USD/locked/42". */
export function lockedKey(book: Book, accountId: AccountId): LedgerKey {
  return `${bookPrefix(book)}/locked/${accountId}` as LedgerKey;
}

export function houseKey(book: Book, account: HouseAccount): LedgerKey {
  return `${bookPrefix(book)}/house/${account}` as LedgerKey;
}

/** The book part of a key: keys of one transfer must share it. */
export function bookOf(key: LedgerKey): string {
  return key.split('/', 3).join('/');
}

function bookPrefix(book: Book): string {
  return `${book.tenantId}/${book.realm}/${book.currency}`;
}
