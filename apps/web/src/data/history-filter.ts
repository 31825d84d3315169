import { zoneOf } from '@candor/domain/calc/trading-day';
import { create } from 'zustand';

/** Times from which the history is shown (R-SCR-90). */
export const historyRanges = ['all', 'today', 'week', 'month', 'quarter'] as const;
export type HistoryRange = (typeof historyRanges)[number];

const days = { all: null, today: 0, week: 7, month: 30, quarter: 91 } as const satisfies Record<
  HistoryRange,
  number | null
>;
const dayMs = 86_400_000;

export interface HistoryFilter {
  readonly range: HistoryRange;
  /** Time since which orders have ended; fixed when the range is chosen, so that its pages belong together. */
  readonly sinceMs: number | null;
  readonly instrumentId: number | null;
}

export const allHistory: HistoryFilter = { range: 'all', sinceMs: null, instrumentId: null };

/** Filter of the history on this page; not stored. */
export const useHistoryFilter = create<HistoryFilter>()(() => allHistory);

/** Chooses a range that ends now and begins with a day of the zone in which times are shown. */
export function chooseRange(range: HistoryRange, zoneName: string, nowMs: number): void {
  useHistoryFilter.setState({ range, sinceMs: days[range] === null ? null : startOf(days[range], zoneName, nowMs) });
}

/** Returns the start of the day `daysBack` days before the one that holds `nowMs`, by the clock of a zone. */
export function startOf(daysBack: number, zoneName: string, nowMs: number): number {
  const zone = zoneOf(zoneName);
  return zone.fromLocalMs((Math.floor(zone.toLocalMs(nowMs) / dayMs) - daysBack) * dayMs);
}

/** Returns the filter as fields of the call; none without a filter. */
export function filterFields({ sinceMs, instrumentId }: HistoryFilter) {
  return {
    ...(sinceMs === null ? {} : { since: sinceMs }),
    ...(instrumentId === null ? {} : { forex_id: instrumentId }),
  };
}
