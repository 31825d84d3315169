import { type RhythmName, rhythms } from './factors.ts';
import { hash, hashText, normal, normalMask, normalTable } from './random.ts';

/**
 * A latent path L(t) with a yearly standard deviation of one, defined for all times and evaluated in any order.
 * Weeks come from a midpoint displacement between independent anchors 64 weeks apart (hence it reverts to its mean), days
 * and two-second nodes from Brownian bridges between them, shaped by the path's rhythm.
 */

export const nodeMs = 2_000;
export const dayMs = 86_400_000;
export const nodesPerDay = dayMs / nodeMs;
const nodesPerMinute = 60_000 / nodeMs;
const weeksPerAnchor = 64;
const weekVariance = 7 / 365.25;
/** 1970-01-05, the first Monday. */
const firstMondayDay = 4;

interface RhythmTables {
  /** Standard deviation of each minute's node steps, of a day with variance one. */
  readonly nodeSigma: Float64Array;
  /** Share of the day's variance before each minute. */
  readonly varianceBefore: Float64Array;
  /** Share of the week's variance before each day. */
  readonly weekBefore: readonly number[];
  readonly dayShare: readonly number[];
}

const tables: Readonly<Record<RhythmName, RhythmTables>> = {
  asia: buildTables('asia'),
  europe: buildTables('europe'),
  america: buildTables('america'),
  coins: buildTables('coins'),
};

/** Yearly variance of a minute of a weekday: of a path with a yearly standard deviation of one. */
export function minuteVariance(rhythm: RhythmName, minuteOfDay: number): number {
  const { varianceBefore, dayShare } = tables[rhythm];
  const share = (varianceBefore[minuteOfDay + 1] as number) - (varianceBefore[minuteOfDay] as number);
  return share * weekVariance * (dayShare[0] as number);
}

export interface LatentPath {
  readonly name: string;
  readonly rhythm: RhythmName;
  readonly seed: number;
}

export function createLatentPath(name: string, rhythm: RhythmName, seed: number): LatentPath {
  return { name, rhythm, seed: hash(seed, hashText(name)) };
}

/** The path at the nodes of one UTC day (days since 1970). */
export function fillDay(path: LatentPath, day: number): Float32Array {
  const { nodeSigma, varianceBefore, dayShare } = tables[path.rhythm];
  const from = valueAtDay(path, day);
  const to = valueAtDay(path, day + 1);
  const daySigma = Math.sqrt(weekVariance * (dayShare[weekdayOf(day)] as number));
  const nodes = new Float32Array(nodesPerDay);
  let state = hash(path.seed, day, 3);
  let sum = 0;
  for (let node = 0; node < nodesPerDay; node += 2) {
    const sigma = nodeSigma[(node / nodesPerMinute) | 0] as number;
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), 61 | bits);
    nodes[node] = sum;
    sum += sigma * (normalTable[bits & normalMask] as number);
    nodes[node + 1] = sum;
    sum += sigma * (normalTable[(bits >>> 14) & normalMask] as number);
  }
  bridge(nodes, varianceBefore, { from, drift: to - from - sum * daySigma, daySigma });
  return nodes;
}

function bridge(
  nodes: Float32Array,
  varianceBefore: Float64Array,
  ends: { readonly from: number; readonly drift: number; readonly daySigma: number },
): void {
  for (let minute = 0; minute < 1_440; minute += 1) {
    const before = varianceBefore[minute] as number;
    const step = ((varianceBefore[minute + 1] as number) - before) / nodesPerMinute;
    const first = minute * nodesPerMinute;
    for (let index = 0; index < nodesPerMinute; index += 1) {
      const share = before + step * index;
      nodes[first + index] = ends.from + (nodes[first + index] as number) * ends.daySigma + ends.drift * share;
    }
  }
}

function weekdayOf(day: number): number {
  return (((day - firstMondayDay) % 7) + 7) % 7;
}

/** The path at the start of a UTC day: a bridge from its week's start to the next week's. */
function valueAtDay(path: LatentPath, day: number): number {
  const weekday = weekdayOf(day);
  const week = (day - firstMondayDay - weekday) / 7;
  const from = valueAtWeek(path, week);
  if (weekday === 0) return from;
  const { weekBefore, dayShare } = tables[path.rhythm];
  let sum = 0;
  let sumAtDay = 0;
  for (let index = 0; index < 7; index += 1) {
    if (index === weekday) sumAtDay = sum;
    sum += Math.sqrt(weekVariance * (dayShare[index] as number)) * normal(path.seed, week, index, 2);
  }
  return from + sumAtDay + (weekBefore[weekday] as number) * (valueAtWeek(path, week + 1) - from - sum);
}

function valueAtWeek(path: LatentPath, week: number): number {
  let low = Math.floor(week / weeksPerAnchor) * weeksPerAnchor;
  let high = low + weeksPerAnchor;
  // Independent anchors differ over their distance by as much as a random walk would.
  const anchorSigma = Math.sqrt((weekVariance * weeksPerAnchor) / 2);
  let lowValue = anchorSigma * normal(path.seed, low, 0, 1);
  let highValue = anchorSigma * normal(path.seed, high, 0, 1);
  while (low < week) {
    const middle = (low + high) / 2;
    const sigma = Math.sqrt((weekVariance * (high - low)) / 4);
    const value = (lowValue + highValue) / 2 + sigma * normal(path.seed, middle, high - low, 1);
    if (week < middle) {
      high = middle;
      highValue = value;
    } else {
      low = middle;
      lowValue = value;
    }
  }
  return lowValue;
}

function buildTables(name: RhythmName): RhythmTables {
  const { hours, weekdays } = rhythms[name];
  const minutes = Array.from({ length: 1_440 }, (_, minute) => {
    // Halfway between two hours the shape lies between them.
    const position = (minute - 30 + 1_440) % 1_440;
    const hour = Math.floor(position / 60);
    const share = (position % 60) / 60;
    return (hours[hour] as number) * (1 - share) + (hours[(hour + 1) % 24] as number) * share;
  });
  const total = minutes.reduce((sum, value) => sum + value, 0);
  const varianceBefore = new Float64Array(1_441);
  const nodeSigma = new Float64Array(1_440);
  for (let minute = 0; minute < 1_440; minute += 1) {
    const share = (minutes[minute] as number) / total;
    varianceBefore[minute + 1] = (varianceBefore[minute] as number) + share;
    nodeSigma[minute] = Math.sqrt(share / nodesPerMinute);
  }
  const weekTotal = weekdays.reduce((sum: number, value) => sum + value, 0);
  const dayShare = weekdays.map((value) => value / weekTotal);
  const weekBefore = dayShare.map((_, index) => dayShare.slice(0, index).reduce((sum, value) => sum + value, 0));
  return { nodeSigma, varianceBefore, weekBefore, dayShare };
}
