import { text } from '@candor/texts/console';

const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const zoned = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' });

/** A moment in the operator's own time. */
export function formatTime(ms: number | null | undefined): string {
  return ms === null || ms === undefined ? text.common.none : moment.format(ms);
}

/** The same to the second and with its zone, for where the short one is not enough. */
export function formatExactTime(ms: number): string {
  return `${zoned.format(ms)} · ${new Date(ms).toISOString()}`;
}

/** How long something has taken: minutes, then hours, then days. */
export function formatAge(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return text.common.ageMinutes(minutes);
  if (hours < 48) return text.common.ageHours(hours, minutes % 60);
  return text.common.ageDays(Math.floor(hours / 24), hours % 24);
}

/** As an `<input type="datetime-local">` has it, in the operator's own time; empty for none. */
export function toLocalInput(ms: unknown): string {
  if (typeof ms !== 'number') return '';
  const date = new Date(ms);
  return new Date(ms - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Null where nothing, or nothing that is a time, was typed. */
export function fromLocalInput(value: string): number | null {
  const ms = Date.parse(value);
  return Number.isNaN(ms) ? null : ms;
}
