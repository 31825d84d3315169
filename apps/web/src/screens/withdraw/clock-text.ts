import type { WithdrawClock } from '@candor/contracts/http/funds';
import { spanText } from '../../format/funds-text.ts';
import { localeTag, plural, sentences, t } from '../../i18n/text.ts';

/** The company's usual payout time, from its ledger; says so if there are too few payments (R-FND-88). */
export function usualText({ p90_ms, count }: WithdrawClock): string {
  if (p90_ms === null) return plural('withdraw.clockFew', count);
  const usual = t('withdraw.clockUsual', { time: spanText(p90_ms, localeTag()) });
  return sentences(usual, plural('withdraw.clockBasis', count));
}

/** True if the wait is longer than nine in ten at this company. */
export function isLate(waitedMs: number, { p90_ms }: WithdrawClock): boolean {
  return p90_ms !== null && waitedMs > p90_ms;
}
