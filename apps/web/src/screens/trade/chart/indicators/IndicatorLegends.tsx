import type { Chart } from 'klinecharts';
import { type MouseEvent, useEffect, useLayoutEffect, useRef } from 'react';
import type { InstrumentFacts } from '../../../../data/instruments.ts';
import { t } from '../../../../i18n/text.ts';
import { type ChartScope, useChartScope } from '../../../../session/chart-scope.ts';
import { type IndicatorSpec, valueOf } from '../../../../session/indicators.ts';
import { cx } from '../../../../ui/class-names.ts';
import figuresStyles from '../../../../ui/Figures.module.css';
import { SourceLabel } from '../../../../widgets/SourceLabel.tsx';
import type { ChartLayerHandle } from '../chart-layer.ts';
import { barIndexAt, type Crosshair, pricePane } from '../crosshair.ts';
import { useScale } from '../line-placing.ts';
import type { Bar } from './calculation.ts';
import { figureText } from './figures.ts';
import styles from './Indicators.module.css';
import { indicatorLooks, type LegendPart, nameOf } from './looks.ts';
import { writePaneNumbers } from './pane-numbers.ts';
import { paneOf, valuesAt } from './use-indicators.ts';

export interface IndicatorLegendsProps {
  readonly layer: ChartLayerHandle;
  readonly chart: Chart;
  readonly crosshair: Crosshair;
  readonly facts: InstrumentFacts;
  readonly specs: readonly IndicatorSpec[];
}

/**
 * Legend of each pane: the names of its indicators with their parameters, and their values at the bar that is read, else
 * at the forming one (R-SCR-71). Painted without rendering. A press on a name opens its sheet; by keys, the legend of
 * several opens the list of all. The source of the prices is beside the legend over the candles, else below it.
 */
export function IndicatorLegends({ layer, chart, crosshair, facts, specs }: IndicatorLegendsProps) {
  const host = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const numbers = useRef<HTMLDivElement>(null);
  const panes = [...new Set(specs.map(paneOf))].map((pane) => ({
    pane,
    own: specs.filter((one) => paneOf(one) === pane),
  }));

  function paint(): void {
    const bars = chart.getDataList();
    const held = crosshair.get();
    const index = held === null ? bars.length - 1 : barIndexAt(bars, held.timestamp);
    for (const legend of host.current?.querySelectorAll<HTMLElement>('[data-pane]') ?? []) placeLegend(legend, chart);
    if (numbers.current !== null) writePaneNumbers(numbers.current, chart, specs, facts.spec);
    for (const spec of specs) writeValues(host.current, chart, spec, index, facts);
  }

  useScale(layer, paint);
  useEffect(() => crosshair.subscribe(paint));
  // Tags of orders keep clear of the legend over the candles.
  useLayoutEffect(() => {
    const over = host.current?.querySelector<HTMLElement>(`[data-pane="${pricePane}"]`) ?? null;
    layer.reserveTop(over === null ? 0 : (head.current?.offsetTop ?? 0) + over.offsetHeight);
  });
  useEffect(() => () => layer.reserveTop(0), [layer]);

  return (
    <div ref={host} className={cx(styles.legends, figuresStyles.number)} data-part="indicator-legends">
      <div ref={numbers} className={styles.numbers} data-part="pane-numbers" aria-hidden="true" />
      <div ref={head} className={styles.head}>
        {panes.filter(isOver).map((one) => (
          <PaneLegend key={one.pane} {...one} />
        ))}
        <SourceLabel source={facts.source} className={styles.source} />
      </div>
      {panes
        .filter((one) => !isOver(one))
        .map((one) => (
          <PaneLegend key={one.pane} {...one} />
        ))}
    </div>
  );
}

interface PaneLegendProps {
  readonly pane: string;
  readonly own: readonly IndicatorSpec[];
}

const isOver = ({ pane }: PaneLegendProps) => pane === pricePane;

