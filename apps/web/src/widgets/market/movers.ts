import type { InstrumentFacts } from '../../data/instruments.ts';
import type { LiveQuote, QuoteStore } from '../../data/quotes.ts';

const eachWay = 2;

/**
 * Returns the instruments that rose most today, largest rise first, then those that fell most, largest fall first: two of
 * each at most, of those whose market is open and whose price is fresh (R-SCR-92).
 */
export function moversOf(
  instruments: readonly InstrumentFacts[],
  quotes: Pick<QuoteStore, 'get'>,
): readonly InstrumentFacts[] {
  const changed = instruments
    .map((facts) => ({ facts, change: changeOf(quotes.get(facts.id)) }))
    .filter(({ change }) => change !== 0);
  const rising = changed.filter(({ change }) => change > 0).sort((one, other) => other.change - one.change);
  const falling = changed.filter(({ change }) => change < 0).sort((one, other) => one.change - other.change);
  return [...rising.slice(0, eachWay), ...falling.slice(0, eachWay)].map(({ facts }) => facts);
}

/** Change of today in percent; 0 without a price that can be traded. */
function changeOf(quote: LiveQuote | undefined): number {
  if (quote === undefined || quote.change === null || quote.marketStatus !== 1 || quote.isStale) return 0;
  return Number(quote.change);
}
