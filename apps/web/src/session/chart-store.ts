import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { persist } from 'zustand/middleware';
import { randomUuid } from '../platform/random-id.ts';
import {
  type IndicatorKind,
  type IndicatorSpec,
  indicatorFacts,
  initialValues,
  isPane,
  paletteSize,
  readIndicator,
} from './indicators.ts';

export const drawingTools = [
  'segment',
  'rayLine',
  'horizontalStraightLine',
  'verticalStraightLine',
  'parallelStraightLine',
  'fibonacciLine',
] as const;
export type DrawingTool = (typeof drawingTools)[number];

/** Kinds in which the candles are drawn (R-SCR-70, R-SCR-76). */
export const chartTypes = ['candles', 'hollow', 'heikinAshi', 'bars', 'line', 'area'] as const;
export type ChartType = (typeof chartTypes)[number];

/** A drawing by the times and prices of its points, so that it keeps its place in every period. */
export interface Drawing {
  readonly id: string;
  readonly tool: DrawingTool;
  readonly points: readonly { readonly timestamp: number; readonly value: number }[];
  /** Number of its colour in the palette, from 1; absent for the colour of the text. */
  readonly colour?: number;
}

/** Most indicators over the candles, and most panes below: each pane reduces the height of the candles (R-SCR-73). */
export const overMax = 8;
export const panesMax = 2;
/** Most drawings of one instrument, as the server takes them. */
export const drawingsMax = 40;
const instrumentsMax = 60;

/** Look of one chart. */
export interface ChartLook {
  readonly type: ChartType;
  /** True if the trading sessions are drawn as bands behind the candles (R-CHT-01). */
  readonly hasSessions: boolean;
  /** True if entries of the economic calendar are marked on the time axis (R-CHT-10). */
  readonly hasCalendar: boolean;
  /** Null until something has been chosen: then the chart has those of the default template. */
  readonly indicators: readonly IndicatorSpec[] | null;
}

/** Look of one chart as a store; of the first chart, or of a further one on a desk. */
export type LookStore = UseBoundStore<StoreApi<ChartLook>>;

interface ChartChoices extends ChartLook {
  /** By instrument, the most recently changed last. */
  readonly drawings: Readonly<Record<number, readonly Drawing[]>>;
}

const lookAtFirst: ChartLook = { type: 'candles', hasSessions: false, hasCalendar: true, indicators: null };

/** Look of this device's first chart, and the drawings of all of them. */
export const useChartStore = create<ChartChoices>()(
  persist((): ChartChoices => ({ ...lookAtFirst, drawings: {} }), {
    name: 'candor.chart',
    version: 2,
    migrate: fromNames,
    merge: withReadIndicators,
  }),
);

/** Returns the look of a further chart of a desk, kept on the device under a name of its own. */
export function createLook(place: number): LookStore {
  return create<ChartLook>()(
    persist((): ChartLook => lookAtFirst, {
      name: `candor.chart-${place + 1}`,
      version: 1,
      merge: withReadIndicators,
    }),
  );
}

function withReadIndicators<Look extends ChartLook>(stored: unknown, current: Look): Look {
  const kept = { ...current, ...(stored as Partial<Look>) };
  return { ...kept, indicators: kept.indicators === null ? null : readIndicators(kept.indicators) };
}

/** The first version stored the kinds alone, and one, KDJ, that the stochastic oscillator has replaced. */
export function fromNames(stored: unknown): ChartChoices {
  const before = stored as Omit<ChartChoices, 'indicators'> & { readonly indicators?: readonly string[] };
  const names = before.indicators ?? [];
  const kinds = names.map((name) => ({ kind: name === 'KDJ' ? 'STOCH' : name }));
  return {
    ...before,
    hasSessions: false,
    hasCalendar: true,
    indicators: kinds.length === 0 ? null : readIndicators(kinds),
  };
}

