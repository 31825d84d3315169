import { publicPaths } from '@candor/contracts/http/paths';
import { useState } from 'react';
import type { Statement } from '../../data/account-records.ts';
import { fetchStatement, type StatementDays, type StatementZone, useStatement } from '../../data/statement.ts';
import { balanceText, signedText } from '../../format/number-text.ts';
import { dateText } from '../../format/time-text.ts';
import { localeTag, type PlainKey, t } from '../../i18n/text.ts';
import { downloadBlob } from '../../platform/share.ts';
import { useSettings } from '../../session/settings-store.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import { Empty } from '../../ui/Empty.tsx';
import fieldStyles from '../../ui/Field.module.css';
import figuresStyles from '../../ui/Figures.module.css';
import listRowStyles from '../../ui/ListRow.module.css';
import layoutStyles from '../../ui/layout.module.css';
import { PullToRefresh } from '../../ui/PullToRefresh.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Bone } from '../../ui/Skeleton.tsx';
import typographyStyles from '../../ui/typography.module.css';
import { LoadFailed } from '../../widgets/LoadFailed.tsx';
import { NavBar } from '../../widgets/NavBar.tsx';
import recordListStyles from '../../widgets/RecordList.module.css';
import { toastError } from '../../widgets/toast-error.ts';
import { ZoneNote } from '../../widgets/ZoneNote.tsx';
import styles from './StatementScreen.module.css';
import { daysOf, type StatementChoice } from './statement-days.ts';

/** Statement of a period: totals, and the file to download (R-STM-09). */
export function StatementScreen() {
  const [nowMs] = useState(Date.now);
  // Days of a statement are those of trading, or of UTC for those who chose it.
  const shown = useSettings((settings) => settings.chartZone) === 'utc' ? 'utc' : 'new-york';
  const zone = shown === 'utc' ? 'UTC' : 'America/New_York';
  const [choice, setChoice] = useState<StatementChoice>('this-month');
  const [own, setOwn] = useState(() => daysOf('this-month', nowMs, zone));
  const days = choice === 'own' ? own : daysOf(choice, nowMs, zone);
  const query = useStatement(days, zone);
  return (
    <PullToRefresh
      className={cx(layoutStyles.screen, layoutStyles.canvas, layoutStyles.fadeIn)}
      onRefresh={() => query.refetch()}
      header={<NavBar title={t('statement.title')} />}
    >
      <div className={layoutStyles.page}>
        <div className={cx(layoutStyles.gutters, layoutStyles.column, styles.fields)}>
          <Segmented
            label={t('statement.period')}
            value={choice}
            options={[
              { value: 'this-month', label: t('statement.thisMonth') },
              { value: 'last-month', label: t('statement.lastMonth') },
              { value: 'own', label: t('statement.own') },
            ]}
            onChange={setChoice}
          />
          {choice === 'own' ? <OwnDays days={own} onChange={setOwn} /> : null}
          <p className={cx(typographyStyles.extraSmall, typographyStyles.tertiary)}>
            {dayOf(days.from)} – {dayOf(days.to)}
          </p>
          <ZoneNote of={shown} />
        </div>
        <div className={layoutStyles.gutters}>
          <Answer query={query} days={days} zone={zone} />
        </div>
      </div>
    </PullToRefresh>
  );
}

/** Formats a day of the statement's zone, "2025-11-20", in the user's language. */
function dayOf(day: string): string {
  return dateText(Date.parse(day), 'utc', localeTag());
}

function OwnDays({ days, onChange }: { days: StatementDays; onChange: (days: StatementDays) => void }) {
  // An emptied date keeps its previous value, so that there is always a period.
  const field = (end: keyof StatementDays, label: string) => (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label}>
        {label}
        <span className={fieldStyles.box}>
          <input
            type="date"
            value={days[end]}
            onChange={({ target }) => target.value !== '' && onChange({ ...days, [end]: target.value })}
          />
        </span>
      </label>
    </div>
  );
  return (
    <>
      {field('from', t('statement.from'))}
      {field('to', t('statement.to'))}
    </>
  );
}

