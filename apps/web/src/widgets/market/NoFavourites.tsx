import { Link } from '@tanstack/react-router';
import { loadFavourites, useFavouriteState } from '../../data/favourites.ts';
import { t } from '../../i18n/text.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import { Empty } from '../../ui/Empty.tsx';
import { LoadFailed } from '../LoadFailed.tsx';
import { SkeletonRows } from './MarketSkeleton.tsx';

/** Empty state of the favourites: none yet, loading, or failed. */
export function NoFavourites({ paddingTop }: { paddingTop: number }) {
  const isKnown = useFavouriteState(({ shown }) => shown !== null);
  const hasFailed = useFavouriteState((state) => state.hasFailed);
  if (!isKnown && !hasFailed) return <SkeletonRows count={3} />;
  if (!isKnown) {
    const retry = () => void loadFavourites();
    return <LoadFailed title={t('favourites.errorTitle')} error={null} onRetry={retry} paddingTop={paddingTop} />;
  }
  return (
    <Empty
      drawing="favourites"
      title={t('favourites.emptyTitle')}
      text={t('favourites.emptyText')}
      paddingTop={paddingTop}
      action={
        <Link to="/product" className={cx(buttonStyles.button, buttonStyles.primary, buttonStyles.medium)}>
          {t('favourites.find')}
        </Link>
      }
    />
  );
}
