import type { Journal as WireJournal } from '@candor/contracts/http/journal';
import type { Interval, Journal, JournalGroup, JournalTrade } from '@candor/domain/calc/journal';
import type { Zone } from '@candor/domain/calc/trading-day';
import type { OrderRecord } from '@candor/domain/engine/order';
import type { InstrumentId } from '@candor/domain/values/ids';
import { formatMoney } from '@candor/domain/values/money';

/** Returns a closed order as a trade of a journal whose hours are those of a zone. */
export function toJournalTrade(order: OrderRecord, zone: Zone): JournalTrade {
  const { id, instrumentId, side, openedAtMs, endedAtMs, profit: gross, fee, swap } = order;
  if (openedAtMs === null || endedAtMs === null)
    throw new Error(`Invariant: the closed order ${id} was opened and closed`);
  return { id, instrumentId, side, openedLocalMs: zone.toLocalMs(openedAtMs), endedAtMs, gross, fee, swap };
}

export interface JournalHead {
  readonly currency: string;
  readonly zone: string;
  readonly isCut: boolean;
  readonly codeOf: (id: InstrumentId) => string;
}

/** Points of a curve that are answered at most, besides both ends of its drawdown and its last one. */
const pointsMax = 240;

/** Returns the figures of a journal in the fields of the wire. */
export function toJournal(journal: Journal, { currency, zone, isCut, codeOf }: JournalHead): WireJournal {
  const { winRate, expectancy, profitFactor, drawdown } = journal;
  const figures = <Key>({ count, net }: JournalGroup<Key>) => ({ count, net: formatMoney(net) });
  return {
    currency,
    zone,
    is_cut: isCut,
    count: journal.count,
    wins: journal.wins,
    losses: journal.losses,
    gross: formatMoney(journal.gross),
    fee: formatMoney(journal.fee),
    swap: formatMoney(journal.swap),
    net: formatMoney(journal.net),
    win_rate: winRate && toWinRate(winRate),
    expectancy: expectancy && {
      mean: formatMoney(expectancy.mean),
      low: expectancy.interval && formatMoney(expectancy.interval.low),
      high: expectancy.interval && formatMoney(expectancy.interval.high),
    },
    profit_factor: profitFactor === null ? null : profitFactor.toFixed(2),
    drawdown: drawdown && {
      depth: formatMoney(drawdown.depth),
      peak_after: drawdown.peakAfter,
      trough_after: drawdown.troughAfter,
    },
    curve: pointsOf(journal).map(({ after, atMs, sum }) => ({ after, time: atMs, sum: formatMoney(sum) })),
    by_instrument: journal.byInstrument.map((group) => ({
      forex_id: group.key,
      code: codeOf(group.key),
      ...figures(group),
    })),
    by_side: journal.bySide.map((group) => ({ type: group.key === 'buy' ? 1 : 2, ...figures(group) })),
    by_hour: journal.byHour.map((group) => ({ hour: group.key, ...figures(group) })),
    by_weekday: journal.byWeekday.map((group) => ({ weekday: group.key, ...figures(group) })),
  };
}

function toWinRate({ rate, interval }: { readonly rate: number; readonly interval: Interval<number> }) {
  const percent = (share: number) => (share * 100).toFixed(2);
  return { rate: percent(rate), low: percent(interval.low), high: percent(interval.high) };
}

/** Returns every point of a short curve, and of a long one evenly chosen ones with the ends of its drawdown. */
function pointsOf({ curve, drawdown }: Journal) {
  const step = Math.ceil(curve.length / pointsMax);
  const kept = new Set([drawdown?.peakAfter, drawdown?.troughAfter, curve.length]);
  return curve
    .map((point, at) => ({ ...point, after: at + 1 }))
    .filter(({ after }) => kept.has(after) || after % step === 0);
}
