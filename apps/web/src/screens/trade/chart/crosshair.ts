import type { Chart, KLineData } from 'klinecharts';

/** Point that is read: a bar by its time, and a height in the price pane. */
export interface CrossPoint {
  readonly timestamp: number;
  /** Null in a pane below the prices. */
  readonly y: number | null;
}

/** Point of the crosshair of one chart. Its listeners paint without rendering. */
export interface Crosshair {
  readonly get: () => CrossPoint | null;
  readonly set: (point: CrossPoint | null) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createCrosshair(): Crosshair {
  const listeners = new Set<() => void>();
  let point: CrossPoint | null = null;
  return {
    get: () => point,
    set(next) {
      if (point?.timestamp === next?.timestamp && point?.y === next?.y) return;
      point = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const pricePane = 'candle_pane';

/** Returns the point at a place of the chart's element; null on the axes and beside the bars. */
export function pointAt(chart: Chart, x: number, y: number): CrossPoint | null {
  const main = chart.getSize(pricePane, 'main');
  const bars = chart.getDataList();
  if (main === null || x < 0 || x > main.width || bars.length === 0) return null;
  const [at] = [chart.convertFromPixel([{ x, y: 0 }], { paneId: pricePane })].flat();
  const index = Math.min(bars.length - 1, Math.max(0, Math.round(at?.dataIndex ?? 0)));
  const bar = bars[index];
  if (bar === undefined) return null;
  return { timestamp: bar.timestamp, y: y >= 0 && y <= main.height ? y : null };
}

/** Returns the index of the bar that begins at a time; of the one before if there is none. */
export function barIndexAt(bars: readonly Pick<KLineData, 'timestamp'>[], timestamp: number): number {
  let [low, high] = [0, bars.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((bars[middle]?.timestamp ?? 0) <= timestamp) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Left offset in px of the middle of a bar. */
export function barX(chart: Chart, dataIndex: number): number {
  const [at] = [chart.convertToPixel({ dataIndex }, { paneId: pricePane })].flat();
  return at?.x ?? Number.NaN;
}

/**
 * Moves the point by bars, from the last visible bar if there is none yet, and brings the bar into view. The height is
 * that of its close.
 */
export function stepBars(chart: Chart, crosshair: Crosshair, bars: number): void {
  const list = chart.getDataList();
  const held = crosshair.get();
  const last = Math.min(list.length, chart.getVisibleRange().to) - 1;
  const index = held === null ? last : barIndexAt(list, held.timestamp) + bars;
  const bar = list[Math.min(list.length - 1, Math.max(0, index))];
  if (bar === undefined) return;
  keepInView(chart, barIndexAt(list, bar.timestamp));
  const [at] = [chart.convertToPixel({ value: bar.close }, { paneId: pricePane })].flat();
  crosshair.set({ timestamp: bar.timestamp, y: at?.y ?? null });
}

const viewEdgePx = 12;

function keepInView(chart: Chart, index: number): void {
  const [x, width] = [barX(chart, index), chart.getSize(pricePane, 'main')?.width ?? 0];
  if (x < viewEdgePx) chart.scrollByDistance(viewEdgePx - x);
  else if (x > width - viewEdgePx) chart.scrollByDistance(width - viewEdgePx - x);
}
