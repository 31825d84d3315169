import type { WithdrawOptions } from '@candor/contracts/http/funds';
import { Link } from '@tanstack/react-router';
import { dayClockText } from '../../format/time-text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import { Banner } from '../../ui/Banner.tsx';

/** Reasons why no withdrawal is possible, each with the remedy (R-FND-86). */
export function Obstacles({ options, isFrozen }: { options: WithdrawOptions; isFrozen: boolean }) {
  if (!options.is_verified) {
    return (
      <div className="obstacle">
        <Banner
          kind="warn"
          icon="shield"
          title={t('withdraw.notVerified')}
          action={
            <Link to="/mine/auth" className="btn btn--primary btn--sm">
              {t('withdraw.verify')}
            </Link>
          }
        >
          {t('withdraw.notVerifiedText')}
        </Banner>
      </div>
    );
  }
  if (!isFrozen || options.frozen_until === null) return null;
  return (
    <div className="obstacle">
      <Banner
        kind="warn"
        icon="clock"
        title={t('withdraw.frozen', { time: dayClockText(options.frozen_until, 'device', localeTag(), false) })}
        action={
          <Link to="/mine/security" className="btn btn--primary btn--sm">
            {t('withdraw.frozenAction')}
          </Link>
        }
      >
        {t('withdraw.frozenText')}
      </Banner>
    </div>
  );
}
