import type { Chart, YAxis } from 'klinecharts';

export const volumeName = 'CANDOR_VOLUME';
const heightShare = 0.13;

/** Called after every repaint of the pane, so that the lines over the chart move with it. */
export type DrawListener = (yAxis: YAxis) => void;
const drawListeners = new WeakMap<Chart, DrawListener>();

export function onChartDrawn(chart: Chart, listener: DrawListener): void {
  drawListeners.set(chart, listener);
}

interface VolumeTheme {
  readonly name: string;
  readonly up: string;
  readonly down: string;
  readonly opacity: number;
}
let theme: VolumeTheme = { name: '', up: '', down: '', opacity: 0.16 };

export function setVolumeTheme(next: VolumeTheme): void {
  theme = next;
}

/**
 * Volume bars behind the candles at the foot of the price pane; without an axis, and without effect on the price scale.
 */
export const volumeIndicator = {
  name: volumeName,
  shortName: '',
  calc: () => [],
  figures: [],
  draw: drawVolume,
};

interface DrawParams {
  readonly ctx: CanvasRenderingContext2D;
  readonly chart: Chart;
  readonly bounding: { readonly height: number };
  readonly xAxis: { convertToPixel: (index: number) => number };
  readonly yAxis: YAxis;
}

function drawVolume({ ctx, chart, bounding, xAxis, yAxis }: DrawParams): boolean {
  const bars = chart.getDataList();
  const { from, to } = chart.getVisibleRange();
  const shown = bars.slice(Math.max(0, from), to);
  const most = shown.reduce((max, bar) => Math.max(max, bar.volume ?? 0), 0);
  const width = Math.max(1, chart.getBarSpace().gapBar);
  ctx.save();
  ctx.globalAlpha = theme.opacity;
  for (const [offset, bar] of shown.entries()) {
    const height = most === 0 ? 0 : ((bar.volume ?? 0) / most) * bounding.height * heightShare;
    ctx.fillStyle = bar.close >= bar.open ? theme.up : theme.down;
    ctx.fillRect(xAxis.convertToPixel(Math.max(0, from) + offset) - width / 2, bounding.height - height, width, height);
  }
  ctx.restore();
  drawListeners.get(chart)?.(yAxis);
  return true;
}