function Answer({
  query,
  days,
  zone,
}: {
  query: ReturnType<typeof useStatement>;
  days: StatementDays;
  zone: StatementZone;
}) {
  if (query.data === undefined) {
    if (query.error !== null && !query.isFetching)
      return <LoadFailed title={t('statement.errorTitle')} error={query.error} onRetry={() => void query.refetch()} />;
    return (
      <div className={listRowStyles.group} role="status" aria-label={t('common.loading')}>
        <div className={recordListStyles.record} aria-hidden="true">
          <Bone width="60%" height={16} />
        </div>
      </div>
    );
  }
  const { postingCount, orderCount } = query.data;
  if (postingCount === 0 && orderCount === 0)
    return <Empty drawing="orders" title={t('statement.emptyTitle')} text={t('statement.emptyText')} />;
  return (
    <>
      <Summary statement={query.data} />
      <Downloads days={days} zone={zone} />
    </>
  );
}

function Summary({ statement }: { statement: Statement }) {
  const { openingBalance, postingsTotal, closingBalance, totals, orderCount, ordersTotal: sum } = statement;
  const rows: readonly (readonly [PlainKey, string])[] = [
    ['statement.beforeCosts', sum.beforeCosts],
    ['statement.spread', sum.spread],
    ['statement.fee', sum.fee],
    ['statement.swap', sum.swap],
    ['statement.net', sum.net],
  ];
  return (
    <>
      <section aria-label={t('statement.changes')}>
        <ul className={listRowStyles.group}>
          <Row label={t('statement.opening')} value={balanceText(openingBalance)} />
          {totals.map(({ kind, memo, amount }) => (
            <Row key={kind} label={memo} value={signedText(amount)} />
          ))}
          <Row label={t('statement.changes')} value={signedText(postingsTotal)} />
          <Row label={t('statement.closing')} value={balanceText(closingBalance)} />
        </ul>
      </section>
      {orderCount === 0 ? null : (
        <section>
          <h2 className={layoutStyles.sectionTitle}>{t('statement.costs')}</h2>
          <ul className={listRowStyles.group}>
            <Row label={t('statement.orders')} value={String(orderCount)} />
            {rows.map(([label, value]) => (
              <Row key={label} label={t(label)} value={signedText(value, 6)} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <li className={listRowStyles.row}>
      <span className={listRowStyles.text}>{label}</span>
      <b className={cx(figuresStyles.number, listRowStyles.figure)}>{value}</b>
    </li>
  );
}

function Downloads({ days, zone }: { days: StatementDays; zone: StatementZone }) {
  const [busy, setBusy] = useState<'pdf' | 'csv' | 'signed' | null>(null);
  const load = (format: 'pdf' | 'csv' | 'signed') => {
    setBusy(format);
    fetchStatement(days, zone, format)
      .then(
        (file) => downloadBlob(`statement-${days.from}-${days.to}.${format === 'signed' ? 'json' : format}`, file),
        toastError,
      )
      .finally(() => setBusy(null));
  };
  return (
    <div className={styles.lines}>
      <BusyButton label={t('statement.pdf')} isBusy={busy === 'pdf'} onClick={() => load('pdf')} />
      <BusyButton label={t('statement.csv')} kind="outline" isBusy={busy === 'csv'} onClick={() => load('csv')} />
      <BusyButton
        label={t('statement.signed')}
        kind="outline"
        isBusy={busy === 'signed'}
        onClick={() => load('signed')}
      />
      <a className={cx(buttonStyles.button, buttonStyles.secondary, buttonStyles.wide)} href={publicPaths.verify}>
        {t('receipt.elsewhere')}
      </a>
    </div>
  );
}
