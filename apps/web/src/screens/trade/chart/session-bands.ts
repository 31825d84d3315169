import { type Centre, type MarketSession, sessionsBetween } from '@candor/domain/calc/market-sessions';
import type { Chart, KLineData } from 'klinecharts';
import { type ChartPeriod, hasSessions } from '../../../data/chart-period.ts';
import { barIndexAt, pricePane } from './crosshair.ts';

const bandsName = 'CANDOR_SESSIONS';
/** Bands narrower than this, in px, are not drawn: a chart zoomed far out would be striped. */
const leastWidth = 10;
/** Opacity of a band: the candles stay in front. */
const opacity = 0.08;
const lineHeight = 14;
const inset = 5;

export interface BandsLook {
  readonly colours: Readonly<Record<Centre, string>>;
  readonly names: Readonly<Record<Centre, string>>;
  readonly font: string;
}

export interface Band {
  readonly centre: Centre;
  /** First and last bar that begin in the session. */
  readonly first: number;
  readonly last: number;
}

/**
 * Returns the sessions with a visible bar, by the first and last bar that begin in them (R-CHT-01). `from` and `to` bound the
 * visible bars; `to` is not included.
 */
export function bandsOf(bars: readonly Pick<KLineData, 'timestamp'>[], from: number, to: number): Band[] {
  const start = Math.max(0, from);
  const [first, last] = [bars[start], bars[Math.min(bars.length, to) - 1]];
  if (first === undefined || last === undefined) return [];
  const beginsIn = ({ openMs, closeMs }: MarketSession, index: number) => {
    const at = bars[index]?.timestamp ?? Number.NaN;
    return openMs <= at && at < closeMs;
  };
  return sessionsBetween(first.timestamp, last.timestamp + 1).flatMap((session) => {
    const { centre, openMs, closeMs } = session;
    const before = barIndexAt(bars, openMs);
    const begin = Math.max(start, beginsIn(session, before) ? before : before + 1);
    const end = Math.min(barIndexAt(bars, closeMs - 1), Math.min(bars.length, to) - 1);
    const isSeen = beginsIn(session, begin) && begin <= end;
    return isSeen ? [{ centre, first: begin, last: end }] : [];
  });
}

/** Returns the centres whose session holds the beginning of a bar. */
export function centresAt(timestamp: number): Centre[] {
  return sessionsBetween(timestamp, timestamp + 1).map(({ centre }) => centre);
}

interface DrawParams {
  readonly ctx: CanvasRenderingContext2D;
  readonly chart: Chart;
  readonly indicator: { readonly extendData: unknown };
  readonly bounding: { readonly width: number; readonly height: number };
  readonly xAxis: { convertToPixel: (index: number) => number };
}

/** Bands behind the candles, with the names of the centres at the foot; without effect on the price scale. */
export const sessionBands = {
  name: bandsName,
  shortName: '',
  zLevel: -1,
  calc: () => [],
  figures: [],
  draw: drawBands,
};

function drawBands({ ctx, chart, indicator, bounding, xAxis }: DrawParams): boolean {
  const look = indicator.extendData as BandsLook;
  const { from, to } = chart.getVisibleRange();
  const half = chart.getBarSpace().bar / 2;
  /** Right end of the last name in each of two rows: at most two sessions overlap for long. */
  const taken: [number, number] = [0, 0];
  ctx.font = look.font;
  ctx.textBaseline = 'bottom';
  for (const { centre, first, last } of bandsOf(chart.getDataList(), from, to).toSorted(byStart)) {
    const left = Math.max(0, xAxis.convertToPixel(first) - half);
    const width = Math.min(bounding.width, xAxis.convertToPixel(last) + half) - left;
    if (width < leastWidth) continue;
    ctx.fillStyle = look.colours[centre];
    ctx.globalAlpha = 0.85;
    const text = look.names[centre];
    const textLeft = left + inset;
    const textWidth = ctx.measureText(text).width;
    const row = textLeft >= taken[0] ? 0 : textLeft >= taken[1] ? 1 : null;
    if (row !== null && textWidth + inset <= width) {
      ctx.fillText(text, textLeft, bounding.height - 3 - row * lineHeight);
      taken[row] = textLeft + textWidth + inset;
    }
    ctx.globalAlpha = opacity;
    ctx.fillRect(left, 0, width, bounding.height);
  }
  return true;
}

function byStart(one: Band, other: Band): number {
  return one.first - other.first;
}

/** Draws the bands on bars that are short enough for them, or removes them. */
export function showSessions(chart: Chart, period: ChartPeriod, look: BandsLook | null): void {
  chart.removeIndicator({ name: bandsName });
  if (look !== null && hasSessions(period))
    chart.createIndicator({ name: bandsName, paneId: pricePane, extendData: look }, true);
}
