import type { WithdrawState } from '@candor/contracts/http/funds';
import type { PayoutClock, Withdrawal } from '../../data/funds-records.ts';
import { spanText } from '../../format/funds-text.ts';
import { localeTag, plural, sentences, t } from '../../i18n/text.ts';
import type { IconName } from '../../ui/Icon.tsx';
import { zonedTimeText } from '../../widgets/zoned-time.ts';

interface StateLook {
  readonly badge: 'wait' | 'good' | 'bad' | 'mute';
  readonly icon: IconName;
}

const looks: Readonly<Record<WithdrawState, StateLook>> = {
  requested: { badge: 'wait', icon: 'clock' },
  approved: { badge: 'wait', icon: 'clock' },
  paid: { badge: 'good', icon: 'check' },
  rejected: { badge: 'bad', icon: 'close' },
  cancelled: { badge: 'mute', icon: 'close' },
};

export function lookOf(row: Withdrawal): StateLook {
  return looks[row.state];
}

/** Status text; the end of a hold names its zone (R-FND-38). */
export function stateText({ heldUntilMs, statusName }: Withdrawal): string {
  if (heldUntilMs === null) return statusName;
  return t('withdraw.heldUntil', { time: zonedTimeText(heldUntilMs) });
}

/** True while the withdrawal is neither paid nor ended. */
export function isUnderWay(row: Withdrawal): boolean {
  return row.state === 'requested' || row.state === 'approved';
}

export function targetOf(row: Withdrawal): string {
  return row.type === 1 ? row.address : row.payeeAccount;
}

/** The company's usual payout time, from its ledger; says so if there are too few payments (R-FND-88). */
export function usualText({ p90Ms, count }: PayoutClock): string {
  if (p90Ms === null) return plural('withdraw.clockFew', count);
  const usual = t('withdraw.clockUsual', { time: spanText(p90Ms, localeTag()) });
  return sentences(usual, plural('withdraw.clockBasis', count));
}

/** True if the wait is longer than nine in ten at this company. */
export function isLate(waitedMs: number, { p90Ms }: PayoutClock): boolean {
  return p90Ms !== null && waitedMs > p90Ms;
}
