import { calculateProfit } from '@candor/domain/calc/order-formulas';
import type { Ratio } from '@candor/domain/values/decimal';
import { parseLots } from '@candor/domain/values/lots';
import { formatMoney } from '@candor/domain/values/money';
import { parsePrice } from '@candor/domain/values/price';
import { useRef } from 'react';
import { useAccount } from '../../../data/account.ts';
import type { InstrumentFacts } from '../../../data/instruments.ts';
import type { Order } from '../../../data/order.ts';
import { directionOf, signedText } from '../../../format/number-text.ts';
import { groupDigits } from '../../../format/price-text.ts';
import { t } from '../../../i18n/text.ts';
import { useSettings } from '../../../session/settings-store.ts';
import { cx, directionClass } from '../../../ui/class-names.ts';
import figuresStyles from '../../../ui/Figures.module.css';
import { useQuotePaint } from '../../../widgets/live-quote.ts';
import { SourceLabel } from '../../../widgets/SourceLabel.tsx';
import type { ChartLayerHandle } from './CandleChart.tsx';
import styles from './ChartLines.module.css';
import { place, sideTags, useScale } from './line-placing.ts';
import { StopLine } from './StopLine.tsx';

const zoneLabels = { 'new-york': 'trade.newYork', utc: 'trade.utc', device: 'trade.device' } as const;

export interface ChartLinesProps {
  readonly layer: ChartLayerHandle;
  readonly axisWidth: number;
  readonly facts: InstrumentFacts;
  readonly orders: readonly Order[];
  readonly rate: Ratio | null;
  /** False if only the last price is shown: of a closed market, a stale one, or of a lost connection. */
  readonly hasSides: boolean;
}

/** Everything painted over the candles: bid and ask, positions with their stops, time zone and price source. */
export function ChartLines({ layer, axisWidth, facts, orders, rate, hasSides }: ChartLinesProps) {
  const zone = useSettings((settings) => settings.chartZone);
  const showsPositions = useSettings((settings) => settings.positionLines);
  return (
    <div className={styles.layer} data-part="chart-lines" style={{ ['--axis' as string]: `${axisWidth}px` }}>
      {showsPositions
        ? orders.map((order) => <OrderLines key={order.id} layer={layer} facts={facts} order={order} rate={rate} />)
        : null}
      {hasSides ? <SideLines layer={layer} facts={facts} /> : <LastLine layer={layer} facts={facts} />}
      <SourceLabel source={facts.source} className={styles.source} />
      <span className={styles.zone}>{t(zoneLabels[zone])}</span>
    </div>
  );
}

/** Ask and bid lines with one joined tag on the axis; painted per frame, as every live price. */
function SideLines({ layer, facts }: { layer: ChartLayerHandle; facts: InstrumentFacts }) {
  const ask = useRef<HTMLDivElement>(null);
  const bid = useRef<HTMLDivElement>(null);
  const last = useRef<{ ask: string | null; bid: string | null }>({ ask: null, bid: null });
  const scale = useRef<((price: number) => number) | null>(null);
  const bottom = useRef(0);

  function paint(): void {
    const toY = scale.current;
    if (toY === null || ask.current === null || bid.current === null) return;
    const askY = last.current.ask === null ? null : toY(Number(last.current.ask));
    const bidY = last.current.bid === null ? null : toY(Number(last.current.bid));
    place(ask.current, askY, bottom.current);
    place(bid.current, bidY, bottom.current);
    if (askY === null || bidY === null) return;
    const tops = sideTags(askY, bidY, bottom.current);
    setTop(ask.current, tops.ask - askY);
    setTop(bid.current, tops.bid - bidY);
  }

  useQuotePaint(facts.id, (quote) => {
    last.current = { ask: quote?.ask ?? null, bid: quote?.bid ?? null };
    writeTag(ask.current, quote?.ask ?? null, facts.spec.digits);
    writeTag(bid.current, quote?.bid ?? null, facts.spec.digits);
    paint();
  });

  useScale(layer, (toY, height) => {
    scale.current = toY;
    bottom.current = height;
    paint();
  });

  return (
    <>
      <Line ref={ask} kind="ask" />
      <Line ref={bid} kind="bid" />
    </>
  );
}

