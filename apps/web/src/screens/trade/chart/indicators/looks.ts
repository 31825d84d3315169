import type { PlainKey } from '../../../../i18n/text.ts';
import { type IndicatorKind, type IndicatorSpec, indicatorFacts, valueOf } from '../../../../session/indicators.ts';

/** How figures of an indicator are written: in prices, in signed pips, or as a plain figure with one decimal. */
export type FigureForm = 'price' | 'pips' | 'plain';

export interface LegendPart {
  /** Line whose value is shown. */
  readonly key: string;
  /** Text before it; the name of the indicator where it has none. */
  readonly label?: PlainKey | '+DI' | '−DI' | 'ADX' | '%K' | '%D';
  /** Place among the colours of the indicator. */
  readonly colour: number;
}

interface Look {
  /** Abbreviation that is the same in every language. */
  readonly name: string;
  readonly fullName: PlainKey;
  readonly form: FigureForm;
  readonly legend: readonly LegendPart[];
  /** Lines, by their colours. */
  readonly lines: readonly (readonly [key: string, colour: number])[];
  /** Lines between which the area is filled. */
  readonly band?: readonly [upper: string, lower: string];
  readonly bars?: readonly [key: string, colour: number];
  readonly dots?: readonly [key: string, colour: number];
}

/** Names, lines and legends of the indicators, as the design board draws them. */
export const indicatorLooks: Readonly<Record<IndicatorKind, Look>> = {
  MA: { name: 'MA', fullName: 'chart.ma', form: 'price', legend: [{ key: 'ma', colour: 0 }], lines: [['ma', 0]] },
  EMA: { name: 'EMA', fullName: 'chart.ema', form: 'price', legend: [{ key: 'ema', colour: 0 }], lines: [['ema', 0]] },
  BOLL: {
    name: 'BOLL',
    fullName: 'chart.boll',
    form: 'price',
    legend: [
      { key: 'upper', label: 'chart.up', colour: 0 },
      { key: 'lower', label: 'chart.low', colour: 0 },
    ],
    lines: [
      ['upper', 0],
      ['middle', 0],
      ['lower', 0],
    ],
    band: ['upper', 'lower'],
  },
  SAR: {
    name: 'SAR',
    fullName: 'chart.sar',
    form: 'price',
    legend: [{ key: 'sar', colour: 0 }],
    lines: [],
    dots: ['sar', 0],
  },
  VWAP: {
    name: 'VWAP',
    fullName: 'chart.vwap',
    form: 'price',
    legend: [{ key: 'vwap', colour: 0 }],
    lines: [['vwap', 0]],
  },
  MACD: {
    name: 'MACD',
    fullName: 'chart.macd',
    form: 'pips',
    legend: [
      { key: 'macd', colour: 0 },
      { key: 'signal', label: 'chart.signal', colour: 1 },
      { key: 'hist', label: 'chart.hist', colour: 2 },
    ],
    lines: [
      ['macd', 0],
      ['signal', 1],
    ],
    bars: ['hist', 2],
  },
  RSI: { name: 'RSI', fullName: 'chart.rsi', form: 'plain', legend: [{ key: 'rsi', colour: 0 }], lines: [['rsi', 0]] },
  STOCH: {
    name: 'Stoch',
    fullName: 'chart.stoch',
    form: 'plain',
    legend: [
      { key: 'k', label: '%K', colour: 0 },
      { key: 'd', label: '%D', colour: 1 },
    ],
    lines: [
      ['k', 0],
      ['d', 1],
    ],
  },
  ATR: { name: 'ATR', fullName: 'chart.atr', form: 'price', legend: [{ key: 'atr', colour: 0 }], lines: [['atr', 0]] },
  CCI: { name: 'CCI', fullName: 'chart.cci', form: 'plain', legend: [{ key: 'cci', colour: 0 }], lines: [['cci', 0]] },
  DMI: {
    name: 'DMI',
    fullName: 'chart.dmi',
    form: 'plain',
    legend: [
      { key: 'pdi', label: '+DI', colour: 0 },
      { key: 'mdi', label: '−DI', colour: 1 },
      { key: 'adx', label: 'ADX', colour: 2 },
    ],
    lines: [
      ['pdi', 0],
      ['mdi', 1],
      ['adx', 2],
    ],
  },
  AO: {
    name: 'AO',
    fullName: 'chart.ao',
    form: 'pips',
    legend: [{ key: 'ao', colour: 0 }],
    lines: [],
    bars: ['ao', 0],
  },
};

/** Returns all lines that an indicator has values for. */
export function linesOf(kind: IndicatorKind): string[] {
  const { lines, bars, dots } = indicatorLooks[kind];
  return [...lines, ...(bars === undefined ? [] : [bars]), ...(dots === undefined ? [] : [dots])].map(([key]) => key);
}

/**
 * Level at which an indicator is drawn, above the candles, which the library draws at level 0. Bands are below all
 * else: their middle is the very average of the same period, which it would cover.
 */
export function drawLevel(kind: IndicatorKind): number {
  return indicatorLooks[kind].band === undefined ? 2 : 1;
}

/** Returns the upper and lower level of an indicator that has them. */
export function levelsOf(spec: Pick<IndicatorSpec, 'kind' | 'values'>): { upper: number; lower: number } | null {
  if (!indicatorFacts[spec.kind].parameters.some(({ name }) => name === 'upper')) return null;
  return { upper: valueOf(spec, 'upper'), lower: valueOf(spec, 'lower') };
}

const sourceNames = { close: '', open: 'O', high: 'H', low: 'L', hl2: 'HL2', hlc3: 'HLC3', ohlc4: 'OHLC4' } as const;

/** Name of an indicator with its parameters, e.g. "MACD 12, 26"; levels and the period beside its own value are left out. */
export function nameOf(spec: Pick<IndicatorSpec, 'kind' | 'values' | 'source'>): string {
  const figures = indicatorFacts[spec.kind].parameters.flatMap(({ name }) =>
    name === 'upper' || name === 'lower' || name === 'signal' ? [] : [String(valueOf(spec, name))],
  );
  return [indicatorLooks[spec.kind].name, figures.join(', '), sourceNames[spec.source]]
    .filter((part) => part !== '')
    .join(' ');
}
