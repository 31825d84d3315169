import { favouritesMax } from '../../data/favourite-list.ts';
import { hasRoomForFavourite, toggleFavourite, useIsFavourite } from '../../data/favourites.ts';
import type { InstrumentFacts } from '../../data/instruments.ts';
import { t } from '../../i18n/text.ts';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import { showToast } from '../../ui/toast.ts';
import { toastError } from '../toast-error.ts';
import styles from './StarButton.module.css';

/**
 * Star, filled for a favourite. A tap adds or removes the instrument; a change that cannot be saved is reported and
 * undone.
 */
export function StarButton({ facts, className = '' }: { facts: InstrumentFacts; className?: string | undefined }) {
  const isIn = useIsFavourite(facts.id);
  const code = facts.spec.showCode;
  return (
    <button
      type="button"
      className={cx(buttonStyles.iconButton, styles.star, isIn && styles.selected, className)}
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
