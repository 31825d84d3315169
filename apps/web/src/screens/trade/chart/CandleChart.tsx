import type { Chart, KLineData } from 'klinecharts';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { type ChartPeriod, isOfDays } from '../../../data/chart-period.ts';
import type { InstrumentFacts } from '../../../data/instruments.ts';
import { ticksMax } from '../../../data/ticks.ts';
import { priceText } from '../../../format/price-text.ts';
import { clockSecondsText, clockText, dayKey, dayText } from '../../../format/time-text.ts';
import { localeTag, t } from '../../../i18n/text.ts';
import { useChartScope } from '../../../session/chart-scope.ts';
import type { IndicatorSpec } from '../../../session/indicators.ts';
import { useSettings } from '../../../session/settings-store.ts';
import buttonStyles from '../../../ui/Button.module.css';
import { cx } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import layoutStyles from '../../../ui/layout.module.css';
import typographyStyles from '../../../ui/typography.module.css';
import { useQuoteFact, useStaleMark } from '../../../widgets/live-quote.ts';
import { CalendarMarks } from './CalendarMarks.tsx';
import styles from './CandleChart.module.css';
import { ChartLegend } from './ChartLegend.tsx';
import linesStyles from './ChartLines.module.css';
import { type ChartAction, ChartMenu, type MenuPlace } from './ChartMenu.tsx';
import { ChartSkeleton } from './ChartSkeleton.tsx';
import { CrosshairLines } from './CrosshairLines.tsx';
import { hasMarks } from './calendar-marks.ts';
import type { ChartStatus } from './candle-loader.ts';
import { type ChartLayerHandle, createLayer } from './chart-layer.ts';
import { barIndexAt, barX, type Crosshair, createCrosshair, pricePane } from './crosshair.ts';
import { useCrosshairLink } from './crosshair-link.ts';
import { DrawingBar } from './DrawingBar.tsx';
import { onDrawingKey } from './drawing-keys.ts';
import { ChartSheets } from './indicators/ChartSheets.tsx';
import { IndicatorLegends, spokenIndicators } from './indicators/IndicatorLegends.tsx';
import { usePaneRoom } from './indicators/pane-room.ts';
import { useIndicators, useShownIndicators } from './indicators/use-indicators.ts';
import { useScale } from './line-placing.ts';
import { axisWidthFor } from './price-axis.ts';
import { scaleControl } from './scale-control.ts';
import { useChart, useChartData, useChartLook, useScaleRange, useTimeAxis } from './use-chart.ts';
import { onChartKey, showLatest, useCrosshair } from './use-crosshair.ts';
import { useDrawings } from './use-drawings.ts';
import { spokenSessions, useSessions } from './use-sessions.ts';
import { onChartDrawn } from './volume-indicator.ts';

export interface CandleChartProps {
  readonly facts: InstrumentFacts;
  readonly period: ChartPeriod;
  /** Prices for which the scale makes room, if they are near. */
  readonly levels: readonly number[];
  /** Lines over the chart; they are placed again each time the scale may have moved. */
  readonly children: (layer: ChartLayerHandle, axisWidth: number) => ReactNode;
  /** Things to do at a price of the chart. */
  readonly actionsAt: (ticks: number) => readonly ChartAction[];
  readonly className?: string | undefined;
  /** Share of the price pane that has no candles at its lower edge, for keys that float there. */
  readonly foot?: number;
}

