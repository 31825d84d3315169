import { formatDecimal } from '@candor/domain/values/decimal';
import { formatPrice, toPrice } from '@candor/domain/values/price';
import { type ReactNode, useState } from 'react';
import { type InstrumentFacts, toTicks } from '../../data/instruments.ts';
import { type AlertLevel, moveLevels, type PercentAsk } from '../../data/price-alert.ts';
import { groupDigits } from '../../format/price-text.ts';
import { t } from '../../i18n/text.ts';
import { cx } from '../../ui/class-names.ts';
import figuresStyles from '../../ui/Figures.module.css';
import { Segmented } from '../../ui/Segmented.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { useSlowQuote, useStaleMark } from '../live-quote.ts';
import styles from './AlertSheet.module.css';
import { FigureStepper } from './FigureStepper.tsx';
import { SetAlertButton } from './SetAlertButton.tsx';

/** Hundredths of a percent. */
const range = { least: 1, most: 5_000, step: 10, decimals: 2 } as const;

interface PercentFormProps {
  readonly choice: ReactNode;
  readonly facts: InstrumentFacts;
  readonly onClose: () => void;
}

/** Form of an alert on a move of a price by a percentage, either way (R-ALR-19). */
export function PercentForm({ choice, facts: { id, spec }, onClose }: PercentFormProps) {
  const [side, setSide] = useState<AlertLevel['side']>('bid');
  const [percentE2, setPercent] = useState(100);
  const [isUnusable, setUnusable] = useState(false);
  const sides = toTicks(useSlowQuote(id), spec.digits);
  const percent = formatDecimal(BigInt(percentE2), range.decimals);
  const isReady = sides !== null && !isUnusable;
  const ask: PercentAsk | null = isReady
    ? { kind: 'percent', instrumentId: id, showCode: spec.showCode, side, percent }
    : null;
  const title = t('alerts.on', { code: spec.showCode });
  const priceText = (ticks: number) => groupDigits(formatPrice(toPrice(Math.max(1, ticks)), spec.digits));
  const levels = sides === null ? null : moveLevels(sides[side], percentE2);
  const text =
    sides === null
      ? t('market.noPrice')
      : isUnusable
        ? t('trade.checkField', { field: t('alerts.percentField') })
        : t('alerts.setOther');
  return (
    <Sheet
      title={title}
      label={title}
      onClose={onClose}
      renderFooter={(close) => <SetAlertButton ask={ask} text={text} onDone={close} />}
    >
      <div className={styles.fields} {...useStaleMark(id)}>
        {choice}
        <Segmented
          label={t('alerts.watched')}
          value={side}
          options={[
            { value: 'bid', label: t('alerts.sellPrice') },
            { value: 'ask', label: t('alerts.buyPrice') },
          ]}
          onChange={setSide}
        />
        <FigureStepper
          label={t('alerts.percentField')}
          unit="%"
          {...range}
          value={percentE2}
          isBad={false}
          onChange={setPercent}
          onUnusable={setUnusable}
        />
        <p className={cx(styles.note, figuresStyles.number, figuresStyles.live)}>
          {levels === null
            ? t('market.noPrice')
            : t('alerts.firesAt', { low: priceText(levels.low), high: priceText(levels.high) })}
        </p>
        <p className={styles.note}>{t('alerts.percentRange', { least: '0.01%', most: '50%' })}</p>
        <p className={styles.note}>{t('alerts.onceNote')}</p>
      </div>
    </Sheet>
  );
}
