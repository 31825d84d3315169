import { t } from '../i18n/text.ts';
import { isDemo, useSession } from '../session/session-store.ts';
import badgeStyles from '../ui/Badge.module.css';
import { cx } from '../ui/class-names.ts';
import styles from './AccountBadge.module.css';

/** Badge "Real" or "Demo" of the present account. */
export function AccountBadge() {
  const user = useSession((session) => session.user);
  if (user === null) return null;
  return isDemo(user) ? (
    <span className={cx(badgeStyles.badge, badgeStyles.demo)} data-part="badge">
      {t('account.demo')}
    </span>
  ) : (
    <span className={cx(badgeStyles.badge, badgeStyles.real)} data-part="badge">
      {t('account.real')}
    </span>
  );
}

/** Two letters of the account, D for a demo, the last digits of a number; decorative. */
export function Avatar({ className }: { className?: string | undefined }) {
  const user = useSession((session) => session.user);
  if (isDemo(user))
    return (
      <span className={cx(styles.avatar, styles.demo, className)} aria-hidden="true">
        D
      </span>
    );
  const letters = (user?.email ?? '').replace(/@.*$/, '').replace(/[^\p{L}\p{N}]/gu, '');
  return (
    <span className={cx(styles.avatar, className)} aria-hidden="true">
      {(letters === '' ? (user?.mobile ?? '').slice(-2) : letters.slice(0, 2)).toUpperCase()}
    </span>
  );
}
