import type { Ratio } from '@candor/domain/values/decimal';
import { periods } from '@candor/domain/values/period';
import { useEffect, useMemo } from 'react';
import { isMore } from '../../data/chart-period.ts';
import type { InstrumentFacts } from '../../data/instruments.ts';
import { useConnection } from '../../data/live.ts';
import type { Order } from '../../data/order.ts';
import { pagedRows } from '../../data/paged-rows.ts';
import { useOrders } from '../../data/queries.ts';
import { collectTicks } from '../../data/tick-feed.ts';
import { t } from '../../i18n/text.ts';
import { useChartPeriod } from '../../session/chart-scope.ts';
import badgeStyles from '../../ui/Badge.module.css';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { useOpenAlert } from '../../widgets/alerts/AlertBell.tsx';
import { Countdown } from '../../widgets/Countdown.tsx';
import { LiveChange, type LiveChangeProps, LiveFigure } from '../../widgets/LivePrice.tsx';
import { tradeStateOf, useQuoteFact } from '../../widgets/live-quote.ts';
import { RowState } from '../../widgets/market/MarketRow.tsx';
import { CandleChart } from './chart/CandleChart.tsx';
import { ChartLines } from './chart/ChartLines.tsx';
import { ChartTools } from './chart/ChartTools.tsx';
import { periodLabels } from './chart/period-labels.ts';
import { askOrderHere } from './order-here.ts';
import styles from './TradeParts.module.css';

/** Positions, or pending orders, of one instrument that have been loaded, and whether these are all. */
export function useOrdersOf(
  instrumentId: number,
  status: 0 | 1 = 1,
): { readonly orders: readonly Order[]; readonly isWhole: boolean } {
  const { data, hasNextPage } = useOrders(status);
  const orders = useMemo(() => {
    const all = pagedRows(data?.pages ?? [], (page) => page.orders);
    return all.filter((order) => order.instrumentId === instrumentId);
  }, [data, instrumentId]);
  return { orders, isWhole: !hasNextPage };
}

/** Open, high and low of the day. */
export function DayFigures({ id, className }: { id: number; className: string | undefined }) {
  return (
    <dl className={className}>
      <dt>{t('trade.open')}</dt>
      <dd>
        <LiveFigure id={id} field="open" />
      </dd>
      <dt>{t('trade.high')}</dt>
      <dd>
        <LiveFigure id={id} field="high" />
      </dd>
      <dt>{t('trade.low')}</dt>
      <dd>
        <LiveFigure id={id} field="low" />
      </dd>
    </dl>
  );
}

export function Periods({ className }: { className?: string | undefined }) {
  const [period, choose] = useChartPeriod();
  return (
    <nav className={cx(styles.periods, className)} data-part="periods" aria-label={t('trade.period')}>
      {/* Another one, chosen among the chart's tools, is shown while it is chosen. */}
      {[...periods, ...(isMore(period) ? [period] : [])].map((one) => (
        <button
          key={one}
          type="button"
          className={one === period ? styles.selected : undefined}
          aria-pressed={one === period}
          onClick={() => choose(one)}
        >
          {periodLabels[one]}
        </button>
      ))}
      <ChartTools />
    </nav>
  );
}

/** Change of the day at the head of the page; a clock while the price is stale (R-MKT-07). */
export function HeadChange(props: LiveChangeProps) {
  const isStale = useQuoteFact(props.id, tradeStateOf) === 'stale';
  return isStale ? <RowState id={props.id} /> : <LiveChange {...props} />;
}

export interface ChartProps {
  readonly facts: InstrumentFacts;
  readonly rate: Ratio | null;
  readonly className?: string | undefined;
  /** Share of the chart that has no candles at its lower edge. */
  readonly foot?: number;
  /** Called before something of the ticket is asked for at a price of the chart. */
  readonly onAsk?: () => void;
}

export function Chart({ facts, rate, className, foot = 0, onAsk }: ChartProps) {
  const [period] = useChartPeriod();
  const state = useQuoteFact(facts.id, tradeStateOf);
  const isLost = useConnection((connection) => connection.state === 'lost');
  const { orders: open } = useOrdersOf(facts.id);
  const { orders: pending } = useOrdersOf(facts.id, 0);
  const orders = useMemo(() => [...open, ...pending], [open, pending]);
  const levels = useLevels(orders);
  const openAlert = useOpenAlert();
  const orderHere = (ticks: number) => {
    onAsk?.();
    askOrderHere(facts.id, ticks);
  };
  // Kept from the first moment, so that the chart of ticks begins with some.
  useEffect(() => collectTicks(facts.id), [facts.id]);
  return (
    <CandleChart
      facts={facts}
      period={period}
      levels={levels}
      foot={foot}
      actionsAt={(ticks) => [
        { label: t('chart.orderHere'), run: () => orderHere(ticks) },
        { label: t('chart.alertHere'), run: () => openAlert({ instrumentId: facts.id, level: ticks }) },
      ]}
      className={className}
    >
      {(layer, axisWidth) => (
        <ChartLines
          layer={layer}
          axisWidth={axisWidth}
          facts={facts}
          period={period}
          orders={orders}
          rate={rate}
          hasSides={state !== 'closed' && state !== 'stale' && !isLost}
        />
      )}
    </CandleChart>
  );
}

const closingSoonMs = 3_600_000;

/** Countdown in the last hour before the market closes (R-SCR-22). */
export function ClosesIn({ facts }: { facts: InstrumentFacts }) {
  return (
    <Countdown
      untilMs={facts.nextCloseMs}
      withinMs={closingSoonMs}
      render={(left) => (
        <span className={cx(badgeStyles.badge, figuresStyles.number)} data-part="badge">
          {t('trade.closesIn', { left })}
        </span>
      )}
    />
  );
}

/** The same figures in columns, for the head of a desk. */
export function DayColumns({ id }: { id: number }) {
  return (
    <dl className={cx(styles.dayFigures, figuresStyles.number, figuresStyles.inText)}>
      {(['open', 'high', 'low'] as const).map((field) => (
        <div key={field}>
          <dt>{t(`trade.${field}`)}</dt>
          <dd>
            <LiveFigure id={id} field={field} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Entry and stop prices of the orders; the same array as long as they are equal. */
function useLevels(orders: readonly Order[]): readonly number[] {
  const text = orders
    .flatMap((order) => [order.entryPrice, order.stopLoss, order.takeProfit])
    .filter((price) => Number(price) > 0)
    .join(' ');
  return useMemo(() => (text === '' ? [] : text.split(' ').map(Number)), [text]);
}
