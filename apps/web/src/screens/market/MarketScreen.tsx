import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CallError } from '../../data/client.ts';
import { useConnection, useMarketFeed } from '../../data/live.ts';
import { useCategories, useInstruments } from '../../data/queries.ts';
import { t } from '../../i18n/text.ts';
import { useIsDesk } from '../../platform/media.ts';
import { useSession } from '../../session/session-store.ts';
import { Chips } from '../../ui/Chips.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Avatar } from '../../widgets/AccountBadge.tsx';
import { ConnectionBanner } from '../../widgets/ConnectionBanner.tsx';
import { MarketRow } from '../../widgets/market/MarketRow.tsx';
import { SkeletonChips, SkeletonRows } from '../../widgets/market/MarketSkeleton.tsx';
import { SourceLabel } from '../../widgets/SourceLabel.tsx';
import { AccountStrip } from './AccountStrip.tsx';

/** Home: the account's strip, search, category filters and every instrument (R-SCR-01). */
export function MarketScreen() {
  const [category, setCategory] = useState<number | null>(null);
  const categories = useCategories().data;
  const isLost = useConnection((connection) => connection.state === 'lost');
  const isDesk = useIsDesk();
  useMarketFeed();
  return (
    <main className={`scr market fade-in ${isLost ? 'stale' : ''}`}>
      <ConnectionBanner />
      <div className="page">
        {isDesk ? null : (
          <>
            <Header />
            <AccountStrip />
            <div style={{ height: 12 }} />
          </>
        )}
        <Link to="/product" className="searchbar">
          <Icon name="search" />
          <span>{t('market.search')}</span>
        </Link>
        <div style={{ height: 10 }} />
        {categories === undefined ? (
          <SkeletonChips />
        ) : (
          <Chips
            label={t('market.categories')}
            options={categories.map((one) => ({ id: one.Id, label: one.NameShowTrans }))}
            selected={category}
            onChange={setCategory}
          />
        )}
        <InstrumentList category={category} />
      </div>
    </main>
  );
}

function Header() {
  const isLoggedIn = useSession((session) => session.token !== null);
  return (
    <header className="rootbar">
      <h1>{t('tab.market')}</h1>
      {isLoggedIn ? (
        <div className="rootbar-r">
          <Link to="/user" className="ib" aria-label={t('account.account')}>
            <Avatar />
          </Link>
        </div>
      ) : null}
    </header>
  );
}

function InstrumentList({ category }: { category: number | null }) {
  const { data, error, refetch, isFetching } = useInstruments();
  const categories = useCategories().data;
  if (data === undefined) {
    if (error === null || isFetching) return <ListSkeleton />;
    return <LoadError error={error} onRetry={() => void refetch()} />;
  }
  const shown = category === null ? data : data.filter((facts) => facts.spec.categoryId === category);
  const nameOf = (id: number) => categories?.find((one) => one.Id === id)?.NameShowTrans ?? '';
  if (shown.length === 0) return <Empty drawing="search" title={t('market.emptyTitle')} text={t('market.emptyText')} />;
  return (
    <>
      <div className="mhead" style={{ marginBlock: '14px 2px' }}>
        <span>
          {t('market.instrument')} <SourceLabel source={data[0]?.source} className="source-inline" />
        </span>
        <span className="mlist-col xs">{''}</span>
        <span className="mlist-col xs t3">{t('trade.sell')}</span>
        <span className="mlist-col xs t3">{t('trade.buy')}</span>
        <span>{t('market.lastPrice')}</span>
      </div>
      <div>
        {shown.map((facts) => (
          <MarketRow key={facts.id} facts={facts} category={nameOf(facts.spec.categoryId)} />
        ))}
      </div>
    </>
  );
}

function ListSkeleton() {
  return (
    <div role="status" aria-label={t('common.loading')}>
      <div style={{ height: 32 }} />
      <SkeletonRows />
    </div>
  );
}

function LoadError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const code = error instanceof CallError ? error.code : 'ERR';
  return (
    <Empty
      drawing="error"
      title={t('market.errorTitle')}
      text={error instanceof CallError && error.answered ? error.message : t('market.errorText')}
      note={t('common.code', { code })}
      action={
        <button type="button" className="btn btn--primary btn--md" onClick={onRetry}>
          <Icon name="refresh" size={18} />
          {t('common.tryAgain')}
        </button>
      }
    />
  );
}
