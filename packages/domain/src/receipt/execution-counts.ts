import { addCluster, addSums, type ClusterSums, noClusters } from '../calc/confidence.ts';
import { addTo, coarse, type Histogram, mergeInto } from '../calc/histogram.ts';
import type { EngineEvent } from '../engine/event.ts';
import { isOfTrading, type Refusal } from '../engine/refusal.ts';
import { executionOf } from './execution.ts';
import { closeReceiptId, openReceiptId } from './receipt.ts';
import { type Fill, fillOfEvent } from './to-receipt.ts';

/** Counts of one company's real or demo accounts, of a day or of several. They can be added up. */
export interface ExecutionCounts {
  fills: number;
  /** Fills by rule. */
  rules: Record<string, number>;
  /** Price against the one that the client named, in millionths of it; above zero better for the trader. */
  slippage: Histogram;
  /** The same by clusters: fills of one instrument within a minute. */
  slippageSums: ClusterSums;
  /** Better, equal and worse as 1, 0 and −1, by the same clusters. */
  signSums: ClusterSums;
  /** Milliseconds from the quote to the decision, three significant digits. */
  quoteAges: Histogram;
  /** Orders and closes refused with a stored answer, by reason. */
  refusals: Record<string, number>;
  /** Stop-outs; each may close several positions. */
  stopOuts: number;
  /** Seconds from the request to the payment, three significant digits. */
  withdrawalsPaid: Histogram;
  withdrawalsRejected: number;
  withdrawalsCancelled: number;
}

/** Clusters of a day under way. */
export interface OpenClusters {
  /** Number of the next cluster of the day, from 1. */
  next: number;
  /** By instrument, those that may still grow. */
  readonly open: Record<string, OpenCluster>;
}

interface OpenCluster {
  readonly number: number;
  readonly minute: number;
  readonly count: number;
  readonly sum: number;
  readonly signs: number;
}

/** Counts of a day under way, with its clusters that are not closed. */
export interface OpenCounts {
  readonly counts: ExecutionCounts;
  readonly clusters: OpenClusters;
}

const minuteMs = 60_000;

export function emptyCounts(): ExecutionCounts {
  return {
    fills: 0,
    rules: {},
    slippage: {},
    slippageSums: { ...noClusters },
    signSums: { ...noClusters },
    quoteAges: {},
    refusals: {},
    stopOuts: 0,
    withdrawalsPaid: {},
    withdrawalsRejected: 0,
    withdrawalsCancelled: 0,
  };
}

export function emptyOpenCounts(): OpenCounts {
  return { counts: emptyCounts(), clusters: { next: 1, open: {} } };
}

/** A fill as the statistics keep it. */
export interface TalliedFill {
  readonly receiptId: string;
  readonly rule: string;
  readonly slippage: number | null;
  readonly quoteAgeMs: number | null;
  /** Number of its cluster within the day; null without a slippage. */
  readonly cluster: number | null;
}

/** Adds a refusal that the journal stores, if it is one of an order (R-STA-02). */
export function tallyRefusal({ counts }: OpenCounts, refusal: Refusal): void {
  if (isOfTrading(refusal)) counts.refusals[refusal] = (counts.refusals[refusal] ?? 0) + 1;
}

/** Adds an event to the counts of its account's company and realm; returns its fill, or null (R-STA-01). */
export function tallyEvent(open: OpenCounts, event: EngineEvent): TalliedFill | null {
  const { counts } = open;
  if (event.type === 'CloseRefused') tallyRefusal(open, event.refusal);
  if (event.type === 'WithdrawalPaid')
    addTo(counts.withdrawalsPaid, coarse((event.atMs - event.funds.requestedAtMs) / 1_000));
  if (event.type === 'FundsRejected' && event.funds.kind === 'withdrawal') counts.withdrawalsRejected += 1;
  if (event.type === 'WithdrawalCancelled' || event.type === 'WithdrawalTakenBack') counts.withdrawalsCancelled += 1;
  const fill = fillOfEvent(event);
  return fill === null ? null : tallyFill(open, fill);
}

function tallyFill(open: OpenCounts, fill: Fill): TalliedFill {
  const { counts } = open;
  const { rule, slippage, quoteAgeMs } = executionOf(fill);
  const { order, facts, atMs } = fill;
  counts.fills += 1;
  counts.rules[rule] = (counts.rules[rule] ?? 0) + 1;
  // The further closes of one stop-out name its first.
  if (rule === 'stop-out' && !(facts.stopOut !== undefined && 'first' in facts.stopOut)) counts.stopOuts += 1;
  if (quoteAgeMs !== null) addTo(counts.quoteAges, coarse(quoteAgeMs));
  let cluster: number | null = null;
  if (slippage !== null) {
    addTo(counts.slippage, slippage);
    cluster = addToCluster(open, String(order.instrumentId), Math.floor(atMs / minuteMs), slippage);
  }
  const receiptId = fill.kind === 'opening' ? openReceiptId(order) : closeReceiptId(order);
  return { receiptId, rule, slippage, quoteAgeMs, cluster };
}

/** Returns the number of the cluster. */
function addToCluster(day: OpenCounts, instrument: string, minute: number, slippage: number): number {
  const { clusters } = day;
  if (clusters.open[instrument]?.minute !== minute) closeCluster(day, instrument);
  const { number, count, sum, signs } = clusters.open[instrument] ?? {
    number: clusters.next++,
    count: 0,
    sum: 0,
    signs: 0,
  };
  clusters.open[instrument] = {
    number,
    minute,
    count: count + 1,
    sum: sum + slippage,
    signs: signs + Math.sign(slippage),
  };
  return number;
}

function closeCluster({ counts, clusters }: OpenCounts, instrument: string): void {
  const cluster = clusters.open[instrument];
  if (cluster === undefined) return;
  const { count, sum, signs } = cluster;
  addCluster(counts.slippageSums, count, sum);
  addCluster(counts.signSums, count, signs);
  delete clusters.open[instrument];
}

/** Returns the counts of a day that is over: clusters end with it. */
export function closedCounts(open: OpenCounts): ExecutionCounts {
  for (const instrument of Object.keys(open.clusters.open)) closeCluster(open, instrument);
  return open.counts;
}

/** Adds one day's counts to those of several. */
export function mergeCounts(counts: ExecutionCounts, more: ExecutionCounts): void {
  counts.fills += more.fills;
  counts.stopOuts += more.stopOuts;
  counts.withdrawalsRejected += more.withdrawalsRejected;
  counts.withdrawalsCancelled += more.withdrawalsCancelled;
  for (const name of ['rules', 'slippage', 'quoteAges', 'refusals', 'withdrawalsPaid'] as const)
    mergeInto(counts[name], more[name]);
  for (const name of ['slippageSums', 'signSums'] as const) addSums(counts[name], more[name]);
}
