import { useState } from 'react';
import { useAlerts } from '../../data/alerts.ts';
import { useMarketFeed } from '../../data/live.ts';
import { useNotices } from '../../data/notices.ts';
import { instrumentIdOf } from '../../data/price-alert.ts';
import { useInstruments } from '../../data/queries.ts';
import { t } from '../../i18n/text.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import { Empty } from '../../ui/Empty.tsx';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import listRowStyles from '../../ui/ListRow.module.css';
import layoutStyles from '../../ui/layout.module.css';
import { PullToRefresh } from '../../ui/PullToRefresh.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Bone } from '../../ui/Skeleton.tsx';
import { AlertSheet } from '../../widgets/alerts/AlertSheet.tsx';
import { LoadFailed } from '../../widgets/LoadFailed.tsx';
import { NavBar } from '../../widgets/NavBar.tsx';
import { ZoneNote } from '../../widgets/ZoneNote.tsx';
import { AlertRow, FiredRow } from './AlertRows.tsx';
import styles from './AlertsScreen.module.css';

/** Alerts that wait, with their distance now, and those that fired (R-ALR-04). */
export function AlertsScreen() {
  const [tab, setTab] = useState<'active' | 'fired'>('active');
  const [isNew, setNew] = useState(false);
  const query = useAlerts();
  useMarketFeed();
  return (
    <PullToRefresh
      className={cx(layoutStyles.screen, layoutStyles.canvas, layoutStyles.fadeIn)}
      onRefresh={() => query.refetch()}
      header={<NavBar title={t('alerts.title')} />}
    >
      <div className={cx(layoutStyles.page, layoutStyles.gutters, styles.page)}>
        <Segmented
          label={t('alerts.title')}
          value={tab}
          options={[
            { value: 'active', label: t('alerts.active') },
            { value: 'fired', label: t('alerts.fired') },
          ]}
          onChange={setTab}
        />
        {tab === 'active' ? <Active query={query} /> : <Fired />}
        <button
          type="button"
          className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.wide)}
          data-testid="alert-new"
          onClick={() => setNew(true)}
        >
          <Icon name="bellAdd" size={20} />
          {t('alerts.new')}
        </button>
        <p className={styles.note}>{t('alerts.note')}</p>
        <ZoneNote />
      </div>
      {isNew ? <AlertSheet draft={{ instrumentId: null }} onClose={() => setNew(false)} /> : null}
    </PullToRefresh>
  );
}

function Active({ query }: { query: ReturnType<typeof useAlerts> }) {
  const instruments = useInstruments().data ?? [];
  const { data, error, isError, refetch } = query;
  if (data === undefined) {
    if (isError) return <LoadFailed title={t('alerts.failed')} error={error} onRetry={() => void refetch()} />;
    return <Bone width="100%" height={180} />;
  }
  const { alerts, max } = data;
  if (alerts.length === 0)
    return <Empty drawing="search" title={t('alerts.emptyTitle')} text={t('alerts.emptyText')} />;
  return (
    <section>
      <h2 className={cx(listRowStyles.groupLabel, layoutStyles.apart)}>
        <span className={figuresStyles.number}>{t('alerts.count', { count: alerts.length, max })}</span>
        <span className={styles.head}>{t('alerts.distance')}</span>
      </h2>
      <ul className={listRowStyles.group} aria-label={t('alerts.active')}>
        {alerts.map((alert) => (
          <AlertRow key={alert.id} alert={alert} facts={instruments.find(({ id }) => id === instrumentIdOf(alert))} />
        ))}
      </ul>
    </section>
  );
}

function Fired() {
  const fired = useNotices((notices) => notices.fired);
  const instruments = useInstruments().data ?? [];
  if (fired.length === 0)
    return <Empty drawing="search" title={t('alerts.noneFired')} text={t('alerts.noneFiredText')} />;
  return (
    <ul className={listRowStyles.group} aria-label={t('alerts.fired')}>
      {fired.map((one) => (
        <FiredRow
          key={one.alert.id}
          fired={one}
          facts={instruments.find(({ id }) => id === instrumentIdOf(one.alert))}
        />
      ))}
    </ul>
  );
}