/** The klinecharts chart in the product's style: loaded on demand, older pages fetched endlessly (R-SCR-04). */
export function CandleChart(props: CandleChartProps) {
  const { facts, period, levels, actionsAt, className, children, foot = 0 } = props;
  const stage = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const scope = useChartScope();
  const [status, setStatus] = useState<ChartStatus>('loading');
  const { chart, askAgain } = useChart(host, setStatus);
  const [layer] = useState(createLayer);
  const [crosshair] = useState(createCrosshair);
  const axisWidth = useQuoteFact(facts.id, (quote) => axisWidthFor(priceText(quote?.ask ?? null)));
  const isReady = status === 'ready';

  useChartLook(chart, facts, period, axisWidth);
  useTimeAxis(chart, period);
  useSessions(chart, period);
  const loadAgain = useChartData(chart, facts, period, setStatus);
  const tryAgain = chart === null ? askAgain : loadAgain;
  const room = usePaneRoom(stage);
  const indicators = useShownIndicators(facts, period, room);
  useIndicators(chart, indicators, facts);
  useDrawings(chart, facts.id, isReady);
  useScaleRange(chart, facts, levels, layer.fit, foot);
  const [menu, setMenu] = useState<MenuPlace | null>(null);
  const openMenu = (x: number, y: number) => setMenu(menuPlace(chart, facts, x, y));
  useCrosshair(chart, stage, crosshair, layer, openMenu);
  useCrosshairLink(chart, crosshair, facts.id);

  useEffect(() => {
    if (chart === null) return;
    onChartDrawn(chart, (yAxis) => {
      layer.fit.onDrawn(scaleControl(chart, yAxis));
      layer.draw((price) => yAxis.convertToPixel(price), chart.getSize(pricePane, 'main')?.height ?? 0);
    });
  }, [chart, layer]);

  const timeText = useTimeText(period);
  const readout: ReadoutProps | null = isReady && chart !== null ? { layer, chart, crosshair, facts, timeText } : null;
  const onBar = (bar: KLineData, text: string) => {
    const others = chart === null ? [] : spokenIndicators(chart, indicators, bar, facts);
    readAloud(host.current, bar, [text, ...others, ...spokenSessions(scope, period, bar.timestamp)]);
  };

  return (
    <div
      className={cx(styles.chart, className)}
      data-part="chart"
      data-testid="chart"
      data-state={status}
      {...useStaleMark(facts.id)}
    >
      <div className={styles.head}>
        {readout === null ? null : <ChartLegend {...readout} isOfTicks={period === 'tick'} onBar={onBar} />}
      </div>
      {isReady ? <KindNote period={period} /> : null}
      <div ref={stage} className={styles.stage} data-part="chart-stage">
        <ChartHost ref={host} chart={isReady ? chart : null} {...{ crosshair, facts, layer, levels, openMenu }} />
        {isReady ? children(layer, axisWidth) : null}
        {readout === null ? null : <Readouts {...readout} specs={indicators} {...{ axisWidth, period }} />}
        {chart === null ? null : <DrawingBar chart={chart} instrumentId={facts.id} />}
        <ChartSheets source={facts.source} period={period} room={room} />
        <MenuAt place={menu} digits={facts.spec.digits} actionsAt={actionsAt} onClose={() => setMenu(null)} />
        {status === 'loading' ? <ChartSkeleton /> : null}
        {status === 'failed' ? <ChartFailed onRetry={tryAgain} /> : null}
        {status === 'empty' ? (
          <p className={cx(styles.note, typographyStyles.small, typographyStyles.secondary)}>{t('trade.noHistory')}</p>
        ) : null}
      </div>
    </div>
  );
}

/** Gives the bar that is read to screen readers: its time as the value of the slider, its figures as text. */
function readAloud(slider: HTMLElement | null, { timestamp }: KLineData, texts: readonly string[]): void {
  slider?.setAttribute('aria-valuenow', String(timestamp));
  slider?.setAttribute('aria-valuetext', texts.join(', '));
}

/** Says that the candles are averaged (R-SCR-76), or whose ticks are shown (R-CHT-02). */
function KindNote({ period }: { period: ChartPeriod }) {
  const isAveraged = useChartScope().look((store) => store.type === 'heikinAshi');
  if (period !== 'tick' && !isAveraged) return null;
  return (
    <p className={styles.averaged} dir="auto" data-part="kind-note">
      {period === 'tick' ? t('chart.ticksNote', { count: ticksMax }) : t('chart.averaged')}
    </p>
  );
}

interface MenuAtProps extends Pick<CandleChartProps, 'actionsAt'> {
  readonly place: MenuPlace | null;
  readonly digits: number;
  readonly onClose: () => void;
}

function MenuAt({ place, digits, actionsAt, onClose }: MenuAtProps) {
  if (place === null) return null;
  return <ChartMenu place={place} digits={digits} actions={actionsAt(place.ticks)} onClose={onClose} />;
}

/** Room in px that the menu needs. */
const menuSize = { width: 190, height: 96, gap: 8 };

/** Returns the price at a place of the stage; null outside the price pane. */
function menuPlace(chart: Chart | null, { spec }: InstrumentFacts, x: number, y: number): MenuPlace | null {
  const main = chart?.getSize(pricePane, 'main') ?? null;
  if (chart === null || main === null || x > main.width || y > main.height) return null;
  const [at] = [chart.convertFromPixel([{ x, y }], { paneId: pricePane })].flat();
  const ticks = Math.round((at?.value ?? 0) * 10 ** spec.digits);
  if (ticks <= 0) return null;
  const { width, height, gap } = menuSize;
  const within = (at: number, most: number) => Math.max(gap, Math.min(at, most - gap));
  return { x: within(x, main.width - width), y: within(y, main.height - height), ticks };
}

