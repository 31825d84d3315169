import { useState } from 'react';
import { useCalendar } from '../../data/calendar.ts';
import type { CalendarEntry } from '../../data/calendar-entry.ts';
import { clockText, dayKey, dayText } from '../../format/time-text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import { shownZone } from '../../session/shown-zone.ts';
import { cx } from '../../ui/class-names.ts';
import { Empty } from '../../ui/Empty.tsx';
import figuresStyles from '../../ui/Figures.module.css';
import listRowStyles from '../../ui/ListRow.module.css';
import { CurrencyLogo } from '../../ui/Logo.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { PullToRefresh } from '../../ui/PullToRefresh.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Bone } from '../../ui/Skeleton.tsx';
import { SortSelect } from '../../ui/SortSelect.tsx';
import { figuresOf, gradeTexts } from '../../widgets/calendar-figures.ts';
import { LoadFailed } from '../../widgets/LoadFailed.tsx';
import { NavBar } from '../../widgets/NavBar.tsx';
import { ZoneNote } from '../../widgets/ZoneNote.tsx';
import styles from './CalendarScreen.module.css';

const spans = ['all', 'today', 'tomorrow', 'week'] as const;
type Span = (typeof spans)[number];
const spanTexts = {
  all: 'notices.all',
  today: 'order.today',
  tomorrow: 'calendar.tomorrow',
  week: 'calendar.week',
} as const;
const grades = ['1', '2', '3'] as const;
const fromTexts = { '1': 'calendar.from1', '2': 'calendar.from2', '3': 'calendar.from3' } as const;
const dayMs = 86_400_000;

/** Economic calendar by day, in the zone that the user chose (R-CAL-07). */
export function CalendarScreen() {
  const [nowMs] = useState(Date.now);
  const [span, setSpan] = useState<Span>('today');
  const [currency, setCurrency] = useState('');
  const [least, setLeast] = useState<(typeof grades)[number]>('1');
  const query = useCalendar(nowMs, { isAll: span === 'all' });
  const { data, isError, error, refetch } = query;
  const entries = data?.entries ?? [];
  const currencies = [...new Set(entries.map((one) => one.currency))].sort();
  const shown = entries.filter(
    (one) =>
      isWithin(one.atMs, span, nowMs) &&
      (currency === '' || one.currency === currency) &&
      one.importance >= Number(least),
  );
  return (
    <PullToRefresh
      className={cx(layoutStyles.screen, layoutStyles.canvas, layoutStyles.fadeIn)}
      onRefresh={() => refetch()}
      header={<NavBar title={t('calendar.title')} />}
    >
      <div className={cx(layoutStyles.page, layoutStyles.gutters, styles.page)}>
        <Segmented
          label={t('calendar.range')}
          value={span}
          options={spans.map((value) => ({ value, label: t(spanTexts[value]) }))}
          onChange={setSpan}
        />
        <div className={styles.filters}>
          <SortSelect
            label={t('calendar.currency')}
            icon="globe"
            testId="calendar-currency"
            value={currency}
            options={[{ value: '', text: t('calendar.every') }, ...currencies.map((value) => ({ value, text: value }))]}
            onChange={setCurrency}
          />
          <SortSelect
            label={t('calendar.importance')}
            icon="sliders"
            testId="calendar-importance"
            value={least}
            options={grades.map((value) => ({ value, text: t(fromTexts[value]) }))}
            onChange={setLeast}
          />
        </div>
        <ZoneNote />
        {data === undefined ? (
          isError ? (
            <LoadFailed title={t('calendar.failed')} error={error} onRetry={() => void refetch()} />
          ) : (
            <Bone width="100%" height={240} />
          )
        ) : shown.length === 0 ? (
          <Empty
            drawing="search"
            title={t('calendar.none')}
            text={data.hasAny ? t('calendar.noneHere') : t('calendar.noneEver')}
          />
        ) : (
          <Days entries={shown} nowMs={nowMs} />
        )}
        {shown.length === 0 ? null : <p className={styles.note}>{t('calendar.note')}</p>}
      </div>
    </PullToRefresh>
  );
}

function isWithin(atMs: number, span: Span, nowMs: number): boolean {
  if (span === 'all') return true;
  const key = dayKey(atMs, shownZone());
  if (span === 'today') return key === dayKey(nowMs, shownZone());
  if (span === 'tomorrow') return key === dayKey(nowMs + dayMs, shownZone());
  return key >= dayKey(nowMs, shownZone()) && key < dayKey(nowMs + 7 * dayMs, shownZone());
}

function Days({ entries, nowMs }: { entries: readonly CalendarEntry[]; nowMs: number }) {
  const days = [...new Set(entries.map(({ atMs }) => dayKey(atMs, shownZone())))];
  return days.map((day) => {
    const own = entries.filter(({ atMs }) => dayKey(atMs, shownZone()) === day);
    const title = dayText(own[0]?.atMs ?? nowMs, shownZone(), localeTag());
    return (
      <section key={day}>
        <h2 className={listRowStyles.groupLabel}>{title}</h2>
        <ul className={listRowStyles.group} aria-label={title}>
          {own.map((entry) => (
            <Row key={entry.id} entry={entry} isPast={entry.atMs < nowMs} />
          ))}
        </ul>
      </section>
    );
  });
}

function Row({ entry, isPast }: { entry: CalendarEntry; isPast: boolean }) {
  const { atMs, currency, importance, title } = entry;
  const figures = figuresOf(entry);
  const grade = `${t('calendar.importance')}: ${t(gradeTexts[importance])}`;
  return (
    <li className={cx(listRowStyles.row, styles.row)} data-testid="calendar-row">
      <span className={cx(figuresStyles.number, styles.time, isPast && styles.isPast)}>
        {clockText(atMs, shownZone(), localeTag())}
      </span>
      <CurrencyLogo code={currency} size={24} />
      <span className={listRowStyles.text}>
        <bdi>{title}</bdi>
        <small>
          {currency}
          {figures === '' ? null : ` · ${figures}`}
        </small>
      </span>
      <span className={styles.grade} role="img" aria-label={grade}>
        {([1, 2, 3] as const).map((step) => (
          <i key={step} className={cx(step <= importance && styles.lit)} />
        ))}
      </span>
    </li>
  );
}
