import { useRouter, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { logOut } from '../../data/identity.ts';
import { t } from '../../i18n/text.ts';
import { safeFrom } from '../../navigation/routes.ts';
import { hasRealBeside, useSession } from '../../session/session-store.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import { Empty } from '../../ui/Empty.tsx';
import layoutStyles from '../../ui/layout.module.css';
import formPageStyles from '../FormPage.module.css';
import { SwitchToReal } from '../SwitchToReal.tsx';
import { AuthBar } from './AuthBar.tsx';

/**
 * Asks before a login or a registration takes the place of the real account that is signed in beside the demo: to switch to
 * it, or to log out first (R-SCR-94).
 */
export function OtherReal({ title, children }: { title: string; children: ReactNode }) {
  const from = safeFrom(useSearch({ strict: false }).from);
  const router = useRouter();
  if (!useSession(hasRealBeside)) return children;
  return (
    <main className={cx(layoutStyles.screen, formPageStyles.page, layoutStyles.fadeIn)}>
      <div className={formPageStyles.card}>
        <AuthBar leads="back" />
        <Empty
          drawing="orders"
          title={title}
          text={t('login.realHere')}
          isPage
          action={
            <>
              <SwitchToReal className={buttonStyles.medium} onDone={() => router.history.replace(from)} />
              <button type="button" className={buttonStyles.textButton} onClick={logOut}>
                {t('user.logout')}
              </button>
            </>
          }
        />
      </div>
    </main>
  );
}
