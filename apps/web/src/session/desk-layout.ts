import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { allPeriods, type ChartPeriod } from '../data/chart-period.ts';
import { useSession } from './session-store.ts';
import { chooseInstrument, useSettings } from './settings-store.ts';

export const chartsMax = 4;
const accountsMax = 8;

/** One chart of a desk: its instrument, null for that of the ticket, and its period. */
export interface DeskChart {
  readonly instrumentId: number | null;
  readonly period: ChartPeriod;
  /** True if it follows the other linked charts. */
  readonly isLinked: boolean;
}

/** Charts side by side on a desk (R-CHT-06). */
export interface DeskLayout {
  readonly count: number;
  /** Place of the chart that drives the ticket, below `count`. */
  readonly active: number;
  /** True if linked charts share the instrument, besides the crosshair. */
  readonly hasSameInstrument: boolean;
  readonly hasSamePeriod: boolean;
  /** All four charts, shown or not. The period of the first one is the setting, which a phone has too. */
  readonly charts: readonly DeskChart[];
}

const periodsAtFirst = ['15min', '60min', '1day', '5min'] as const satisfies readonly ChartPeriod[];

export const layoutAtFirst: DeskLayout = {
  count: 1,
  active: 0,
  hasSameInstrument: true,
  hasSamePeriod: false,
  charts: periodsAtFirst.map((period) => ({ instrumentId: null, period, isLinked: true })),
};

/** Places that follow a change of the chart at `place`: itself, and the other linked ones if such charts share it. */
function followers({ charts }: DeskLayout, place: number, isShared: boolean): readonly number[] {
  const isFollowed = isShared && charts[place]?.isLinked === true;
  return charts.flatMap((chart, index) => (index === place || (isFollowed && chart.isLinked) ? [index] : []));
}

function withCharts(layout: DeskLayout, places: readonly number[], change: Partial<DeskChart>): DeskLayout {
  return {
    ...layout,
    charts: layout.charts.map((chart, index) => (places.includes(index) ? { ...chart, ...change } : chart)),
  };
}

/** Shows an instrument on the active chart, and on those that follow it. */
export function withInstrument(layout: DeskLayout, instrumentId: number): DeskLayout {
  const places = followers(layout, layout.active, layout.hasSameInstrument);
  if (places.every((place) => layout.charts[place]?.instrumentId === instrumentId)) return layout;
  return withCharts(layout, places, { instrumentId });
}

/** Changes the number of charts. A new one begins with the instrument of the active one; if that leaves, the first is active. */
function withCount(layout: DeskLayout, count: number): DeskLayout {
  const shown = layout.charts[layout.active]?.instrumentId ?? null;
  const charts = layout.charts.map((chart, place) =>
    place < count && chart.instrumentId === null ? { ...chart, instrumentId: shown } : chart,
  );
  return { ...layout, charts, count, active: layout.active < count ? layout.active : 0 };
}

function withPeriod(layout: DeskLayout, place: number, period: ChartPeriod): DeskLayout {
  return withCharts(layout, followers(layout, place, layout.hasSamePeriod), { period });
}

/** Reads a stored layout; what is damaged is as at first. */
export function readLayout(stored: unknown): DeskLayout {
  const { count, active, charts, ...rest } = (stored ?? {}) as Partial<DeskLayout>;
  const known = Number.isInteger(count) && Number(count) >= 1 && Number(count) <= chartsMax ? Number(count) : 1;
  const isPlace = Number.isInteger(active) && Number(active) >= 0 && Number(active) < known;
  return {
    count: known,
    active: isPlace ? Number(active) : 0,
    hasSameInstrument: rest.hasSameInstrument !== false,
    hasSamePeriod: rest.hasSamePeriod === true,
    charts: layoutAtFirst.charts.map((first, index) => readChart(Array.isArray(charts) ? charts[index] : null, first)),
  };
}

function readChart(stored: unknown, first: DeskChart): DeskChart {
  const { instrumentId, period, isLinked } = (stored ?? {}) as Partial<Record<keyof DeskChart, unknown>>;
  return {
    instrumentId: Number.isInteger(instrumentId) ? Number(instrumentId) : null,
    period: allPeriods.find((one) => one === period) ?? first.period,
    isLinked: isLinked !== false,
  };
}

interface DeskLayouts {
  /** By account, that of a visitor under 0, the most recently changed last. */
  readonly layouts: Readonly<Record<string, DeskLayout>>;
}

