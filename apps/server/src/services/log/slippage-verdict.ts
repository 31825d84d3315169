import type { SlippageFigures } from './public-statistics.ts';

/** Distinguishes chance from a bias: both intervals must include zero, or one of them names the side (R-STA-04). */
export function verdictOf({
  mean,
  surplus,
}: Pick<SlippageFigures, 'mean' | 'surplus'>): 'even' | 'against' | 'inFavour' | 'open' {
  if (mean === null || surplus === null) return 'open';
  if (mean.high < 0 || surplus.high < 0) return 'against';
  return mean.low > 0 || surplus.low > 0 ? 'inFavour' : 'even';
}
