import { formatLots, toLots } from '@candor/domain/values/lots';
import { formatMoney } from '@candor/domain/values/money';
import { formatPrice } from '@candor/domain/values/price';
import { closingPrice } from '@candor/domain/values/quote';
import { useEffect, useRef, useState } from 'react';
import type { InstrumentFacts } from '../../data/instruments.ts';
import type { Order } from '../../data/order.ts';
import { closeOrder, isUnpriced } from '../../data/orders.ts';
import { lotStepsFromTyped } from '../../format/decimal-input.ts';
import { directionOf, signedText } from '../../format/number-text.ts';
import { groupDigits, missing } from '../../format/price-text.ts';
import { plural, t } from '../../i18n/text.ts';
import { isDesk } from '../../platform/media.ts';
import bannerStyles from '../../ui/Banner.module.css';
import { cx, directionClass } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import figuresStyles from '../../ui/Figures.module.css';
import { Stepper } from '../../ui/Stepper.tsx';
import typographyStyles from '../../ui/typography.module.css';
import { useDealContext } from '../deal-context.ts';
import { toastAnswer } from '../toast-error.ts';
import styles from './OrderSheets.module.css';
import { orderLots, orderProfit } from './order-figures.ts';
import { useOrderMark } from './order-parts.tsx';
import { notePress, reportClose } from './report-act.ts';

const priceHole = '⟦p⟧';
const profitHole = '⟦m⟧';
/**
 * In lot steps. The company's smallest order does not apply: any position of more than a step can be closed in part
 * (R-ORD-22).
 */
const leastPart = 1;

export interface CloseDialogProps {
  readonly order: Order;
  readonly facts: InstrumentFacts;
  /** True to begin with half of the lots. */
  readonly isHalf?: boolean;
  /** True if a close was just refused for want of a fresh price: begins with the offer to wait for one. */
  readonly isRefused?: boolean;
  /** Called when the close is sent, so that the vanishing order is not reported. */
  readonly onSend: () => void;
  readonly onClose: () => void;
}

/** Confirms a close: lots, price and the approximate result; a part of the lots if there is more than one step. */
export function CloseDialog({ order, facts, isHalf, isRefused, onSend, onClose }: CloseDialogProps) {
  const { spec } = facts;
  const context = useDealContext(facts);
  const held = orderLots(order, spec) ?? toLots(1);
  const [chosen, setLots] = useState<number | null>(isHalf === true ? partOf(held, 2) : null);
  const [isUnusable, setUnusable] = useState(false);
  const [mayWait, setMayWait] = useState(isRefused === true);
  const isHere = useIsHere();
  const staleMark = useOrderMark(order);
  const lots = chosen ?? held;
  const level = context.sides && closingPrice(context.sides, order.side);
  const profit = level === null || isUnusable ? null : orderProfit(order, spec, toLots(lots), level, context.rate);
  const profitText = profit === null ? null : formatMoney(profit);
  const offReason = reasonForOff(context.isPaused, isUnusable);

  async function close(): Promise<void> {
    onSend();
    const press = notePress(level, isDesk());
    const closing = closeOrder(order.id, lots === held ? null : formatLots(lots, spec), mayWait);
    // If the user has left meanwhile, the refusal is shown like any other.
    if (!mayWait && (await isUnpriced(closing)) && isHere.current) {
      setMayWait(true);
      // A failure keeps the dialog open, which then offers to wait.
      await closing;
    }
    const rest = lots === held ? null : formatLots(held - lots, spec);
    const circumstances = { currency: context.currency, isQueued: mayWait, rest };
    await toastAnswer(closing, (answer) => reportClose(answer, facts, press, circumstances));
  }

  return (
    <Dialog
      title={t('order.closeTitle', { code: spec.showCode })}
      safeLabel={t('order.keepOpen')}
      label={offReason ?? t(mayWait ? 'order.closeWhenPriced' : 'order.close')}
      isOff={offReason !== null}
      onClose={onClose}
      onConfirm={close}
    >
      {mayWait ? (
        <p role="status" className={cx(bannerStyles.note, bannerStyles.warn, styles.note)}>
          {t('order.closeNoPrice')}
        </p>
      ) : (
        <p {...staleMark}>
          <Sentence
            text={order.side === 'buy' ? t('order.closeBuy', holes(lots)) : t('order.closeSell', holes(lots))}
            price={level === null ? missing : groupDigits(formatPrice(level, spec.digits))}
            profit={profitText === null ? missing : `${signedText(profitText)} ${context.currency}`}
            direction={directionOf(profitText)}
          />
        </p>
      )}
      {held > leastPart ? (
        <PartStepper
          spec={spec}
          held={held}
          lots={lots}
          onLots={setLots}
          onRestore={() => setLots(chosen)}
          onUnusable={setUnusable}
        />
      ) : null}
    </Dialog>
  );

  function holes(steps: number) {
    return { lots: plural('trade.lotsOf', formatLots(steps, spec)), price: priceHole, profit: profitHole };
  }
}

