import type { Order } from '@candor/contracts/http/trade';
import { formatLots, toLots } from '@candor/domain/values/lots';
import { formatMoney } from '@candor/domain/values/money';
import { formatPrice } from '@candor/domain/values/price';
import { useState } from 'react';
import type { InstrumentFacts } from '../../data/instruments.ts';
import { closeOrder } from '../../data/orders.ts';
import { parseTypedDecimal } from '../../format/decimal-input.ts';
import { directionOf, signedText } from '../../format/number-text.ts';
import { groupDigits, missing } from '../../format/price-text.ts';
import { t } from '../../i18n/text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Stepper } from '../../ui/Stepper.tsx';
import { useDealContext } from '../deal-context.ts';
import { toastError } from '../toast-error.ts';
import { orderLots, orderProfit } from './order-figures.ts';

const priceHole = '⟦p⟧';
const profitHole = '⟦m⟧';

/** Says what closes, at which price, for about how much; part of the lots where there is more than the smallest order. */
export function CloseDialog({ order, facts, onClose }: { order: Order; facts: InstrumentFacts; onClose: () => void }) {
  const { spec } = facts;
  const context = useDealContext(facts);
  const held = orderLots(order, spec) ?? toLots(1);
  const [chosen, setLots] = useState<number | null>(null);
  const lots = chosen ?? held;
  const level = context.sides === null ? null : order.OrderType === 1 ? context.sides.bid : context.sides.ask;
  const profit = level === null ? null : orderProfit(order, spec, toLots(lots), level, context.rate);
  const profitText = profit === null ? null : formatMoney(profit);
  const clamp = (steps: number) => Math.min(held, Math.max(spec.lotsMin, steps));

  return (
    <Dialog
      title={t('order.closeTitle', { code: spec.showCode })}
      safeLabel={t('order.keepOpen')}
      label={t('order.close')}
      onClose={onClose}
      onConfirm={async () => {
        await closeOrder(order.Id, lots === held ? null : formatLots(lots, spec)).catch(toastError);
      }}
    >
      <p>
        <Sentence
          text={order.OrderType === 1 ? t('order.closeBuy', holes(lots)) : t('order.closeSell', holes(lots))}
          price={level === null ? missing : groupDigits(formatPrice(level, spec.digits))}
          profit={profitText === null ? missing : `${signedText(profitText)} ${context.currency}`}
          direction={directionOf(profitText)}
        />
      </p>
      {held > spec.lotsMin ? (
        <div style={{ marginTop: 16, textAlign: 'start' }}>
          <div className="lab">
            <span>{t('order.closeLots')}</span>
          </div>
          <Stepper
            label={t('order.closeLots')}
            value={formatLots(lots, spec)}
            atMin={lots <= spec.lotsMin}
            atMax={lots >= held}
            onStep={(direction) => setLots(clamp(lots + direction))}
            onType={(typed) => {
              const plain = parseTypedDecimal(typed);
              if (plain !== null) setLots(clamp(Math.round((Number(plain) * 1e8) / spec.lotStepE8)));
            }}
          />
        </div>
      ) : null}
    </Dialog>
  );

  function holes(steps: number) {
    return { lots: formatLots(steps, spec), price: priceHole, profit: profitHole };
  }
}

/** The figures stand out of the sentence, wherever the language puts them. */
function Sentence({
  text,
  price,
  profit,
  direction,
}: {
  text: string;
  price: string;
  profit: string;
  direction: string;
}) {
  return text.split(/(⟦\w⟧)/).map((part, index) => {
    if (part === priceHole) {
      return (
        <b key={index} className="num" style={{ color: 'var(--color-text)' }}>
          {price}
        </b>
      );
    }
    if (part === profitHole) {
      return (
        <b key={index} className={`num ${direction}`}>
          {profit}
        </b>
      );
    }
    return part;
  });
}
