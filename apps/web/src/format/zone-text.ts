import { t } from '../i18n/text.ts';
import { type ChartZone, zoneName } from './time-text.ts';

/** Cities that browsers still report by a former name: CLDR keeps the identifier that a zone had first. */
const renamed: Readonly<Record<string, string>> = {
  Calcutta: 'Kolkata',
  Katmandu: 'Kathmandu',
  Kiev: 'Kyiv',
  Rangoon: 'Yangon',
  Saigon: 'Ho Chi Minh',
};

/** Name of a zone as screens show it: "New York", "UTC", or the city of the device's zone, "Ho Chi Minh" (R-MKT-50). */
export function zoneText(zone: ChartZone): string {
  const name = zoneName(zone);
  if (name === 'America/New_York') return t('trade.newYork');
  if (name === 'UTC') return t('trade.utc');
  const city = name.slice(name.lastIndexOf('/') + 1).replaceAll('_', ' ');
  return renamed[city] ?? city;
}
