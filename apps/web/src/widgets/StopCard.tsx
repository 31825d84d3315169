import type { InstrumentSpec } from '@candor/domain/values/instrument';
import type { Money } from '@candor/domain/values/money';
import { formatMoney } from '@candor/domain/values/money';
import { formatPrice, toPrice } from '@candor/domain/values/price';
import { useState } from 'react';
import { priceFromTyped } from '../format/decimal-input.ts';
import { pipsText, signedText } from '../format/number-text.ts';
import { missing } from '../format/price-text.ts';
import { plural, t } from '../i18n/text.ts';
import { cx, directionClass } from '../ui/class-names.ts';
import { FigureInput } from '../ui/FigureInput.tsx';
import figuresStyles from '../ui/Figures.module.css';
import stepperStyles from '../ui/Stepper.module.css';
import { Stepper } from '../ui/Stepper.tsx';
import { Toggle } from '../ui/Toggle.tsx';
import typographyStyles from '../ui/typography.module.css';
import styles from './StopCard.module.css';
import {
  levelFromMoney,
  levelFromPips,
  type StopBase,
  type StopKind,
  signedTyped,
  steppedPrice,
} from './stop-units.ts';

export interface StopCardProps {
  readonly kind: StopKind;
  readonly spec: InstrumentSpec;
  /** Base from which pips and money are measured; null until it has a price. */
  readonly base: StopBase | null;
  /** In ticks; null while it is off. */
  readonly level: number | null;
  readonly figures: { readonly ticks: number; readonly money: Money | null } | null;
  readonly currency: string | null;
  readonly isWrongSide: boolean;
  /** True for the tall one of the edit sheet. */
  readonly isLarge?: boolean;
  /** Returns the level when it is switched on. */
  readonly startLevel: () => number | null;
  readonly onLevel: (level: number | null) => void;
  /** Called when the text typed in one of its fields becomes unusable, and when that ends. */
  readonly onUnusable: (isUnusable: boolean) => void;
}

/**
 * Stop-loss or take-profit: a switch, a price stepper, and the result at the level in pips (left) and money (right)
 * (DESIGN 4). Both can be typed. Off is sent as 0.
 */
export function StopCard(props: StopCardProps) {
  const { kind, spec, level, isWrongSide, isLarge = false, onLevel } = props;
  const isStop = kind === 'stopLoss';
  const label = isStop ? t('trade.stopLoss') : t('trade.takeProfit');
  // Its fields stay while the user types in them, also when the level crosses the price meanwhile.
  const [isMeasuring, setMeasuring] = useState(false);
  const setTyped = (typed: number | null) => {
    if (typed !== null) onLevel(typed);
    return typed !== null;
  };
  const restore = () => onLevel(level);
  return (
    <div
      className={cx(styles.card, isWrongSide && styles.wrong, isLarge && styles.large)}
      data-part="stop-card"
      role="group"
      aria-label={label}
    >
      <div className={cx(styles.head, isLarge && styles.largeHead)}>
        <span>{label}</span>
        <Toggle
          className={styles.toggle}
          label={label}
          isOn={level !== null}
          onChange={(isOn) => onLevel(isOn ? props.startLevel() : null)}
        />
      </div>
      {level === null ? (
        <p className={cx(typographyStyles.extraSmall, typographyStyles.tertiary, styles.hint)}>{t('trade.off')}</p>
      ) : (
        <>
          <Stepper
            label={label}
            className={cx(
              styles.stepper,
              ...(isLarge ? [stepperStyles.large, stepperStyles.inWell] : [stepperStyles.small]),
            )}
            value={formatPrice(toPrice(level), spec.digits)}
            isBad={isWrongSide}
            onStep={(direction) => onLevel(steppedPrice(level, direction, spec))}
            onType={(typed) => setTyped(priceFromTyped(typed, spec.digits))}
            onRestore={restore}
            onUnusable={props.onUnusable}
          />
          {isWrongSide && !isMeasuring ? null : (
            <Worth {...props} label={label} onMeasured={setTyped} onRestore={restore} onMeasuring={setMeasuring} />
          )}
          {isWrongSide ? (
            <p className={styles.problem}>{isStop ? t('trade.slWrongSide') : t('trade.tpWrongSide')}</p>
          ) : null}
        </>
      )}
    </div>
  );
}

interface WorthProps extends StopCardProps {
  readonly label: string;
  /** Returns false for null: the text is no usable figure. */
  readonly onMeasured: (level: number | null) => boolean;
  readonly onRestore: () => void;
  /** Called when the focus enters and leaves its fields. */
  readonly onMeasuring: (isMeasuring: boolean) => void;
}

function Worth(props: WorthProps) {
  const { label, kind, spec, base, figures, currency, isLarge = false, onMeasured, onRestore, onUnusable } = props;
  const ticks = figures?.ticks ?? 0;
  const pips = figures === null ? missing : pipsText(ticks, spec.pipTicks);
  const distance = plural('trade.pips', pips);
  const worth = figures?.money ?? null;
  const money = worth === null ? missing : signedText(formatMoney(worth));
  const direction = ticks === 0 ? 'flat' : ticks > 0 ? 'up' : 'down';
  const measure = (toLevel: typeof levelFromPips) => (typed: string) => {
    const amount = signedTyped(typed, kind);
    return onMeasured(amount === null || base === null ? null : toLevel(amount, base));
  };
  return (
    <div
      className={cx(styles.result, figuresStyles.number, directionClass[direction])}
      onFocus={() => props.onMeasuring(true)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) props.onMeasuring(false);
      }}
    >
      <FigureInput
        label={`${label} · ${t('trade.byPips')}`}
        text={isLarge ? t('trade.pipsFromOpen', { pips: distance }) : distance}
        value={pips}
        onType={measure(levelFromPips)}
        onRestore={onRestore}
        onUnusable={onUnusable}
      />
      <FigureInput
        label={`${label} · ${t('trade.byMoney')}`}
        text={currency === null ? money : `${money} ${currency}`}
        value={money}
        onType={measure(levelFromMoney)}
        onRestore={onRestore}
        onUnusable={onUnusable}
      />
    </div>
  );
}

/** Ratio of risk to reward, once both stops are set. */
export function RiskReward({ risk, reward }: { risk: number; reward: number }) {
  if (risk <= 0 || reward <= 0) return null;
  return (
    <div className={cx(styles.ratio, figuresStyles.number)}>
      <span className={cx(figuresStyles.falling, typographyStyles.strong)}>{t('trade.risk')}</span>
      <span className={styles.ratioBar}>
        <i style={{ flex: risk }} />
        <i style={{ flex: reward }} />
      </span>
      <span className={cx(figuresStyles.rising, typographyStyles.strong)}>{t('trade.reward')}</span>
      <b>1 : {(reward / risk).toFixed(1)}</b>
    </div>
  );
}
