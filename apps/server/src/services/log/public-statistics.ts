import { clusteredMean, type Estimate, percentileDifference } from '@candor/domain/calc/confidence';
import { addTo, countOf, type Histogram, percentile } from '@candor/domain/calc/histogram';
import { type ExecutionCounts, emptyCounts, mergeCounts } from '@candor/domain/receipt/execution-counts';
import type { CompanyId, Realm } from '@candor/domain/values/ids';
import type { Clock } from '../../ports/clock.ts';
import type { LosingAccounts, StatisticsReader } from '../../ports/statistics.ts';
import { keepAnswers } from './kept-answers.ts';

/** Smallest samples that are shown: fewer would be random, and could be one person's. */
export const samplesMin = { orders: 100, slippage: 100, withdrawals: 10, accounts: 100 } as const;

/** Percentiles that are shown. */
const shownShares = [0.5, 0.95, 0.99] as const;

const daysShown = 30;
const dayMs = 86_400_000;
const keptMs = 60_000;

/** Slippage in millionths of the price asked for, over all orders that named a price. */
export interface SlippageFigures {
  readonly count: number;
  readonly better: number;
  readonly equal: number;
  readonly worse: number;
  readonly percentiles: readonly {
    readonly share: number;
    /** Percentiles of max(0, slippage) and of max(0, −slippage). */
    readonly better: number;
    readonly worse: number;
    readonly difference: Estimate | null;
  }[];
  /** Mean for the client; null with too few clusters. */
  readonly mean: Estimate | null;
  /** Share of better fills less that of worse ones, from −1 to 1. */
  readonly surplus: Estimate | null;
  readonly histogram: Histogram;
}

/** Figures of one realm in a period; null where the sample is too small. */
export interface RealmFigures {
  /** Fills and refusals: the sample size of `counts`. */
  readonly orders: number;
  /** Without the payments, if they are too few: each would be one person's. */
  readonly counts: ExecutionCounts | null;
  readonly slippage: SlippageFigures | null;
  readonly quoteAge: readonly number[] | null;
  /** Seconds from the request to the payment: median, 95 %; null with too few payments. */
  readonly withdrawals: readonly [number, number] | null;
}

export interface PublishedStatistics {
  /** First and last day, UTC; null before the first complete day. */
  readonly period: { readonly from: string; readonly to: string } | null;
  /** Days with fills, whose rows anyone may read; none while the sample is too small. */
  readonly days: readonly { readonly day: string; readonly fills: number }[];
  readonly real: RealmFigures;
  readonly demo: RealmFigures;
  /** Share in the year up to the last day; null if too few accounts traded. */
  readonly losing: LosingAccounts | null;
  readonly losingSample: number;
  readonly oldestWithdrawalMs: number | null;
}

export interface PublicStatistics {
  /** Figures of the last 30 days, at most a minute old. */
  readonly figures: (companyId: CompanyId) => Promise<PublishedStatistics>;
  readonly rows: StatisticsReader['rows'];
}

export function createPublicStatistics(
  { statistics }: { readonly statistics: StatisticsReader },
  clock: Pick<Clock, 'monotonicMs' | 'nowMs'>,
): PublicStatistics {
  const read = async (companyId: CompanyId): Promise<PublishedStatistics> => {
    const fromDay = new Date(clock.nowMs() - daysShown * dayMs).toISOString().slice(0, 10);
    const days = await statistics.days(companyId, fromDay);
    const countsOf = (realm: Realm) => {
      const counts = emptyCounts();
      for (const one of days) if (one.realm === realm) mergeCounts(counts, one.counts);
      return counts;
    };
    const real = figuresOf(countsOf('real'));
    const last = days.findLast(({ realm }) => realm === 'real');
    const [first] = days;
    const losing = last?.losing ?? null;
    const fillsOf = (day: string) => days.reduce((sum, one) => sum + (one.day === day ? one.counts.fills : 0), 0);
    return {
      period: first === undefined || last === undefined ? null : { from: first.day, to: last.day },
      days:
        real.counts === null
          ? []
          : [...new Set(days.map(({ day }) => day))].flatMap((day) =>
              fillsOf(day) === 0 ? [] : { day, fills: fillsOf(day) },
            ),
      real,
      demo: figuresOf(countsOf('demo')),
      losing: losing !== null && losing.accounts >= samplesMin.accounts ? losing : null,
      losingSample: losing?.accounts ?? 0,
      oldestWithdrawalMs: await statistics.oldestWithdrawalMs(companyId),
    };
  };
  return {
    figures: keepAnswers(read, clock, keptMs),
    rows: (companyId, day, afterSeq) => statistics.rows(companyId, day, afterSeq),
  };
}

/** Calculates the figures of counts (R-STA-04); a figure with too small a sample is null. */
export function figuresOf(counts: ExecutionCounts): RealmFigures {
  const refusals = Object.values(counts.refusals).reduce((sum, count) => sum + count, 0);
  const orders = counts.fills + refusals;
  const isEnough = orders >= samplesMin.orders;
  const isEnoughPaid = countOf(counts.withdrawalsPaid) >= samplesMin.withdrawals;
  const of = (histogram: Histogram, share: number) => percentile(histogram, share) ?? 0;
  return {
    orders,
    counts: isEnough ? (isEnoughPaid ? counts : { ...counts, withdrawalsPaid: {} }) : null,
    slippage: slippageOf(counts),
    quoteAge: isEnough ? shownShares.map((share) => of(counts.quoteAges, share)) : null,
    withdrawals: isEnoughPaid ? [of(counts.withdrawalsPaid, 0.5), of(counts.withdrawalsPaid, 0.95)] : null,
  };
}

function slippageOf({ slippage, slippageSums, signSums }: ExecutionCounts): SlippageFigures | null {
  const count = countOf(slippage);
  if (count < samplesMin.slippage) return null;
  const [better, worse]: [Histogram, Histogram] = [{}, {}];
  for (const [text, times] of Object.entries(slippage)) {
    addTo(better, Math.max(0, Number(text)), times);
    addTo(worse, Math.max(0, -Number(text)), times);
  }
  const above = (histogram: Histogram) => count - (histogram[0] ?? 0);
  return {
    count,
    better: above(better),
    worse: above(worse),
    equal: count - above(better) - above(worse),
    percentiles: shownShares.map((share) => ({
      share,
      better: percentile(better, share) ?? 0,
      worse: percentile(worse, share) ?? 0,
      difference: percentileDifference(better, worse, share),
    })),
    mean: clusteredMean(slippageSums),
    surplus: clusteredMean(signSums),
    histogram: slippage,
  };
}
