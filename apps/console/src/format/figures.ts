import { text } from '@candor/texts/console';

/**
 * Formats a decimal text with groups of three, a typographic minus and at least `places` decimals. It is never parsed as a
 * number, so nothing is rounded; a text that is no decimal stays unchanged.
 */
export function formatDecimal(value: string | null | undefined, places = 0): string {
  if (value === null || value === undefined || value === '') return '—';
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value);
  if (parts === null) return value;
  const [, sign = '', whole = '', fraction = ''] = parts;
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  const trimmed = fraction.replace(/0+$/, '').padEnd(places, '0');
  return `${sign === '' ? '' : '−'}${grouped}${trimmed === '' ? '' : `.${trimmed}`}`;
}

/** Formats an amount in USD with at least two decimals. */
export function formatUsd(value: string | null | undefined): string {
  return formatDecimal(value, 2);
}

/** Parses a decimal for the length of a bar; never for a displayed figure. */
export function toDrawnNumber(value: string): number {
  const number = Number(value);
  return Number.isFinite(number) ? number : 0;
}

const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const zoned = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' });

/** Formats a time in the operator's time zone. */
export function formatTime(ms: number | null | undefined): string {
  return ms === null || ms === undefined ? text.common.none : moment.format(ms);
}

/** Name of the operator's time zone, in which the console shows every time (R-MKT-50). */
export function zoneName(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ');
}

/** Formats a time to the second with its time zone. */
export function formatExactTime(ms: number): string {
  return `${zoned.format(ms)} · ${new Date(ms).toISOString()}`;
}

/** Formats a duration in minutes, in hours from one hour, in days from one day. */
export function formatAge(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return text.common.ageMinutes(minutes);
  if (hours < 48) return text.common.ageHours(hours, minutes % 60);
  return text.common.ageDays(Math.floor(hours / 24), hours % 24);
}

/** Formats a time for `<input type="datetime-local">` in the operator's time zone; empty for null. */
export function toLocalInput(ms: unknown): string {
  if (typeof ms !== 'number') return '';
  const date = new Date(ms);
  return new Date(ms - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Parses the value of `<input type="datetime-local">`; null if it is empty or no time. */
export function fromLocalInput(value: string): number | null {
  const ms = Date.parse(value);
  return Number.isNaN(ms) ? null : ms;
}

/** Returns the units of a currency for 100 USD at a rate in units per 1 USD; null unless the rate is above 0. */
export function rateExample(rate: string): string | null {
  if (!/^\d{1,10}(\.\d{1,8})?$/.test(rate.trim()) || Number(rate) === 0) return null;
  const units = 100 * Number(rate);
  const digits = units >= 1 ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { maximumSignificantDigits: 4 };
  return new Intl.NumberFormat('en', digits).format(units);
}
