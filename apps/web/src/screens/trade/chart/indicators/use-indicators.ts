import type { Chart, IndicatorCreate } from 'klinecharts';
import { useEffect, useMemo, useRef } from 'react';
import type { ChartPeriod } from '../../../../data/chart-period.ts';
import type { InstrumentFacts } from '../../../../data/instruments.ts';
import { useIndicatorSpecs } from '../../../../session/chart-scope.ts';
import { type IndicatorSpec, isPane } from '../../../../session/indicators.ts';
import { useThemeName } from '../../../../theme/theme.ts';
import { pricePane } from '../crosshair.ts';
import type { Values } from './calculation.ts';
import { calculationOf } from './calculations.ts';
import { drawIndicator, setIndicatorPalette } from './draw.ts';
import { drawLevel, linesOf } from './looks.ts';
import { paneAxis } from './pane-axis.ts';
import { paneHeight, withoutRoom } from './pane-room.ts';
import { vwapRefusal } from './vwap.ts';

/** Template of all indicators; each one brings its calculation and its drawing when it is made. */
export const indicatorTemplate = { name: 'CANDOR_INDICATOR', shortName: '', calc: () => [], figures: [] };

export const paneOf = ({ id, kind }: IndicatorSpec) => (isPane(kind) ? `pane-${id}` : pricePane);

/** Returns the indicators that have a meaning for an instrument at a period, and room on the chart. */
export function useShownIndicators(
  { source }: InstrumentFacts,
  period: ChartPeriod,
  room: number,
): readonly IndicatorSpec[] {
  const specs = useIndicatorSpecs();
  const hasVwap = vwapRefusal(source, period) === null;
  const isOfTicks = period === 'tick';
  return useMemo(() => {
    if (isOfTicks) return [];
    const left = new Set(withoutRoom(specs, room));
    return specs.filter((spec) => (hasVwap || spec.kind !== 'VWAP') && !left.has(spec));
  }, [specs, room, hasVwap, isOfTicks]);
}

/**
 * Keeps the chosen indicators on the chart: averages and bands over the candles, oscillators in panes below. A change of
 * its values or colours keeps the indicator and its pane.
 */
export function useIndicators(
  chart: Chart | null,
  specs: readonly IndicatorSpec[],
  { spec: { digits, pipTicks } }: InstrumentFacts,
): void {
  const theme = useThemeName();
  const drawn = useRef<{ readonly chart: Chart; readonly specs: Map<string, IndicatorSpec> } | null>(null);

  useEffect(() => {
    // The theme's name is not read here, but its tokens are.
    if (chart === null || theme === '') return;
    const page = getComputedStyle(document.documentElement);
    const token = (name: string) => page.getPropertyValue(name).trim();
    const lines = ['--ind-1', '--ind-2', '--ind-3', '--ind-4'].map(token);
    setIndicatorPalette({ lines, level: token('--color-border') });
    chart.resize();
  }, [chart, theme]);

  useEffect(() => {
    if (chart === null) return;
    if (drawn.current?.chart !== chart) drawn.current = { chart, specs: new Map() };
    const known = drawn.current.specs;
    for (const id of known.keys()) {
      if (specs.some((spec) => spec.id === id)) continue;
      chart.removeIndicator({ id });
      known.delete(id);
    }
    for (const spec of specs) {
      const before = known.get(spec.id);
      if (before === undefined) add(chart, spec);
      else if (before !== spec) change(chart, before, spec);
      known.set(spec.id, spec);
      if (isPane(spec.kind)) chart.overrideYAxis({ paneId: paneOf(spec), ...paneAxis(spec, { digits, pipTicks }) });
    }
  }, [chart, specs, digits, pipTicks]);
}

/** Returns the values of an indicator at a bar; empty until they are calculated. */
export function valuesAt(chart: Chart, { id }: IndicatorSpec, index: number): Values {
  const [indicator] = chart.getIndicators({ id });
  return (indicator?.result[index] as Values | undefined) ?? {};
}

function add(chart: Chart, spec: IndicatorSpec): void {
  const paneId = paneOf(spec);
  chart.createIndicator({ ...partsOf(spec), calc: calculationOf(spec), paneId }, !isPane(spec.kind));
  if (isPane(spec.kind)) chart.setPaneOptions({ id: paneId, height: paneHeight, minHeight: 72 });
}

function change(chart: Chart, before: IndicatorSpec, spec: IndicatorSpec): void {
  const isSame = before.source === spec.source && before.values.join() === spec.values.join();
  chart.overrideIndicator({ ...partsOf(spec), ...(isSame ? {} : { calc: calculationOf(spec) }) });
}

function partsOf(spec: IndicatorSpec): IndicatorCreate {
  return {
    name: indicatorTemplate.name,
    id: spec.id,
    zLevel: drawLevel(spec.kind),
    visible: !spec.isHidden,
    // Without a type: the scale makes room for them, and they are drawn here.
    figures: linesOf(spec.kind).map((key) => ({ key })),
    draw: (params) => drawIndicator(spec, params),
  };
}
