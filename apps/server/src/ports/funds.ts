import type { FundsId, FundsKind, FundsRecord, FundsStatus } from '@candor/domain/engine/funds/funds-record';
import type { AccountId, TenantId } from '@candor/domain/values/ids';
import { type Money, toMoney, zeroMoney } from '@candor/domain/values/money';
import type { AuditEntry } from './audit.ts';
import type { NewMessage } from './messages.ts';

export interface FundsPage {
  readonly funds: readonly FundsRecord[];
  readonly total: number;
}

export interface FundsFilter {
  readonly kind?: FundsKind;
  readonly status?: FundsStatus;
  /** Deposits and withdrawals by how they are paid; corrections have none. */
  readonly method?: 'coin' | 'bank';
}

/** How long paid withdrawals took, from the request to the payout. */
export interface PayoutTimes {
  /** Nine in ten took no longer; null where too few were paid to say so. */
  readonly p90Ms: number | null;
  readonly count: number;
}

/** What the projection has written of one company's deposits, withdrawals and corrections. Pages count from 1. */
export interface FundsHistory {
  /** An account's requests, newest first; `ahead` rows of something else stand before them on the first pages. */
  ofAccount(
    companyId: TenantId,
    accountId: AccountId,
    filter: FundsFilter,
    page: number,
    pageSize: number,
    ahead?: number,
  ): Promise<FundsPage>;
  /** A company's requests: unfinished ones first and the oldest of them first, then finished ones, the latest first. */
  ofCompany(companyId: TenantId, filter: FundsFilter, page: number, pageSize: number): Promise<FundsPage>;
  find(companyId: TenantId, id: FundsId): Promise<FundsRecord | null>;
  /** Of the withdrawals paid since then. */
  payoutTimes(companyId: TenantId, sinceMs: number): Promise<PayoutTimes>;
}

/** What users of a company can be paid in. */
export interface PayoutCurrencyTerms {
  readonly kind: 'coin' | 'bank';
  readonly code: string;
  /** The network; empty for a bank. */
  readonly protocol: string;
  /** 1: `drawRateE8` is the fee in USD; 2: it is the part of the amount. */
  readonly feeType: 1 | 2;
  readonly drawRateE8: bigint;
  /** Units of the currency per 1 USD, in 10⁻⁸. */
  readonly usdPriceE8: bigint;
  readonly min: Money;
  /** 0 for no upper bound. */
  readonly max: Money;
  readonly isActive: boolean;
}

export interface PayoutCurrencyRecord extends PayoutCurrencyTerms {
  readonly id: number;
  readonly createdAtMs: number;
}

/** Thresholds and holds of a company's money desk. */
export interface FundsSettings {
  /** From this amount on two operators approve. */
  readonly withdrawalSecondFrom: Money;
  readonly depositSecondFrom: Money;
  /** A payment that a watcher saw is credited unseen up to this; 0 for never. */
  readonly autoCreditMax: Money;
  /** 0 in trial companies only. */
  readonly methodHoldHours: number;
  readonly freezeHours: number;
  /** Unfinished deposits, and as many withdrawals, that one user may have. */
  readonly requestsMax: number;
}

/** What holds for a company that has set nothing of its own (R-FND-31). */
export const defaultFundsSettings: FundsSettings = {
  withdrawalSecondFrom: toMoney(5_000_000_000n),
  depositSecondFrom: toMoney(10_000_000_000n),
  autoCreditMax: zeroMoney,
  methodHoldHours: 24,
  freezeHours: 24,
  requestsMax: 10,
};

/** Payout currencies and settings of one company at a time. */
export interface PayoutCurrencyStore {
  active(companyId: TenantId, kind: PayoutCurrencyTerms['kind']): Promise<PayoutCurrencyRecord[]>;
  find(companyId: TenantId, id: number): Promise<PayoutCurrencyRecord | null>;
  list(
    companyId: TenantId,
    page: number,
    pageSize: number,
  ): Promise<{ readonly rows: readonly PayoutCurrencyRecord[]; readonly total: number }>;
  add(
    companyId: TenantId,
    terms: PayoutCurrencyTerms,
    atMs: number,
    audit: (id: number) => AuditEntry,
  ): Promise<PayoutCurrencyRecord>;
  /** Kind, code and network stay what they are: methods are bound to them. Null when there is none with these. */
  change(
    companyId: TenantId,
    id: number,
    terms: PayoutCurrencyTerms,
    atMs: number,
    audit: AuditEntry,
  ): Promise<PayoutCurrencyRecord | null>;
  /** Null: the company has set nothing of its own. */
  /** Whether the company is marked as a trial. */
  isTrial(companyId: TenantId): Promise<boolean>;
  settings(companyId: TenantId): Promise<FundsSettings | null>;
  changeSettings(companyId: TenantId, settings: FundsSettings, atMs: number, audit: AuditEntry): Promise<void>;
}

