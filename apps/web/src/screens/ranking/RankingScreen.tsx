import { rankedTradesMin } from '@candor/contracts/http/paths';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useInstruments } from '../../data/queries.ts';
import { useRanking } from '../../data/ranking.ts';
import { dayClockText } from '../../format/time-text.ts';
import { localeTag, type PlainKey, t } from '../../i18n/text.ts';
import { useSession } from '../../session/session-store.ts';
import { useSettings } from '../../session/settings-store.ts';
import buttonStyles from '../../ui/Button.module.css';
import chipsStyles from '../../ui/Chips.module.css';
import { cx } from '../../ui/class-names.ts';
import { Empty } from '../../ui/Empty.tsx';
import { EndlessList } from '../../ui/EndlessList.tsx';
import { Icon } from '../../ui/Icon.tsx';
import listRowStyles from '../../ui/ListRow.module.css';
import layoutStyles from '../../ui/layout.module.css';
import { PullToRefresh } from '../../ui/PullToRefresh.tsx';
import { LoadFailed } from '../../widgets/LoadFailed.tsx';
import { RankingSwitch } from '../../widgets/RankingSwitch.tsx';
import styles from './Ranking.module.css';
import { inOrderOf, RankingCard, type RankingOrder, RankingSkeleton, rankingOrders } from './RankingCard.tsx';
import { HowSheet, SoonDialog } from './RankingSheets.tsx';

type RankingQuery = ReturnType<typeof useRanking>;

/**
 * Ranking of the accounts that opted in, by the results of their closed orders; says so while there is none
 * (R-RANK-01).
 */
export function RankingScreen() {
  const query = useRanking();
  const [order, setOrder] = useState<RankingOrder>('threeWeekRate');
  const [isHowOpen, setHowOpen] = useState(false);
  const first = query.data?.pages[0];
  const hasCards = first === undefined ? query.error === null : first.data.length > 0;
  return (
    <PullToRefresh
      className={cx(layoutStyles.screen, layoutStyles.canvas, layoutStyles.fadeIn)}
      onRefresh={() => query.refetch()}
      header={
        <header className={cx(layoutStyles.header, layoutStyles.page)}>
          <h1>{t('tab.rank')}</h1>
          <div className={layoutStyles.headerActions}>
            <button
              type="button"
              className={cx(buttonStyles.iconButton, styles.how)}
              aria-label={t('rank.how')}
              onClick={() => setHowOpen(true)}
            >
              <Icon name="info" size={22} />
            </button>
          </div>
        </header>
      }
    >
      <div className={layoutStyles.page}>
        {hasCards ? <Orders order={order} onChange={setOrder} /> : null}
        <div className={layoutStyles.gutters}>
          {first?.isShown === true ? <OwnPart /> : null}
          <Answer query={query} order={order} />
        </div>
      </div>
      {isHowOpen ? <HowSheet onClose={() => setHowOpen(false)} /> : null}
    </PullToRefresh>
  );
}

const orderTexts = {
  threeWeekRate: 'rank.rate',
  threeWeekWin: 'rank.win',
  threeWeekProfit: 'rank.profit',
  totalRate: 'rank.total',
} as const satisfies Readonly<Record<RankingOrder, PlainKey>>;

/** Choice of the order; one is always chosen, so a second tap changes nothing. */
function Orders({ order, onChange }: { order: RankingOrder; onChange: (order: RankingOrder) => void }) {
  return (
    <div className={cx(chipsStyles.chips, chipsStyles.onCanvas)} role="group" aria-label={t('rank.order')}>
      {rankingOrders.map((one) => (
        <button
          key={one}
          type="button"
          className={cx(chipsStyles.chip, chipsStyles.plain, one === order && chipsStyles.selected)}
          aria-pressed={one === order}
          onClick={() => onChange(one)}
        >
          {t(orderTexts[one])}
        </button>
      ))}
    </div>
  );
}

/** Ranking opt-in of the user's account; a link to the log-in for visitors. */
function OwnPart() {
  const isLoggedIn = useSession((session) => session.token !== null);
  return (
    <div className={cx(listRowStyles.group, styles.own)}>
      {isLoggedIn ? (
        <RankingSwitch text={t('rank.joinText', { count: rankedTradesMin })} />
      ) : (
        <Link to="/login" search={{ from: '/rank' }} className={listRowStyles.row}>
          <Icon name="rank" />
          <span className={listRowStyles.text}>{t('rank.logIn')}</span>
          <Icon name="next" size={18} className={listRowStyles.chevron} />
        </Link>
      )}
    </div>
  );
}

function Answer({ query, order }: { query: RankingQuery; order: RankingOrder }) {
  const first = query.data?.pages[0];
  if (first === undefined) {
    if (query.error === null || query.isFetching) return <RankingSkeleton />;
    return <LoadFailed title={t('rank.errorTitle')} error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!first.isShown) {
    return <Empty drawing="ranking" title={t('rank.notShownTitle')} text={t('rank.notShownText')} paddingTop={96} />;
  }
  if (first.data.length === 0) {
    const text = t('rank.emptyText', { count: rankedTradesMin });
    return (
      <>
        <Empty drawing="ranking" title={t('rank.emptyTitle')} text={text} paddingTop={56} />
        <AsOf at={first.at} />
      </>
    );
  }
  return (
    <>
      <Cards query={query} order={order} />
      <AsOf at={first.at} />
    </>
  );
}

/** An order other than the server's applies once all pages are loaded; there are at most five. */
function Cards({ query, order }: { query: RankingQuery; order: RankingOrder }) {
  const { data, hasNextPage, isFetchNextPageError, isFetching, fetchNextPage } = query;
  const instruments = useInstruments().data;
  const [isSoonOpen, setSoonOpen] = useState(false);
  const isIncomplete = order !== 'threeWeekRate' && hasNextPage;
  useEffect(() => {
    if (isIncomplete && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [isIncomplete, isFetching, isFetchNextPageError, fetchNextPage]);
  const retry = () => void fetchNextPage();
  if (isIncomplete && !isFetchNextPageError) return <RankingSkeleton />;
  if (isIncomplete) return <LoadFailed title={t('rank.errorTitle')} error={query.error} onRetry={retry} />;
  const entries = inOrderOf(data?.pages.flatMap((page) => page.data) ?? [], order);
  const showCodeOf = (code: string) => instruments?.find(({ spec }) => spec.code === code)?.spec.showCode ?? code;
  return (
    <>
      {entries.map((entry, index) => (
        <RankingCard
          key={entry.rank}
          entry={entry}
          place={index + 1}
          showCode={showCodeOf(entry.code)}
          onFollow={() => setSoonOpen(true)}
        />
      ))}
      <EndlessList
        className={styles.listEnd}
        hasMore={hasNextPage}
        isLoading={query.isFetchingNextPage}
        isFailed={isFetchNextPageError}
        onMore={retry}
        end={entries.length > 3 ? t('rank.end') : ''}
      />
      {isSoonOpen ? <SoonDialog onClose={() => setSoonOpen(false)} /> : null}
    </>
  );
}

function AsOf({ at }: { at: number }) {
  const zone = useSettings((settings) => settings.chartZone);
  return <p className={styles.updated}>{t('rank.asOf', { time: dayClockText(at, zone, localeTag(), false) })}</p>;
}
