import type { Side } from '@candor/domain/values/ids';
import type { InstrumentFacts } from '../data/instruments.ts';
import { t } from '../i18n/text.ts';
import { cx } from '../ui/class-names.ts';
import figuresStyles from '../ui/Figures.module.css';
import { Icon, Triangle } from '../ui/Icon.tsx';
import styles from './DealButtons.module.css';
import { DemoMark } from './DemoMark.tsx';
import { LivePrice, LiveSpread } from './LivePrice.tsx';

export interface DealButtonsProps {
  readonly facts: InstrumentFacts;
  readonly isOff: boolean;
  /** Chosen side, in a ticket; absent if the buttons open one. */
  readonly picked?: Side;
  readonly onSide: (side: Side) => void;
  /** True if a tap places an order at once: both keys are marked so. */
  readonly isAtOnce?: boolean;
  /** True for the one pair of the page that carries the test ids. */
  readonly isMain?: boolean;
}

/** Sell left and Buy right in every text direction, equal in size, with the spread between them (DESIGN 4, 8). */
export function DealButtons({ facts, isOff, picked, onSide, isAtOnce = false, isMain = false }: DealButtonsProps) {
  const pick = picked === undefined ? {} : { 'aria-pressed': false };
  const { id, spec } = facts;
  return (
    <div
      className={cx(styles.deal, picked === undefined ? undefined : styles.picking)}
      data-part="deal"
      dir="ltr"
      data-dis={isOff ? '' : undefined}
    >
      <button
        type="button"
        className={cx(styles.button, styles.sell, picked === 'sell' && styles.selected)}
        data-part="deal-button"
        disabled={isOff}
        {...pick}
        {...(picked === 'sell' ? { 'aria-pressed': true } : {})}
        onClick={() => onSide('sell')}
      >
        <span className={styles.label}>
          <Triangle direction="down" size={9} />
          {t('trade.sell')}
          <DemoMark />
          {isAtOnce ? <AtOnce /> : null}
        </span>
        <LivePrice
          id={id}
          digits={spec.digits}
          className={figuresStyles.onDeal}
          {...(isMain ? { testId: 'price-bid' } : {})}
        />
      </button>
      <span className={cx(styles.spread, figuresStyles.number)} role="note" aria-label={t('trade.spread')}>
        <LiveSpread facts={facts} />
      </span>
      <button
        type="button"
        className={cx(styles.button, styles.buy, picked === 'buy' && styles.selected)}
        data-part="deal-button"
        disabled={isOff}
        {...pick}
        {...(picked === 'buy' ? { 'aria-pressed': true } : {})}
        onClick={() => onSide('buy')}
      >
        <span className={styles.label}>
          {isAtOnce ? <AtOnce /> : null}
          {t('trade.buy')}
          <DemoMark />
          <Triangle direction="up" size={9} />
        </span>
        <LivePrice
          id={id}
          digits={spec.digits}
          side="ask"
          className={figuresStyles.onDeal}
          {...(isMain ? { testId: 'price-ask' } : {})}
        />
      </button>
    </div>
  );
}

function AtOnce() {
  return (
    <span role="img" aria-label={t('trade.atOnce')}>
      <Icon name="bolt" size={14} />
    </span>
  );
}