/** Returns the given quarters of the lots, rounded down to a lot step; at least one step. */
function partOf(held: number, quarters: number): number {
  return Math.max(leastPart, Math.floor((held * quarters) / 4));
}

/** Names why the position cannot be closed now; null if it can. */
function reasonForOff(isPaused: boolean, isUnusable: boolean): string | null {
  if (isPaused) return t('trade.paused');
  return isUnusable ? t('trade.checkField', { field: t('order.closeLots') }) : null;
}

/** Returns a reference that is false once the component has left the page. */
function useIsHere() {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}

interface PartStepperProps {
  readonly spec: InstrumentFacts['spec'];
  readonly held: number;
  readonly lots: number;
  readonly onLots: (steps: number) => void;
  readonly onRestore: () => void;
  readonly onUnusable: (isUnusable: boolean) => void;
}

const parts = [
  { quarters: 1, sign: '¼' },
  { quarters: 2, sign: '½' },
  { quarters: 3, sign: '¾' },
] as const;

/** Field for the lots to close, at most those held. */
function PartStepper({ spec, held, lots, onLots, onRestore, onUnusable }: PartStepperProps) {
  const clamp = (steps: number) => Math.min(held, Math.max(leastPart, steps));
  return (
    <div className={styles.parts}>
      <div className={typographyStyles.label}>
        <span>{t('order.closeLots')}</span>
      </div>
      <div className={styles.shares} role="group" aria-label={t('order.closeLots')}>
        {parts
          .filter(({ quarters }) => held * quarters >= 4)
          .map(({ quarters, sign }) => {
            const steps = partOf(held, quarters);
            return (
              <button key={quarters} type="button" aria-pressed={steps === lots} onClick={() => onLots(steps)}>
                <b>{sign}</b> {formatLots(steps, spec)}
              </button>
            );
          })}
      </div>
      <Stepper
        label={t('order.closeLots')}
        value={formatLots(lots, spec)}
        atMin={lots <= leastPart}
        atMax={lots >= held}
        onStep={(direction) => onLots(clamp(lots + direction))}
        onType={(typed, isLeft) => {
          const steps = lotStepsFromTyped(typed, spec);
          const isUsable = steps !== null && (isLeft || steps === clamp(steps));
          if (isUsable) onLots(clamp(steps));
          return isUsable;
        }}
        onRestore={onRestore}
        onUnusable={onUnusable}
      />
    </div>
  );
}

/** Sentence with bold figures, in the order of the language. */
function Sentence({
  text,
  price,
  profit,
  direction,
}: {
  text: string;
  price: string;
  profit: string;
  direction: ReturnType<typeof directionOf>;
}) {
  return text.split(/(⟦\w⟧)/).map((part, index) => {
    if (part === priceHole) {
      return (
        <b key={index} className={cx(figuresStyles.number, styles.figure)}>
          <span className={figuresStyles.live}>{price}</span>
        </b>
      );
    }
    if (part === profitHole) {
      return (
        <b key={index} className={cx(figuresStyles.number, figuresStyles.live, directionClass[direction])}>
          {profit}
        </b>
      );
    }
    return part;
  });
}
