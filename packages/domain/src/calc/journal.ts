import { divHalfEven } from '../values/decimal.ts';
import type { InstrumentId, Side } from '../values/ids.ts';
import { type Money, toMoney } from '../values/money.ts';

/** A closed trade of a journal. A part that was closed by itself is a trade of its own. */
export interface JournalTrade {
  readonly id: number;
  readonly instrumentId: InstrumentId;
  readonly side: Side;
  /** Time of the opening on the clock of the zone shown, as if it were UTC. */
  readonly openedLocalMs: number;
  readonly endedAtMs: number;
  readonly gross: Money;
  readonly fee: Money;
  readonly swap: Money;
}

/** Range that holds the true value with a probability of 95 %. */
export interface Interval<Value> {
  readonly low: Value;
  readonly high: Value;
}

export interface JournalGroup<Key> {
  readonly key: Key;
  readonly count: number;
  readonly net: Money;
}

/** Point of the curve: the sum of net results after a trade. */
export interface CurvePoint {
  readonly atMs: number;
  readonly sum: Money;
}

/** Deepest fall of the curve below an earlier peak; the start of the curve, zero, counts as one. */
export interface Drawdown {
  /** Positive. */
  readonly depth: Money;
  /** Number of trades before the peak and before the trough. */
  readonly peakAfter: number;
  readonly troughAfter: number;
}

/** Figures of closed trades (R-JRN-03). */
export interface Journal {
  readonly count: number;
  readonly wins: number;
  readonly losses: number;
  readonly gross: Money;
  readonly fee: Money;
  readonly swap: Money;
  readonly net: Money;
  /** Share of trades with a net result above zero, 0 to 1; null without trades. */
  readonly winRate: { readonly rate: number; readonly interval: Interval<number> } | null;
  /** Mean net result; its interval is null with fewer than two trades. */
  readonly expectancy: { readonly mean: Money; readonly interval: Interval<Money> | null } | null;
  /** Sum of winning trades ÷ sum of losing ones; null without a loss. */
  readonly profitFactor: number | null;
  readonly drawdown: Drawdown | null;
  /** One point per trade. */
  readonly curve: readonly CurvePoint[];
  readonly byInstrument: readonly JournalGroup<InstrumentId>[];
  readonly bySide: readonly JournalGroup<Side>[];
  /** Hour of the opening, 0 to 23, in the zone. */
  readonly byHour: readonly JournalGroup<number>[];
  /** Weekday of the opening, 0 = Sunday, in the zone. */
  readonly byWeekday: readonly JournalGroup<number>[];
}