/** Somewhere a user is paid to. */
export interface PayoutMethodRecord {
  readonly id: number;
  readonly userId: number;
  readonly currency: Pick<PayoutCurrencyTerms, 'kind' | 'code' | 'protocol'> & { readonly id: number };
  /** Null once they were erased. */
  readonly detailsSealed: Uint8Array | null;
  /** Keyed hash of the details: tells equal ones apart from others, and what was changed. */
  readonly detailsIndex: Buffer;
  readonly createdAtMs: number;
  readonly usableAtMs: number;
  readonly isRemoved: boolean;
}

export interface NewPayoutMethod {
  readonly companyId: TenantId;
  readonly userId: number;
  readonly currencyId: number;
  readonly kind: PayoutCurrencyTerms['kind'];
  readonly detailsSealed: Uint8Array;
  readonly detailsIndex: Buffer;
  readonly clientId: string | null;
  readonly createdAtMs: number;
  readonly usableAtMs: number;
  /** To its owner, once the method has its number. */
  readonly message: (methodId: number) => NewMessage;
}

export type BindOutcome =
  | { readonly kind: 'bound' | 'repeated'; readonly method: PayoutMethodRecord }
  | { readonly kind: 'conflict' | 'exists' | 'too-many' };

/** Bound methods of one company at a time; a removed one is kept for the withdrawals that named it. */
export interface PayoutMethodStore {
  /** Those of a user that are bound now, newest first. */
  list(companyId: TenantId, userId: number): Promise<PayoutMethodRecord[]>;
  /** Any method of a user, also one that was removed. */
  find(companyId: TenantId, userId: number, id: number): Promise<PayoutMethodRecord | null>;
  /** What a user asked for under this client id before. */
  findAsked(companyId: TenantId, userId: number, clientId: string): Promise<PayoutMethodRecord | null>;
  /** The methods with these ids, removed ones included. */
  among(companyId: TenantId, ids: readonly number[]): Promise<PayoutMethodRecord[]>;
  /** With its message, whole or not at all; of several at once no more than `max` are bound. */
  bind(method: NewPayoutMethod, max: number): Promise<BindOutcome>;
  /** With its message, whole or not at all. False when the user has no such method. */
  remove(
    companyId: TenantId,
    userId: number,
    id: number,
    { atMs, message }: { readonly atMs: number; readonly message: NewMessage },
  ): Promise<boolean>;
}

/** Where users of a company pay to: a coin address or a bank account. */
export interface DepositMethodTerms {
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
export interface DepositMethodRecord extends DepositMethodTerms {
  readonly id: number;
  /** The first of its line: addresses of the pool belong to that one. */
  readonly rootId: number;
  readonly createdAtMs: number;
  readonly replacedBy: number | null;
  readonly replacedAtMs: number | null;
}

export interface ListedDepositMethod {
  readonly way: DepositMethodRecord;
  /** Addresses of its pool that nobody has been given. */
  readonly freeAddresses: number;
}

/** Pay ways of one company at a time. */
export interface DepositMethodStore {
  /** Those that payments are taken at, oldest line first. */
  active(companyId: TenantId, kind: DepositMethodTerms['kind']): Promise<DepositMethodRecord[]>;
  find(companyId: TenantId, id: number): Promise<DepositMethodRecord | null>;
  /** Those with these ids, whatever has become of them. */
  among(companyId: TenantId, ids: readonly number[]): Promise<DepositMethodRecord[]>;
  list(
    companyId: TenantId,
    kind: DepositMethodTerms['kind'] | null,
    page: number,
    pageSize: number,
  ): Promise<{ readonly rows: readonly ListedDepositMethod[]; readonly total: number }>;
  freeAddresses(companyId: TenantId, rootId: number): Promise<number>;
  add(
    companyId: TenantId,
    terms: DepositMethodTerms,
    atMs: number,
    audit: (id: number) => AuditEntry,
  ): Promise<DepositMethodRecord>;
  /** Null when there is none, or when another has taken its place already. */
  replace(
    companyId: TenantId,
    id: number,
    terms: DepositMethodTerms,
    atMs: number,
    audit: (newId: number) => AuditEntry,
  ): Promise<DepositMethodRecord | null>;
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
