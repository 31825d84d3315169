import type { OverlayCreateFiguresCallbackParams, OverlayFigure } from 'klinecharts';
import { type ChartZone, clockText, dayText } from '../../../format/time-text.ts';
import { localeTag } from '../../../i18n/text.ts';
import { useSettings } from '../../../session/settings-store.ts';

/** Time of a drawn point, and its place on the time axis in px. */
export interface DrawnTime {
  readonly timeMs: number;
  readonly x: number;
}

/** Label on the time axis, by its middle in px. */
export interface TimeLabel {
  readonly x: number;
  readonly text: string;
}

export interface LabelMeasures {
  /** Text of one time, or of a span. */
  readonly textOf: (fromMs: number, toMs: number) => string;
  readonly widthOf: (text: string) => number;
  /** Width of the axis; points beyond it have no label. */
  readonly width: number;
}

const gapPx = 4;

/** Labels of the points in sight. Those that would cover one another share one, from the first time to the last (R-CHT-12). */
export function drawnTimes(points: readonly DrawnTime[], measures: LabelMeasures): TimeLabel[] {
  const { textOf, widthOf, width } = measures;
  const placed = (from: DrawnTime, to: DrawnTime) => {
    const text = textOf(from.timeMs, to.timeMs);
    const half = widthOf(text) / 2;
    const x = Math.max(half, Math.min(width - half, (from.x + to.x) / 2));
    return { from, to, text, x, start: x - half, end: x + half };
  };
  const labels: ReturnType<typeof placed>[] = [];
  for (const point of points.filter(({ x }) => x >= 0 && x <= width).toSorted((a, b) => a.x - b.x)) {
    let label = placed(point, point);
    for (let before = labels.at(-1); before !== undefined && label.start < before.end + gapPx; before = labels.at(-1)) {
      labels.pop();
      label = placed(before.from, label.to);
    }
    labels.push(label);
  }
  return labels.map(({ x, text }) => ({ x, text }));
}

export type TimeFigures = Pick<
  OverlayCreateFiguresCallbackParams<unknown>,
  'chart' | 'overlay' | 'coordinates' | 'bounding'
>;

/** Band on the time axis between the first and the last point of the selected drawing, and the labels of its times. */
export function timeFigures({ chart, overlay, coordinates, bounding }: TimeFigures): OverlayFigure[] {
  const zone = useSettings.getState().chartZone;
  const points = overlay.points.flatMap(({ timestamp }, index) => {
    const x = coordinates[index]?.x;
    return timestamp === undefined || x === undefined ? [] : [{ timeMs: timestamp, x }];
  });
  const { size, family, weight, paddingLeft, paddingRight } = chart.getStyles().overlay.text;
  const font = `${weight} ${size}px ${family}`;
  const labels = drawnTimes(points, {
    textOf: (fromMs, toMs) => spanText(fromMs, toMs, zone, localeTag()),
    widthOf: (text) => textWidth(text, font) + paddingLeft + paddingRight,
    width: bounding.width,
  });
  const xs = points.map(({ x }) => x);
  const start = Math.min(...xs);
  const band = { x: start, y: 0, width: Math.max(...xs) - start, height: bounding.height };
  return [
    ...(xs.length < 2 ? [] : [{ type: 'rect', attrs: band, ignoreEvent: true }]),
    ...labels.map(({ x, text }) => ({ type: 'text', attrs: { x, y: 0, text, align: 'center' }, ignoreEvent: true })),
  ];
}

function spanText(fromMs: number, toMs: number, zone: ChartZone, locale: string): string {
  const [day, lastDay] = [dayText(fromMs, zone, locale), dayText(toMs, zone, locale)];
  const [clock, lastClock] = [clockText(fromMs, zone, locale), clockText(toMs, zone, locale)];
  if (fromMs === toMs) return `${day} ${clock}`;
  return `${day} ${clock} – ${day === lastDay ? lastClock : `${lastDay} ${lastClock}`}`;
}

let measuring: CanvasRenderingContext2D | null = null;

function textWidth(text: string, font: string): number {
  measuring ??= document.createElement('canvas').getContext('2d');
  if (measuring === null) return 0;
  measuring.font = font;
  return measuring.measureText(text).width;
}
