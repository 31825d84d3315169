import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAccount } from '../../data/account.ts';
import { endSession } from '../../data/identity.ts';
import { balanceText } from '../../format/number-text.ts';
import { languageFacts } from '../../i18n/languages.ts';
import { currentLanguage, t } from '../../i18n/text.ts';
import { copyText } from '../../platform/clipboard.ts';
import { useIsDesk } from '../../platform/media.ts';
import { isDemo, useSession } from '../../session/session-store.ts';
import { useSettings } from '../../session/settings-store.ts';
import type { IconName } from '../../ui/Icon.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Flag } from '../../ui/Logo.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Toggle } from '../../ui/Toggle.tsx';
import { showToast } from '../../ui/toast.ts';
import { AccountBadge, Avatar } from '../../widgets/AccountBadge.tsx';
import { ResetDemo } from './ResetDemo.tsx';

/** The account and this device's settings. */
export function UserScreen() {
  const isDesk = useIsDesk();
  return (
    <main className="scr scr--canvas fade-in">
      <div className="page" style={{ paddingBottom: 24 }}>
        {isDesk ? (
          <div style={{ height: 16 }} />
        ) : (
          <header className="rootbar">
            <h1>{t('page.user')}</h1>
          </header>
        )}
        <Profile />
        <div className="pad">
          <BalanceCard />
          <div style={{ height: 12 }} />
          <ResetDemo />
          <Choices />
          <Switches />
          <LogOut />
        </div>
      </div>
    </main>
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
        <h2>{isDemo(user) ? t('user.demoName') : user.email}</h2>
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
      <AccountBadge />
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

function Choices() {
  const settings = useSettings();
  return (
    <>
      <Choice label={t('user.appearance')}>
        <Segmented
          label={t('user.appearance')}
          value={settings.theme}
          onChange={(theme) => useSettings.setState({ theme })}
          options={[
            { value: 'light', label: t('user.light') },
            { value: 'dark', label: t('user.dark') },
            { value: 'system', label: t('user.system') },
          ]}
        />
      </Choice>
      <Choice label={t('user.chartColours')}>
        <Segmented
          label={t('user.chartColours')}
          value={settings.chartColours}
          onChange={(chartColours) => useSettings.setState({ chartColours })}
          options={[
            { value: 'blue-red', label: t('user.blueRed') },
            { value: 'green-red', label: t('user.greenRed') },
            { value: 'red-green', label: t('user.redGreen') },
          ]}
        />
      </Choice>
      <Choice label={t('user.deviation')}>
        <Segmented
          label={t('user.deviation')}
          value={String(settings.deviationPips ?? 'any')}
          onChange={(pips) => useSettings.setState({ deviationPips: pips === 'any' ? null : Number(pips) })}
          options={[
            { value: 'any', label: t('user.deviationAny') },
            ...['2', '5', '10'].map((pips) => ({ value: pips, label: t('trade.pips', { pips }) })),
          ]}
        />
      </Choice>
      <Choice label={t('user.chartZone')}>
        <Segmented
          label={t('user.chartZone')}
          value={settings.chartZone}
          onChange={(chartZone) => useSettings.setState({ chartZone })}
          options={[
            { value: 'new-york', label: t('trade.newYork') },
            { value: 'device', label: t('user.device') },
            { value: 'utc', label: t('trade.utc') },
          ]}
        />
      </Choice>
    </>
  );
}

function Switches() {
  const settings = useSettings();
  const navigate = useNavigate();
  const language = languageFacts[currentLanguage()];
  return (
    <>
      <div className="group">
        <Switch
          icon="bolt"
          label={t('user.confirmOrders')}
          isOn={settings.confirmOrders}
          onChange={(confirmOrders) => useSettings.setState({ confirmOrders })}
        />
        <Switch
          icon="trade"
          label={t('user.positionLines')}
          isOn={settings.positionLines}
          onChange={(positionLines) => useSettings.setState({ positionLines })}
        />
        <Switch
          icon="flag"
          label={t('user.hollow')}
          isOn={settings.hollowCandles}
          onChange={(hollowCandles) => useSettings.setState({ hollowCandles })}
        />
      </div>
      <div className="group">
        <button type="button" className="lrow" onClick={() => void navigate({ to: '/language' })}>
          <Icon name="globe" />
          <span className="lrow-t">{t('user.language')}</span>
          <span className="lrow-e">
            <Flag name={language.flag} size={18} />
            {language.name}
            <Icon name="next" size={18} className="chev" />
          </span>
        </button>
      </div>
    </>
  );
}

function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="group" style={{ padding: '14px 16px' }}>
      <div className="lab">
        <span>{label}</span>
      </div>
      {children}
    </div>
  );
}

function Switch(props: { icon: IconName; label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <div className="lrow">
      <Icon name={props.icon} />
      <span className="lrow-t">{props.label}</span>
      <span className="lrow-e" style={{ paddingInlineEnd: 4 }}>
        <Toggle label={props.label} isOn={props.isOn} onChange={props.onChange} />
      </span>
    </div>
  );
}

function LogOut() {
  const navigate = useNavigate();
  return (
    <div className="group">
      <button
        type="button"
        className="lrow down"
        onClick={() => {
          endSession(true);
          void navigate({ to: '/' });
        }}
      >
        <Icon name="logout" className="down" />
        <span className="lrow-t">{t('user.logout')}</span>
      </button>
    </div>
  );
}
