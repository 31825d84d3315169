import type { WithdrawClock } from '@candor/contracts/http/funds';
import { spanText } from '../../format/funds-text.ts';
import { localeTag, plural, sentences, t } from '../../i18n/text.ts';

/** The company's own usual time, from its ledger; too few payments are no usual time, and said to be too few (R-FND-88). */
export function usualText({ p90_ms, count }: WithdrawClock): string {
  if (p90_ms === null) return plural('withdraw.clockFew', count);
  const usual = t('withdraw.clockUsual', { time: spanText(p90_ms, localeTag()) });
  return sentences(usual, plural('withdraw.clockBasis', count));
}

/** Whether somebody has waited longer than nine in ten do here. */
export function isLate(waitedMs: number, { p90_ms }: WithdrawClock): boolean {
  return p90_ms !== null && waitedMs > p90_ms;
}
