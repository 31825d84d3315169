import { useState } from 'react';
import { type Journal, type JournalRange, sinceOf, useJournal } from '../../data/journal.ts';
import { costText, directionOf, inSentence, ratioText, signedText } from '../../format/number-text.ts';
import { missing } from '../../format/price-text.ts';
import { weekdayText } from '../../format/time-text.ts';
import { zoneText } from '../../format/zone-text.ts';
import { localeTag, plural, t } from '../../i18n/text.ts';
import { useSettings } from '../../session/settings-store.ts';
import bannerStyles from '../../ui/Banner.module.css';
import cardStyles from '../../ui/Card.module.css';
import { cx, directionClass } from '../../ui/class-names.ts';
import { Empty } from '../../ui/Empty.tsx';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { PullToRefresh } from '../../ui/PullToRefresh.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Bone } from '../../ui/Skeleton.tsx';
import typographyStyles from '../../ui/typography.module.css';
import { LoadFailed } from '../../widgets/LoadFailed.tsx';
import { NavBar } from '../../widgets/NavBar.tsx';
import { OrdersFileButton } from '../../widgets/orders/OrdersFileButton.tsx';
import { depthOf, EquityCurve } from './EquityCurve.tsx';
import { BarGroups, NamedGroups } from './Groups.tsx';
import styles from './JournalScreen.module.css';
import { enoughTrades, mayBeChance } from './journal-shapes.ts';

/** Journal of the closed orders: net curve, figures with their intervals, and where they come from (R-JRN-04). */
export function JournalScreen() {
  const [range, setRange] = useState<JournalRange>('all');
  const [nowMs] = useState(Date.now);
  const zone = useSettings((settings) => settings.chartZone);
  const query = useJournal(range, zone, nowMs);
  return (
    <PullToRefresh
      className={cx(layoutStyles.screen, layoutStyles.canvas, layoutStyles.fadeIn)}
      onRefresh={() => query.refetch()}
      header={
        <NavBar
          title={t('journal.title')}
          end={<OrdersFileButton which="journal" since={sinceOf(range, nowMs)} instrumentId={null} />}
        />
      }
    >
      <div className={cx(layoutStyles.page, layoutStyles.gutters, styles.page)}>
        <Segmented
          label={t('journal.range')}
          value={range}
          options={[
            { value: 'month', label: t('journal.month') },
            { value: 'quarter', label: t('journal.quarter') },
            { value: 'all', label: t('journal.allTime') },
          ]}
          onChange={setRange}
        />
        <Answer query={query} />
      </div>
    </PullToRefresh>
  );
}

function Answer({ query }: { query: ReturnType<typeof useJournal> }) {
  const zone = useSettings((settings) => settings.chartZone);
  if (query.data === undefined) {
    if (query.error !== null && !query.isFetching)
      return <LoadFailed title={t('journal.errorTitle')} error={query.error} onRetry={() => void query.refetch()} />;
    return (
      <div className={cardStyles.card} role="status" aria-label={t('common.loading')}>
        <Bone width="40%" height={34} />
      </div>
    );
  }
  const journal = query.data;
  if (journal.count === 0)
    return <Empty drawing="orders" title={t('journal.emptyTitle')} text={t('journal.emptyText')} />;
  const sides = journal.bySide.map(({ side, ...rest }) => ({
    ...rest,
    name: side === 'buy' ? t('trade.buy') : t('trade.sell'),
  }));
  return (
    <>
      <Head journal={journal} />
      <Statistics journal={journal} />
      <Notes journal={journal} />
      <NamedGroups
        title={t('order.byInstrument')}
        groups={journal.byInstrument.map(({ showCode, ...rest }) => ({ ...rest, name: showCode }))}
      />
      <NamedGroups title={t('journal.bySide')} groups={sides} />
      <BarGroups
        title={t('journal.byHour')}
        note={zoneText(zone)}
        groups={journal.byHour}
        keys={24}
        nameOf={(hour) => String(hour).padStart(2, '0')}
        isNamed={(hour) => hour % 6 === 0}
      />
      <BarGroups
        title={t('journal.byWeekday')}
        note={zoneText(zone)}
        groups={journal.byWeekday}
        keys={7}
        nameOf={(weekday) => weekdayText(weekday, localeTag())}
        isNamed={() => true}
      />
    </>
  );
}

function Head({ journal }: { journal: Journal }) {
  const parts = [
    [t('order.gross'), signedText(journal.gross)],
    [t('trade.fee'), costText(journal.fee)],
    [t('order.swap'), signedText(journal.swap)],
  ] as const;
  return (
    <section className={cx(cardStyles.card, styles.head)}>
      <div className={styles.result}>
        <div>
          <p className={cx(typographyStyles.small, typographyStyles.secondary)}>
            {t('order.net')} · {plural('journal.trades', journal.count)}
          </p>
          <p
            className={cx(styles.net, figuresStyles.number, directionClass[directionOf(journal.net)])}
            data-testid="journal-net"
          >
            {signedText(journal.net)}
          </p>
        </div>
        <dl className={styles.parts}>
          {parts.map(([label, figure]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className={figuresStyles.number}>{figure}</dd>
            </div>
          ))}
        </dl>
      </div>
      <EquityCurve journal={journal} />
    </section>
  );
}

/** The four figures; pale below the number of trades that they take. */
function Statistics({ journal }: { journal: Journal }) {
  const { winRate: rate, expectancy, profitFactor: factor } = journal;
  const isolated = (text: string) => inSentence(text, localeTag());
  return (
    <dl className={cx(styles.statistics, journal.count < enoughTrades && styles.few)} data-testid="journal-statistics">
      <Statistic label={t('journal.winRate')} figure={ratioText(rate?.rate)}>
        {rate === null ? '' : t('journal.trueRate', { range: isolated(`${percent(rate.low)}–${percent(rate.high)}%`) })}
      </Statistic>
      <Statistic label={t('journal.expectancy')} figure={signedText(expectancy?.mean)}>
        {expectancy === null || expectancy.low === null
          ? missing
          : t('journal.between', {
              low: isolated(signedText(expectancy.low)),
              high: isolated(signedText(expectancy.high)),
            })}
      </Statistic>
      <Statistic label={t('journal.profitFactor')} figure={factor ?? missing}>
        {t('journal.factorOf')}
      </Statistic>
      <Statistic label={t('journal.drawdown')} figure={signedText(depthOf(journal))}>
        {t('journal.fromPeak')}
      </Statistic>
    </dl>
  );
}

function percent(text: string): string {
  return Number(text).toFixed(0);
}

function Statistic({ label, figure, children }: { label: string; figure: string; children: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span className={figuresStyles.number}>{figure}</span>
        <small>{children}</small>
      </dd>
    </div>
  );
}

/** Limits of the figures: too few trades, chance, a part of a long history. */
function Notes({ journal }: { journal: Journal }) {
  const notes = [
    journal.count < enoughTrades ? t('journal.tooFew', { count: enoughTrades }) : null,
    mayBeChance(journal.expectancy) ? t('journal.chance') : null,
    journal.isCut ? t('journal.cut', { count: journal.count }) : null,
  ].filter((note) => note !== null);
  if (notes.length === 0) return null;
  return (
    <div className={cx(bannerStyles.note, styles.notes)} data-testid="journal-notes">
      <Icon name="info" size={18} />
      <div>
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
    </div>
  );
}
