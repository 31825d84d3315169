import { Link } from '@tanstack/react-router';
import { t } from '../i18n/text.ts';
import { hasRealBeside, isDemo, useSession } from '../session/session-store.ts';
import buttonStyles from '../ui/Button.module.css';
import { cx } from '../ui/class-names.ts';
import { SwitchToReal } from './SwitchToReal.tsx';

/** Button for the next money action: a deposit; on a demo, a real account or the one that is signed in too (DESIGN 9). */
export function AccountButton({ className }: { className?: string | undefined }) {
  const user = useSession((session) => session.user);
  const hasReal = useSession(hasRealBeside);
  if (user === null) return null;
  if (hasReal) return <SwitchToReal className={cx(buttonStyles.small, className)} />;
  return (
    <Link
      to={isDemo(user) ? '/register' : '/mine/charge'}
      className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.small, className)}
    >
      {isDemo(user) ? t('market.openReal') : t('user.deposit')}
    </Link>
  );
}
