import { useDeferredValue, useState } from 'react';
import { useMarketFeed } from '../../data/live.ts';
import { useCategories, useInstruments } from '../../data/queries.ts';
import { t } from '../../i18n/text.ts';
import { useWayBack } from '../../navigation/back.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Icon } from '../../ui/Icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import searchFieldStyles from '../../ui/SearchField.module.css';
import typographyStyles from '../../ui/typography.module.css';
import { ConnectionBanner } from '../../widgets/ConnectionBanner.tsx';
import { PricesFailed } from '../../widgets/LoadFailed.tsx';
import { firstRows, MarketRow } from '../../widgets/market/MarketRow.tsx';
import { SkeletonRows } from '../../widgets/market/MarketSkeleton.tsx';
import { matchesSearch, searchLetters } from '../../widgets/market/market-filter.ts';
import styles from './SearchScreen.module.css';

/** Finds an instrument by its code or name; the matched letters are bold (R-SCR-01). */
export function SearchScreen() {
  const [text, setText] = useState('');
  useMarketFeed();
  const leave = useWayBack();

  return (
    <main className={cx(layoutStyles.screen, layoutStyles.panelScreen, layoutStyles.fadeIn)}>
      <h1 className={typographyStyles.visuallyHidden} data-part="reader-text">
        {t('page.product')}
      </h1>
      <div className={cx(layoutStyles.page, layoutStyles.panelPage, styles.page)}>
        <form className={cx(layoutStyles.row, styles.bar)} role="search" onSubmit={(event) => event.preventDefault()}>
          <label
            className={cx(searchFieldStyles.searchField, layoutStyles.grow, styles.field)}
            data-part="search-field"
          >
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
          <button type="button" className={buttonStyles.textButton} onClick={leave}>
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
