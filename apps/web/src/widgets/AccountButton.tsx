import { Link } from '@tanstack/react-router';
import { t } from '../i18n/text.ts';
import { isDemo, useSession } from '../session/session-store.ts';

/** Button for the next money action: a deposit, or a real account for the user of a demo (DESIGN 9). */
export function AccountButton() {
  const user = useSession((session) => session.user);
  if (user === null) return null;
  return (
    <Link to={isDemo(user) ? '/register' : '/mine/charge'} className="btn btn--primary btn--sm">
      {isDemo(user) ? t('market.openReal') : t('user.deposit')}
    </Link>
  );
}
