import { barEndMs, type TimedPeriod } from '../../../data/chart-period.ts';
import { leftText } from '../../../widgets/Countdown.tsx';

/** Time left in the bar: "3:42" in minutes and seconds, "7:18:42" from an hour on, so that two parts are never hours. */
export function barLeftText(period: TimedPeriod, atMs: number): string {
  return leftText(barEndMs(period, atMs) - atMs);
}
