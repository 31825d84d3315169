import { parsePrice } from '@candor/domain/values/price';
import { useState } from 'react';
import { removeAlert, useAlerts } from '../../data/alerts.ts';
import { type InstrumentFacts, toTicks } from '../../data/instruments.ts';
import { useMarketFeed } from '../../data/live.ts';
import { useNotices } from '../../data/notices.ts';
import { type FiredAlert, type PriceAlert, ticksAway } from '../../data/price-alert.ts';
import { useInstruments } from '../../data/queries.ts';
import { groupDigits } from '../../format/price-text.ts';
import { momentText } from '../../format/time-text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import { Empty } from '../../ui/Empty.tsx';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import listRowStyles from '../../ui/ListRow.module.css';
import { Logo } from '../../ui/Logo.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { PullToRefresh } from '../../ui/PullToRefresh.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Bone } from '../../ui/Skeleton.tsx';
import { showToast } from '../../ui/toast.ts';
import { AlertSheet } from '../../widgets/alerts/AlertSheet.tsx';
import { alertName, awayText, watchedName } from '../../widgets/alerts/alert-texts.ts';
import { LoadFailed } from '../../widgets/LoadFailed.tsx';
import { useSlowQuote, useStaleMark } from '../../widgets/live-quote.ts';
import { NavBar } from '../../widgets/NavBar.tsx';
import { toastError } from '../../widgets/toast-error.ts';
import styles from './AlertsScreen.module.css';

/** Price alerts that wait, with their distance now, and those that fired (R-ALR-04). */
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
          <AlertRow key={alert.id} alert={alert} facts={instruments.find(({ id }) => id === alert.instrumentId)} />
        ))}
      </ul>
    </section>
  );
}

function AlertRow({ alert, facts }: { alert: PriceAlert; facts: InstrumentFacts | undefined }) {
  const name = alertName(alert.showCode, alert);
  const quote = useSlowQuote(alert.instrumentId);
  const level = facts === undefined ? null : parsePrice(alert.price, facts.spec.digits);
  const sides = facts === undefined ? null : toTicks(quote, facts.spec.digits);
  const away =
    facts === undefined || level === null || sides === null
      ? t('market.noPrice')
      : awayText(ticksAway(alert, level, sides), facts.spec.pipTicks);
  return (
    <li className={listRowStyles.row} data-testid="alert-row" {...useStaleMark(alert.instrumentId)}>
      <AlertLogo alert={alert} facts={facts} />
      <span className={listRowStyles.text}>
        <span className={figuresStyles.number}>{name}</span>
        <small>
          {watchedName(alert.side)}, {t('alerts.once')} ·{' '}
          <span className={cx(figuresStyles.number, figuresStyles.live)} data-testid="alert-away">
            {away}
          </span>
        </small>
      </span>
      <button
        type="button"
        className={buttonStyles.iconButton}
        aria-label={t('alerts.remove', { name })}
        onClick={() => void removeAlert(alert.id).then(() => showToast('ok', t('alerts.removed')), toastError)}
      >
        <Icon name="close" size={20} />
      </button>
    </li>
  );
}

function Fired() {
  const fired = useNotices((notices) => notices.fired);
  const instruments = useInstruments().data ?? [];
  if (fired.length === 0)
    return <Empty drawing="search" title={t('alerts.noneFired')} text={t('alerts.noneFiredText')} />;
  return (
    <ul className={listRowStyles.group} aria-label={t('alerts.fired')}>
      {fired.map((alert) => (
        <FiredRow key={alert.id} alert={alert} facts={instruments.find(({ id }) => id === alert.instrumentId)} />
      ))}
    </ul>
  );
}

function FiredRow({ alert, facts }: { alert: FiredAlert; facts: InstrumentFacts | undefined }) {
  return (
    <li className={listRowStyles.row} data-testid="alert-fired">
      <AlertLogo alert={alert} facts={facts} />
      <span className={listRowStyles.text}>
        <span className={figuresStyles.number}>{alertName(alert.showCode, alert)}</span>
        <small className={figuresStyles.number}>
          {t('alerts.firedAt', { price: groupDigits(alert.reached) })} · {watchedName(alert.side)}
        </small>
        <small className={figuresStyles.number}>{momentText(alert.quoteAtMs, 'device', localeTag())}</small>
      </span>
    </li>
  );
}

function AlertLogo({ alert: { showCode }, facts }: { alert: PriceAlert; facts: InstrumentFacts | undefined }) {
  const code = facts?.spec.code ?? showCode.replace('/', '');
  return <Logo code={code} showCode={showCode} src={facts?.logo ?? ''} size={36} />;
}
