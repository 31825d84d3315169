import { type ChartPeriod, hasSessions } from '../../../data/chart-period.ts';
import { zoneText } from '../../../format/zone-text.ts';
import { t } from '../../../i18n/text.ts';
import { useChartScope } from '../../../session/chart-scope.ts';
import { useSettings } from '../../../session/settings-store.ts';
import { cx } from '../../../ui/class-names.ts';
import layoutStyles from '../../../ui/layout.module.css';
import { Toggle } from '../../../ui/Toggle.tsx';
import typographyStyles from '../../../ui/typography.module.css';

/** Switch of the bands of the trading sessions, with whose clock they follow and whose the axis has (R-CHT-01). */
export function SessionsRow({ period }: { period: ChartPeriod }) {
  const { look } = useChartScope();
  const isOn = look((store) => store.hasSessions);
  const zone = useSettings((settings) => settings.chartZone);
  const note = hasSessions(period) ? t('chart.sessionsHint', { zone: zoneText(zone) }) : t('chart.sessionsNotHere');
  return (
    <section className={layoutStyles.apart} data-part="sessions-row">
      <div>
        <h3 className={typographyStyles.label}>{t('chart.sessions')}</h3>
        <p className={cx(typographyStyles.small, typographyStyles.tertiary)}>{note}</p>
      </div>
      <Toggle
        label={t('chart.sessions')}
        isOn={isOn}
        onChange={(hasBands) => look.setState({ hasSessions: hasBands })}
      />
    </section>
  );
}
