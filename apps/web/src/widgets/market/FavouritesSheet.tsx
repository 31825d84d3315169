import { useState } from 'react';
import { arranging } from '../../data/favourite-list.ts';
import { changeFavourites, useFavouriteState } from '../../data/favourites.ts';
import type { InstrumentFacts } from '../../data/instruments.ts';
import { useInstruments } from '../../data/queries.ts';
import { t } from '../../i18n/text.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import { Icon } from '../../ui/Icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { Sheet } from '../../ui/Sheet.tsx';
import typographyStyles from '../../ui/typography.module.css';
import { InstrumentLogo } from '../InstrumentLogo.tsx';
import { toastError } from '../toast-error.ts';
import { type ArrangingSteps, useArranging } from './arranging.ts';
import styles from './FavouritesSheet.module.css';
import marketRowStyles from './MarketRow.module.css';
import { toInstruments } from './market-filter.ts';
import starButtonStyles from './StarButton.module.css';

/** Order of the favourites: by dragging or by buttons; saved as a whole or not at all (R-SCR-50). */
export function FavouritesSheet({ onClose }: { onClose: () => void }) {
  const instruments = useInstruments().data ?? [];
  const [offered] = useState(() =>
    toInstruments(useFavouriteState.getState().shown ?? [], instruments).map(({ id }) => id),
  );
  const { ids, list, said, steps } = useArranging(offered);
  const rows = toInstruments(ids, instruments);
  const [isBusy, setBusy] = useState(false);

  function save(close: () => void): void {
    setBusy(true);
    changeFavourites(arranging(offered, ids))
      .then(close, toastError)
      .finally(() => setBusy(false));
  }

  return (
    <Sheet
      title={t('favourites.editTitle')}
      label={t('favourites.editTitle')}
      onClose={onClose}
      renderFooter={(close) => <BusyButton label={t('common.save')} isBusy={isBusy} onClick={() => save(close)} />}
    >
      {rows.length === 0 ? <p className={styles.none}>{t('favourites.none')}</p> : null}
      <ul className={styles.list} ref={list}>
        {rows.map((facts, index) => (
          <Row key={facts.id} facts={facts} index={index} count={rows.length} steps={steps} />
        ))}
      </ul>
      <span className={typographyStyles.visuallyHidden} data-part="reader-text" role="status">
        {said}
      </span>
    </Sheet>
  );
}

interface RowProps {
  readonly facts: InstrumentFacts;
  readonly index: number;
  readonly count: number;
  readonly steps: ArrangingSteps;
}

function Row({ facts, index, count, steps: { remove, move, grip, shiftOf, isDragged } }: RowProps) {
  const code = facts.spec.showCode;
  const shift = shiftOf(index);
  const step = (by: 1 | -1) => () => {
    const place = index + by + 1;
    move(index, index + by, t('favourites.moved', { code, place, count }));
  };
  return (
    <li
      className={isDragged(index) ? styles.dragged : undefined}
      style={shift === 0 ? undefined : { transform: `translateY(${shift}px)` }}
      data-code={facts.spec.code}
    >
      <button
        type="button"
        className={cx(
          buttonStyles.iconButton,
          starButtonStyles.star,
          starButtonStyles.selected,
          styles.action,
          styles.star,
        )}
        aria-label={t('favourites.remove', { code })}
        onClick={() => remove(facts.id)}
      >
        <Icon name="star" size={20} />
      </button>
      <InstrumentLogo facts={facts} size={28} />
      <span className={cx(marketRowStyles.code, layoutStyles.grow)}>{code}</span>
      <button
        type="button"
        className={cx(buttonStyles.iconButton, styles.action)}
        data-step={`${facts.id} up`}
        aria-label={t('favourites.up', { code })}
        aria-disabled={index === 0}
        onClick={step(-1)}
      >
        <Icon name="up" size={20} />
      </button>
      <button
        type="button"
        className={cx(buttonStyles.iconButton, styles.action)}
        data-step={`${facts.id} down`}
        aria-label={t('favourites.down', { code })}
        aria-disabled={index === count - 1}
        onClick={step(1)}
      >
        <Icon name="down" size={20} />
      </button>
      <span
        className={cx(buttonStyles.iconButton, styles.action, styles.grip)}
        data-testid="favourite-grip"
        {...grip(index)}
      >
        <Icon name="grip" size={20} />
      </span>
    </li>
  );
}
