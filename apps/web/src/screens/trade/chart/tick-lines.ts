import type { Chart, YAxis } from 'klinecharts';
import { pricePane } from './crosshair.ts';

const tickLinesName = 'CANDOR_TICKS';
const dotRadius = 1.6;
/** Distance of two ticks in px from which each has a dot. */
const dotsFrom = 4;

export interface TickLook {
  readonly bid: string;
  readonly ask: string;
}

interface DrawParams {
  readonly ctx: CanvasRenderingContext2D;
  readonly chart: Chart;
  readonly indicator: { readonly extendData: unknown };
  readonly xAxis: { convertToPixel: (index: number) => number };
  readonly yAxis: YAxis;
}

/** Bid and ask of each tick as two lines with dots (R-CHT-02); without effect on the price scale. */
export const tickLines = { name: tickLinesName, shortName: '', calc: () => [], figures: [], draw: drawTicks };

function drawTicks({ ctx, chart, indicator, xAxis, yAxis }: DrawParams): boolean {
  const look = indicator.extendData as TickLook;
  const { from, to } = chart.getVisibleRange();
  const start = Math.max(0, from - 1);
  const ticks = chart.getDataList().slice(start, to + 1);
  const hasDots = chart.getBarSpace().bar >= dotsFrom;
  for (const side of ['ask', 'bid'] as const) {
    const points = ticks.map((tick, offset) => {
      const price = side === 'bid' ? tick.close : Number(tick['ask']);
      return { x: xAxis.convertToPixel(start + offset), y: yAxis.convertToPixel(price) };
    });
    ctx.strokeStyle = look[side];
    ctx.fillStyle = look[side];
    ctx.lineWidth = 1.5;
    ctx.beginPath();
    // Prices hold until the next tick: the line has steps.
    for (const [index, { x, y }] of points.entries()) {
      ctx.lineTo(x, points[index - 1]?.y ?? y);
      ctx.lineTo(x, y);
    }
    ctx.stroke();
    if (!hasDots) continue;
    for (const { x, y } of points) {
      ctx.beginPath();
      ctx.arc(x, y, dotRadius, 0, 2 * Math.PI);
      ctx.fill();
    }
  }
  return true;
}

/** Highest ask of the visible ticks, for which the scale makes room; none on a chart of bars. */
export function visibleAsks(chart: Chart): number[] {
  const { from, to } = chart.getVisibleRange();
  const asks = chart
    .getDataList()
    .slice(Math.max(0, from), to)
    .map((tick) => Number(tick['ask'] ?? 0));
  const most = Math.max(0, ...asks);
  return most > 0 ? [most] : [];
}

/** Draws the ticks, or removes them. */
export function showTicks(chart: Chart, look: TickLook | null): void {
  chart.removeIndicator({ name: tickLinesName });
  if (look !== null) chart.createIndicator({ name: tickLinesName, paneId: pricePane, extendData: look }, true);
}
