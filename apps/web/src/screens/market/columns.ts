import { dayOpensOf } from '../../data/day-opens.ts';
import { type InstrumentFacts, toTicks } from '../../data/instruments.ts';
import { quotes } from '../../data/quotes.ts';
import { type PlainKey, t } from '../../i18n/text.ts';
import type { MarketColumn } from '../../session/settings-store.ts';

/** Column and direction by which the table is sorted. */
export interface HeadSort {
  readonly column: MarketColumn | 'instrument';
  readonly isDown: boolean;
}

const texts = {
  instrument: 'market.instrument',
  sell: 'trade.sell',
  buy: 'trade.buy',
  spread: 'trade.spread',
  day: 'market.day',
  week: 'market.week',
  month: 'market.month',
  low: 'trade.low',
  range: 'market.dayRange',
  high: 'trade.high',
  curve: 'market.curve',
} as const satisfies Record<HeadSort['column'], PlainKey>;

export function columnText(column: HeadSort['column']): string {
  return t(texts[column]);
}

/** Share of the day's range below the bid; null while one of them is unknown. */
export function placeInRange(bid: string | null, low: string | null, high: string | null): number | null {
  if (bid === null || low === null || high === null || Number(high) <= Number(low)) return null;
  return Math.min(1, Math.max(0, (Number(bid) - Number(low)) / (Number(high) - Number(low))));
}

/** Change from a price in percent; null without both. */
export function changeSince(bid: string | null, open: number | null): number | null {
  return bid === null || open === null || open <= 0 ? null : (Number(bid) / open - 1) * 100;
}

/** Figure of a column at the prices of now; null while it is unknown. */
function figureOf({ id, spec }: InstrumentFacts, column: MarketColumn): number | null {
  const quote = quotes.get(id);
  if (quote === undefined || column === 'curve') return null;
  const { bid, ask, low, high, change } = quote;
  const number = (text: string | null) => (text === null ? null : Number(text));
  const ticks = toTicks(quote, spec.digits);
  return {
    sell: number(bid),
    buy: number(ask),
    spread: ticks === null ? null : (ticks.ask - ticks.bid) / spec.pipTicks,
    day: number(change),
    week: changeSince(bid, dayOpensOf(id)?.week ?? null),
    month: changeSince(bid, dayOpensOf(id)?.month ?? null),
    low: number(low),
    high: number(high),
    range: placeInRange(bid, low, high),
  }[column];
}

/** Returns the instruments sorted by a column at the prices of now; those without a figure come last. */
export function sortByHead(
  instruments: readonly InstrumentFacts[],
  { column, isDown }: HeadSort,
): readonly InstrumentFacts[] {
  const sign = isDown ? -1 : 1;
  if (column === 'instrument')
    return [...instruments].sort((one, other) => sign * one.spec.showCode.localeCompare(other.spec.showCode, 'en'));
  return instruments
    .map((facts) => ({ facts, figure: figureOf(facts, column) }))
    .sort((one, other) => {
      if (one.figure === null || other.figure === null)
        return Number(one.figure === null) - Number(other.figure === null);
      return sign * (one.figure - other.figure);
    })
    .map(({ facts }) => facts);
}
