import { dayClockText } from '../format/time-text.ts';
import { zoneText } from '../format/zone-text.ts';
import { localeTag } from '../i18n/text.ts';
import { shownZone } from '../session/shown-zone.ts';

/** A time for a sentence, with its zone: "20 Nov 08:15 New York" (R-MKT-50). */
export function zonedTimeText(timeMs: number): string {
  const zone = shownZone();
  return `${dayClockText(timeMs, zone, localeTag(), false)} ${zoneText(zone)}`;
}