const visitorKey = 'visitor';

/** Layouts of this device, one for each account. */
export const useDeskLayouts = create<DeskLayouts>()(
  persist((): DeskLayouts => ({ layouts: {} }), {
    name: 'candor.desk-charts',
    version: 1,
    merge: (stored) => {
      const { layouts } = (stored ?? {}) as Partial<DeskLayouts>;
      const read = Object.entries(layouts ?? {}).map(([key, layout]): [string, DeskLayout] => [
        key,
        readLayout(layout),
      ]);
      return { layouts: Object.fromEntries(read) };
    },
  }),
);

const keyOf = (id: number | undefined) => (id === undefined ? visitorKey : `account-${id}`);
const layoutOf = ({ layouts }: DeskLayouts, key: string) => layouts[key] ?? layouts[visitorKey] ?? layoutAtFirst;
const layoutNow = () => layoutOf(useDeskLayouts.getState(), keyOf(useSession.getState().user?.id));

/** Layout of the account on screen; one that never chose has that of a visitor of the device. */
export function useDeskLayout(): DeskLayout {
  const key = useSession((session) => keyOf(session.user?.id));
  return useDeskLayouts((store) => layoutOf(store, key));
}

/** Stores a change of the layout; beyond the limit that of the account changed longest ago is removed. */
export function changeLayout(change: (layout: DeskLayout) => DeskLayout): void {
  const before = layoutNow();
  const after = change(before);
  if (after === before) return;
  const key = keyOf(useSession.getState().user?.id);
  const { [key]: _, ...others } = useDeskLayouts.getState().layouts;
  const kept = Object.entries(others).slice(-(accountsMax - 1));
  useDeskLayouts.setState({ layouts: Object.fromEntries([...kept, [key, after]]) });
}

/** Changes the number of charts. If the active one leaves, the ticket keeps its instrument, on the first chart. */
export function changeCount(count: number): void {
  changeLayout((layout) => withCount(layout, count));
  alignCharts();
}

export function usePeriodAt(place: number): ChartPeriod {
  const first = useSettings((settings) => settings.period);
  const own = useDeskLayout().charts[place]?.period;
  return place === 0 ? first : (own ?? first);
}

const periodAt = (place: number) =>
  place === 0 ? useSettings.getState().period : (layoutNow().charts[place]?.period ?? '15min');

/** Chooses the period of the chart at a place, and of those that follow it. */
export function choosePeriod(place: number, period: ChartPeriod): void {
  const layout = layoutNow();
  // A single chart has nothing to follow.
  const places = layout.count === 1 ? [place] : followers(layout, place, layout.hasSamePeriod);
  if (places.includes(0)) useSettings.setState({ period });
  if (places.some((one) => one > 0)) changeLayout((now) => withPeriod(now, place, period));
}

interface Named {
  readonly id: number;
  readonly spec: { readonly code: string; readonly showCode: string };
}

/** Makes the chart at a place the active one: the ticket has its instrument. */
export function activateChart(place: number, { id, spec }: Named): void {
  changeLayout((layout) => (layout.active === place ? layout : { ...layout, active: place }));
  if (useSettings.getState().instrumentId !== id) chooseInstrument(id, spec);
}

/** Links the chart at a place to the others, whose instrument and period it then takes, or takes it out. */
export function linkChart(place: number, isLinked: boolean): void {
  changeLayout((layout) => withCharts(layout, [place], { isLinked }));
  if (isLinked) alignCharts();
}

/** Changes what linked charts share. */
export function shareInCharts(change: Partial<Pick<DeskLayout, 'hasSameInstrument' | 'hasSamePeriod'>>): void {
  changeLayout((layout) => ({ ...layout, ...change }));
  alignCharts();
}

/** Gives the linked charts what they share: that of the active one, or of the first linked one. */
function alignCharts(): void {
  const { charts, active, count, hasSameInstrument, hasSamePeriod } = layoutNow();
  const from = charts[active]?.isLinked === true ? active : charts.findIndex((one, at) => one.isLinked && at < count);
  const instrumentId = charts[from]?.instrumentId ?? null;
  if (from === -1) return;
  if (hasSameInstrument) changeLayout((layout) => withCharts(layout, followers(layout, from, true), { instrumentId }));
  if (hasSamePeriod) choosePeriod(from, periodAt(from));
}
