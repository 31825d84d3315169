import { Suspense, useState } from 'react';
import { useFavouriteState } from '../../data/favourites.ts';
import { useCategories } from '../../data/queries.ts';
import { t } from '../../i18n/text.ts';
import chipsStyles from '../../ui/Chips.module.css';
import { Chips } from '../../ui/Chips.tsx';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import styles from './MarketChips.module.css';
import { SkeletonChips } from './MarketSkeleton.tsx';
import type { MarketFilter } from './market-filter.ts';

const FavouritesSheet = lazyComponent(() => import('./FavouritesSheet.tsx'), 'FavouritesSheet');

/** Chips of the favourites, with the button to order them, and of the categories. */
export function MarketChips({ filter, onChange }: { filter: MarketFilter; onChange: (filter: MarketFilter) => void }) {
  const categories = useCategories().data;
  const [isEditing, setEditing] = useState(false);
  const hasSome = useFavouriteState(({ shown }) => (shown?.length ?? 0) > 0);
  const isOn = filter === 'favourites';
  if (categories === undefined) return <SkeletonChips />;
  return (
    <>
      <Chips
        label={t('market.categories')}
        options={categories.map((one) => ({ id: one.id, label: one.name }))}
        selected={isOn ? null : filter}
        onChange={onChange}
        first={
          <>
            <button
              type="button"
              className={cx(chipsStyles.chip, styles.starChip, isOn && cx(chipsStyles.selected, styles.selected))}
              aria-label={t('favourites.title')}
              aria-pressed={isOn}
              onClick={() => onChange(isOn ? null : 'favourites')}
            >
              <Icon name="star" size={16} />
              {isOn ? t('favourites.title') : null}
              {isOn ? <Icon name="close" size={14} /> : null}
            </button>
            {isOn && hasSome ? (
              <button type="button" className={chipsStyles.chip} onClick={() => setEditing(true)}>
                {t('favourites.edit')}
              </button>
            ) : null}
          </>
        }
      />
      {isEditing ? (
        <Suspense fallback={null}>
          <FavouritesSheet onClose={() => setEditing(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
