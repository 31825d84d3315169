import { type RefObject, useEffect, useRef } from 'react';
import type { ChartPeriod, TimedPeriod } from '../../../data/chart-period.ts';
import type { InstrumentFacts } from '../../../data/instruments.ts';
import { groupDigits } from '../../../format/price-text.ts';
import { cx } from '../../../ui/class-names.ts';
import figuresStyles from '../../../ui/Figures.module.css';
import { useQuotePaint } from '../../../widgets/live-quote.ts';
import { barLeftText } from './bar-time.ts';
import styles from './ChartLines.module.css';
import type { ChartLayerHandle } from './chart-layer.ts';
import { Leads } from './Lead.tsx';
import { place, placeTag, useScale, useTag } from './line-placing.ts';

const tagHeight = 20;
const timedTagHeight = 34;
/** The bid keeps its place and the others make room (DESIGN 12). */
const weights = { bid: 1_000, ask: 1, last: 1_000 } as const;

export interface SideLinesProps {
  readonly layer: ChartLayerHandle;
  readonly facts: InstrumentFacts;
  readonly period: ChartPeriod;
}

/** Ask and bid with their tags; painted per frame, as every live price. The tag of the bid shows the time left in the bar. */
export function SideLines({ layer, facts, period }: SideLinesProps) {
  return (
    <>
      <SideLine layer={layer} facts={facts} kind="ask" />
      <SideLine layer={layer} facts={facts} kind="bid" {...(period === 'tick' ? {} : { period })} />
    </>
  );
}

/** Line of the last price, in a neutral colour (DESIGN 3). */
export function LastLine({ layer, facts }: { layer: ChartLayerHandle; facts: InstrumentFacts }) {
  return <SideLine layer={layer} facts={facts} kind="last" />;
}

interface SideLineProps {
  readonly layer: ChartLayerHandle;
  readonly facts: InstrumentFacts;
  readonly kind: 'ask' | 'bid' | 'last';
  /** Period whose bars are counted down; absent for no countdown. */
  readonly period?: TimedPeriod;
}

function SideLine({ layer, facts, kind, period }: SideLineProps) {
  const line = useRef<HTMLDivElement>(null);
  const tag = useRef<HTMLSpanElement>(null);
  const price = useRef<number | null>(null);
  const height = useRef(0);
  const left = useBarTime(facts.id, period);

  useQuotePaint(facts.id, (quote) => {
    const text = (kind === 'ask' ? quote?.ask : quote?.bid) ?? null;
    price.current = text === null ? null : Number(text);
    writePrice(tag.current, text, facts.spec.digits);
    layer.axis.renew();
  });
  useScale(layer, (_toY, paneHeight) => {
    height.current = paneHeight;
  });
  useTag(
    layer.axis,
    () => ({
      price: price.current,
      height: period === undefined ? tagHeight : timedTagHeight,
      weight: weights[kind],
      rank: 0,
      isAtEdge: true,
    }),
    (at) => {
      place(line.current, at?.y ?? null, height.current, true);
      if (at !== null && tag.current !== null) placeTag(tag.current, 'axis', at, height.current);
    },
  );
  return (
    <div ref={line} className={cx(styles.line, styles[kind])} data-part={`line-${kind}`} aria-hidden="true">
      <i className={styles.rule} />
      <Leads />
      <span
        ref={tag}
        className={cx(styles.axisTag, figuresStyles.number, period !== undefined && styles.timed)}
        data-part="axis-tag"
      >
        <span>
          <span />
          <sup />
        </span>
        {period === undefined ? null : <small ref={left} data-part="bar-left" />}
      </span>
    </div>
  );
}

const secondMs = 1_000;

/** Element that shows the time left in the bar, by the clock of the quotes. */
function useBarTime(id: number, period: TimedPeriod | undefined): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  const clock = useRef<{ quoteMs: number; atMs: number } | null>(null);
  const write = () => {
    if (element.current === null || period === undefined || clock.current === null) return;
    const text = barLeftText(period, clock.current.quoteMs + Date.now() - clock.current.atMs);
    if (element.current.textContent !== text) element.current.textContent = text;
  };
  useQuotePaint(id, (quote, isTick) => {
    if (quote !== undefined && (isTick || clock.current === null))
      clock.current = { quoteMs: quote.timeMs, atMs: Date.now() };
    write();
  });
  useEffect(() => {
    const timer = setInterval(() => write(), secondMs);
    return () => clearInterval(timer);
  });
  return element;
}

/** Writes the axis tag; it raises the fraction of a pip, as the live price does. */
function writePrice(tag: HTMLElement | null, text: string | null, digits: number): void {
  const [lead, fraction] = tag?.firstElementChild?.children ?? [];
  if (lead === undefined || fraction === undefined) return;
  const grouped = text === null ? '' : groupDigits(text);
  const hasFraction = digits > 1 && digits % 2 === 1;
  lead.textContent = hasFraction ? grouped.slice(0, -1) : grouped;
  fraction.textContent = hasFraction ? grouped.slice(-1) : '';
}
