import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export const mainIndicators = ['MA', 'EMA', 'BOLL', 'SAR'] as const;
export const paneIndicators = ['MACD', 'RSI', 'KDJ', 'CCI', 'DMI', 'AO'] as const;
export type Indicator = (typeof mainIndicators)[number] | (typeof paneIndicators)[number];

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
}

/** Panes reduce the height of the candles. */
const panesMax = 2;
const drawingsMax = 40;
const instrumentsMax = 60;

interface ChartChoices {
  readonly type: ChartType;
  readonly indicators: readonly Indicator[];
  /** By instrument, the most recently changed last. */
  readonly drawings: Readonly<Record<number, readonly Drawing[]>>;
}

/** Kind, indicators and drawings of this device's charts. */
export const useChartStore = create<ChartChoices>()(
  persist((): ChartChoices => ({ type: 'candles', indicators: [], drawings: {} }), {
    name: 'candor.chart',
    version: 1,
  }),
);

/** Switches an indicator; beyond the limit of panes the oldest pane is removed. */
export function toggleIndicator(name: Indicator): void {
  useChartStore.setState(({ indicators }) => {
    if (indicators.includes(name)) return { indicators: indicators.filter((one) => one !== name) };
    const next = [...indicators, name];
    const panes = next.filter(isPane);
    return { indicators: panes.length > panesMax ? next.filter((one) => one !== panes[0]) : next };
  });
}

export function isPane(name: Indicator): boolean {
  return (paneIndicators as readonly string[]).includes(name);
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

/** Drawing tool and selected drawing of the visible chart. */
export const useDrawing = create<{ readonly tool: DrawingTool | null; readonly selectedId: string | null }>()(() => ({
  tool: null,
  selectedId: null,
}));
