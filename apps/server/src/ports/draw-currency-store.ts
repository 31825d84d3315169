import type { TenantId } from '@candor/domain/values/ids';
import { type Money, toMoney, zeroMoney } from '@candor/domain/values/money';
import type { AuditEntry } from './audit-log.ts';

/** What users of a company can be paid in. */
export interface DrawCurrencyTerms {
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

export interface DrawCurrencyRecord extends DrawCurrencyTerms {
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
export interface DrawCurrencyStore {
  active(companyId: TenantId, kind: DrawCurrencyTerms['kind']): Promise<DrawCurrencyRecord[]>;
  find(companyId: TenantId, id: number): Promise<DrawCurrencyRecord | null>;
  list(
    companyId: TenantId,
    page: number,
    pageSize: number,
  ): Promise<{ readonly rows: readonly DrawCurrencyRecord[]; readonly total: number }>;
  add(
    companyId: TenantId,
    terms: DrawCurrencyTerms,
    atMs: number,
    audit: (id: number) => AuditEntry,
  ): Promise<DrawCurrencyRecord>;
  /** Kind, code and network stay what they are: methods are bound to them. Null when there is none with these. */
  change(
    companyId: TenantId,
    id: number,
    terms: DrawCurrencyTerms,
    atMs: number,
    audit: AuditEntry,
  ): Promise<DrawCurrencyRecord | null>;
  /** Null: the company has set nothing of its own. */
  /** Whether the company is marked as a trial. */
  isTrial(companyId: TenantId): Promise<boolean>;
  settings(companyId: TenantId): Promise<FundsSettings | null>;
  changeSettings(companyId: TenantId, settings: FundsSettings, atMs: number, audit: AuditEntry): Promise<void>;
}
