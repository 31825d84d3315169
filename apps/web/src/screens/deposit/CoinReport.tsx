import { paymentScale } from '@candor/domain/calc/funds';
import type { DepositAddress } from '../../data/funds-records.ts';
import { shortAddress } from '../../format/funds-text.ts';
import { plural, t } from '../../i18n/text.ts';
import { useWayBack } from '../../navigation/back.ts';
import amountFieldStyles from '../../ui/AmountField.module.css';
import { AmountField } from '../../ui/AmountField.tsx';
import { Banner } from '../../ui/Banner.tsx';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import { Field } from '../../ui/Field.tsx';
import figuresStyles from '../../ui/Figures.module.css';
import { CurrencyLogo } from '../../ui/Logo.tsx';
import layoutStyles from '../../ui/layout.module.css';
import selectRowStyles from '../../ui/SelectRow.module.css';
import { CurrencyTag } from '../../widgets/funds/CurrencyTag.tsx';
import type { PictureSlot } from '../../widgets/pictures/picture-upload.ts';
import { Credit } from './Credit.tsx';
import styles from './Deposit.module.css';
import { ProofTile } from './ProofTile.tsx';
import { NextSteps } from './SubmitDeposit.tsx';
import type { DepositForm } from './use-deposit-form.ts';

export interface CoinReportProps {
  readonly option: DepositAddress;
  readonly form: DepositForm;
  readonly proof: PictureSlot;
}

/** Amount sent and a picture as proof; a watched address needs no picture, since the server sees the payment itself. */
export function CoinReport({ option, form, proof }: CoinReportProps) {
  const showCode = useWayBack('/mine/charge');
  const { currencyCode: code, network } = option;
  return (
    <>
      <div className={layoutStyles.gutters}>
        <div className={cx(selectRowStyles.row, selectRowStyles.withAction)} data-part="select-row">
          <CurrencyLogo code={code} size={38} />
          <div className={cx(layoutStyles.grow, selectRowStyles.texts)}>
            <h2>{`${code} · ${network}`}</h2>
            <p className={cx(figuresStyles.number, selectRowStyles.figure)} dir="ltr">
              {shortAddress(option.address, 8, 6)}
            </p>
          </div>
          <button type="button" className={cx(buttonStyles.textButton, selectRowStyles.action)} onClick={showCode}>
            {t('deposit.showQr')}
          </button>
        </div>
      </div>
      <h2 className={layoutStyles.sectionTitle}>{t('deposit.amountSent')}</h2>
      <div className={layoutStyles.gutters}>
        <div className={amountFieldStyles.card}>
          <AmountField
            {...form.field('number')}
            label={t('deposit.amountSent')}
            decimals={paymentScale}
            unit={<CurrencyTag code={code} />}
            autoFocus={form.values.number === ''}
          />
          <Credit
            typed={form.values.number}
            terms={option}
            code={code}
            decimals={paymentScale}
            isNew={form.isRateNew}
          />
        </div>
      </div>
      {option.isWatched ? (
        <>
          <h2 className={layoutStyles.sectionTitle}>{t('deposit.watchedTitle')}</h2>
          <div className={cx(layoutStyles.gutters, layoutStyles.column, styles.fields)}>
            <Banner kind="ok">{plural('deposit.watched', option.confirmations)}</Banner>
            <Field
              {...form.field('tx')}
              label={t('deposit.tx')}
              isOptional
              autoComplete="off"
              maxLength={128}
              isLatin
              enterKeyHint="done"
            />
          </div>
        </>
      ) : (
        <ProofTile slot={proof} isLocked={form.isBusy} />
      )}
      <NextSteps isWatched={option.isWatched} />
    </>
  );
}
