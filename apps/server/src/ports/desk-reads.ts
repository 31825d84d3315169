import type { CompanyId } from '@candor/domain/values/ids';
import type { Money } from '@candor/domain/values/money';

/** Queues of operators' work. `payouts`: approved withdrawals that are to be paid. */
export type DeskQueueName = 'withdrawals' | 'payouts' | 'deposits' | 'corrections' | 'verifications';

/** State of a queue; at most a thousand entries are counted. */
export interface DeskQueue {
  readonly waiting: number;
  /** Entries that have waited longer than `lateMs`; 0 without it. */
  readonly late: number;
  /** Null if nothing waits. */
  readonly oldest: { readonly id: number; readonly sinceMs: number } | null;
  /** Changes whenever an entry comes, goes or changes. */
  readonly mark: string;
}

/** Durations within which 90 % were decided; null for a queue with fewer than five decisions. */
export type DecisionTimes = Readonly<Record<DeskQueueName, number | null>>;

/** Control accounts of a company's real money in one currency, from the firm's view. */
export interface ControlAccounts {
  readonly currency: string;
  /** Balances of the house accounts by name; all others are zero. */
  readonly house: ReadonlyMap<string, Money>;
  /** Sums over the clients' accounts. */
  readonly free: Money;
  readonly locked: Money;
}

/** Figures of operators' queues, one company at a time. */
export interface DeskReads {
  /** Reads what waits, by the indexes of what waits: history costs nothing. */
  queues(
    companyId: CompanyId,
    nowMs: number,
    lateMs: DecisionTimes,
  ): Promise<Readonly<Record<DeskQueueName, DeskQueue>>>;
  /** Reads the control accounts by currency and the amount of the open withdrawals, as of one moment. */
  controls(companyId: CompanyId): Promise<{ readonly ledgers: readonly ControlAccounts[]; readonly open: Money }>;
  /** Covers what was decided since then. */
  decisionTimes(companyId: CompanyId, sinceMs: number): Promise<DecisionTimes>;
}
