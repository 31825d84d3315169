import type { Side } from '@candor/domain/values/ids';
import { Link } from '@tanstack/react-router';
import { memo, useRef } from 'react';
import { askSide } from '../../data/asked-side.ts';
import type { InstrumentFacts } from '../../data/instruments.ts';
import { t } from '../../i18n/text.ts';
import { chooseInstrument } from '../../session/settings-store.ts';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { InstrumentLogo } from '../InstrumentLogo.tsx';
import { LivePrice, LiveSpread } from '../LivePrice.tsx';
import { tradeStateOf, useQuoteFact } from '../live-quote.ts';
import { useRowNear } from '../offscreen-rows.ts';
import rowStyles from './MarketRow.module.css';
import { firstRows, RowState } from './MarketRow.tsx';
import styles from './PriceKeysRow.module.css';

/** Rows of the mode with price keys. */
export function PriceKeysList(props: {
  readonly instruments: readonly InstrumentFacts[];
  readonly nameOf: (categoryId: number) => string;
}) {
  return props.instruments.map((facts, index) => (
    <PriceKeysRow
      key={facts.id}
      facts={facts}
      category={props.nameOf(facts.spec.categoryId)}
      isFirst={index < firstRows}
    />
  ));
}

interface PriceKeysRowProps {
  readonly facts: InstrumentFacts;
  readonly category: string;
  readonly isFirst: boolean;
}

/**
 * Instrument row whose bid and ask are keys that open the ticket with their side chosen; one that cannot be traded now
 * has none (R-SCR-89).
 */
const PriceKeysRow = memo(function PriceKeysRow({ facts, category, isFirst }: PriceKeysRowProps) {
  const row = useRef<HTMLDivElement>(null);
  const isNear = useRowNear(row, facts.id, isFirst);
  const state = useQuoteFact(facts.id, tradeStateOf);
  const isOpen = state === 'open' || state === 'stale';
  return (
    <div ref={row} className={cx(styles.row, !isOpen && rowStyles.closed)} data-part="price-keys-row">
      <Link
        to="/trade"
        className={styles.link}
        data-testid="market-row"
        data-code={facts.spec.code}
        onClick={() => chooseInstrument(facts.id, facts.spec)}
      >
        <InstrumentLogo facts={facts} size={36} />
        <span className={styles.texts}>
          <span className={rowStyles.code}>{facts.spec.showCode}</span>
          {isNear ? (
            <span className={styles.caption}>
              {isOpen ? <RowState id={facts.id} /> : category}
              {isOpen ? <LiveSpread facts={facts} className={figuresStyles.number} /> : null}
            </span>
          ) : null}
        </span>
      </Link>
      {!isNear ? null : isOpen ? (
        <div className={styles.keys} dir="ltr">
          <PriceKey facts={facts} side="sell" />
          <PriceKey facts={facts} side="buy" />
        </div>
      ) : (
        <span>
          <RowState id={facts.id} />
        </span>
      )}
    </div>
  );
});

function PriceKey({ facts, side }: { facts: InstrumentFacts; side: Side }) {
  return (
    <Link
      to="/trade"
      className={cx(styles.key, side === 'buy' ? styles.buy : styles.sell)}
      data-testid={`key-${side}`}
      onClick={() => {
        askSide(facts.id, side);
        chooseInstrument(facts.id, facts.spec);
      }}
    >
      <span className={styles.word}>{side === 'buy' ? t('trade.buy') : t('trade.sell')}</span>
      <LivePrice
        id={facts.id}
        digits={facts.spec.digits}
        side={side === 'buy' ? 'ask' : 'bid'}
        className={figuresStyles.inRow}
        flashes
      />
    </Link>
  );
}
