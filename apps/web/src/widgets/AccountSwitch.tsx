import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { switchAccount } from '../data/identity.ts';
import { startDemo } from '../data/sign-in.ts';
import { t } from '../i18n/text.ts';
import { isDemo, useSession } from '../session/session-store.ts';
import { Banner } from '../ui/Banner.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import styles from './AccountSwitch.module.css';
import { toastError } from './toast-error.ts';

/**
 * Switch between the real and the demo account, which both stay signed in (R-SCR-94): the demo of this device is opened at
 * the first tap, a real account is logged in to once. On the demo it says that real positions stay open.
 */
export function AccountSwitch() {
  const user = useSession((session) => session.user);
  const hasOther = useSession((session) => session.other !== null);
  const [isBusy, setBusy] = useState(false);
  const router = useRouter();
  if (user === null) return null;
  const kind = isDemo(user) ? 'demo' : 'real';

  async function change(next: 'demo' | 'real'): Promise<void> {
    if (next === kind || isBusy || switchAccount()) return;
    if (next === 'real') {
      await router.navigate({ to: '/login', search: { from: router.state.location.pathname } });
      return;
    }
    setBusy(true);
    await startDemo().catch(toastError);
    setBusy(false);
  }

  return (
    <div className={styles.switch} data-testid="account-switch">
      <Segmented
        label={t('account.account')}
        value={kind}
        options={[
          { value: 'real', label: t('account.real') },
          { value: 'demo', label: t('account.demo') },
        ]}
        onChange={(next) => void change(next)}
      />
      {kind === 'demo' && hasOther ? <Banner kind="warn">{t('account.practice')}</Banner> : null}
    </div>
  );
}

/** The same where both accounts are signed in; nothing otherwise. */
export function AccountSwitchIfBoth() {
  const hasOther = useSession((session) => session.other !== null);
  return hasOther ? <AccountSwitch /> : null;
}
