/** Currencies that are compared. */
const majors = ['EUR', 'USD', 'GBP', 'JPY', 'CHF', 'AUD', 'CAD', 'NZD'] as const;
export type Major = (typeof majors)[number];

/** Pairs of every other currency with the dollar; a change of `USD/JPY` counts against the yen. */
export const dollarPairs: Readonly<Record<Exclude<Major, 'USD'>, { readonly code: string; readonly isBase: boolean }>> =
  {
    EUR: { code: 'EUR/USD', isBase: true },
    GBP: { code: 'GBP/USD', isBase: true },
    AUD: { code: 'AUD/USD', isBase: true },
    NZD: { code: 'NZD/USD', isBase: true },
    JPY: { code: 'USD/JPY', isBase: false },
    CHF: { code: 'USD/CHF', isBase: false },
    CAD: { code: 'USD/CAD', isBase: false },
  };

/** Prices of a pair at the beginning of the time and now; null for one that is not known. */
export type PairMove = { readonly from: number; readonly to: number } | null;

export interface Strength {
  readonly currency: Major;
  /** Average change against the others, percent. */
  readonly percent: number;
}

/**
 * Returns the strength of each currency whose dollar pair is known, the strongest first: the logarithm of its change
 * against the dollar, less the mean of all. The strengths add up to zero, and the difference of two of them is the change
 * of their pair, so that list and table agree (R-SCR-93). Empty with fewer than two currencies.
 */
export function strengthsOf(moveOf: (code: string) => PairMove): Strength[] {
  const known = majors.flatMap((currency): { readonly currency: Major; readonly log: number }[] => {
    if (currency === 'USD') return [{ currency, log: 0 }];
    const { code, isBase } = dollarPairs[currency];
    const move = moveOf(code);
    if (move === null || !(move.from > 0) || !(move.to > 0)) return [];
    const log = Math.log(move.to / move.from);
    return [{ currency, log: isBase ? log : -log }];
  });
  if (known.length < 2) return [];
  const mean = known.reduce((sum, { log }) => sum + log, 0) / known.length;
  return known
    .map(({ currency, log }) => ({ currency, percent: (log - mean) * 100 }))
    .sort((one, other) => other.percent - one.percent);
}

/** Returns the change of one currency against another, percent. */
export function changeAgainst(one: Strength, other: Strength): number {
  return (Math.exp((one.percent - other.percent) / 100) - 1) * 100;
}
