import type { TenantId } from '@candor/domain/values/ids';
import type { Money } from '@candor/domain/values/money';
import type { Change } from './article-store.ts';

/** What an account's closed orders come to; money in its own currency. */
export interface RankedAccount {
  readonly userId: number;
  readonly uid: string;
  readonly email: string | null;
  readonly isDemo: boolean;
  /** Orders closed since the period began, how many of them earned after fee and swap, and what all of them did. */
  readonly trades: number;
  readonly wins: number;
  readonly profit: Money;
  /** The balance when the period began and what was paid in since; above zero. */
  readonly base: Money;
  /** The leverage and the instrument that most of those orders had. */
  readonly leverage: number;
  readonly instrumentId: number;
  /** What trading ever earned less what it cost, what was ever paid in, and orders ever closed. */
  readonly totalProfit: Money;
  readonly totalPaidIn: Money;
  readonly totalTrades: number;
}

/** As operators see one who asked to be ranked. */
export interface RankingCandidate {
  readonly userId: number;
  readonly uid: string;
  readonly isDemo: boolean;
  readonly trades: number;
  readonly wins: number;
  readonly profit: Money;
  readonly isHidden: boolean;
}

/** The ranking out of orders and postings, one company at a time. */
export interface RankingStore {
  /** Who asked for it, is not hidden and has closed at least `tradesMin` orders since then; best first. */
  ranked(companyId: TenantId, sinceMs: number, tradesMin: number, limit: number): Promise<RankedAccount[]>;
  candidates(
    companyId: TenantId,
    sinceMs: number,
    page: { readonly page: number; readonly perPage: number; readonly order: 'ASC' | 'DESC' },
  ): Promise<{ readonly candidates: readonly RankingCandidate[]; readonly total: number }>;
  /** Leaves a user out, or lets him in again; false for one who is not there. What changes something is audited with it. */
  setHidden(companyId: TenantId, userId: number, isHidden: boolean, reason: string, change: Change): Promise<boolean>;
}
