import type { DeepPartial, Styles } from 'klinecharts';
import type { ChartType } from '../../../session/chart-store.ts';
import type { ChartColours } from '../../../session/settings-store.ts';
import { candleTokens } from '../../../widgets/market/candle-tokens.ts';

const axisEnd = 8;

export interface AxisFacts {
  readonly width: number;
  /** Example of an axis text: its figures end at the same edge as all others. */
  readonly sample: string;
}

/** Left offset in px that ends an axis text eight pixels from the other edge; the chart can only align its start. */
function endAligned({ width, sample }: AxisFacts, family: string): number {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return 4;
  context.font = `500 11px ${family}`;
  return Math.max(2, Math.floor(width - axisEnd - context.measureText(sample).width));
}

/** Kind in which bars are drawn; ticks have one of their own, painted by `tickLines`. */
export type DrawnType = ChartType | 'ticks';

export interface ChartLook {
  readonly colours: ChartColours;
  readonly isHollow: boolean;
  readonly type: DrawnType;
}

const candleTypes = {
  candles: 'candle_solid',
  hollow: 'candle_up_stroke',
  heikinAshi: 'candle_solid',
  bars: 'ohlc',
  line: 'area',
  area: 'area',
  ticks: 'area',
} as const satisfies Record<DrawnType, string>;

/**
 * Returns how candles are drawn and coloured. Hollow candles are coloured by the close before and filled by their own open
 * (R-SCR-76); all others by their own open alone.
 */
export function barLook({ type, isHollow }: Pick<ChartLook, 'type' | 'isHollow'>) {
  const compareRule = type === 'hollow' ? ('previous_close' as const) : ('current_open' as const);
  return { type: candleTypes[type === 'candles' && isHollow ? 'hollow' : type], compareRule };
}

/** Reads the design tokens from the page as values for the canvas. */
export function readChartStyles({ colours, isHollow, type }: ChartLook, axis: AxisFacts): DeepPartial<Styles> {
  const page = getComputedStyle(document.documentElement);
  const token = (name: string) => page.getPropertyValue(name).trim();
  // Averaged candles are drawn over the true ones, which are not seen.
  const [up, down] = type === 'heikinAshi' ? ['transparent', 'transparent'] : candleColours(colours, token);
  const family = token('--font-num') || 'sans-serif';
  const text = { color: token('--chart-axis'), size: 11, family: resolveFont(family, token), weight: '500' };
  const line = { show: true, size: 1, color: token('--chart-grid'), style: 'solid' as const };
  const overlayText = {
    color: token('--color-on-accent'),
    backgroundColor: token('--color-accent'),
    borderColor: token('--color-accent'),
    size: 11,
    family: text.family,
    weight: 600,
    borderRadius: 5,
    paddingLeft: 6,
    paddingRight: 6,
    paddingTop: 4,
    paddingBottom: 4,
  };
  const bars = barLook({ type, isHollow });
  return {
    grid: { show: true, horizontal: line, vertical: line },
    candle: {
      type: bars.type,
      bar: {
        compareRule: bars.compareRule,
        upColor: up,
        upBorderColor: up,
        upWickColor: up,
        downColor: down,
        downBorderColor: down,
        downWickColor: down,
        noChangeColor: up,
        noChangeBorderColor: up,
        noChangeWickColor: up,
      },
      area: areaStyle(type, token('--color-accent')),
      priceMark: { show: false },
      tooltip: { showRule: 'none' },
    },
    indicator: { tooltip: { showRule: 'none' }, lastValueMark: { show: false } },
    xAxis: {
      size: 22,
      axisLine: { show: true, color: token('--color-hairline'), size: 1 },
      tickLine: { show: false },
      tickText: { show: true, ...text, marginStart: 5.5, marginEnd: 7 },
    },
    yAxis: {
      size: axis.width,
      axisLine: { show: false },
      tickLine: { show: false },
      tickText: { show: true, ...text, marginStart: endAligned(axis, text.family), marginEnd: axisEnd },
    },
    overlay: {
      point: {
        color: token('--color-accent'),
        borderColor: token('--color-focus'),
        activeColor: token('--color-accent'),
        activeBorderColor: token('--color-focus'),
      },
      line: { color: token('--color-accent'), size: 1.5 },
      text: overlayText,
    },
    separator: { size: 1, color: token('--color-hairline') },
    // It is painted over the chart, with tags that are laid out among the others.
    crosshair: { show: false },
  };
}

export function candleColours(colours: ChartColours, token: (name: string) => string): [up: string, down: string] {
  const [up, down] = candleTokens[colours];
  return [token(up), token(down)];
}

function areaStyle(type: DrawnType, accent: string) {
  const shade = [
    { offset: 0, color: withAlpha(accent, 0.02) },
    { offset: 1, color: withAlpha(accent, 0.18) },
  ];
  return {
    lineSize: 1.5,
    lineColor: type === 'ticks' ? 'transparent' : accent,
    value: 'close',
    smooth: false,
    backgroundColor: type === 'area' ? shade : 'transparent',
    point: { show: false },
  };
}

/** Returns a `#rrggbb` colour with an opacity; a company's accent has this form too. */
function withAlpha(colour: string, opacity: number): string {
  return `${colour}${Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0')}`;
}

/** Resolves a font family: a canvas does not follow var(). */
function resolveFont(family: string, token: (name: string) => string): string {
  return family.startsWith('var(') ? token('--font-sans') : family;
}
