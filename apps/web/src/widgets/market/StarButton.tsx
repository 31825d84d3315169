import { favouritesMax } from '../../data/favourite-list.ts';
import { hasRoomForFavourite, toggleFavourite, useIsFavourite } from '../../data/favourites.ts';
import type { InstrumentFacts } from '../../data/instruments.ts';
import { t } from '../../i18n/text.ts';
import { Icon } from '../../ui/Icon.tsx';
import { showToast } from '../../ui/toast.ts';
import { toastError } from '../toast-error.ts';

/**
 * Star, filled for a favourite. A tap adds or removes the instrument; a change that cannot be saved is reported and
 * undone.
 */
export function StarButton({ facts, className = '' }: { facts: InstrumentFacts; className?: string }) {
  const isIn = useIsFavourite(facts.id);
  const code = facts.spec.showCode;
  return (
    <button
      type="button"
      className={`ib star ${isIn ? 'is-on' : ''} ${className}`}
      aria-label={isIn ? t('favourites.remove', { code }) : t('favourites.add', { code })}
      onClick={() => {
        if (!isIn && !hasRoomForFavourite()) showToast('warn', t('favourites.full', { count: favouritesMax }));
        else toggleFavourite(facts.id).catch(toastError);
      }}
    >
      <Icon name="star" size={20} />
    </button>
  );
}
