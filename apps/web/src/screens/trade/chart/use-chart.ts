import type { Chart } from 'klinecharts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { candleFeed } from '../../../data/candle-feed.ts';
import { type ChartPeriod, isOfDays } from '../../../data/chart-period.ts';
import type { CandleFeed } from '../../../data/folded-candles.ts';
import type { InstrumentFacts } from '../../../data/instruments.ts';
import { onReconnected } from '../../../data/live.ts';
import { quotes } from '../../../data/quotes.ts';
import { ticksMax } from '../../../data/ticks.ts';
import { clockText, dayText, zoneName } from '../../../format/time-text.ts';
import { localeTag } from '../../../i18n/text.ts';
import { hideWrongPixelBox } from '../../../platform/pixel-box.ts';
import { useChartScope } from '../../../session/chart-scope.ts';
import { useSettings } from '../../../session/settings-store.ts';
import { useThemeName } from '../../../theme/theme.ts';
import { type CandleLoader, type ChartStatus, createCandleLoader } from './candle-loader.ts';
import { candleColours, readChartStyles } from './chart-styles.ts';
import { pricePane } from './crosshair.ts';
import { heikinAshiIndicator, showHeikinAshi } from './heikin-ashi.ts';
import { indicatorTemplate } from './indicators/use-indicators.ts';
import { axisOverride, axisText } from './price-axis.ts';
import type { ScaleFit } from './scale-fit.ts';
import { sessionBands } from './session-bands.ts';
import { showTicks, tickLines, visibleAsks } from './tick-lines.ts';
import { dayOverlay, dayOverlayName, secondTicks, timeTicks, wholeTicks } from './time-axis.ts';
import { setVolumeTheme, volumeIndicator, volumeName } from './volume-indicator.ts';

/** Candle widths in px; a desk has room for wider ones. */
const barSpace = { phone: 5.62, desk: 6.86, deskFrom: 560 };

const chartPeriods = {
  '1min': { type: 'minute', span: 1 },
  '5min': { type: 'minute', span: 5 },
  '15min': { type: 'minute', span: 15 },
  '30min': { type: 'minute', span: 30 },
  '60min': { type: 'hour', span: 1 },
  '1day': { type: 'day', span: 1 },
  '4hour': { type: 'hour', span: 4 },
  '1week': { type: 'week', span: 1 },
  '1month': { type: 'month', span: 1 },
  tick: { type: 'second', span: 1 },
} as const satisfies Record<ChartPeriod, { type: string; span: number }>;

/** Minutes between the bars of a chart with clock times. */
const spanMin: Readonly<Partial<Record<ChartPeriod, number>>> = {
  '1min': 1,
  '5min': 5,
  '15min': 15,
  '30min': 30,
  '60min': 60,
  '4hour': 240,
};

type SetStatus = (status: ChartStatus) => void;

/**
 * Creates the chart in an element and keeps it while the page is hidden; `askAgain` requests its script again if that
 * failed to load.
 */
export function useChart(host: RefObject<HTMLDivElement | null>, setStatus: SetStatus) {
  const kept = useRef<{ chart: Chart; element: HTMLElement } | null>(null);
  const [chart, setChart] = useState<Chart | null>(null);
  const [tries, setTries] = useState(0);

  useEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    let isGone = false;
    if (kept.current?.element === element) setChart(kept.current.chart);
    else {
      if (tries > 0) setStatus('loading');
      makeChart(element, () => isGone)
        .then((made) => {
          if (made === null) return;
          kept.current = { chart: made, element };
          setChart(made);
        })
        .catch(() => {
          if (!isGone) setStatus('failed');
        });
    }
    return () => {
      isGone = true;
      // Runs for a hidden tab too; only an element that has left the page disposes of its chart.
      setTimeout(() => {
        if (element.isConnected || kept.current?.element !== element) return;
        void import('klinecharts').then((library) => library.dispose(element));
        kept.current = null;
      });
    };
  }, [host, setStatus, tries]);

  return { chart, askAgain: () => setTries((before) => before + 1) };
}

/** Returns the chart; null if the element has left the page meanwhile. */
async function makeChart(element: HTMLElement, isGone: () => boolean): Promise<Chart | null> {
  const [library] = await Promise.all([import('klinecharts'), hideWrongPixelBox()]);
  if (isGone()) return null;
  library.registerIndicator(volumeIndicator);
  library.registerIndicator(heikinAshiIndicator);
  library.registerIndicator(indicatorTemplate);
  library.registerIndicator(sessionBands);
  library.registerIndicator(tickLines);
  library.registerOverlay(dayOverlay);
  const made = library.init(element, { decimalFold: { threshold: 12 } });
  // The library puts its own element first in the tab order; the chart is reached at its place on the page.
  element.querySelector('[tabindex]')?.setAttribute('tabindex', '-1');
  return made;
}

