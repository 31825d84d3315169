import type { PayoutCurrency } from '../../data/funds-records.ts';
import { exactMoneyText, paymentText, percentText, rateText } from '../../format/funds-text.ts';
import { balanceText } from '../../format/number-text.ts';
import { missing } from '../../format/price-text.ts';
import { t } from '../../i18n/text.ts';
import amountFieldStyles from '../../ui/AmountField.module.css';
import { AmountField } from '../../ui/AmountField.tsx';
import chipsStyles from '../../ui/Chips.module.css';
import { cx } from '../../ui/class-names.ts';
import type { FieldControl } from '../../ui/Field.tsx';
import figuresStyles from '../../ui/Figures.module.css';
import keyValueStyles from '../../ui/KeyValue.module.css';
import { CurrencyTag } from '../../widgets/funds/CurrencyTag.tsx';
import styles from './AmountSection.module.css';
import type { WithdrawFigures } from './withdraw-figures.ts';
import { shareOf, withdrawDecimals } from './withdraw-figures.ts';

const shares = [25, 50, 75, 100] as const;

interface AmountSectionProps {
  readonly field: FieldControl;
  readonly currency: PayoutCurrency;
  readonly figures: WithdrawFigures | null;
  readonly available: string;
  readonly onAmount: (amount: string) => void;
  readonly onPickCurrency: () => void;
}

/** Amount requested and amount paid out, with fee and rate between them: (amount − fee) × rate. */
export function AmountSection(props: AmountSectionProps) {
  const { currency, figures, available } = props;
  return (
    <>
      <section className={amountFieldStyles.card}>
        <div className={amountFieldStyles.label}>
          <span>{t('withdraw.youWithdraw')}</span>
          <span>
            {t('trade.availableShort')} <span className={figuresStyles.number}>{balanceText(available)}</span>
          </span>
        </div>
        <AmountField
          {...props.field}
          label={t('withdraw.youWithdraw')}
          decimals={withdrawDecimals}
          unit={<CurrencyTag code="USD" />}
        />
        <div className={styles.shares} data-part="shares" role="group" aria-label={t('withdraw.shares')}>
          {shares.map((share) => (
            <button
              key={share}
              type="button"
              className={cx(chipsStyles.chip, chipsStyles.plain, styles.share)}
              onClick={() => props.onAmount(balanceText(shareOf(available, share)))}
            >
              {share === 100 ? t('withdraw.all') : `${share}%`}
            </button>
          ))}
        </div>
      </section>
      <dl className={styles.sums}>
        <div className={cx(keyValueStyles.row, styles.sum)}>
          <dt data-op="−">{feeLabel(currency)}</dt>
          <dd className={figuresStyles.number}>{figures === null ? missing : `${exactMoneyText(figures.fee)} USD`}</dd>
        </div>
        <div className={cx(keyValueStyles.row, styles.sum)}>
          <dt data-op="×">{t('funds.rateOf', { code: currency.code })}</dt>
          <dd className={figuresStyles.number}>{rateText(currency.perUsd)}</dd>
        </div>
      </dl>
      <section className={amountFieldStyles.card}>
        <div className={amountFieldStyles.label}>{t('withdraw.youReceive')}</div>
        <div className={amountFieldStyles.value} data-part="amount-field">
          <output className={cx(figuresStyles.number, amountFieldStyles.figure)} aria-label={t('withdraw.youReceive')}>
            {figures === null ? missing : paymentText(figures.received, currency.code)}
          </output>
          <CurrencyTag code={currency.code} onPick={props.onPickCurrency} />
        </div>
      </section>
    </>
  );
}

/** "Handling fee · 0.5%"; a fixed fee is named by its figure only. */
export function feeLabel({ feeKind, fee }: PayoutCurrency): string {
  return feeKind === 'fixed' ? t('trade.fee') : `${t('trade.fee')} · ${percentText(fee)}`;
}
