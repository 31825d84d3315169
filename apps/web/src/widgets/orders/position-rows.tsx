import { formatLots } from '@candor/domain/values/lots';
import { formatMoney, type Money } from '@candor/domain/values/money';
import { formatPrice, parsePrice } from '@candor/domain/values/price';
import type { ReactNode } from 'react';
import type { InstrumentFacts } from '../../data/instruments.ts';
import type { Order } from '../../data/order.ts';
import { balanceText, directionOf, pipsText, signedText } from '../../format/number-text.ts';
import { groupDigits, missing } from '../../format/price-text.ts';
import { plural, t } from '../../i18n/text.ts';
import { pressOnce } from '../../ui/BusyButton.tsx';
import { cx, directionClass } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import iconStyles from '../../ui/Icon.module.css';
import { Icon } from '../../ui/Icon.tsx';
import toggleStyles from '../../ui/Toggle.module.css';
import styles from './PositionSheet.module.css';
import { type BreakEvenAct, type PositionActs, trailingDistance } from './position-acts.ts';
import type { Deeds } from './use-position-deeds.ts';
import type { UsualStop } from './usual-stop.ts';

/** Icons of this sheet alone, on the grid of `Icon`. */
const actIcons = {
  half: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 3.5a8.5 8.5 0 0 1 0 17Z" fill="currentColor" />
    </>
  ),
  breakEven: <path d="M4 12h16M4 8v8M20 8v8" />,
  trailing: <path d="M3.5 18.5h5v-4h5v-4h5V6M15.7 8.3l2.8-2.8 2.8 2.8" />,
  reverse: <path d="M7 4.5v14M7 4.5 3.8 7.7M7 4.5l3.2 3.2M17 19.5v-14M17 19.5l-3.2-3.2M17 19.5l3.2-3.2" />,
  details: <path d="M5 7h14M5 12h14M5 17h9" />,
  target: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <circle cx="12" cy="12" r="4.5" />
      <path d="M12 12h.01" />
    </>
  ),
};
type ActIconName = keyof typeof actIcons;

function ActIcon({ name }: { name: ActIconName }) {
  return (
    <svg className={iconStyles.icon} width={22} height={22} viewBox="0 0 24 24" aria-hidden="true" data-icon={name}>
      {actIcons[name]}
    </svg>
  );
}

interface ActRowProps {
  readonly id: string;
  readonly icon: ActIconName;
  readonly name: string;
  readonly text: string;
  readonly end?: ReactNode;
  readonly isOff: boolean;
  readonly onPress: () => void;
}

/** Row of an act. One that is off keeps the focus: its text says why to a screen reader too. */
export function ActRow({ id, icon, name, text, end, isOff, onPress }: ActRowProps) {
  return (
    <button
      type="button"
      className={styles.row}
      aria-disabled={isOff}
      data-testid={id}
      onKeyDown={pressOnce}
      onClick={() => {
        if (!isOff) onPress();
      }}
    >
      <ActIcon name={icon} />
      <span className={styles.text}>
        {name}
        <small>{text}</small>
      </span>
      {end}
      <Icon name="next" size={18} />
    </button>
  );
}

export function Amount({ money }: { money: Money | null }) {
  const text = money === null ? null : formatMoney(money);
  return (
    <span className={cx(figuresStyles.number, figuresStyles.live, styles.amount, directionClass[directionOf(text)])}>
      {text === null ? missing : signedText(text)}
    </span>
  );
}

export function HalfRow({ facts, acts, deeds }: { facts: InstrumentFacts; acts: PositionActs | null; deeds: Deeds }) {
  const half = acts?.half ?? null;
  const { spec } = facts;
  const text =
    half === null
      ? acts === null
        ? missing
        : t('order.halfTooSmall')
      : t('order.halfText', { lots: formatLots(half.lots, spec), rest: formatLots(half.rest, spec) });
  return (
    <ActRow
      id="position-half"
      icon="half"
      name={t('order.closeHalf')}
      text={text}
      end={half === null ? undefined : <Amount money={half.profit} />}
      isOff={half === null || !deeds.canDeal}
      onPress={deeds.closeHalf}
    />
  );
}

/** Sets the usual stop at one press, while the position has none. */
export function AddStopRow({ order, stop, deeds }: { order: Order; stop: UsualStop | null; deeds: Deeds }) {
  const { stopLoss } = order;
  const text = stopLoss === null ? (stop?.text ?? t('order.noStopYet')) : `${t('order.sl')} ${groupDigits(stopLoss)}`;
  return (
    <ActRow
      id="position-add-stop"
      icon="target"
      name={t('trade.addStop')}
      text={text}
      isOff={stopLoss !== null || stop === null || !deeds.canDeal}
      onPress={deeds.addStop}
    />
  );
}

interface BreakEvenRowProps {
  readonly order: Order;
  readonly facts: InstrumentFacts;
  readonly act: BreakEvenAct;
  readonly deeds: Deeds;
}

export function BreakEvenRow({ order, facts, act, deeds }: BreakEvenRowProps) {
  const price = 'price' in act ? groupDigits(formatPrice(act.price, facts.spec.digits)) : missing;
  const texts = {
    possible: () => t('order.breakEvenAt', { price, fee: balanceText(order.fee) }),
    'not-reached': () => t('order.breakEvenBeyond', { price }),
    set: () => t('order.breakEvenSet'),
    none: () => missing,
  };
  return (
    <ActRow
      id="position-break-even"
      icon="breakEven"
      name={t('order.breakEven')}
      text={texts[act.state]()}
      end={act.state === 'possible' ? <Amount money={act.net} /> : undefined}
      isOff={act.state !== 'possible' || !deeds.canDeal}
      onPress={deeds.breakEven}
    />
  );
}

interface TrailingRowProps {
  readonly order: Order;
  readonly facts: InstrumentFacts;
  readonly level: number | null;
  readonly deeds: Deeds;
}

export function TrailingRow({ order, facts, level, deeds }: TrailingRowProps) {
  const isOn = order.trailingDistance !== null;
  const distance = isOn
    ? parsePrice(order.trailingDistance, facts.spec.digits)
    : trailingDistance(order, facts.spec, level);
  const isOff = distance === null || !deeds.canDeal;
  const pips = distance === null ? missing : plural('trade.pips', pipsText(distance, facts.spec.pipTicks, false));
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      className={styles.row}
      aria-disabled={isOff}
      data-testid="position-trailing"
      onKeyDown={pressOnce}
      onClick={() => {
        if (!isOff) deeds.trail();
      }}
    >
      <ActIcon name="trailing" />
      <span className={styles.text}>
        {t('order.trailing')}
        <small>{t('order.followsAt', { pips })}</small>
      </span>
      <i className={cx(toggleStyles.toggle, isOn && toggleStyles.checked)} aria-hidden="true" />
    </button>
  );
}