/** Applies tokens, colours, time zone and axis texts, again after each change of theme or settings. */
export function useChartLook(
  chart: Chart | null,
  facts: InstrumentFacts,
  period: ChartPeriod,
  axisWidth: number,
): void {
  const { id, spec } = facts;
  const theme = useThemeName();
  const colours = useSettings((settings) => settings.chartColours);
  const isHollow = useSettings((settings) => settings.hollowCandles);
  const chosen = useChartScope().look((store) => store.type);
  const type = period === 'tick' ? 'ticks' : chosen;
  const zone = useSettings((settings) => settings.chartZone);
  useEffect(() => {
    if (chart === null) return;
    const page = getComputedStyle(document.documentElement);
    const [up, down] = candleColours(colours, (name) => page.getPropertyValue(name).trim());
    // The canvas reads the page's tokens, so a change of theme must run this again.
    setVolumeTheme({ name: theme, up, down, opacity: Number(page.getPropertyValue('--chart-volume')) || 0.16 });
    const sample = axisText(Number(quotes.get(id)?.bid ?? 0), spec.digits);
    chart.setStyles(readChartStyles({ colours, isHollow, type }, { width: axisWidth, sample }));
    showHeikinAshi(chart, pricePane, type === 'heikinAshi' ? { up, down } : null);
    const side = (name: string) => page.getPropertyValue(name).trim();
    showTicks(chart, type === 'ticks' ? { bid: side('--color-down'), ask: side('--color-up') } : null);
    markDays(chart, page.getPropertyValue('--color-text').trim());
    chart.setTimezone(zoneName(zone));
    chart.setFormatter({
      formatDate: ({ timestamp, template, type }) => {
        if (type !== 'xAxis')
          return `${dayText(timestamp, zone, localeTag())} ${clockText(timestamp, zone, localeTag())}`;
        return template.includes('HH')
          ? clockText(timestamp, zone, localeTag())
          : dayText(timestamp, zone, localeTag());
      },
    });
  }, [chart, theme, colours, isHollow, type, zone, axisWidth, id, spec.digits]);
}

/** Ticks at whole hours and days of the chart's time zone. */
export function useTimeAxis(chart: Chart | null, period: ChartPeriod): void {
  const zone = useSettings((settings) => settings.chartZone);
  useEffect(() => {
    chart?.overrideXAxis({
      createTicks: ({ bounding, defaultTicks }) => {
        if (period === 'tick') return secondTicks(chart, zone, bounding.width);
        if (isOfDays(period)) return wholeTicks(chart, defaultTicks, bounding.width);
        return timeTicks(chart, zone, spanMin[period] ?? 1, bounding.width);
      },
    });
  }, [chart, period, zone]);
}

function markDays(chart: Chart, colour: string): void {
  const look = { name: dayOverlayName, extendData: colour };
  if (chart.getOverlays({ name: dayOverlayName }).length > 0) chart.overrideOverlay(look);
  else chart.createOverlay({ ...look, points: [{ dataIndex: 0, value: 0 }], lock: true });
}

/**
 * Creates one loader for an instrument and period, kept while the page is hidden; returns the function that tries
 * again.
 */
export function useChartData(
  chart: Chart | null,
  facts: InstrumentFacts,
  period: ChartPeriod,
  setStatus: SetStatus,
): () => void {
  const { id, spec } = facts;
  const kept = useRef<{ chart: Chart; key: string; loader: CandleLoader; feed: CandleFeed } | null>(null);

  useEffect(() => {
    if (chart === null) return undefined;
    const key = `${id} ${period} ${spec.code} ${spec.digits}`;
    let now = kept.current?.chart === chart && kept.current.key === key ? kept.current : null;
    if (now === null) {
      const feed = candleFeed(id, period);
      const loader = createCandleLoader({
        fetchPage: feed.fetchPage,
        resetChart: () => chart.resetData(),
        onStatus: setStatus,
      });
      now = { chart, key, loader, feed };
      kept.current = now;
      chart.setDataLoader(loader.source);
      chart.setSymbol({ ticker: spec.code, pricePrecision: spec.digits, volumePrecision: 0 });
      chart.setPeriod(chartPeriods[period]);
    }
    if (chart.getIndicators({ name: volumeName }).length === 0)
      chart.createIndicator({ name: volumeName, paneId: pricePane }, true);
    chart.setBarSpace((chart.getDom()?.clientWidth ?? 0) < barSpace.deskFrom ? barSpace.phone : barSpace.desk);
    chart.setOffsetRightDistance(8);
    const { load, pause, push } = now.loader;
    void load();

    const leaveCandles = now.feed.subscribe((candle) => {
      push(candle);
      if (period === 'tick' && isRefilled(chart)) void load();
    });
    const leaveReconnected = onReconnected(() => void load());
    return () => {
      pause();
      leaveCandles();
      leaveReconnected();
    };
  }, [chart, id, period, spec.code, spec.digits, setStatus]);

  return () => void kept.current?.loader.load();
}

/**
 * True if the chart is filled again with the kept ticks: it has none yet, or too many; more of them while older ones are
 * read.
 */
function isRefilled(chart: Chart): boolean {
  const count = chart.getDataList().length;
  return count === 0 || count >= (chart.getVisibleRange().to < count ? 4 : 2) * ticksMax;
}

/** Gives the scale room for the levels and for bid and ask, as long as the user has not set it by hand. */
export function useScaleRange(
  chart: Chart | null,
  { id, spec: { digits } }: InstrumentFacts,
  levels: readonly number[],
  fit: ScaleFit,
  foot: number,
): void {
  const latest = useRef(levels);
  useEffect(() => {
    const read = () => latest.current;
    const fitted = () => [...fit.prices(), ...(chart === null ? [] : visibleAsks(chart))];
    chart?.overrideYAxis({ paneId: pricePane, ...axisOverride(digits, read, () => quotes.get(id), fitted, foot) });
  }, [chart, id, digits, fit, foot]);
  useEffect(() => {
    latest.current = levels;
    chart?.resize();
  }, [chart, levels]);
}
