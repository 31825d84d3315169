import type { Chart } from 'klinecharts';
import { useEffect, useRef } from 'react';
import type { InstrumentFacts } from '../../../data/instruments.ts';
import { groupDigits } from '../../../format/price-text.ts';
import { cx } from '../../../ui/class-names.ts';
import figuresStyles from '../../../ui/Figures.module.css';
import styles from './ChartLines.module.css';
import type { ChartLayerHandle } from './chart-layer.ts';
import { barIndexAt, barX, type Crosshair } from './crosshair.ts';
import { Leads } from './Lead.tsx';
import { type PriceScale, place, placeTag, priceAt, useScale, useTag } from './line-placing.ts';

const tagHeight = 20;

export interface CrosshairLinesProps {
  readonly layer: ChartLayerHandle;
  readonly chart: Chart;
  readonly crosshair: Crosshair;
  readonly facts: InstrumentFacts;
  readonly timeText: (timestamp: number) => string;
}

/** Lines through the bar and the price that are read, with their tags on both axes. */
export function CrosshairLines({ layer, chart, crosshair, facts, timeText }: CrosshairLinesProps) {
  const upright = useRef<HTMLDivElement>(null);
  const time = useRef<HTMLSpanElement>(null);
  const line = useRef<HTMLDivElement>(null);
  const dot = useRef<HTMLElement>(null);
  const tag = useRef<HTMLSpanElement>(null);
  const scale = useRef<PriceScale | null>(null);

  function paint(): void {
    const point = crosshair.get();
    const x = point === null ? Number.NaN : barX(chart, barIndexAt(chart.getDataList(), point.timestamp));
    const width = chart.getSize('candle_pane', 'main')?.width ?? 0;
    if (upright.current !== null && time.current !== null) {
      upright.current.hidden = !(x >= 0 && x <= width);
      upright.current.style.left = `${x}px`;
      time.current.textContent = point === null ? '' : timeText(point.timestamp);
      const half = time.current.offsetWidth / 2;
      time.current.style.left = `${Math.min(width - half, Math.max(half, x)) - x}px`;
    }
    const y = point?.y ?? null;
    place(line.current, y, scale.current?.height ?? 0);
    if (dot.current !== null) dot.current.style.left = `${x}px`;
    const price = y === null || scale.current === null ? null : priceAt(y, scale.current);
    if (tag.current !== null)
      tag.current.textContent = price === null ? '' : groupDigits(price.toFixed(facts.spec.digits));
  }

  useScale(layer, (toY, height) => {
    scale.current = { toY, height };
    paint();
  });
  useEffect(() =>
    crosshair.subscribe(() => {
      paint();
      layer.axis.renew();
    }),
  );
  useTag(
    layer.axis,
    () => {
      const y = crosshair.get()?.y ?? null;
      const price = y === null || scale.current === null ? null : priceAt(y, scale.current);
      return { price, height: tagHeight, weight: 10, rank: 1, isAtEdge: false };
    },
    (at) => {
      if (tag.current === null) return;
      tag.current.hidden = at === null;
      if (at !== null) placeTag(tag.current, 'axis', at, scale.current?.height ?? 0);
    },
  );
  return (
    <>
      <div ref={upright} className={styles.upright} data-part="crosshair" aria-hidden="true" hidden>
        <span ref={time} className={cx(styles.timeTag, figuresStyles.number)} data-part="crosshair-time" />
      </div>
      <div ref={line} className={cx(styles.line, styles.cross)} data-part="cross-line" aria-hidden="true">
        <i className={styles.rule} />
        <Leads />
        <i ref={dot} className={styles.dot} />
        <span ref={tag} className={cx(styles.axisTag, figuresStyles.number)} data-part="axis-tag" />
      </div>
    </>
  );
}
