import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { endSession } from '../../data/identity.ts';
import { t } from '../../i18n/text.ts';
import { useSession } from '../../session/session-store.ts';
import { useSettings } from '../../session/settings-store.ts';
import type { IconName } from '../../ui/Icon.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Toggle } from '../../ui/Toggle.tsx';
import { LanguageRow } from '../../widgets/LanguageRow.tsx';
import { NavBar } from '../../widgets/NavBar.tsx';

/** What this device is to look like and to ask, and the way out (R-SCR-11, R-SCR-12). */
export function SystemScreen() {
  const isLoggedIn = useSession((session) => session.token !== null);
  return (
    <main className="scr scr--canvas fade-in">
      <NavBar title={t('user.settings')} />
      <div className="page pad" style={{ paddingBottom: 'calc(24px + var(--safe-bottom))' }}>
        <Choices />
        <Switches />
        <div className="group">
          <LanguageRow />
        </div>
        {isLoggedIn ? <LogOut /> : null}
      </div>
    </main>
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
  return (
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
