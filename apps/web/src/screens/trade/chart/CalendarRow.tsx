import { useState } from 'react';
import { useCalendar } from '../../../data/calendar.ts';
import type { ChartPeriod } from '../../../data/chart-period.ts';
import { t } from '../../../i18n/text.ts';
import { useChartScope } from '../../../session/chart-scope.ts';
import { cx } from '../../../ui/class-names.ts';
import layoutStyles from '../../../ui/layout.module.css';
import { Toggle } from '../../../ui/Toggle.tsx';
import typographyStyles from '../../../ui/typography.module.css';
import { hasMarks } from './calendar-marks.ts';

/** Switch of the marks of the economic calendar; nothing where the company has none (R-CHT-10). */
export function CalendarRow({ period }: { period: ChartPeriod }) {
  const { look } = useChartScope();
  const isOn = look((store) => store.hasCalendar);
  const [nowMs] = useState(Date.now);
  const { data } = useCalendar(nowMs);
  if (data?.hasAny !== true) return null;
  return (
    <section className={layoutStyles.apart} data-part="calendar-switch">
      <div>
        <h3 className={typographyStyles.label}>{t('calendar.title')}</h3>
        <p className={cx(typographyStyles.small, typographyStyles.tertiary)}>
          {t(hasMarks(period) ? 'calendar.note' : 'chart.sessionsNotHere')}
        </p>
      </div>
      <Toggle label={t('calendar.title')} isOn={isOn} onChange={(hasCalendar) => look.setState({ hasCalendar })} />
    </section>
  );
}
