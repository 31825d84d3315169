import type { Chart } from 'klinecharts';
import { type IndicatorSpec, isPane } from '../../../../session/indicators.ts';
import type { Scale } from './figures.ts';
import { paneTickText } from './pane-axis.ts';
import { paneOf } from './use-indicators.ts';

const numberHeight = 14;

/** Writes the figures of the scales of the panes at their ticks; the elements are kept and only changed ones written. */
export function writePaneNumbers(box: HTMLElement, chart: Chart, specs: readonly IndicatorSpec[], scale: Scale): void {
  const wanted = specs.filter(({ kind }) => isPane(kind)).flatMap((spec) => numbersOf(chart, spec, scale));
  while (box.childElementCount < wanted.length) box.append(document.createElement('span'));
  while (box.childElementCount > wanted.length) box.lastElementChild?.remove();
  for (const [index, { text, top }] of wanted.entries()) {
    const element = box.children[index] as HTMLElement;
    if (element.textContent !== text) element.textContent = text;
    element.style.top = `${top}px`;
  }
}

function numbersOf(chart: Chart, spec: IndicatorSpec, scale: Scale): { text: string; top: number }[] {
  const paneId = paneOf(spec);
  const paneTop = chart.getSize(paneId)?.top ?? 0;
  const [axis] = chart.getYAxes({ paneId });
  return (axis?.getTicks() ?? []).map(({ value, coord }) => ({
    text: paneTickText(Number(value), spec, scale),
    top: paneTop + coord - numberHeight / 2,
  }));
}
