import type { PayType } from '@candor/contracts/http/funds';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { PayoutClock, PayoutCurrency, PayoutMethod, WithdrawOptions } from '../../data/funds-records.ts';
import { paymentText, rateText } from '../../format/funds-text.ts';
import { sentences, t } from '../../i18n/text.ts';
import { Banner } from '../../ui/Banner.tsx';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { cx } from '../../ui/class-names.ts';
import type { FieldControl } from '../../ui/Field.tsx';
import { Field } from '../../ui/Field.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { FormPage } from '../../widgets/FormPage.tsx';
import { CurrencyPicker } from '../../widgets/funds/CurrencyPicker.tsx';
import { useNow } from '../../widgets/funds/use-now.ts';
import { AmountSection } from './AmountSection.tsx';
import { ConfirmSheet } from './ConfirmSheet.tsx';
import { MethodSection } from './MethodSection.tsx';
import { Obstacles } from './Obstacles.tsx';
import { useWithdrawForm } from './use-withdraw-form.ts';
import styles from './Withdraw.module.css';
import { usualText } from './withdrawal-state.ts';

export interface WithdrawFormProps {
  readonly type: PayType;
  readonly bar: ReactNode;
  readonly segments: ReactNode;
  readonly options: WithdrawOptions;
  readonly methods: readonly PayoutMethod[];
  /** Reloads rates, fees and the available amount. */
  readonly renew: () => Promise<WithdrawOptions | undefined>;
}

/** Amount, fee, rate and destination; the confirmation with every figure follows (R-FND-85). */
export function WithdrawForm(props: WithdrawFormProps) {
  const { type, options } = props;
  const nowMs = useNow(30_000);
  const state = useWithdrawForm({ ...props, nowMs });
  const [isPicking, setPicking] = useState(false);
  const { form, currency, method, tooMuch } = state;
  const figures = tooMuch === null ? state.figures : null;
  if (currency === undefined) return null;
  const isFrozen = options.frozenUntilMs !== null && options.frozenUntilMs > nowMs;
  const isOnHold = method !== undefined && method.usableAtMs > nowMs;
  const isReady = options.isVerified && !isFrozen;
  return (
    <FormPage
      isCanvas
      bar={props.bar}
      form={form.form}
      foot={
        <BusyButton
          label={
            tooMuch ??
            (figures === null
              ? t('withdraw.title')
              : t('withdraw.button', { amount: paymentText(figures.number, 'USD') }))
          }
          isBusy={form.isBusy}
          isDisabled={!isReady || tooMuch !== null}
        />
      }
    >
      {props.segments}
      <div className={layoutStyles.gutters}>
        <Obstacles options={options} isFrozen={isFrozen} />
        <AmountSection
          field={form.field('number')}
          currency={currency}
          figures={figures}
          available={options.available}
          onAmount={(amount) => form.set('number', amount)}
          onPickCurrency={() => setPicking(true)}
        />
      </div>
      <MethodSection type={type} currency={currency} state={state} isOnHold={isOnHold} />
      <Notes type={type} clock={options.clock} memo={form.field('memo')} />
      {isPicking ? (
        <CurrencySheet
          currencies={options.currencies}
          chosen={currency}
          onChoose={state.chooseCurrency}
          onClose={() => setPicking(false)}
        />
      ) : null}
      {state.asked === null ? null : (
        <ConfirmSheet
          asked={state.asked}
          clock={options.clock}
          renew={props.renew}
          onRenewed={state.setAsked}
          onClose={() => state.setAsked(null)}
        />
      )}
    </FormPage>
  );
}

interface NotesProps {
  readonly type: PayType;
  readonly clock: PayoutClock;
  readonly memo: FieldControl;
}

/** Next steps with their usual duration, and a note field for the user. */
function Notes({ type, clock, memo }: NotesProps) {
  return (
    <div className={cx(layoutStyles.gutters, layoutStyles.column, styles.content)}>
      <div className={styles.plainNote}>
        <Banner isPlain>
          {sentences(type === 1 ? t('withdraw.noteCoin') : t('withdraw.noteBank'), usualText(clock))}
        </Banner>
      </div>
      <Field {...memo} label={t('withdraw.memo')} isOptional autoComplete="off" maxLength={140} enterKeyHint="done" />
    </div>
  );
}

interface CurrencySheetProps {
  readonly currencies: readonly PayoutCurrency[];
  readonly chosen: PayoutCurrency;
  readonly onChoose: (id: number) => void;
  readonly onClose: () => void;
}

/** Choice of the payout currency, each with its rate. */
function CurrencySheet({ currencies, chosen, onChoose, onClose }: CurrencySheetProps) {
  return (
    <CurrencyPicker
      title={t('withdraw.receiveIn')}
      currencies={currencies.map((currency) => ({
        ...currency,
        end: t('withdraw.oneUsd', { rate: rateText(currency.perUsd) }),
      }))}
      chosenId={chosen.id}
      onChoose={onChoose}
      onClose={onClose}
    />
  );
}
