import type { TenantId } from '@candor/domain/values/ids';
import type { AuditEntry } from './audit-log.ts';

/** Where users of a company pay to: a coin address or a bank account. */
export interface PayWayTerms {
  readonly kind: 'coin' | 'bank';
  readonly currency: string;
  /** The network; empty for a bank. */
  readonly protocol: string;
  /** The shared address; empty for a bank, and where each user is given one of the pool. */
  readonly address: string;
  readonly bankName: string;
  readonly bankAddress: string;
  readonly bankSwift: string;
  readonly payeeName: string;
  readonly payeeAccount: string;
  readonly bankRemark: string;
  /** Units of the currency per 1 USD, in 10⁻⁸. */
  readonly usdPriceE8: bigint;
  /** Smallest amount taken, in 10⁻⁸ of the currency; 0 for none. */
  readonly minE8: bigint;
  readonly isActive: boolean;
  /** The watcher that sees payments to it; empty for none. */
  readonly watcher: string;
  readonly confirmations: number;
}

/** What it says never changes: another one stands in its place, under a number of its own. */
export interface PayWayRecord extends PayWayTerms {
  readonly id: number;
  /** The first of its line: addresses of the pool belong to that one. */
  readonly rootId: number;
  readonly createdAtMs: number;
  readonly replacedBy: number | null;
  readonly replacedAtMs: number | null;
}

export interface ListedPayWay {
  readonly way: PayWayRecord;
  /** Addresses of its pool that nobody has been given. */
  readonly freeAddresses: number;
}

/** Pay ways of one company at a time. */
export interface PayWayStore {
  /** Those that payments are taken at, oldest line first. */
  active(companyId: TenantId, kind: PayWayTerms['kind']): Promise<PayWayRecord[]>;
  find(companyId: TenantId, id: number): Promise<PayWayRecord | null>;
  /** Those with these ids, whatever has become of them. */
  among(companyId: TenantId, ids: readonly number[]): Promise<PayWayRecord[]>;
  list(
    companyId: TenantId,
    kind: PayWayTerms['kind'] | null,
    page: number,
    pageSize: number,
  ): Promise<{ readonly rows: readonly ListedPayWay[]; readonly total: number }>;
  freeAddresses(companyId: TenantId, rootId: number): Promise<number>;
  add(companyId: TenantId, terms: PayWayTerms, atMs: number, audit: (id: number) => AuditEntry): Promise<PayWayRecord>;
  /** Null when there is none, or when another has taken its place already. */
  replace(
    companyId: TenantId,
    id: number,
    terms: PayWayTerms,
    atMs: number,
    audit: (newId: number) => AuditEntry,
  ): Promise<PayWayRecord | null>;
  /** Those that were there already, anywhere in the company, are left as they are. */
  addAddresses(
    companyId: TenantId,
    rootId: number,
    addresses: readonly string[],
    atMs: number,
    audit: AuditEntry,
  ): Promise<{ readonly added: number; readonly known: number }>;
  /** The user's own address of a pool, given to him now where he has none; null when the pool is empty. */
  giveAddress(companyId: TenantId, rootId: number, userId: number, atMs: number): Promise<string | null>;
  /** The address that a user has been given, without giving one. */
  givenAddress(companyId: TenantId, rootId: number, userId: number): Promise<string | null>;
}