interface ChartHostProps {
  readonly ref: React.RefObject<HTMLDivElement | null>;
  /** Null until there are candles. */
  readonly chart: Chart | null;
  readonly crosshair: Crosshair;
  readonly facts: InstrumentFacts;
  readonly layer: ChartLayerHandle;
  readonly levels: readonly number[];
  readonly openMenu: (x: number, y: number) => void;
}

/** Element of the library. It takes the keys that read the bars one by one. */
function ChartHost({ ref, chart, crosshair, facts, layer, levels, openMenu }: ChartHostProps) {
  const { drawing } = useChartScope();
  function onKeyDown(event: KeyboardEvent): void {
    if (chart === null) return;
    if (onDrawingKey({ chart, instrumentId: facts.id, drawing }, event)) return event.preventDefault();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const held = crosshair.get();
    if (event.key === 'Enter' && held !== null)
      openMenu(barX(chart, barIndexAt(chart.getDataList(), held.timestamp)), held.y ?? 0);
    else if (event.key.toLowerCase() === 'a') layer.fit.toggle('all', levels);
    else if (!onChartKey(chart, crosshair, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <div
      ref={ref}
      className={cx(styles.canvas, chart === null && styles.notReady)}
      role="slider"
      tabIndex={chart === null ? -1 : 0}
      aria-label={`${t('trade.chart')} ${facts.spec.showCode}`}
      aria-valuemin={0}
      aria-valuemax={1}
      aria-valuenow={1}
      onKeyDown={onKeyDown}
      onBlur={() => crosshair.set(null)}
    />
  );
}

interface ReadoutProps {
  readonly layer: ChartLayerHandle;
  readonly chart: Chart;
  readonly crosshair: Crosshair;
  readonly facts: InstrumentFacts;
  readonly timeText: (timestamp: number) => string;
}

interface ReadoutsProps extends ReadoutProps {
  readonly specs: readonly IndicatorSpec[];
  readonly axisWidth: number;
  readonly period: ChartPeriod;
}

/** Texts over the bars: values of the indicators, crosshair, and the button back to the forming bar. */
function Readouts({ specs, axisWidth, period, ...readout }: ReadoutsProps) {
  const hasCalendar = useChartScope().look((store) => store.hasCalendar);
  return (
    <div className={linesStyles.layer} style={{ ['--axis' as string]: `${axisWidth}px` }}>
      <IndicatorLegends {...readout} specs={specs} />
      {hasCalendar && hasMarks(period) ? <CalendarMarks {...readout} period={period} /> : null}
      <CrosshairLines {...readout} />
      <LatestButton {...readout} />
    </div>
  );
}

/** Time of a bar: its clock, with the day before it unless it is the day of now. */
function useTimeText(period: ChartPeriod): (timestamp: number) => string {
  const zone = useSettings((settings) => settings.chartZone);
  return useMemo(() => {
    const locale = localeTag();
    return (timestamp) => {
      if (isOfDays(period)) return dayText(timestamp, zone, locale);
      const clock = (period === 'tick' ? clockSecondsText : clockText)(timestamp, zone, locale);
      const isToday = dayKey(timestamp, zone) === dayKey(Date.now(), zone);
      return isToday ? clock : `${dayText(timestamp, zone, locale)} ${clock}`;
    };
  }, [period, zone]);
}

/** Key that brings the forming bar back once it has left the view. */
function LatestButton({ layer, chart, crosshair }: Pick<ReadoutProps, 'layer' | 'chart' | 'crosshair'>) {
  const [isAway, setAway] = useState(false);
  useScale(layer, () => setAway(chart.getVisibleRange().to < chart.getDataList().length));
  if (!isAway) return null;
  return (
    <button type="button" className={styles.latest} onClick={() => showLatest(chart, crosshair)}>
      {t('chart.latest')}
      <Icon name="next" size={16} />
    </button>
  );
}

function ChartFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={cx(styles.note, typographyStyles.small, typographyStyles.secondary)}>
      <div className={cx(layoutStyles.column, styles.retry)}>
        <p>{t('trade.chartError')}</p>
        <button
          type="button"
          className={cx(buttonStyles.button, buttonStyles.secondary, buttonStyles.medium)}
          onClick={onRetry}
        >
          <Icon name="refresh" size={18} />
          {t('common.tryAgain')}
        </button>
      </div>
    </div>
  );
}
