import type { CalendarEntry as WireEntry } from '@candor/contracts/http/calendar';

/** An entry of the economic calendar. */
export interface CalendarEntry extends Omit<WireEntry, 'at'> {
  readonly atMs: number;
}

const hourMs = 3_600_000;

/** Returns the next entry of the currencies within an hour of `nowMs`, the most important of that minute; null without one. */
export function nextEntry(
  entries: readonly CalendarEntry[],
  currencies: readonly string[],
  nowMs: number,
): CalendarEntry | null {
  const soon = entries
    .filter(({ currency, atMs }) => currencies.includes(currency) && atMs >= nowMs && atMs < nowMs + hourMs)
    .sort((a, b) => a.atMs - b.atMs || b.importance - a.importance);
  return soon[0] ?? null;
}
