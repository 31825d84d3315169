import type { ChartZone } from '../../../format/time-text.ts';
import type { PlainKey } from '../../../i18n/text.ts';

/** Names of the time zones of the chart's axis. */
export const zoneLabels = {
  'new-york': 'trade.newYork',
  utc: 'trade.utc',
  device: 'trade.device',
} as const satisfies Record<ChartZone, PlainKey>;
