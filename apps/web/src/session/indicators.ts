/** Prices of a bar of which an indicator can be calculated. */
export const priceSources = ['close', 'open', 'high', 'low', 'hl2', 'hlc3', 'ohlc4'] as const;
export type PriceSource = (typeof priceSources)[number];

export const overIndicators = ['MA', 'EMA', 'BOLL', 'SAR', 'VWAP'] as const;
export const paneIndicators = ['MACD', 'RSI', 'STOCH', 'ATR', 'CCI', 'DMI', 'AO'] as const;
export type IndicatorKind = (typeof overIndicators)[number] | (typeof paneIndicators)[number];

export type ParameterName =
  | 'period'
  | 'deviations'
  | 'fast'
  | 'slow'
  | 'signal'
  | 'k'
  | 'd'
  | 'slowing'
  | 'step'
  | 'maximum'
  | 'upper'
  | 'lower';

export interface Parameter {
  readonly name: ParameterName;
  readonly initial: number;
  readonly min: number;
  readonly max: number;
  readonly decimals: number;
}

interface KindFacts {
  readonly parameters: readonly Parameter[];
  /** True if the price of which it is calculated can be chosen. */
  readonly hasSource: boolean;
  /** Initial colours of its lines, by their numbers in the palette, from 1. */
  readonly colours: readonly number[];
}

const periodMax = 500;
const period = (initial: number, name: ParameterName = 'period', min = 1): Parameter => ({
  name,
  initial,
  min,
  max: periodMax,
  decimals: 0,
});
const level = (name: 'upper' | 'lower', initial: number, min: number, max: number): Parameter => ({
  name,
  initial,
  min,
  max,
  decimals: 0,
});

/**
 * Parameters with their bounds, and the defaults that traders know: those of MetaTrader 5, and of TradingView for the
 * exponential average, whose period MetaTrader leaves to the user.
 */
export const indicatorFacts: Readonly<Record<IndicatorKind, KindFacts>> = {
  MA: { parameters: [period(20)], hasSource: true, colours: [1] },
  EMA: { parameters: [period(9)], hasSource: true, colours: [2] },
  BOLL: {
    parameters: [period(20, 'period', 2), { name: 'deviations', initial: 2, min: 0.1, max: 10, decimals: 1 }],
    hasSource: true,
    colours: [4],
  },
  SAR: {
    parameters: [
      { name: 'step', initial: 0.02, min: 0.001, max: 0.5, decimals: 3 },
      { name: 'maximum', initial: 0.2, min: 0.01, max: 1, decimals: 2 },
    ],
    hasSource: false,
    colours: [3],
  },
  VWAP: { parameters: [], hasSource: false, colours: [3] },
  MACD: {
    parameters: [period(12, 'fast'), period(26, 'slow', 2), period(9, 'signal')],
    hasSource: true,
    colours: [2, 1, 4],
  },
  RSI: {
    parameters: [period(14, 'period', 2), level('upper', 70, 1, 99), level('lower', 30, 1, 99)],
    hasSource: true,
    colours: [3],
  },
  STOCH: {
    parameters: [
      period(5, 'k'),
      period(3, 'd'),
      period(3, 'slowing'),
      level('upper', 80, 1, 99),
      level('lower', 20, 1, 99),
    ],
    hasSource: false,
    colours: [2, 1],
  },
  ATR: { parameters: [period(14)], hasSource: false, colours: [1] },
  CCI: {
    parameters: [period(14, 'period', 2), level('upper', 100, -500, 500), level('lower', -100, -500, 500)],
    hasSource: false,
    colours: [2],
  },
  DMI: { parameters: [period(14, 'period', 2)], hasSource: false, colours: [2, 1, 4] },
  AO: { parameters: [period(5, 'fast'), period(34, 'slow', 2)], hasSource: false, colours: [4] },
};

/** One indicator of a chart. Several may be of one kind. */
export interface IndicatorSpec {
  readonly id: string;
  readonly kind: IndicatorKind;
  /** In the order of the parameters of its kind. */
  readonly values: readonly number[];
  readonly source: PriceSource;
  readonly colours: readonly number[];
  readonly isHidden: boolean;
}

export const paletteSize = 4;

export function isPane(kind: IndicatorKind): boolean {
  return (paneIndicators as readonly string[]).includes(kind);
}

export function valueOf({ kind, values }: Pick<IndicatorSpec, 'kind' | 'values'>, name: ParameterName): number {
  const index = indicatorFacts[kind].parameters.findIndex((one) => one.name === name);
  return values[index] ?? indicatorFacts[kind].parameters[index]?.initial ?? 0;
}

export type ParameterProblem =
  | { readonly name: ParameterName; readonly kind: 'bounds'; readonly parameter: Parameter }
  | { readonly name: ParameterName; readonly kind: 'order'; readonly than: ParameterName };

/** Pairs of which the first must be smaller than the second. */
const ordered = [
  ['fast', 'slow'],
  ['lower', 'upper'],
  ['step', 'maximum'],
] as const;

/** Returns what is wrong with values: outside their bounds, with too many decimals, or in the wrong order. */
export function problemsOf(kind: IndicatorKind, values: readonly number[]): ParameterProblem[] {
  const { parameters } = indicatorFacts[kind];
  const outside = parameters.flatMap((parameter, index): ParameterProblem[] =>
    isWithin(parameter, values[index]) ? [] : [{ name: parameter.name, kind: 'bounds', parameter }],
  );
  if (outside.length > 0) return outside;
  const at = (name: ParameterName) => values[parameters.findIndex((one) => one.name === name)];
  return ordered.flatMap(([less, more]): ParameterProblem[] => {
    const [low, high] = [at(less), at(more)];
    return low !== undefined && high !== undefined && low >= high ? [{ name: less, kind: 'order', than: more }] : [];
  });
}

function isWithin({ min, max, decimals }: Parameter, value: number | undefined): boolean {
  if (value === undefined || !Number.isFinite(value) || value < min || value > max) return false;
  return Number(value.toFixed(decimals)) === value;
}

export function initialValues(kind: IndicatorKind): number[] {
  return indicatorFacts[kind].parameters.map(({ initial }) => initial);
}

/** Reads an indicator that was stored, on this device or for the account; null if it is none of this version. */
export function readIndicator(stored: unknown): Omit<IndicatorSpec, 'id'> | null {
  const { kind, values, source, colours, isHidden } = (stored ?? {}) as Partial<Record<keyof IndicatorSpec, unknown>>;
  if (typeof kind !== 'string' || !Object.hasOwn(indicatorFacts, kind)) return null;
  const known = kind as IndicatorKind;
  const numbers = Array.isArray(values) ? values.map(Number) : [];
  const isUsable =
    numbers.length === indicatorFacts[known].parameters.length && problemsOf(known, numbers).length === 0;
  const given = Array.isArray(colours) ? colours : [];
  return {
    kind: known,
    values: isUsable ? numbers : initialValues(known),
    source: priceSources.find((one) => one === source) ?? 'close',
    colours: indicatorFacts[known].colours.map((initial, index) => colourOf(given[index]) ?? initial),
    isHidden: isHidden === true,
  };
}

function colourOf(stored: unknown): number | null {
  return typeof stored === 'number' && Number.isInteger(stored) && stored >= 1 && stored <= paletteSize ? stored : null;
}
