import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../i18n/text.ts';
import { hasRealBeside, isDemo, useSession } from '../session/session-store.ts';
import buttonStyles from '../ui/Button.module.css';
import { cx } from '../ui/class-names.ts';
import { Empty } from '../ui/Empty.tsx';
import layoutStyles from '../ui/layout.module.css';
import { NavBar } from './NavBar.tsx';
import { SwitchToReal } from './SwitchToReal.tsx';

/** Page for a demo account: says what needs a real account, since the server would refuse it (R-SES-14). */
export function OnlyReal({ title, children }: { title: string; children: ReactNode }) {
  const user = useSession((session) => session.user);
  const hasReal = useSession(hasRealBeside);
  if (!isDemo(user)) return children;
  return (
    <main className={cx(layoutStyles.screen, layoutStyles.fadeIn)}>
      <NavBar title={title} />
      <Empty
        drawing="orders"
        title={t('user.onlyReal')}
        text={hasReal ? t('account.practice') : t('user.openRealText')}
        action={
          hasReal ? (
            <SwitchToReal className={buttonStyles.medium} />
          ) : (
            <Link to="/register" className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.medium)}>
              {t('user.register')}
            </Link>
          )
        }
      />
    </main>
  );
}
