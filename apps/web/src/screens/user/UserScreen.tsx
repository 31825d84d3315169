import { Link } from '@tanstack/react-router';
import { useAccount } from '../../data/account.ts';
import { balanceText } from '../../format/number-text.ts';
import { t } from '../../i18n/text.ts';
import { copyText } from '../../platform/clipboard.ts';
import { useIsDesk } from '../../platform/media.ts';
import { isDemo, useSession } from '../../session/session-store.ts';
import { Icon } from '../../ui/Icon.tsx';
import { showToast } from '../../ui/toast.ts';
import { AccountBadge, Avatar } from '../../widgets/AccountBadge.tsx';
import { LanguageRow } from '../../widgets/LanguageRow.tsx';
import { MenuGroup } from './MenuGroup.tsx';
import { accountMenu, deviceMenu } from './menu.ts';
import { ResetDemo } from './ResetDemo.tsx';

/** The account, and the way to everything that belongs to it (R-SCR-07). */
export function UserScreen() {
  const isDesk = useIsDesk();
  const user = useSession((session) => session.user);
  return (
    <main className="scr scr--canvas fade-in">
      <div className="page" style={{ paddingBottom: 24 }}>
        {isDesk ? (
          <div style={{ height: 16 }} />
        ) : (
          <header className="rootbar">
            <h1>{t('page.user')}</h1>
            <Link to="/mine/system" className="ib" aria-label={t('user.settings')}>
              <Icon name="sliders" size={22} />
            </Link>
          </header>
        )}
        <Profile />
        <div className="pad">
          <BalanceCard />
          <div style={{ height: 12 }} />
          {isDemo(user) ? <OpenReal /> : null}
          <ResetDemo />
          <MenuGroup entries={accountMenu} />
          <MenuGroup entries={deviceMenu}>
            <LanguageRow />
          </MenuGroup>
        </div>
      </div>
    </main>
  );
}

/** What a demo leads to; never more than one quiet card. */
function OpenReal() {
  return (
    <div className="democard" style={{ marginBottom: 12 }}>
      <span className="grow">
        <b className="democard-t">{t('user.practiceTitle')}</b>
        <span className="democard-s">{t('user.openRealText')}</span>
      </span>
      <Link to="/register" className="btn btn--primary btn--sm">
        {t('user.register')}
      </Link>
    </div>
  );
}

function Profile() {
  const user = useSession((session) => session.user);
  if (user === null) return null;
  async function copy(uid: string): Promise<void> {
    if (await copyText(uid)) showToast('ok', t('common.copied'));
  }
  return (
    <div className="profile">
      <Avatar />
      <div className="grow">
        <h2>{isDemo(user) ? t('user.demoName') : <bdi>{user.email === '' ? user.mobile : user.email}</bdi>}</h2>
        <div className="meta">
          <button
            type="button"
            onClick={() => void copy(user.uid)}
            aria-label={`${t('common.copy')} ${t('user.uid', { uid: user.uid })}`}
          >
            <span className="num">{t('user.uid', { uid: user.uid })}</span>
            <Icon name="copy" size={15} />
          </button>
        </div>
      </div>
      {isDemo(user) ? <AccountBadge /> : <Standing score={user.credit_score} level={user.level} />}
    </div>
  );
}

/** Nothing where nobody has been judged yet. */
function Standing({ score, level }: { score: number; level: number }) {
  if (score === 0) return null;
  return (
    <div style={{ textAlign: 'end' }}>
      <div className="xs t3">{t('user.creditScore')}</div>
      <div className="b">
        <span className="num">{score}</span>{' '}
        <span className="t3" style={{ fontWeight: 500 }}>
          {t('user.level', { level })}
        </span>
      </div>
    </div>
  );
}

function BalanceCard() {
  const user = useSession((session) => session.user);
  const account = useAccount();
  return (
    <section className="ink" data-theme="dark">
      <div className="between">
        <span className="ink-l">{isDemo(user) ? t('user.mockBalance') : t('user.tradingBalance')}</span>
        <AccountBadge />
      </div>
      <div className="ink-v num">
        {balanceText(account.balance)}
        <span className="t3" style={{ fontSize: '.45em', letterSpacing: 0, fontWeight: 500 }}>
          {user?.currency}
        </span>
      </div>
      <div className="row sm t3" style={{ gap: 16, marginTop: 2, flexWrap: 'wrap' }}>
        <Pair label={t('account.netValue')} value={balanceText(account.equity)} />
        <Pair label={t('trade.availableShort')} value={balanceText(account.freeMargin)} />
      </div>
    </section>
  );
}

function Pair({ label, value }: { label: string; value: string }) {
  return (
    <span>
      {label}{' '}
      <b className="num" style={{ color: 'var(--color-text)' }}>
        {value}
      </b>
    </span>
  );
}
