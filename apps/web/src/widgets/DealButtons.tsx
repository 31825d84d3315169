import type { Side } from '@candor/domain/values/ids';
import type { InstrumentFacts } from '../data/instruments.ts';
import { t } from '../i18n/text.ts';
import { Triangle } from '../ui/Icon.tsx';
import { LivePrice, LiveSpread } from './LivePrice.tsx';

export interface DealButtonsProps {
  readonly facts: InstrumentFacts;
  readonly isOff: boolean;
  /** Chosen side, in a ticket; absent if the buttons open one. */
  readonly picked?: Side;
  readonly onSide: (side: Side) => void;
  /** True for the one pair of the page that carries the test ids. */
  readonly isMain?: boolean;
}

/** Sell left and Buy right in every text direction, equal in size, with the spread between them (DESIGN 4, 8). */
export function DealButtons({ facts, isOff, picked, onSide, isMain = false }: DealButtonsProps) {
  const pick = picked === undefined ? {} : { 'aria-pressed': false };
  const { id, spec } = facts;
  return (
    <div className={`deal ${picked === undefined ? '' : 'deal--pick'}`} dir="ltr" data-dis={isOff ? '' : undefined}>
      <button
        type="button"
        className={`deal-b down ${picked === 'sell' ? 'is-on' : ''}`}
        disabled={isOff}
        {...pick}
        {...(picked === 'sell' ? { 'aria-pressed': true } : {})}
        onClick={() => onSide('sell')}
      >
        <span className="deal-l">
          <Triangle direction="down" size={9} />
          {t('trade.sell')}
        </span>
        <LivePrice id={id} digits={spec.digits} className="px--deal" {...(isMain ? { testId: 'price-bid' } : {})} />
      </button>
      <span className="deal-s num" role="note" aria-label={t('trade.spread')}>
        <LiveSpread facts={facts} />
      </span>
      <button
        type="button"
        className={`deal-b up ${picked === 'buy' ? 'is-on' : ''}`}
        disabled={isOff}
        {...pick}
        {...(picked === 'buy' ? { 'aria-pressed': true } : {})}
        onClick={() => onSide('buy')}
      >
        <span className="deal-l">
          {t('trade.buy')}
          <Triangle direction="up" size={9} />
        </span>
        <LivePrice
          id={id}
          digits={spec.digits}
          side="ask"
          className="px--deal"
          {...(isMain ? { testId: 'price-ask' } : {})}
        />
      </button>
    </div>
  );
}
