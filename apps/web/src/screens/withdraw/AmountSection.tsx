import type { WithdrawCurrency } from '@candor/contracts/http/funds';
import { exactMoneyText, paymentText, percentText, rateText } from '../../format/funds-text.ts';
import { balanceText } from '../../format/number-text.ts';
import { missing } from '../../format/price-text.ts';
import { t } from '../../i18n/text.ts';
import { AmountField } from '../../ui/AmountField.tsx';
import type { FieldControl } from '../../ui/Field.tsx';
import { CurrencyTag } from '../../widgets/funds/CurrencyTag.tsx';
import type { WithdrawFigures } from './withdraw-figures.ts';
import { shareOf, withdrawDecimals } from './withdraw-figures.ts';

const shares = [25, 50, 75, 100] as const;

interface AmountSectionProps {
  readonly field: FieldControl;
  readonly currency: WithdrawCurrency;
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
      <section className="calc">
        <div className="calc-l">
          <span>{t('withdraw.youWithdraw')}</span>
          <span>
            {t('trade.availableShort')} <span className="num">{balanceText(available)}</span>
          </span>
        </div>
        <AmountField
          {...props.field}
          label={t('withdraw.youWithdraw')}
          decimals={withdrawDecimals}
          unit={<CurrencyTag code="USD" />}
        />
        <div className="shares" role="group" aria-label={t('withdraw.shares')}>
          {shares.map((share) => (
            <button
              key={share}
              type="button"
              className="chip chip--plain"
              onClick={() => props.onAmount(balanceText(shareOf(available, share)))}
            >
              {share === 100 ? t('withdraw.all') : `${share}%`}
            </button>
          ))}
        </div>
      </section>
      <dl className="calc-m">
        <div className="kv">
          <dt data-op="−">{feeLabel(currency)}</dt>
          <dd className="num">{figures === null ? missing : `${exactMoneyText(figures.fee)} USD`}</dd>
        </div>
        <div className="kv">
          <dt data-op="×">{t('funds.rateOf', { code: currency.code })}</dt>
          <dd className="num">{rateText(currency.usd_price)}</dd>
        </div>
      </dl>
      <section className="calc">
        <div className="calc-l">{t('withdraw.youReceive')}</div>
        <div className="calc-v">
          <output className="num" aria-label={t('withdraw.youReceive')}>
            {figures === null ? missing : paymentText(figures.received, currency.code)}
          </output>
          <CurrencyTag code={currency.code} onPick={props.onPickCurrency} />
        </div>
      </section>
    </>
  );
}

/** "Handling fee · 0.5%"; a fixed fee is named by its figure only. */
export function feeLabel({ fee_type, draw_rate }: WithdrawCurrency): string {
  return fee_type === 1 ? t('trade.fee') : `${t('trade.fee')} · ${percentText(draw_rate)}`;
}
