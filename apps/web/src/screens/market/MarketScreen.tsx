import { Link } from '@tanstack/react-router';
import { Suspense, startTransition, useEffect, useMemo, useState } from 'react';
import type { InstrumentFacts } from '../../data/instruments.ts';
import { useMarketFeed } from '../../data/live.ts';
import { useCategories, useMarketList } from '../../data/queries.ts';
import { t } from '../../i18n/text.ts';
import { useIsDesk, useIsTablet } from '../../platform/media.ts';
import { useSession } from '../../session/session-store.ts';
import { useSettings } from '../../session/settings-store.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Icon } from '../../ui/Icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import searchFieldStyles from '../../ui/SearchField.module.css';
import typographyStyles from '../../ui/typography.module.css';
import { Avatar } from '../../widgets/AccountBadge.tsx';
import { ConnectionBanner } from '../../widgets/ConnectionBanner.tsx';
import { PricesFailed } from '../../widgets/LoadFailed.tsx';
import { MarketChips } from '../../widgets/market/MarketChips.tsx';
import marketRowStyles from '../../widgets/market/MarketRow.module.css';
import { firstRows, MarketRow } from '../../widgets/market/MarketRow.tsx';
import { SkeletonRows } from '../../widgets/market/MarketSkeleton.tsx';
import { type MarketFilter, useFiltered } from '../../widgets/market/market-filter.ts';
import { figuresAt, sortInstruments } from '../../widgets/market/market-sort.ts';
import { NoFavourites } from '../../widgets/market/NoFavourites.tsx';
import { NoticeBell } from '../../widgets/NoticeBell.tsx';
import { AnnouncementsLink, NewsLink, ServiceLink } from '../../widgets/news/NewsLinks.tsx';
import { SourceLabel } from '../../widgets/SourceLabel.tsx';
import { AccountStrip } from './AccountStrip.tsx';
import { MarketBar } from './MarketBar.tsx';
import styles from './MarketScreen.module.css';

const MarketHead = lazyComponent(() => import('../../widgets/market/MarketHead.tsx'), 'MarketHead');
const DeskMarket = lazyComponent(() => import('./DeskMarket.tsx'), 'DeskMarket');
const PriceKeysList = lazyComponent(() => import('../../widgets/market/PriceKeysRow.tsx'), 'PriceKeysList');

/** Home: the account's strip, search, favourites, categories and every instrument (R-SCR-01, R-SCR-50). */
export function MarketScreen() {
  const [filter, setFilter] = useState<MarketFilter>(null);
  const isDesk = useIsDesk();
  useMarketFeed();
  return (
    <main className={cx(layoutStyles.screen, layoutStyles.panelScreen, layoutStyles.fadeIn)}>
      <ConnectionBanner />
      <div className={cx(layoutStyles.page, layoutStyles.panelPage, marketRowStyles.table, styles.page)}>
        {isDesk ? (
          <h1 className={typographyStyles.visuallyHidden} data-part="reader-text">
            {t('tab.market')}
          </h1>
        ) : (
          <>
            <Header />
            <AccountStrip />
            <div className={styles.chipsGap} />
          </>
        )}
        <Link to="/product" className={searchFieldStyles.searchField} data-part="search-field">
          <Icon name="search" />
          <span>{t('market.search')}</span>
        </Link>
        <div className={styles.listGap} />
        <MarketChips filter={filter} onChange={setFilter} />
        <InstrumentList filter={filter} />
      </div>
    </main>
  );
}

/** News and support; then the account, or the announcements for a visitor (R-NAV-03). */
function Header() {
  const isLoggedIn = useSession((session) => session.token !== null);
  return (
    <header className={layoutStyles.header}>
      <h1>{t('tab.market')}</h1>
      <div className={layoutStyles.headerActions}>
        <NewsLink />
        <ServiceLink />
        {isLoggedIn ? (
          <>
            <NoticeBell />
            <Link to="/user" className={buttonStyles.iconButton}>
              <Avatar />
              <span className={typographyStyles.visuallyHidden} data-part="reader-text">
                {t('account.account')}
              </span>
            </Link>
          </>
        ) : (
          <AnnouncementsLink />
        )}
      </div>
    </header>
  );
}

