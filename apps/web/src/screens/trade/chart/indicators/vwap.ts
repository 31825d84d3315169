import { type ChartPeriod, isOfDays } from '../../../../data/chart-period.ts';
import type { PlainKey } from '../../../../i18n/text.ts';

/**
 * Returns why VWAP means nothing for prices of a source at a period; null if it means something (R-SCR-75). Volume is the
 * number of quotes: a measure of activity in a market's prices, live or recorded, but not in simulated ones. A bar of a
 * day or longer is the whole span over which VWAP is calculated.
 */
export function vwapRefusal(source: string, period: ChartPeriod): PlainKey | null {
  if (source === 'simulated') return 'chart.vwapSimulated';
  return isOfDays(period) ? 'chart.vwapDays' : null;
}
