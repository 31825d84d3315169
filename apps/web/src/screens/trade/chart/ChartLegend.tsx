import type { Chart, KLineData } from 'klinecharts';
import { useEffect, useRef } from 'react';
import type { InstrumentFacts } from '../../../data/instruments.ts';
import { directionOf, pipsText } from '../../../format/number-text.ts';
import { groupDigits } from '../../../format/price-text.ts';
import { plural, t } from '../../../i18n/text.ts';
import { cx, directionClass } from '../../../ui/class-names.ts';
import figuresStyles from '../../../ui/Figures.module.css';
import styles from './ChartLegend.module.css';
import type { ChartLayerHandle } from './chart-layer.ts';
import { barIndexAt, type Crosshair } from './crosshair.ts';
import { useScale } from './line-placing.ts';

const fields = ['open', 'high', 'low', 'close'] as const;
const letters = { open: 'O', high: 'H', low: 'L', close: 'C' } as const;

export interface ChartLegendProps {
  readonly layer: ChartLayerHandle;
  readonly chart: Chart;
  readonly crosshair: Crosshair;
  readonly facts: InstrumentFacts;
  readonly timeText: (timestamp: number) => string;
  /** True for a chart of ticks: bid and ask, and the change since the tick before. */
  readonly isOfTicks?: boolean;
  /** Reads a bar aloud: its time and figures. */
  readonly onBar: (bar: KLineData, text: string) => void;
}

/**
 * Open, high, low, close and change of the bar that is read, else of the forming bar; while that is out of view, the
 * range of the visible bars. Painted without rendering.
 */
export function ChartLegend({ layer, chart, crosshair, facts, timeText, isOfTicks = false, onBar }: ChartLegendProps) {
  const names = isOfTicks ? { close: t('trade.sell'), high: t('trade.buy') } : letters;
  const row = useRef<HTMLDivElement>(null);

  function paint(): void {
    if (row.current === null) return;
    const bars = chart.getDataList();
    const held = crosshair.get();
    const { from, to } = chart.getVisibleRange();
    const isPast = held === null && to < bars.length;
    row.current.dataset['shows'] = held !== null ? 'bar' : isPast ? 'range' : 'forming';
    if (isPast) return writeRange(row.current, bars.slice(Math.max(0, from), to), facts, timeText);
    const bar = held === null ? bars.at(-1) : bars[barIndexAt(bars, held.timestamp)];
    if (bar === undefined) return;
    const figures = barFigures(bar, facts);
    for (const [name, text] of Object.entries(figures)) write(row.current, name, text);
    const change = row.current.querySelector('[data-figure=change]');
    if (change !== null) change.className = directionClass[changeDirection(bar)] ?? '';
    if (held !== null) onBar(bar, spoken(timeText(bar.timestamp), figures, names));
  }

  useScale(layer, paint);
  useEffect(() => crosshair.subscribe(paint));
  return (
    <div ref={row} className={cx(styles.legend, figuresStyles.number)} data-part="chart-legend" aria-hidden="true">
      <span className={styles.range} data-figure="range" />
      {namedFields(names).map(([field, name]) => (
        <span key={field} data-field={field}>
          {name} <b data-figure={field} />
        </span>
      ))}
      <span data-field="change">
        <svg className={styles.delta} viewBox="0 0 8 8" aria-hidden="true">
          <path d="M4 1.2 7.2 7H.8Z" />
        </svg>
        <b data-figure="change" />
      </span>
    </div>
  );
}

function write(row: HTMLElement, figure: string, text: string): void {
  const element = row.querySelector(`[data-figure=${figure}]`);
  if (element !== null && element.textContent !== text) element.textContent = text;
}

function changeDirection({ open, close }: KLineData) {
  return close === open ? 'flat' : directionOf(String(close - open));
}

function barFigures(bar: KLineData, { spec }: InstrumentFacts) {
  const text = (price: number) => groupDigits(price.toFixed(spec.digits));
  const ticks = Math.round((bar.close - bar.open) * 10 ** spec.digits);
  return {
    open: text(bar.open),
    high: text(bar.high),
    low: text(bar.low),
    close: text(bar.close),
    change: plural('trade.pips', pipsText(ticks, spec.pipTicks)),
  };
}

/** Names of the figures shown, of which a bar has all and a tick two. */
type FigureNames = Readonly<Partial<Record<(typeof fields)[number], string>>>;

function namedFields(names: FigureNames) {
  return Object.entries(names) as [(typeof fields)[number], string][];
}

function spoken(time: string, figures: ReturnType<typeof barFigures>, names: FigureNames): string {
  return [time, ...namedFields(names).map(([field, name]) => `${name} ${figures[field]}`), figures.change].join(', ');
}

function writeRange(
  row: HTMLElement,
  bars: readonly KLineData[],
  { spec }: InstrumentFacts,
  timeText: (timestamp: number) => string,
): void {
  const [first, last] = [bars[0], bars.at(-1)];
  if (first === undefined || last === undefined) return;
  const text = (price: number) => groupDigits(price.toFixed(spec.digits));
  write(row, 'range', `${timeText(first.timestamp)} – ${timeText(last.timestamp)}`);
  write(row, 'high', text(bars.reduce((most, bar) => Math.max(most, bar.high), first.high)));
  write(row, 'low', text(bars.reduce((least, bar) => Math.min(least, bar.low), first.low)));
}
