import type { AxisTick, Chart } from 'klinecharts';
import type { ChartZone } from '../../../format/time-text.ts';
import { clockSecondsText, clockText, dayText } from '../../../format/time-text.ts';
import { localeTag } from '../../../i18n/text.ts';

const stepsMin = [1, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440];
const hourMin = 60;
/** Smallest distances in px between two times, and between a time and a day. */
const stepPx = 56;
const gapPx = 42;
const halfText = 20;

export interface TimeText {
  readonly day: string;
  /** "03:12", in the chart's zone. */
  readonly clock: string;
}

export interface TimeMark {
  readonly offset: number;
  readonly isDay: boolean;
}

/**
 * Returns the marks for candles `pitch` px apart: the beginnings of days and the whole hours between. The first candle
 * begins no day, since none is before it.
 */
export function markTimes(times: readonly TimeText[], pitch: number, spanMin: number): readonly TimeMark[] {
  const stepMin = stepsMin.find((step) => (step / spanMin) * pitch >= stepPx) ?? 1440;
  const marks: TimeMark[] = [];
  const days = times.flatMap(({ day }, offset) => (offset > 0 && day !== times[offset - 1]?.day ? [offset] : []));
  const isFree = (offset: number, taken: readonly number[]) =>
    taken.every((one) => Math.abs(one - offset) * pitch >= gapPx);
  const keptDays = days.reduce<number[]>((kept, day) => (isFree(day, kept.slice(-1)) ? [...kept, day] : kept), []);
  let last = Number.NEGATIVE_INFINITY;
  for (const [offset, { clock }] of times.entries()) {
    if (keptDays.includes(offset)) marks.push({ offset, isDay: true });
    else if (offset > 0 && isAtStep(clock, stepMin) && isFree(offset, [...keptDays, last])) {
      marks.push({ offset, isDay: false });
      last = offset;
    }
  }
  return marks;
}

function isAtStep(clock: string, stepMin: number): boolean {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return (hours * hourMin + minutes) % stepMin === 0;
}

interface DayLabel {
  readonly x: number;
  readonly text: string;
}
const dayLabels = new WeakMap<Chart, readonly DayLabel[]>();

/** Ticks of the visible candles. The text of a day is left to `dayOverlay`, since the axis has one font weight only. */
export function timeTicks(chart: Chart, zone: ChartZone, spanMin: number, width: number): AxisTick[] {
  const { from, to } = chart.getVisibleRange();
  const first = Math.max(0, from - 1);
  const bars = chart.getDataList().slice(first, to);
  const times = bars.map(({ timestamp }) => ({
    day: dayText(timestamp, zone, localeTag()),
    clock: clockText(timestamp, zone, localeTag()),
  }));
  const labels: DayLabel[] = [];
  const ticks: AxisTick[] = [];
  for (const { offset, isDay } of markTimes(times, chart.getBarSpace().bar, spanMin)) {
    const x = pixelOf(chart, first + offset);
    const [bar, time] = [bars[offset], times[offset]];
    if (bar === undefined || time === undefined || x <= halfText || x >= width - halfText) continue;
    if (isDay) labels.push({ x, text: time.day });
    ticks.push({ coord: x, value: bar.timestamp, text: isDay ? '' : time.clock });
  }
  dayLabels.set(chart, labels);
  return ticks;
}

/** Ticks of a chart of whole days: those of the library, without the ones that the edge would cut. */
export function wholeTicks(chart: Chart, ticks: AxisTick[], width: number): AxisTick[] {
  dayLabels.set(chart, []);
  return ticks.filter((tick) => tick.coord > halfText && tick.coord < width - halfText);
}

/** Smallest distance in px between two times with seconds. */
const secondsPx = 76;

/** Ticks of a chart of ticks: times at a fixed number of ticks, which move with them. */
export function secondTicks(chart: Chart, zone: ChartZone, width: number): AxisTick[] {
  dayLabels.set(chart, []);
  const { from, to } = chart.getVisibleRange();
  const step = Math.max(1, Math.ceil(secondsPx / chart.getBarSpace().bar));
  return chart
    .getDataList()
    .slice(0, to)
    .flatMap(({ timestamp }, index): AxisTick[] => {
      if (index < from || index % step !== 0) return [];
      const coord = pixelOf(chart, index);
      const isWhole = coord > secondsPx / 2 && coord < width - secondsPx / 2;
      return isWhole ? [{ coord, value: timestamp, text: clockSecondsText(timestamp, zone, localeTag()) }] : [];
    });
}

function pixelOf(chart: Chart, dataIndex: number): number {
  const [at] = [chart.convertToPixel({ dataIndex })].flat();
  return at?.x ?? 0;
}

export const dayOverlayName = 'CANDOR_DAYS';

interface DayFigures {
  readonly chart: Chart;
  readonly overlay: { readonly extendData: unknown };
}

/**
 * Overlay that writes the beginning of a day on the axis in bold. The library paints an overlay only if it has a point.
 */
export const dayOverlay = {
  name: dayOverlayName,
  totalStep: 1,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createXAxisFigures: ({ chart, overlay }: DayFigures) => {
    const { axisLine, tickLine, tickText } = chart.getStyles().xAxis;
    const y = axisLine.size + tickLine.length + tickText.marginStart;
    const styles = {
      color: String(overlay.extendData),
      size: tickText.size,
      family: tickText.family,
      weight: '600',
      backgroundColor: 'transparent',
      borderSize: 0,
      paddingLeft: 0,
      paddingRight: 0,
      paddingTop: 0,
      paddingBottom: 0,
    };
    return (dayLabels.get(chart) ?? []).map(({ x, text }) => ({
      type: 'text',
      attrs: { x, y, text, align: 'center', baseline: 'top' },
      styles,
      ignoreEvent: true,
    }));
  },
};
