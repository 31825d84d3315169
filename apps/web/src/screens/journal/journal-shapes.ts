/** Trades below which a figure says too little to judge: it is drawn pale and says so. */
export const enoughTrades = 30;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface CurveShape {
  readonly line: readonly Point[];
  /** Height of zero. */
  readonly zeroY: number;
  /** Ends of the drawdown, if any. */
  readonly peak: Point | null;
  readonly trough: Point | null;
}

interface Sum {
  readonly after: number;
  readonly sum: string;
}

/** Lays a curve of sums out in a box, from zero before the first trade; x by the number of trades. */
export function curveShape(
  sums: readonly Sum[],
  drawdown: { readonly peakAfter: number; readonly troughAfter: number } | null,
  box: { readonly width: number; readonly height: number; readonly inset: number },
): CurveShape {
  const all = [{ after: 0, sum: '0' }, ...sums];
  const values = all.map(({ sum }) => Number(sum));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const last = Math.max(1, all.at(-1)?.after ?? 1);
  const room = box.height - 2 * box.inset;
  const y = (value: number) => box.inset + (high === low ? room / 2 : ((high - value) / (high - low)) * room);
  const line = all.map(({ after, sum }) => ({ x: (after / last) * box.width, y: y(Number(sum)) }));
  const at = (after: number | undefined) => line[all.findIndex((point) => point.after === after)] ?? null;
  return { line, zeroY: y(0), peak: at(drawdown?.peakAfter), trough: at(drawdown?.troughAfter) };
}

export interface Bar {
  readonly key: number;
  /** Height as a share of the largest, signed. */
  readonly share: number;
  readonly count: number;
}

/** Returns bars for every key from 0, those without trades at zero. */
export function barsOf(
  groups: readonly { readonly key: number; readonly net: string; readonly count: number }[],
  keys: number,
): Bar[] {
  const largest = Math.max(...groups.map(({ net }) => Math.abs(Number(net))), 0);
  return Array.from({ length: keys }, (_, key) => {
    const group = groups.find((one) => one.key === key);
    const share = group === undefined || largest === 0 ? 0 : Number(group.net) / largest;
    return { key, share, count: group?.count ?? 0 };
  });
}

/** True if the interval of an expectancy holds zero, so that the result may be chance. */
export function mayBeChance(expectancy: { readonly low: string | null; readonly high: string | null } | null): boolean {
  if (expectancy === null || expectancy.low === null || expectancy.high === null) return false;
  return Number(expectancy.low) <= 0 && Number(expectancy.high) >= 0;
}
