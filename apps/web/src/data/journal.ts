import type { Journal as WireJournal } from '@candor/contracts/http/journal';
import type { Side } from '@candor/domain/values/ids';
import { useQuery } from '@tanstack/react-query';
import { type ChartZone, zoneName } from '../format/time-text.ts';
import { useSession } from '../session/session-store.ts';
import { api } from './api.ts';

export type JournalRange = 'month' | 'quarter' | 'all';

const dayMs = 86_400_000;
const days: Readonly<Record<JournalRange, number | null>> = { month: 30, quarter: 91, all: null };

interface Group {
  readonly count: number;
  readonly net: string;
}

/** Figures of closed orders; amounts with 6 decimals, rates in percent. */
export interface Journal {
  /** True if these are the newest orders of a longer history. */
  readonly isCut: boolean;
  readonly count: number;
  readonly gross: string;
  readonly fee: string;
  readonly swap: string;
  readonly net: string;
  readonly winRate: { readonly rate: string; readonly low: string; readonly high: string } | null;
  /** Mean net result; `low` and `high` are null with one order. */
  readonly expectancy: { readonly mean: string; readonly low: string | null; readonly high: string | null } | null;
  readonly profitFactor: string | null;
  readonly drawdown: { readonly depth: string; readonly peakAfter: number; readonly troughAfter: number } | null;
  readonly curve: readonly { readonly after: number; readonly timeMs: number; readonly sum: string }[];
  readonly byInstrument: readonly (Group & { readonly showCode: string })[];
  readonly bySide: readonly (Group & { readonly side: Side })[];
  /** By hour of the opening, 0 to 23. */
  readonly byHour: readonly (Group & { readonly key: number })[];
  /** By weekday of the opening, 0 = Sunday. */
  readonly byWeekday: readonly (Group & { readonly key: number })[];
}

function toJournal(wire: WireJournal): Journal {
  const { drawdown } = wire;
  return {
    isCut: wire.is_cut,
    count: wire.count,
    gross: wire.gross,
    fee: wire.fee,
    swap: wire.swap,
    net: wire.net,
    winRate: wire.win_rate,
    expectancy: wire.expectancy,
    profitFactor: wire.profit_factor,
    drawdown: drawdown && {
      depth: drawdown.depth,
      peakAfter: drawdown.peak_after,
      troughAfter: drawdown.trough_after,
    },
    curve: wire.curve.map(({ after, time: timeMs, sum }) => ({ after, timeMs, sum })),
    byInstrument: wire.by_instrument.map(({ code: showCode, count, net }) => ({ showCode, count, net })),
    bySide: wire.by_side.map(({ type, count, net }) => ({ side: type === 1 ? 'buy' : 'sell', count, net })),
    byHour: wire.by_hour.map(({ hour: key, count, net }) => ({ key, count, net })),
    byWeekday: wire.by_weekday.map(({ weekday: key, count, net }) => ({ key, count, net })),
  };
}

/** Returns the first moment of a range, at the start of an hour so that the figures of an hour share one answer. */
export function sinceOf(range: JournalRange, nowMs: number): number {
  const count = days[range];
  return count === null ? 0 : Math.floor((nowMs - count * dayMs) / 3_600_000) * 3_600_000;
}

/** Figures of the user's closed orders (R-JRN-03). The key holds the user, so that the next one of the device does not see them. */
export function useJournal(range: JournalRange, zone: ChartZone, nowMs: number) {
  const userId = useSession((session) => session.user?.id);
  const since = sinceOf(range, nowMs);
  return useQuery({
    queryKey: ['journal', userId, since, zone],
    queryFn: async ({ signal }) => toJournal(await api.call('journal', { since, zone: zoneName(zone) }, { signal })),
  });
}
