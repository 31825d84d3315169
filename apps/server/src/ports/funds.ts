import type { FundsKind, FundsRequest, FundsRequestId, FundsStatus } from '@candor/domain/engine/funds/funds-request';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { type Money, toMoney, zeroMoney } from '@candor/domain/values/money';
import type { AuditEntry } from './audit.ts';
import type { Listed, ListPage } from './console-reads.ts';
import type { NewMessage } from './messages.ts';

export interface FundsPage {
  readonly funds: readonly FundsRequest[];
  readonly total: number;
}

export interface FundsFilter {
  readonly kind?: FundsKind;
  readonly status?: FundsStatus;
  /** Payment by coin or bank; corrections have none. */
  readonly method?: 'coin' | 'bank';
}

/** Duration of paid withdrawals, from request to payout. */
export interface PayoutTimes {
  /** 90th percentile; null if too few were paid. */
  readonly p90Ms: number | null;
  readonly count: number;
}

/** Projected deposits, withdrawals and corrections of one company. Pages count from 1. */
export interface FundsHistory {
  /** Lists an account's requests, newest first; the first `ahead` places of the list are taken by other rows. */
  ofAccount(
    companyId: CompanyId,
    accountId: AccountId,
    filter: FundsFilter,
    page: number,
    pageSize: number,
    ahead?: number,
  ): Promise<FundsPage>;
  /** Lists a company's requests: unfinished ones first, oldest first; then finished ones, newest first. */
  ofCompany(companyId: CompanyId, filter: FundsFilter, page: number, pageSize: number): Promise<FundsPage>;
  find(companyId: CompanyId, id: FundsRequestId): Promise<FundsRequest | null>;
  /** Covers withdrawals paid since then. */
  payoutTimes(companyId: CompanyId, sinceMs: number): Promise<PayoutTimes>;
}

/** Terms of a currency that users of a company can be paid in. */
export interface PayoutCurrencyTerms {
  readonly kind: 'coin' | 'bank';
  readonly code: string;
  /** Network; empty for a bank. */
  readonly protocol: string;
  /** 1: `drawRateE8` is the fee in USD; 2: it is the fee as a fraction of the amount. */
  readonly feeType: 1 | 2;
  readonly drawRateE8: bigint;
  /** Units of the currency per 1 USD, in 10⁻⁸. */
  readonly usdPriceE8: bigint;
  readonly min: Money;
  /** 0 for no maximum. */
  readonly max: Money;
  readonly isActive: boolean;
}

export interface PayoutCurrencyRecord extends PayoutCurrencyTerms {
  readonly id: number;
  readonly createdAtMs: number;
}

/** Thresholds and holds of a company's money desk. */
export interface FundsSettings {
  /** Amount from which two operators must approve. */
  readonly withdrawalSecondFrom: Money;
  readonly depositSecondFrom: Money;
  /** Maximum observed payment that is credited without an operator; 0 for never. */
  readonly autoCreditMax: Money;
  /** 0 in trial companies only. */
  readonly methodHoldHours: number;
  readonly freezeHours: number;
  /** Maximum unfinished deposits per user; the same number of withdrawals. */
  readonly requestsMax: number;
}

/** Settings of a company that has not set its own (R-FND-31). */
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
  active(companyId: CompanyId, kind: PayoutCurrencyTerms['kind']): Promise<PayoutCurrencyRecord[]>;
  find(companyId: CompanyId, id: number): Promise<PayoutCurrencyRecord | null>;
  list(
    companyId: CompanyId,
    page: number,
    pageSize: number,
  ): Promise<{ readonly rows: readonly PayoutCurrencyRecord[]; readonly total: number }>;
  add(
    companyId: CompanyId,
    terms: PayoutCurrencyTerms,
    atMs: number,
    audit: (id: number) => AuditEntry,
  ): Promise<PayoutCurrencyRecord>;
  /**
   * Changes the terms; kind, code and network stay, because methods are bound to them. Null if there is no such
   * currency.
   */
  change(
    companyId: CompanyId,
    id: number,
    terms: PayoutCurrencyTerms,
    atMs: number,
    audit: AuditEntry,
  ): Promise<PayoutCurrencyRecord | null>;
  /** True if the company is marked as a trial. */
  isTrial(companyId: CompanyId): Promise<boolean>;
  settings(companyId: CompanyId): Promise<FundsSettings | null>;
  changeSettings(companyId: CompanyId, settings: FundsSettings, atMs: number, audit: AuditEntry): Promise<void>;
}

/** A destination that a user is paid to. */
export interface PayoutMethodRecord {
  readonly id: number;
  readonly userId: number;
  readonly currency: Pick<PayoutCurrencyTerms, 'kind' | 'code' | 'protocol'> & { readonly id: number };
  /** Null after erasure. */
  readonly detailsSealed: Uint8Array | null;
  /** Keyed hash of the details: reveals equal destinations and changes. */
  readonly detailsIndex: Buffer;
  readonly createdAtMs: number;
  readonly usableAtMs: number;
  readonly isRemoved: boolean;
}