function PaneLegend({ pane, own }: PaneLegendProps) {
  const { sheet } = useChartScope();
  return (
    <button
      type="button"
      className={styles.legend}
      data-pane={pane}
      data-part="pane-legend"
      aria-haspopup="dialog"
      aria-label={t('chart.settingsOf', { name: own.map(nameOf).join(', ') })}
      onClick={(event) => openFrom(sheet, event, own)}
    >
      {own.map((spec) => (
        <LegendEntry key={spec.id} spec={spec} />
      ))}
    </button>
  );
}

function LegendEntry({ spec }: { readonly spec: IndicatorSpec }) {
  const { legend } = indicatorLooks[spec.kind];
  const isNamed = legend.some(({ label }) => label === undefined);
  const isOfOneColour = legend.every(({ colour }) => colour === legend[0]?.colour);
  return (
    <span
      className={cx(styles.entry, isOfOneColour && styles.joined, spec.isHidden && styles.hidden)}
      data-indicator={spec.id}
      aria-hidden="true"
    >
      {isNamed ? null : <span style={colourOf(spec, legend[0])}>{nameOf(spec)}</span>}
      {legend.map((part) => (
        <span key={part.key} style={colourOf(spec, part)}>
          {labelOf(spec, part)} {spec.isHidden ? null : <b data-figure={part.key} />}
        </span>
      ))}
    </span>
  );
}

function colourOf({ colours, isHidden }: IndicatorSpec, part: LegendPart | undefined) {
  return isHidden ? undefined : { color: `var(--ind-${colours[part?.colour ?? 0] ?? 1})` };
}

function labelOf(spec: IndicatorSpec, { key, label }: LegendPart): string {
  if (label === undefined) return nameOf(spec);
  const text = label.startsWith('chart.') ? t(label as Extract<typeof label, `chart.${string}`>) : label;
  return key === 'signal' ? `${text} ${valueOf(spec, 'signal')}` : text;
}

function placeLegend(legend: HTMLElement, chart: Chart): void {
  const pane = legend.dataset['pane'] ?? pricePane;
  const top = pane === pricePane ? 0 : (chart.getSize(pane)?.top ?? 0);
  legend.style.transform = `translateY(${top}px)`;
}

function writeValues(
  host: HTMLElement | null,
  chart: Chart,
  spec: IndicatorSpec,
  index: number,
  facts: InstrumentFacts,
): void {
  const entry = host?.querySelector(`[data-indicator="${spec.id}"]`);
  if (entry === null || entry === undefined) return;
  const values = valuesAt(chart, spec, index);
  const { form, legend } = indicatorLooks[spec.kind];
  for (const { key } of legend) {
    const figure = entry.querySelector(`[data-figure="${key}"]`);
    const text = figureText(values[key], form, facts.spec);
    if (figure !== null && figure.textContent !== text) figure.textContent = text;
  }
}

function openFrom(
  sheet: ChartScope['sheet'],
  { target, detail }: MouseEvent<HTMLElement>,
  own: readonly IndicatorSpec[],
): void {
  const pressed = target instanceof Element ? target.closest<HTMLElement>('[data-indicator]') : null;
  const id = own.length === 1 ? own[0]?.id : pressed?.dataset['indicator'];
  const isByKeys = detail === 0 && own.length > 1;
  sheet.setState({ open: id === undefined || isByKeys ? { kind: 'tools' } : { kind: 'indicator', id } });
}

/** Values of the indicators at a bar, as a sentence for screen readers. */
export function spokenIndicators(
  chart: Chart,
  specs: readonly IndicatorSpec[],
  { timestamp }: Pick<Bar, 'timestamp'>,
  facts: InstrumentFacts,
): string[] {
  const index = barIndexAt(chart.getDataList(), timestamp);
  return specs
    .filter(({ isHidden }) => !isHidden)
    .map((spec) => {
      const values = valuesAt(chart, spec, index);
      const { form, legend } = indicatorLooks[spec.kind];
      const parts = legend.map((part) =>
        `${part.label === undefined ? '' : labelOf(spec, part)} ${figureText(values[part.key], form, facts.spec)}`.trim(),
      );
      return `${nameOf(spec)} ${parts.join(' ')}`;
    });
}