const nothing: readonly InstrumentFacts[] = [];

function InstrumentList({ filter }: { filter: MarketFilter }) {
  const sort = useSettings((settings) => settings.marketSort);
  const query = useMarketList(sort === 'popular');
  const { data, dataUpdatedAt, error, isFetching } = query;
  // The visible rows are rendered first; the others follow in a transition, which gives way to input.
  const [isWhole, setWhole] = useState(false);
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (isLoaded) startTransition(() => setWhole(true));
  }, [isLoaded]);
  const categories = useCategories().data;
  const filtered = useFiltered(data ?? nothing, filter);
  // Favourites have an order of their own.
  const figures = useMemo(() => figuresAt(dataUpdatedAt), [dataUpdatedAt]);
  const shown = useMemo(
    () => (filter === 'favourites' ? filtered : sortInstruments(filtered, sort, figures)),
    [filtered, filter, sort, figures],
  );
  const hasPriceKeys = useSettings((settings) => settings.hasPriceKeys);
  const isDesk = useIsDesk();
  if (!isLoaded) {
    if (error === null || isFetching) return <ListSkeleton />;
    return <PricesFailed query={query} />;
  }
  const nameOf = (id: number) => categories?.find((one) => one.id === id)?.name ?? '';
  if (shown.length === 0 && filter === 'favourites') return <NoFavourites paddingTop={56} />;
  if (shown.length === 0) return <Empty drawing="search" title={t('market.emptyTitle')} text={t('market.emptyText')} />;
  if (isDesk)
    return (
      <>
        <Suspense fallback={null}>
          <MarketHead instruments={data} loadedAtMs={dataUpdatedAt} isWide />
        </Suspense>
        <MarketBar source={data[0]?.source} />
        <Suspense fallback={<SkeletonRows />}>
          <DeskMarket instruments={isWhole ? shown : shown.slice(0, firstRows)} />
        </Suspense>
      </>
    );
  if (hasPriceKeys)
    return (
      <>
        <Suspense fallback={null}>
          <MarketHead instruments={data} loadedAtMs={dataUpdatedAt} />
        </Suspense>
        <MarketBar source={data[0]?.source} />
        <Suspense fallback={<SkeletonRows />}>
          <PriceKeysList instruments={isWhole ? shown : shown.slice(0, firstRows)} nameOf={nameOf} />
        </Suspense>
      </>
    );
  return (
    <PlainList instruments={isWhole ? shown : shown.slice(0, firstRows)} source={data[0]?.source} nameOf={nameOf} />
  );
}

interface PlainListProps {
  readonly instruments: readonly InstrumentFacts[];
  readonly source: string | undefined;
  readonly nameOf: (categoryId: number) => string;
}

/** Rows with sparklines, of phones and tablets. */
function PlainList({ instruments, source, nameOf }: PlainListProps) {
  const hasStars = useIsTablet();
  return (
    <>
      <MarketBar source={undefined} />
      <div className={cx(styles.listHead, hasStars && styles.starredHead, styles.headGap)}>
        <span>
          {t('market.instrument')} <SourceLabel source={source} className={styles.source} />
        </span>
        <span className={styles.column} />
        <span className={styles.column}>{t('trade.sell')}</span>
        <span className={styles.column}>{t('trade.buy')}</span>
        <span>{t('market.lastPrice')}</span>
      </div>
      <div>
        {instruments.map((facts, index) => (
          <MarketRow
            key={facts.id}
            facts={facts}
            category={nameOf(facts.spec.categoryId)}
            hasStar={hasStars}
            isFirst={index < firstRows}
          />
        ))}
      </div>
    </>
  );
}

function ListSkeleton() {
  return (
    <div role="status" aria-label={t('common.loading')}>
      <div className={styles.endGap} />
      <SkeletonRows />
    </div>
  );
}
