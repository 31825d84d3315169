import type { Ratio } from '@candor/domain/values/decimal';
import type { ChartPeriod } from '../../../data/chart-period.ts';
import type { InstrumentFacts } from '../../../data/instruments.ts';
import type { Order } from '../../../data/order.ts';
import { zoneText } from '../../../format/zone-text.ts';
import { useSettings } from '../../../session/settings-store.ts';
import { AxisNumbers } from './AxisNumbers.tsx';
import styles from './ChartLines.module.css';
import type { ChartLayerHandle } from './chart-layer.ts';
import { DraftLine } from './DraftLine.tsx';
import { OrderLines } from './OrderLines.tsx';
import { LastLine, SideLines } from './SideLines.tsx';

export interface ChartLinesProps {
  readonly layer: ChartLayerHandle;
  readonly axisWidth: number;
  readonly facts: InstrumentFacts;
  readonly period: ChartPeriod;
  readonly orders: readonly Order[];
  readonly rate: Ratio | null;
  /** False if only the last price is shown: of a closed market, a stale one, or of a lost connection. */
  readonly hasSides: boolean;
}

/** Everything painted over the candles: bid and ask, positions with their stops, and the time zone. */
export function ChartLines({ layer, axisWidth, facts, period, orders, rate, hasSides }: ChartLinesProps) {
  const zone = useSettings((settings) => settings.chartZone);
  const showsPositions = useSettings((settings) => settings.positionLines);
  return (
    <div className={styles.layer} data-part="chart-lines" style={{ ['--axis' as string]: `${axisWidth}px` }}>
      <AxisNumbers layer={layer} digits={facts.spec.digits} />
      {showsPositions ? <OrderLines layer={layer} facts={facts} orders={orders} rate={rate} /> : null}
      <DraftLine layer={layer} facts={facts} />
      {hasSides ? <SideLines layer={layer} facts={facts} period={period} /> : <LastLine layer={layer} facts={facts} />}
      <span className={styles.zone}>{zoneText(zone)}</span>
    </div>
  );
}