/** Calculates the figures of closed trades, oldest first. */
export function calculateJournal(trades: readonly JournalTrade[]): Journal {
  const nets = trades.map(netOf);
  const sumOf = (amounts: readonly bigint[]) => toMoney(amounts.reduce((sum, amount) => sum + amount, 0n));
  const won = nets.filter((net) => net > 0n);
  const lost = nets.filter((net) => net < 0n);
  const curve = curveOf(trades, nets);
  return {
    count: trades.length,
    wins: won.length,
    losses: lost.length,
    gross: sumOf(trades.map(({ gross }) => gross)),
    fee: sumOf(trades.map(({ fee }) => fee)),
    swap: sumOf(trades.map(({ swap }) => swap)),
    net: sumOf(nets),
    winRate: calculateWinRate(won.length, trades.length),
    expectancy: calculateExpectancy(nets),
    profitFactor: lost.length === 0 ? null : Number(sumOf(won)) / Number(-sumOf(lost)),
    drawdown: calculateDrawdown(curve),
    curve,
    byInstrument: groupsOf(trades, ({ instrumentId }) => instrumentId),
    bySide: groupsOf(trades, ({ side }) => side),
    byHour: groupsOf(trades, ({ openedLocalMs }) => Math.floor(openedLocalMs / hourMs) % 24),
    // 1 January 1970 was a Thursday.
    byWeekday: groupsOf(trades, ({ openedLocalMs }) => (Math.floor(openedLocalMs / dayMs) + 4) % 7),
  };
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Returns gross profit − fee + swap (R-SCR-66). */
function netOf({ gross, fee, swap }: Pick<JournalTrade, 'gross' | 'fee' | 'swap'>): Money {
  return toMoney(gross - fee + swap);
}

/** Quantile of the normal distribution for 95 %, two-sided. */
const normal95 = 1.959964;

/**
 * Calculates the share of wins with its score interval: E. B. Wilson, "Probable inference, the law of succession, and
 * statistical inference", 1927: (p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) ÷ (1 + z²/n). Null without trades.
 */
export function calculateWinRate(wins: number, count: number): Journal['winRate'] {
  if (count === 0) return null;
  const rate = wins / count;
  const z2 = normal95 * normal95;
  const middle = rate + z2 / (2 * count);
  const half = normal95 * Math.sqrt((rate * (1 - rate)) / count + z2 / (4 * count * count));
  const scale = 1 + z2 / count;
  return {
    rate,
    interval: { low: Math.max(0, (middle - half) / scale), high: Math.min(1, (middle + half) / scale) },
  };
}

/** Quantiles of Student's t for 95 %, two-sided, by degrees of freedom from 1. */
const student95 = [
  12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.306, 2.2622, 2.2281, 2.201, 2.1788, 2.1604, 2.1448, 2.1314,
  2.1199, 2.1098, 2.1009, 2.093, 2.086, 2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423,
];

/** Returns the quantile of Student's t; beyond the table by its expansion z + (z³ + z) ÷ 4n (Fisher and Cornish, 1960). */
export function student95Of(freedom: number): number {
  return student95[freedom - 1] ?? normal95 + (normal95 ** 3 + normal95) / (4 * freedom);
}

/**
 * Calculates the mean net result, half-even, and the interval mean ± t s ÷ √n of W. S. Gosset ("Student", 1908), with the
 * sample deviation s. The sum of squares is exact.
 */
export function calculateExpectancy(nets: readonly Money[]): Journal['expectancy'] {
  const count = BigInt(nets.length);
  if (count === 0n) return null;
  const sum = nets.reduce((total, net) => total + net, 0n);
  const mean = toMoney(divHalfEven(sum, count));
  if (count === 1n) return { mean, interval: null };
  const squares = nets.reduce((total, net) => total + net * net, 0n);
  const variance = Number(count * squares - sum * sum) / Number(count * count * (count - 1n));
  const half = student95Of(nets.length - 1) * Math.sqrt(variance);
  const exact = Number(sum) / nets.length;
  const rounded = (value: number) => toMoney(BigInt(Math.round(value)));
  return { mean, interval: { low: rounded(exact - half), high: rounded(exact + half) } };
}

function curveOf(trades: readonly JournalTrade[], nets: readonly Money[]): CurvePoint[] {
  let sum = 0n;
  return trades.map(({ endedAtMs }, at) => {
    sum += nets[at] ?? 0n;
    return { atMs: endedAtMs, sum: toMoney(sum) };
  });
}

/** Finds the deepest fall of a curve, the first of equal ones; null if it never falls. */
export function calculateDrawdown(curve: readonly CurvePoint[]): Drawdown | null {
  let [peak, peakAfter] = [0n, 0];
  let deepest: Drawdown | null = null;
  for (const [at, { sum }] of curve.entries()) {
    if (sum > peak) [peak, peakAfter] = [sum, at + 1];
    else if (peak - sum > (deepest?.depth ?? 0n))
      deepest = { depth: toMoney(peak - sum), peakAfter, troughAfter: at + 1 };
  }
  return deepest;
}

/** Groups trades by a key, in order of first occurrence. */
function groupsOf<Key>(trades: readonly JournalTrade[], keyOf: (trade: JournalTrade) => Key): JournalGroup<Key>[] {
  const groups = new Map<Key, JournalGroup<Key>>();
  for (const trade of trades) {
    const key = keyOf(trade);
    const before = groups.get(key);
    groups.set(key, { key, count: (before?.count ?? 0) + 1, net: toMoney((before?.net ?? 0n) + netOf(trade)) });
  }
  return [...groups.values()];
}
