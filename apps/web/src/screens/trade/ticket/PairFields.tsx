import { formatPrice, type Price } from '@candor/domain/values/price';
import { priceFromTyped } from '../../../format/decimal-input.ts';
import { t } from '../../../i18n/text.ts';
import { cx } from '../../../ui/class-names.ts';
import figuresStyles from '../../../ui/Figures.module.css';
import { Price as StillPrice } from '../../../ui/Figures.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import stepperStyles from '../../../ui/Stepper.module.css';
import { Stepper } from '../../../ui/Stepper.tsx';
import { Toggle } from '../../../ui/Toggle.tsx';
import typographyStyles from '../../../ui/typography.module.css';
import { pendingKind } from '../../../widgets/pending-kind.ts';
import cardStyles from '../../../widgets/StopCard.module.css';
import { steppedPrice } from '../../../widgets/stop-units.ts';
import { PriceDistance } from './PriceDistance.tsx';
import styles from './Ticket.module.css';
import { presetPair } from './ticket-pair.ts';
import type { TicketHandle } from './use-ticket.ts';

/** Second order of a pair of pending orders: the fill of one cancels the other (R-ORD-44). */
export function PairFields({ handle, isDesk }: { handle: TicketHandle; isDesk: boolean }) {
  const { ticket, context, facts } = handle;
  const { pair } = ticket;
  const { sides } = context;
  const title = t('oco.title');
  return (
    <div className={cardStyles.card} role="group" aria-label={title} data-testid="ticket-pair">
      <div className={cardStyles.head}>
        <span>{title}</span>
        <Toggle
          className={cardStyles.toggle}
          label={title}
          isOn={pair !== undefined}
          onChange={(isOn) => {
            handle.onUnusable('pairPrice')(false);
            handle.change({ pair: isOn && sides !== null ? presetPair(ticket, sides, facts.spec) : undefined });
          }}
        />
      </div>
      {pair === undefined ? (
        <p className={cx(typographyStyles.extraSmall, typographyStyles.tertiary, cardStyles.hint)}>{t('oco.text')}</p>
      ) : (
        <PairPrice handle={handle} pair={pair} isDesk={isDesk} />
      )}
    </div>
  );
}

interface PairPriceProps {
  readonly handle: TicketHandle;
  readonly pair: NonNullable<TicketHandle['ticket']['pair']>;
  readonly isDesk: boolean;
}

function PairPrice({ handle, pair, isDesk }: PairPriceProps) {
  const { spec } = handle.facts;
  const { sides } = handle.context;
  const isBuy = pair.side === 'buy';
  const reference = sides === null ? null : isBuy ? sides.ask : sides.bid;
  const text = formatPrice(pair.target as Price, spec.digits);
  const change = (part: Partial<PairPriceProps['pair']>) => handle.change({ pair: { ...pair, ...part } });
  return (
    <div className={styles.pair}>
      <Segmented
        label={t('oco.side')}
        value={pair.side}
        options={[
          { value: 'sell', label: t('trade.sell') },
          { value: 'buy', label: t('trade.buy') },
        ]}
        onChange={(side) => change({ side })}
      />
      <div className={typographyStyles.label}>
        <span>{t('trade.pairPrice')}</span>
        {sides === null || reference === null ? null : (
          <small className={cx(figuresStyles.number, figuresStyles.inText)}>
            <PriceDistance ticks={pair.target - reference} isBuy={isBuy} pipTicks={spec.pipTicks} /> ·{' '}
            <span className={cx(typographyStyles.strong, isBuy ? figuresStyles.rising : figuresStyles.falling)}>
              {t(`trade.${pendingKind(pair.side, pair.target, sides)}`)}
            </span>
          </small>
        )}
      </div>
      <Stepper
        label={t('trade.pairPrice')}
        className={isDesk ? undefined : cx(stepperStyles.large, stepperStyles.inWell)}
        value={text}
        display={<StillPrice text={text} digits={spec.digits} />}
        onStep={(direction) => change({ target: steppedPrice(pair.target, direction, spec) })}
        onType={(typed) => {
          const target = priceFromTyped(typed, spec.digits);
          if (target !== null) change({ target });
          return target !== null;
        }}
        onRestore={() => change({})}
        onUnusable={handle.onUnusable('pairPrice')}
      />
      <p className={cx(typographyStyles.extraSmall, typographyStyles.tertiary)}>{t('oco.rest')}</p>
    </div>
  );
}
