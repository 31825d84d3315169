import type { AxisRange, Chart, YAxis } from 'klinecharts';
import type { PriceRange, ScaleControl } from './scale-fit.ts';

/** Scale of the library, with what it does but does not declare; the journeys of the chart hold it to that. */
interface SettableAxis extends YAxis {
  readonly getAutoCalcTickFlag: () => boolean;
  readonly setAutoCalcTickFlag: (isAuto: boolean) => void;
  readonly setRange: (range: AxisRange) => void;
}

/** Returns the control of the scale that was painted. */
export function scaleControl(chart: Chart, axis: YAxis): ScaleControl {
  const scale = axis as SettableAxis;
  return {
    isByHand: () => !scale.getAutoCalcTickFlag(),
    range: () => ({ low: scale.getRange().from, high: scale.getRange().to }),
    set: (range) => scale.setRange(axisRange(range)),
    setAuto: () => scale.setAutoCalcTickFlag(true),
    redraw: () => chart.resize(),
  };
}

function axisRange({ low: from, high: to }: PriceRange): AxisRange {
  const range = to - from;
  return {
    from,
    to,
    range,
    realFrom: from,
    realTo: to,
    realRange: range,
    displayFrom: from,
    displayTo: to,
    displayRange: range,
  };
}
