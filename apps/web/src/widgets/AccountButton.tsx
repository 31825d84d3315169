import { Link } from '@tanstack/react-router';
import { t } from '../i18n/text.ts';
import { isDemo, useSession } from '../session/session-store.ts';
import buttonStyles from '../ui/Button.module.css';
import { cx } from '../ui/class-names.ts';

/** Button for the next money action: a deposit, or a real account for the user of a demo (DESIGN 9). */
export function AccountButton({ className }: { className?: string | undefined }) {
  const user = useSession((session) => session.user);
  if (user === null) return null;
  return (
    <Link
      to={isDemo(user) ? '/register' : '/mine/charge'}
      className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.small, className)}
    >
      {isDemo(user) ? t('market.openReal') : t('user.deposit')}
    </Link>
  );
}
