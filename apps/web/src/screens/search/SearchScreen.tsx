import { useDeferredValue, useState } from 'react';
import { useMarketFeed } from '../../data/live.ts';
import { useCategories, useInstruments } from '../../data/queries.ts';
import { t } from '../../i18n/text.ts';
import { useWayBack } from '../../navigation/way-back.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ConnectionBanner } from '../../widgets/ConnectionBanner.tsx';
import { firstRows, MarketRow } from '../../widgets/market/MarketRow.tsx';
import { SkeletonRows } from '../../widgets/market/MarketSkeleton.tsx';
import { PricesFailed } from '../../widgets/market/PricesFailed.tsx';
import { matchesSearch, searchLetters } from '../../widgets/market/search-letters.ts';

/** Finds an instrument by its code or name; the matched letters are bold (R-SCR-01). */
export function SearchScreen() {
  const [text, setText] = useState('');
  useMarketFeed();
  const leave = useWayBack();

  return (
    <main className="scr search fade-in">
      <h1 className="visually-hidden">{t('page.product')}</h1>
      <div className="page">
        <form
          className="row"
          role="search"
          style={{ padding: '4px 6px 8px 0' }}
          onSubmit={(event) => event.preventDefault()}
        >
          <label className="searchbar grow" style={{ marginInline: 'var(--gutter) 0' }}>
            <Icon name="search" />
            <input
              type="search"
              autoFocus
              autoComplete="off"
              autoCapitalize="characters"
              enterKeyHint="search"
              aria-label={t('market.search')}
              placeholder={t('market.search')}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          </label>
          <button type="button" className="txtbtn" onClick={leave}>
            {t('common.cancel')}
          </button>
        </form>
        <ConnectionBanner />
        <Results text={useDeferredValue(text.trim())} />
      </div>
    </main>
  );
}

function Results({ text }: { text: string }) {
  const query = useInstruments();
  const { data: instruments, isError, isFetching } = query;
  const categories = useCategories().data;
  if (instruments === undefined) return isError && !isFetching ? <PricesFailed query={query} /> : <SkeletonRows />;
  const letters = searchLetters(text);
  const found = instruments.filter((facts) => matchesSearch(facts.spec, letters));
  if (found.length === 0) {
    return (
      <Empty drawing="search" title={t('search.emptyTitle', { text })} text={t('search.emptyText')} paddingTop={92} />
    );
  }
  return found.map((facts, index) => (
    <MarketRow
      key={facts.id}
      facts={facts}
      matched={letters}
      hasStar
      isFirst={index < firstRows}
      category={categories?.find((one) => one.id === facts.spec.categoryId)?.name ?? ''}
    />
  ));
}