/** Reads a stored list: at most as many as a chart may have, each with an id of its own. */
export function readIndicators(stored: unknown): IndicatorSpec[] {
  const ids = new Set<string>();
  const read = (Array.isArray(stored) ? stored : []).flatMap((one: unknown): IndicatorSpec[] => {
    const spec = readIndicator(one);
    const given = (one as { readonly id?: unknown } | null)?.id;
    const id = typeof given === 'string' && given !== '' && !ids.has(given) ? given : newId();
    ids.add(id);
    return spec === null ? [] : [{ ...spec, id }];
  });
  const over = read.filter(({ kind }) => !isPane(kind)).slice(0, overMax);
  const panes = read.filter(({ kind }) => isPane(kind)).slice(0, panesMax);
  return read.filter((one) => over.includes(one) || panes.includes(one));
}

/** A function by declaration: the stored choices are read while this module is loaded. */
function newId(): string {
  return `indicator-${randomUuid()}`;
}

/** Periods of averages that are added one after another. */
const nextPeriods: Partial<Record<IndicatorKind, readonly number[]>> = {
  MA: [20, 50, 100, 200],
  EMA: [9, 21, 50, 200],
};

/**
 * Adds an indicator with its default values; a further average gets the next usual period and a colour that no other
 * one has. False, and nothing is changed, if there is no room at its place.
 */
export function addIndicator(look: LookStore, kind: IndicatorKind): boolean {
  const before = chosenIndicators(look);
  if (!hasRoomFor(kind, before)) return false;
  look.setState({ indicators: [...before, fresh(kind, before)] });
  return true;
}

/** True if a further indicator of a kind has room at its place: over the candles, or in a pane below. */
export function hasRoomFor(kind: IndicatorKind, indicators: readonly IndicatorSpec[]): boolean {
  const atPlace = indicators.filter((one) => isPane(one.kind) === isPane(kind));
  return atPlace.length < (isPane(kind) ? panesMax : overMax);
}

function fresh(kind: IndicatorKind, others: readonly IndicatorSpec[]): IndicatorSpec {
  const used = new Set(others.filter((one) => one.kind === kind).map(({ values }) => values[0]));
  const next = nextPeriods[kind]?.find((period) => !used.has(period));
  const values = initialValues(kind);
  const colours = indicatorFacts[kind].colours;
  return {
    id: newId(),
    kind,
    values: next === undefined ? values : [next, ...values.slice(1)],
    source: 'close',
    colours: isPane(kind) ? colours : [freeColour(colours[0] ?? 1, others)],
    isHidden: false,
  };
}

function freeColour(wanted: number, others: readonly IndicatorSpec[]): number {
  const used = new Set(others.filter(({ kind }) => !isPane(kind)).flatMap(({ colours }) => colours));
  const all = Array.from({ length: paletteSize }, (_, index) => ((wanted - 1 + index) % paletteSize) + 1);
  return all.find((colour) => !used.has(colour)) ?? wanted;
}

export function changeIndicator(
  look: LookStore,
  id: string,
  change: Partial<Omit<IndicatorSpec, 'id' | 'kind'>>,
): void {
  look.setState({
    indicators: chosenIndicators(look).map((one) => (one.id === id ? { ...one, ...change } : one)),
  });
}

export function removeIndicator(look: LookStore, id: string): void {
  look.setState({ indicators: chosenIndicators(look).filter((one) => one.id !== id) });
}

/** Shows the indicators of a template in place of all others. */
export function setIndicators(look: LookStore, indicators: readonly unknown[]): void {
  look.setState({ indicators: readIndicators(indicators) });
}

function chosenIndicators(look: LookStore): readonly IndicatorSpec[] {
  return look.getState().indicators ?? [];
}

/** Stores the drawings of an instrument; those of instruments changed longest ago are removed beyond the limit. */
export function keepDrawings(instrumentId: number, drawings: readonly Drawing[]): void {
  useChartStore.setState((before) => {
    const others = Object.entries(before.drawings).filter(([id]) => Number(id) !== instrumentId);
    const kept: [string, readonly Drawing[]][] =
      drawings.length === 0 ? others : [...others, [String(instrumentId), drawings.slice(-drawingsMax)]];
    return { drawings: Object.fromEntries(kept.slice(-instrumentsMax)) };
  });
}
