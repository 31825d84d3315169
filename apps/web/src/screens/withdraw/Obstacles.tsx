import { Link } from '@tanstack/react-router';
import type { WithdrawOptions } from '../../data/funds-records.ts';
import { t } from '../../i18n/text.ts';
import { Banner } from '../../ui/Banner.tsx';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import { zonedTimeText } from '../../widgets/zoned-time.ts';
import styles from './Withdraw.module.css';

/** Reasons why no withdrawal is possible, each with the remedy (R-FND-86). */
export function Obstacles({ options, isFrozen }: { options: WithdrawOptions; isFrozen: boolean }) {
  if (!options.isVerified) {
    return (
      <div className={styles.obstacle}>
        <Banner
          kind="warn"
          icon="shield"
          title={t('withdraw.notVerified')}
          action={
            <Link to="/mine/auth" className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.small)}>
              {t('withdraw.verify')}
            </Link>
          }
        >
          {t('withdraw.notVerifiedText')}
        </Banner>
      </div>
    );
  }
  if (!isFrozen || options.frozenUntilMs === null) return null;
  return (
    <div className={styles.obstacle}>
      <Banner
        kind="warn"
        icon="clock"
        title={t('withdraw.frozen', { time: zonedTimeText(options.frozenUntilMs) })}
        action={
          <Link to="/mine/security" className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.small)}>
            {t('withdraw.frozenAction')}
          </Link>
        }
      >
        {t('withdraw.frozenText')}
      </Banner>
    </div>
  );
}
