import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { startDemo } from '../../data/identity.ts';
import { useBasicInfo } from '../../data/queries.ts';
import { balanceText } from '../../format/number-text.ts';
import { languageFacts } from '../../i18n/languages.ts';
import { currentLanguage, t } from '../../i18n/text.ts';
import { safeFrom } from '../../navigation/routes.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Flag } from '../../ui/Logo.tsx';
import { toastError } from '../../widgets/toast-error.ts';

/** For now the one way in is the instant demo account; registration says when it is not there (R-SES-05). */
export function LoginScreen() {
  const from = safeFrom(useSearch({ strict: false }).from);
  const [isBusy, setBusy] = useState(false);
  const router = useRouter();
  const demoBalance = useBasicInfo().data?.demo_balance;

  async function start(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      await startDemo();
      router.history.replace(from);
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <main className="scr fade-in">
      <LoginBar />
      <div className="pad page" style={{ paddingBlock: '18px 40px' }}>
        <span className="mark">
          <Icon name="trade" />
        </span>
        <h1 className="h1" style={{ fontSize: '1.875rem', lineHeight: '2.25rem', marginTop: 20, textWrap: 'balance' }}>
          {t('login.title')}
        </h1>
        <p className="lead">{t('login.text')}</p>
        <button
          type="button"
          className="democard"
          style={{ marginTop: 24 }}
          aria-busy={isBusy}
          data-testid="start-demo"
          onClick={() => void start()}
        >
          <span className="democard-i">{isBusy ? <i className="spin" /> : <Icon name="bolt" size={22} />}</span>
          <span className="grow">
            <h3>{t('login.demo')}</h3>
            <p>
              {demoBalance === undefined
                ? t('login.demoTextShort')
                : t('login.demoText', { amount: balanceText(demoBalance) })}
            </p>
          </span>
          <Icon name="next" size={18} className="chev" />
        </button>
        <p className="sm t2" style={{ marginTop: 20, textWrap: 'pretty' }}>
          {t('login.back')}
        </p>
        <p className="sm t3" style={{ marginTop: 8, textWrap: 'pretty' }}>
          {t('login.later')}
        </p>
      </div>
    </main>
  );
}

function LoginBar() {
  const router = useRouter();
  const navigate = useNavigate();
  const language = languageFacts[currentLanguage()];
  const leave = () => (window.history.length > 1 ? router.history.back() : void navigate({ to: '/' }));
  return (
    <header className="navbar">
      <div className="navbar-s">
        <button type="button" className="ib" aria-label={t('common.close')} onClick={leave}>
          <Icon name="close" size={22} />
        </button>
      </div>
      <div />
      <div className="navbar-s e">
        <button
          type="button"
          className="txtbtn row"
          style={{ gap: 8, fontSize: 'var(--text-sm)' }}
          onClick={() => void navigate({ to: '/language' })}
        >
          <Flag name={language.flag} size={20} />
          {language.name}
          <Icon name="down" size={16} />
        </button>
      </div>
    </header>
  );
}
