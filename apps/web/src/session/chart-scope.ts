import { createContext, useContext } from 'react';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { ChartPeriod } from '../data/chart-period.ts';
import { createLook, type DrawingTool, type LookStore, useChartStore } from './chart-store.ts';
import { chartsMax, choosePeriod, usePeriodAt } from './desk-layout.ts';
import type { IndicatorSpec } from './indicators.ts';

/** Drawing that the user makes on a chart. */
interface DrawingState {
  readonly tool: DrawingTool | null;
  readonly selectedId: string | null;
  /** True while the bar of the drawing tools is shown. */
  readonly isOpen: boolean;
  /** Colour of the next drawing; null for the colour of the text. */
  readonly colour: number | null;
  /** True if points snap to open, high, low or close of a bar. */
  readonly isMagnet: boolean;
}
export type DrawingStore = UseBoundStore<StoreApi<DrawingState>>;

/** Sheet of a chart that is open: its tools, the templates, or the indicator with an id. */
type ChartSheet = { readonly kind: 'tools' | 'templates' } | { readonly kind: 'indicator'; readonly id: string };

/** Stores of one chart. */
export interface ChartScope {
  /** Place among the charts of a desk, from 0; a phone has the first one. */
  readonly place: number;
  readonly look: LookStore;
  readonly drawing: DrawingStore;
  readonly sheet: UseBoundStore<StoreApi<{ readonly open: ChartSheet | null }>>;
}

function createScope(place: number, look: LookStore): ChartScope {
  return {
    place,
    look,
    drawing: create<DrawingState>()(() => ({
      tool: null,
      selectedId: null,
      isOpen: false,
      colour: null,
      isMagnet: false,
    })),
    sheet: create<{ readonly open: ChartSheet | null }>()(() => ({ open: null })),
  };
}

const scopes: ChartScope[] = [createScope(0, useChartStore)];

/** Returns the stores of the chart at a place; made at the first use. */
export function scopeAt(place: number): ChartScope {
  if (place >= chartsMax) throw new RangeError(`a desk has ${chartsMax} charts`);
  const scope = scopes[place] ?? createScope(place, createLook(place));
  scopes[place] = scope;
  return scope;
}

export const ChartScopeContext = createContext<ChartScope>(scopeAt(0));

export function useChartScope(): ChartScope {
  return useContext(ChartScopeContext);
}

const none: readonly IndicatorSpec[] = [];

/** Indicators of the chart around the caller. */
export function useIndicatorSpecs(): readonly IndicatorSpec[] {
  return useChartScope().look((store) => store.indicators) ?? none;
}

/** Period of the chart around the caller, and the function that chooses another one, also for charts linked by period. */
export function useChartPeriod(): readonly [ChartPeriod, (period: ChartPeriod) => void] {
  const { place } = useChartScope();
  return [usePeriodAt(place), (period) => choosePeriod(place, period)];
}