/** Line of the last price, in a neutral colour (DESIGN 3). */
function LastLine({ layer, facts }: { layer: ChartLayerHandle; facts: InstrumentFacts }) {
  const line = useRef<HTMLDivElement>(null);
  const price = useRef<number | null>(null);
  useQuotePaint(facts.id, (quote) => {
    price.current = toNumber(quote?.bid);
    writeTag(line.current, quote?.bid ?? null, facts.spec.digits);
  });
  useScale(layer, (toY, height) => place(line.current, price.current === null ? null : toY(price.current), height));
  return <Line ref={line} kind="last" />;
}

function OrderLines({
  layer,
  facts,
  order,
  rate,
}: {
  layer: ChartLayerHandle;
  facts: InstrumentFacts;
  order: Order;
  rate: Ratio | null;
}) {
  return (
    <>
      <PriceLine layer={layer} order={order} />
      {(['takeProfit', 'stopLoss'] as const).map((kind) => (
        <StopLine
          key={kind}
          layer={layer}
          facts={facts}
          order={order}
          kind={kind}
          worthAt={(level) => worth(order, level, facts, rate)}
        />
      ))}
    </>
  );
}

/** Result of the order if the stop is reached, by the engine's formula. */
function worth(order: Order, level: string, facts: InstrumentFacts, rate: Ratio | null): string | null {
  const { spec } = facts;
  const [lots, open, stop] = [
    parseLots(order.lots, spec),
    parsePrice(order.entryPrice, spec.digits),
    parsePrice(level, spec.digits),
  ];
  if (lots === null || open === null || stop === null || rate === null) return null;
  return formatMoney(calculateProfit(spec, order.side, lots, open, stop, rate));
}

function PriceLine({ layer, order }: { layer: ChartLayerHandle; order: Order }) {
  // Selected here, so that a push of figures does not render the stops again.
  const profit = useAccount((account) => account.orders[order.id]?.profit ?? order.profit);
  const isBuy = order.side === 'buy';
  const line = useRef<HTMLDivElement>(null);
  const value = Number(order.entryPrice);
  useScale(layer, (toY, height) => place(line.current, value === 0 ? null : toY(value), height));
  if (value === 0) return null;
  return (
    <div
      ref={line}
      className={cx(styles.line, isBuy ? styles.buy : styles.sell)}
      data-part={isBuy ? 'line-buy' : 'line-sell'}
      aria-hidden="true"
    >
      <i className={styles.rule} />
      <span className={cx(styles.tag, figuresStyles.number)} data-part="order-tag">
        <b>{`${isBuy ? t('trade.buy') : t('trade.sell')} ${order.lots}`}</b>
        <span className={cx(figuresStyles.live, figuresStyles.ofAccount, directionClass[directionOf(profit)])}>
          {signedText(profit)}
        </span>
      </span>
      <span className={cx(styles.axisTag, figuresStyles.number)}>{groupDigits(order.entryPrice)}</span>
    </div>
  );
}

function Line({ ref, kind }: { ref: React.RefObject<HTMLDivElement | null>; kind: 'ask' | 'bid' | 'last' }) {
  return (
    <div ref={ref} className={cx(styles.line, styles[kind])} data-part={`line-${kind}`} aria-hidden="true">
      <i className={styles.rule} />
      <span className={cx(styles.axisTag, figuresStyles.number)}>
        <span>
          <span />
          <sup />
        </span>
      </span>
    </div>
  );
}

function toNumber(text: string | null | undefined): number | null {
  return text === null || text === undefined ? null : Number(text);
}

function setTop(line: HTMLElement, top: number): void {
  const tag = line.querySelector<HTMLElement>(`.${styles.axisTag}`);
  if (tag !== null) tag.style.top = `${top}px`;
}

/** Writes the axis tag; it raises the fraction of a pip, as the live price does. */
function writeTag(line: HTMLElement | null, text: string | null, digits: number): void {
  const tag = line?.querySelector<HTMLElement>(`.${styles.axisTag} > span`);
  const [lead, fraction] = tag?.children ?? [];
  if (lead === undefined || fraction === undefined) return;
  const grouped = text === null ? '' : groupDigits(text);
  const hasFraction = digits > 1 && digits % 2 === 1;
  lead.textContent = hasFraction ? grouped.slice(0, -1) : grouped;
  fraction.textContent = hasFraction ? grouped.slice(-1) : '';
}
