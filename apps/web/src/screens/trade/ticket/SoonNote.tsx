import { useEffect, useState } from 'react';
import { useCalendar } from '../../../data/calendar.ts';
import { nextEntry } from '../../../data/calendar-entry.ts';
import type { InstrumentFacts } from '../../../data/instruments.ts';
import { t } from '../../../i18n/text.ts';
import bannerStyles from '../../../ui/Banner.module.css';
import { cx } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { gradeTexts } from '../../../widgets/calendar-figures.ts';
import styles from './Ticket.module.css';

const minuteMs = 60_000;

/** Next calendar entry of the instrument's two currencies within an hour; nothing without one (R-CAL-08). */
export function SoonNote({ facts: { spec } }: { facts: InstrumentFacts }) {
  const [nowMs, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs / 4);
    return () => clearInterval(timer);
  }, []);
  const { data } = useCalendar(nowMs);
  const next = nextEntry(data?.entries ?? [], [spec.baseCurrency, spec.quoteCurrency], nowMs);
  if (next === null) return null;
  const minutes = String(Math.ceil((next.atMs - nowMs) / minuteMs));
  const values = { minutes, title: `\u2068${next.title}\u2069`, currency: next.currency };
  return (
    <p className={cx(bannerStyles.note, styles.note)} data-testid="calendar-soon">
      <Icon name="clock" size={18} />
      <span>{t('calendar.soon', { ...values, grade: t(gradeTexts[next.importance]) })}</span>
    </p>
  );
}