export interface NewPayoutMethod {
  readonly companyId: CompanyId;
  readonly userId: number;
  readonly currencyId: number;
  readonly kind: PayoutCurrencyTerms['kind'];
  readonly detailsSealed: Uint8Array;
  readonly detailsIndex: Buffer;
  readonly clientId: string | null;
  readonly createdAtMs: number;
  readonly usableAtMs: number;
  /** Message to the owner, given the new method's id. */
  readonly message: (methodId: number) => NewMessage;
}

export type BindOutcome =
  | { readonly kind: 'bound' | 'repeated'; readonly method: PayoutMethodRecord }
  | { readonly kind: 'conflict' | 'exists' | 'too-many' };

/** Bound methods, one company at a time; removed ones stay for the withdrawals that name them. */
export interface PayoutMethodStore {
  /** Lists a user's current methods, newest first. */
  list(companyId: CompanyId, userId: number): Promise<PayoutMethodRecord[]>;
  /** Lists a page of a user's methods, removed ones included. */
  ofUser(companyId: CompanyId, userId: number, page: ListPage): Promise<Listed<PayoutMethodRecord>>;
  /** Returns a user's method, removed or not. */
  find(companyId: CompanyId, userId: number, id: number): Promise<PayoutMethodRecord | null>;
  /** Returns the method bound under this client id before. */
  findAsked(companyId: CompanyId, userId: number, clientId: string): Promise<PayoutMethodRecord | null>;
  /** Returns the methods with these ids, removed ones included. */
  among(companyId: CompanyId, ids: readonly number[]): Promise<PayoutMethodRecord[]>;
  /** Stores method and message in one transaction; of concurrent calls at most `max` methods are bound. */
  bind(method: NewPayoutMethod, max: number): Promise<BindOutcome>;
  /** Removes the method and stores the message in one transaction. False if the user has no such method. */
  remove(
    companyId: CompanyId,
    userId: number,
    id: number,
    { atMs, message }: { readonly atMs: number; readonly message: NewMessage },
  ): Promise<boolean>;
}

/** Terms of a way to pay in: a coin address or a bank account. */
export interface DepositMethodTerms {
  readonly kind: 'coin' | 'bank';
  readonly currency: string;
  /** Network; empty for a bank. */
  readonly protocol: string;
  /** Shared address; empty for a bank, and if each user gets an address of the pool. */
  readonly address: string;
  readonly bankName: string;
  readonly bankAddress: string;
  readonly bankSwift: string;
  readonly payeeName: string;
  readonly payeeAccount: string;
  readonly bankRemark: string;
  /** Units of the currency per 1 USD, in 10⁻⁸. */
  readonly usdPriceE8: bigint;
  /** Minimum payment, in 10⁻⁸ of the currency; 0 for none. */
  readonly minE8: bigint;
  readonly isActive: boolean;
  /** Watcher that observes payments to it; empty for none. */
  readonly watcher: string;
  readonly confirmations: number;
}

/** An immutable deposit method: a change replaces it by a new one with a new id. */
export interface DepositMethodRecord extends DepositMethodTerms {
  readonly id: number;
  /** Id of the first method of its chain of replacements; the address pool belongs to it. */
  readonly rootId: number;
  readonly createdAtMs: number;
  readonly replacedBy: number | null;
  readonly replacedAtMs: number | null;
}

export interface ListedDepositMethod {
  readonly way: DepositMethodRecord;
  /** Addresses of its pool that are not assigned. */
  readonly freeAddresses: number;
}

/** Deposit methods, one company at a time. */
export interface DepositMethodStore {
  /** Lists current methods, by age of their first version. */
  active(companyId: CompanyId, kind: DepositMethodTerms['kind']): Promise<DepositMethodRecord[]>;
  find(companyId: CompanyId, id: number): Promise<DepositMethodRecord | null>;
  /** Returns the methods with these ids, current or not. */
  among(companyId: CompanyId, ids: readonly number[]): Promise<DepositMethodRecord[]>;
  list(
    companyId: CompanyId,
    kind: DepositMethodTerms['kind'] | null,
    page: number,
    pageSize: number,
  ): Promise<{ readonly rows: readonly ListedDepositMethod[]; readonly total: number }>;
  freeAddresses(companyId: CompanyId, rootId: number): Promise<number>;
  add(
    companyId: CompanyId,
    terms: DepositMethodTerms,
    atMs: number,
    audit: (id: number) => AuditEntry,
  ): Promise<DepositMethodRecord>;
  /** Null if there is no such method or it is already replaced. */
  replace(
    companyId: CompanyId,
    id: number,
    terms: DepositMethodTerms,
    atMs: number,
    audit: (newId: number) => AuditEntry,
  ): Promise<DepositMethodRecord | null>;
  /** Adds addresses; skips those that the company already has. */
  addAddresses(
    companyId: CompanyId,
    rootId: number,
    addresses: readonly string[],
    atMs: number,
    audit: AuditEntry,
  ): Promise<{ readonly added: number; readonly known: number }>;
  /** Returns the user's address of a pool, assigning one if needed; null if the pool is empty. */
  giveAddress(companyId: CompanyId, rootId: number, userId: number, atMs: number): Promise<string | null>;
  /** Returns the user's assigned address; assigns none. */
  givenAddress(companyId: CompanyId, rootId: number, userId: number): Promise<string | null>;
}
