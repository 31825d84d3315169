import { useVerification } from '../../data/verification.ts';
import { uidText } from '../../format/number-text.ts';
import { t } from '../../i18n/text.ts';
import { copyText } from '../../platform/share.ts';
import { isDemo, useSession } from '../../session/session-store.ts';
import badgeStyles from '../../ui/Badge.module.css';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { showToast } from '../../ui/toast.ts';
import typographyStyles from '../../ui/typography.module.css';
import { AccountBadge, Avatar } from '../../widgets/AccountBadge.tsx';
import styles from './Profile.module.css';

/** Name and number of the account. */
export function Profile() {
  const user = useSession((session) => session.user);
  if (user === null) return null;
  async function copy(uid: string): Promise<void> {
    if (await copyText(uid)) showToast('ok', t('common.copied'));
  }
  return (
    <div className={styles.profile}>
      <Avatar className={styles.avatar} />
      <div className={layoutStyles.grow}>
        <h2>{isDemo(user) ? t('user.demoName') : <bdi>{user.email === '' ? user.mobile : user.email}</bdi>}</h2>
        <div className={styles.meta}>
          <button
            type="button"
            onClick={() => void copy(user.uid)}
            aria-label={`${t('common.copy')} ${t('user.uid', { uid: uidText(user.uid) })}`}
          >
            <span className={figuresStyles.number}>{t('user.uid', { uid: uidText(user.uid) })}</span>
            <Icon name="copy" size={15} />
          </button>
        </div>
      </div>
      {isDemo(user) ? <AccountBadge /> : <Standing score={user.creditScore} level={user.level} />}
    </div>
  );
}

/** Credit score and level; nothing if there are none. */
function Standing({ score, level }: { score: number; level: number }) {
  if (score === 0) return null;
  return (
    <div className={styles.numbers}>
      <div className={cx(typographyStyles.extraSmall, typographyStyles.tertiary)}>{t('user.creditScore')}</div>
      <div className={typographyStyles.strong}>
        <span className={figuresStyles.number}>{score}</span>{' '}
        <span className={cx(typographyStyles.tertiary, styles.company)}>{t('user.level', { level })}</span>
      </div>
    </div>
  );
}

/** Status of the identity check; nothing before documents were sent, or while unknown. */
export function VerificationBadge() {
  const state = useVerification().data;
  if (state === undefined) return null;
  if (state.status === 'not-submitted') {
    return state.remark === '' ? null : (
      <span className={cx(badgeStyles.badge, badgeStyles.bad)} data-part="badge">
        {t('verify.notApproved')}
      </span>
    );
  }
  if (state.status === 'waiting')
    return (
      <span className={cx(badgeStyles.badge, badgeStyles.wait)} data-part="badge">
        {t('verify.inReview')}
      </span>
    );
  return (
    <span className={cx(badgeStyles.badge, badgeStyles.good)} data-part="badge">
      <Icon name="check" />
      {t('verify.verified')}
    </span>
  );
}
