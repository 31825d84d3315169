import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { logOut } from '../../data/identity.ts';
import { plural, t } from '../../i18n/text.ts';
import { isDemo, useSession } from '../../session/session-store.ts';
import { useSettings } from '../../session/settings-store.ts';
import { cx } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import figuresStyles from '../../ui/Figures.module.css';
import type { IconName } from '../../ui/Icon.tsx';
import { Icon } from '../../ui/Icon.tsx';
import listRowStyles from '../../ui/ListRow.module.css';
import layoutStyles from '../../ui/layout.module.css';
import { Segmented } from '../../ui/Segmented.tsx';
import { Toggle } from '../../ui/Toggle.tsx';
import typographyStyles from '../../ui/typography.module.css';
import { LanguageRow } from '../../widgets/LanguageRow.tsx';
import { NavBar } from '../../widgets/NavBar.tsx';
import { RankingSwitch } from '../../widgets/RankingSwitch.tsx';
import styles from './SystemScreen.module.css';

/** Version of the product, set by the build. */
declare const CANDOR_VERSION: string;

/** Settings: appearance, confirmations, ranking, language, and logout (R-SCR-11, R-SCR-12, R-SCR-51). */
export function SystemScreen() {
  const isLoggedIn = useSession((session) => session.token !== null);
  return (
    <main className={cx(layoutStyles.screen, layoutStyles.canvas, layoutStyles.fadeIn)}>
      <NavBar title={t('user.settings')} />
      <div className={cx(layoutStyles.page, layoutStyles.gutters, styles.list)}>
        <Choices />
        <Switches />
        {isLoggedIn ? <Ranking /> : null}
        <div className={listRowStyles.group}>
          <LanguageRow />
          <Link to="/news" className={listRowStyles.row}>
            <Icon name="news" />
            <span className={listRowStyles.text}>{t('settings.news')}</span>
            <span className={listRowStyles.end}>
              <Icon name="next" size={18} className={listRowStyles.chevron} />
            </span>
          </Link>
          <div className={listRowStyles.row}>
            <Icon name="info" />
            <span className={listRowStyles.text}>{t('settings.version')}</span>
            <span className={cx(listRowStyles.end, figuresStyles.number, styles.end)}>{CANDOR_VERSION}</span>
          </div>
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
      <Choice label={t('settings.textSize')}>
        <Segmented
          label={t('settings.textSize')}
          value={settings.textSize}
          onChange={(textSize) => useSettings.setState({ textSize })}
          options={[
            { value: 'small', label: t('settings.small') },
            { value: 'normal', label: t('settings.normal') },
            { value: 'large', label: t('settings.large') },
            { value: 'larger', label: t('settings.larger') },
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
            ...['2', '5', '10'].map((pips) => ({ value: pips, label: plural('trade.pips', pips) })),
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
    <div className={listRowStyles.group}>
      <Switch
        icon="bolt"
        label={t('user.confirmOrders')}
        isOn={settings.confirmOrders}
        onChange={(confirmOrders) => useSettings.setState({ confirmOrders, ...(confirmOrders && { oneTap: false }) })}
      />
      <OneTap />
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

/** Turning one-tap trading on asks once what it means; orders then ask nothing more (R-SCR-95). */
function OneTap() {
  const isOn = useSettings((settings) => settings.oneTap);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Switch
        icon="bolt"
        label={t('user.oneTap')}
        isOn={isOn}
        onChange={(wantsOn) => {
          if (wantsOn) setAsking(true);
          else useSettings.setState({ oneTap: false });
        }}
      />
      {isAsking ? (
        <Dialog
          title={t('user.oneTapTitle')}
          safeLabel={t('common.cancel')}
          label={t('user.oneTapTurnOn')}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            useSettings.setState({ oneTap: true, confirmOrders: false });
          }}
        >
          <p>{t('user.oneTapText')}</p>
        </Dialog>
      ) : null}
    </>
  );
}

function Ranking() {
  const isDemoAccount = useSession((session) => isDemo(session.user));
  return (
    <div className={listRowStyles.group}>
      <RankingSwitch text={t(isDemoAccount ? 'settings.rankingDemo' : 'settings.rankingReal')} />
    </div>
  );
}

function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={cx(listRowStyles.group, styles.skeletonGroup)}>
      <div className={typographyStyles.label}>
        <span>{label}</span>
      </div>
      {children}
    </div>
  );
}

function Switch(props: { icon: IconName; label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <div className={listRowStyles.row}>
      <Icon name={props.icon} />
      <span className={listRowStyles.text}>{props.label}</span>
      <span className={cx(listRowStyles.end, styles.end)}>
        <Toggle label={props.label} isOn={props.isOn} onChange={props.onChange} />
      </span>
    </div>
  );
}

function LogOut() {
  const navigate = useNavigate();
  return (
    <div className={listRowStyles.group}>
      <button
        type="button"
        className={cx(listRowStyles.row, listRowStyles.danger, figuresStyles.falling)}
        onClick={() => {
          logOut();
          void navigate({ to: '/' });
        }}
      >
        <Icon name="logout" />
        <span className={listRowStyles.text}>{t('user.logout')}</span>
      </button>
    </div>
  );
}
