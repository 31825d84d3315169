import { formatPrice, toPrice } from '@candor/domain/values/price';
import { useState } from 'react';
import { type InstrumentFacts, toTicks } from '../../data/instruments.ts';
import { type AlertLevel, type PriceAsk, ticksAway } from '../../data/price-alert.ts';
import { priceFromTyped } from '../../format/decimal-input.ts';
import { groupDigits } from '../../format/price-text.ts';
import { t } from '../../i18n/text.ts';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Segmented } from '../../ui/Segmented.tsx';
import stepperStyles from '../../ui/Stepper.module.css';
import { Stepper } from '../../ui/Stepper.tsx';
import { useSlowQuote, useStaleMark } from '../live-quote.ts';
import { steppedPrice } from '../stop-units.ts';
import styles from './AlertSheet.module.css';
import { awayText } from './alert-texts.ts';

interface PartProps {
  readonly facts: InstrumentFacts;
  readonly form: ReturnType<typeof useAlertLevel>;
}

/** Fields of a price alert (R-ALR-04). */
export function PriceFields({ facts: { id, spec }, form }: PartProps) {
  const { level, away, isReached, setLevel } = form;
  return (
    <div className={styles.fields} {...useStaleMark(id)}>
      <Segmented
        label={t('alerts.watched')}
        value={form.side}
        options={[
          { value: 'bid', label: t('alerts.sellPrice') },
          { value: 'ask', label: t('alerts.buyPrice') },
        ]}
        onChange={form.setSide}
      />
      <Segmented
        label={t('alerts.direction')}
        value={form.isAbove ? 'above' : 'below'}
        options={[
          { value: 'above', label: t('alerts.atOrAbove') },
          { value: 'below', label: t('alerts.atOrBelow') },
        ]}
        onChange={(value) => form.setAbove(value === 'above')}
      />
      <Stepper
        label={t('alerts.price')}
        className={cx(stepperStyles.large, stepperStyles.inWell)}
        value={level === null ? '' : formatPrice(toPrice(level), spec.digits)}
        isBad={isReached}
        onStep={(direction) => level !== null && setLevel(steppedPrice(level, direction, spec))}
        onType={(typed) => {
          const price = priceFromTyped(typed, spec.digits);
          if (price !== null) setLevel(price);
          return price !== null;
        }}
        onRestore={() => setLevel(level)}
        onUnusable={form.setUnusable}
      />
      <p className={cx(styles.note, isReached && styles.problem, figuresStyles.number, figuresStyles.live)}>
        {away === null ? t('market.noPrice') : isReached ? t('alerts.reached') : awayText(away, spec.pipTicks)}
      </p>
      <p className={styles.note}>{t('alerts.onceNote')}</p>
    </div>
  );
}

/** Text of the button, which says what is missing. */
export function priceButtonText({ ask, level, isReached, isUnusable }: PartProps['form']): string {
  if (isUnusable) return t('trade.checkField', { field: t('alerts.price') });
  if (level === null) return t('market.noPrice');
  return isReached || ask === null ? t('alerts.reached') : t('alerts.set', { price: groupDigits(ask.price) });
}

/** Level of the form; until it is typed, it begins a quarter of a percent beside the price, or where the draft says. */
export function useAlertLevel({ id, spec }: InstrumentFacts, startLevel: number | undefined) {
  const sides = toTicks(useSlowQuote(id), spec.digits);
  const [side, setSide] = useState<AlertLevel['side']>('bid');
  const [direction, setAbove] = useState<boolean | null>(null);
  const [typed, setLevel] = useState<number | null>(startLevel ?? null);
  const [isUnusable, setUnusable] = useState(false);
  const [first] = useState(sides);
  const from = (first ?? sides)?.[side];
  const isAbove = direction ?? (typed === null || from === undefined ? true : typed > from);
  const distance = Math.max(spec.pipTicks, Math.round((from ?? 0) / 400 / spec.pipTicks) * spec.pipTicks);
  const begun = from === undefined ? null : Math.max(1, isAbove ? from + distance : from - distance);
  const level = typed ?? begun;
  const away = level === null || sides === null ? null : ticksAway({ side, isAbove }, level, sides);
  const isReached = away !== null && away <= 0;
  const ask: PriceAsk | null =
    level === null || isReached || isUnusable
      ? null
      : {
          kind: 'price',
          instrumentId: id,
          showCode: spec.showCode,
          side,
          isAbove,
          price: formatPrice(toPrice(level), spec.digits),
        };
  return { ask, level, away, side, isAbove, isReached, isUnusable, setSide, setAbove, setLevel, setUnusable };
}
