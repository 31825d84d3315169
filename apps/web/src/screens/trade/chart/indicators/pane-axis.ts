import type { AxisOverride, AxisRange, AxisTick } from 'klinecharts';
import type { IndicatorSpec } from '../../../../session/indicators.ts';
import { axisEdgePx, roundPrices } from '../price-axis.ts';
import { figureText, type Scale } from './figures.ts';
import { indicatorLooks, levelsOf } from './looks.ts';

/** Room above for the legend of the pane, and below. */
const gap = { top: 0.2, bottom: 0.1 } as const;

/** Share by which figures of a pane are closer together than prices are. */
const density = 1.5;

/**
 * Scale of a pane: its levels where it has them, else round figures. The figures themselves are written over the chart, in
 * digits of one width.
 */
export function paneAxis(spec: IndicatorSpec, scale: Scale): AxisOverride {
  const levels = levelsOf(spec);
  const marks = levels === null ? [] : [levels.upper, levels.lower];
  return {
    gap,
    createRange: ({ defaultRange }) => including(defaultRange, marks),
    createTicks: ({ range, bounding }) => {
      const values = levels === null ? roundValues(spec, scale, range, bounding.height) : marks.map(String);
      return values.map((value): AxisTick => {
        const coord = ((range.to - Number(value)) / range.range) * bounding.height;
        return { value, coord, text: '' };
      });
    },
  };
}

/** Widens a range to levels, which are always in sight. */
export function including(range: AxisRange, levels: readonly number[]): AxisRange {
  const [from, to] = [Math.min(range.realFrom, ...levels), Math.max(range.realTo, ...levels)];
  const span = to - from;
  return {
    ...range,
    from,
    to,
    range: span,
    realFrom: from,
    realTo: to,
    realRange: span,
    displayFrom: from,
    displayTo: to,
    displayRange: span,
  };
}

function roundValues({ kind }: IndicatorSpec, scale: Scale, range: AxisRange, height: number): string[] {
  const isPips = indicatorLooks[kind].form === 'pips';
  const unit = isPips ? scale.pipTicks / 10 ** scale.digits : 1;
  const digits = isPips ? 2 : scale.digits;
  return roundPrices(range.from / unit, range.to / unit, height * density, digits)
    .map((value) => String(Number(value) * unit))
    .filter((value) => {
      const coord = ((range.to - Number(value)) / range.range) * height;
      return coord > axisEdgePx && coord < height - axisEdgePx;
    });
}

/** Text of a figure on the scale of a pane. */
export function paneTickText(value: number, { kind }: Pick<IndicatorSpec, 'kind'>, scale: Scale): string {
  const { form } = indicatorLooks[kind];
  const text = figureText(value, form, scale);
  // Levels and pips are whole where they can be.
  return form === 'price' ? text : text.replace(/^\+/, '').replace(/\.0+$|(\.\d*?)0+$/, '$1');
}
