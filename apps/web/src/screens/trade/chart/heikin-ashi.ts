import type { Chart, YAxis } from 'klinecharts';

const heikinAshiName = 'CANDOR_HEIKIN_ASHI';

export interface Prices {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/**
 * Returns the Heikin-Ashi candles of the given ones, oldest first: close is the mean of open, high, low and close; open
 * is the mean of the open and close of the averaged candle before, at the first one of its own open and close; high and
 * low include both (Valcu, “Using the Heikin-Ashi Technique”, 2004).
 */
export function heikinAshi(bars: readonly Prices[]): Prices[] {
  const averaged: Prices[] = [];
  for (const bar of bars) {
    const before = averaged.at(-1) ?? bar;
    const open = (before.open + before.close) / 2;
    const close = (bar.open + bar.high + bar.low + bar.close) / 4;
    averaged.push({ open, high: Math.max(bar.high, open, close), low: Math.min(bar.low, open, close), close });
  }
  return averaged;
}

interface CandleColours {
  readonly up: string;
  readonly down: string;
}

interface DrawParams {
  readonly ctx: CanvasRenderingContext2D;
  readonly chart: Chart;
  readonly indicator: { readonly result: readonly Prices[]; readonly extendData: CandleColours };
  readonly xAxis: { convertToPixel: (index: number) => number };
  readonly yAxis: YAxis;
}

/**
 * Averaged candles in place of the true ones, which stay in the chart's data: the legend, crosshair, lines and other
 * indicators have true prices (R-SCR-76).
 */
export const heikinAshiIndicator = {
  name: heikinAshiName,
  shortName: '',
  series: 'price' as const,
  // The scale makes room for both.
  figures: [{ key: 'high' }, { key: 'low' }],
  calc: heikinAshi,
  draw: drawCandles,
};

function drawCandles({ ctx, chart, indicator, xAxis, yAxis }: DrawParams): boolean {
  const { up, down } = indicator.extendData;
  const { from, to } = chart.getVisibleRange();
  const start = Math.max(0, from);
  const width = Math.max(1, Math.floor(chart.getBarSpace().gapBar));
  for (const [offset, { open, high, low, close }] of indicator.result.slice(start, to).entries()) {
    const x = Math.round(xAxis.convertToPixel(start + offset));
    const [top, bottom] = [yAxis.convertToPixel(Math.max(open, close)), yAxis.convertToPixel(Math.min(open, close))];
    const [highY, lowY] = [yAxis.convertToPixel(high), yAxis.convertToPixel(low)];
    ctx.fillStyle = close >= open ? up : down;
    ctx.fillRect(x, highY, 1, Math.max(1, lowY - highY));
    ctx.fillRect(x - Math.floor(width / 2), top, width, Math.max(1, bottom - top));
  }
  return true;
}

/** Draws the averaged candles, or removes them. */
export function showHeikinAshi(chart: Chart, paneId: string, colours: CandleColours | null): void {
  chart.removeIndicator({ name: heikinAshiName });
  if (colours !== null) chart.createIndicator({ name: heikinAshiName, paneId, extendData: colours }, true);
}
