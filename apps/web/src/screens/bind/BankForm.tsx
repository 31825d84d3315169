import { t } from '../../i18n/text.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { cx } from '../../ui/class-names.ts';
import { Field } from '../../ui/Field.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { FormPage } from '../../widgets/FormPage.tsx';
import { StepUpSheet } from '../../widgets/identity/StepUpSheet.tsx';
import styles from './Bind.module.css';
import { CurrencyField, HoldNote } from './BindFields.tsx';
import type { BindFormProps } from './CoinForm.tsx';
import { findAccountNumberFault, findSwiftFault } from './check-method.ts';
import { faultText, useBinding } from './use-binding.ts';

const empty = { bankName: '', bankAddress: '', swift: '', payeeName: '', payeeAccount: '' };
type BankValues = typeof empty;

function check(values: BankValues): Partial<BankValues> {
  const filled = (name: keyof BankValues) => (values[name].trim() === '' ? t('bind.complete') : undefined);
  const problems = {
    bankName: filled('bankName'),
    swift: faultText(findSwiftFault(values.swift), t('bind.swiftWrong')),
    payeeName: filled('payeeName'),
    payeeAccount: faultText(findAccountNumberFault(values.payeeAccount), t('bind.accountWrong')),
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined));
}

function tidy(values: BankValues): BankValues {
  return {
    bankName: values.bankName.trim(),
    bankAddress: values.bankAddress.trim(),
    swift: values.swift.replace(/\s/g, '').toUpperCase(),
    payeeName: values.payeeName.trim(),
    payeeAccount: values.payeeAccount.trim(),
  };
}

/** Form that binds a bank account. */
export function BankForm({ bar, currencies, holdHours }: BindFormProps) {
  const binding = useBinding({ type: 2, currencies, initial: empty, check, tidy, mainField: 'payeeAccount' });
  const { form, stepUp, currency, setCurrencyId } = binding;
  if (currency === undefined) return null;
  const plain = { autoComplete: 'off', enterKeyHint: 'next' } as const;
  return (
    <FormPage bar={bar} form={form.form} foot={<BusyButton label={t('bind.bindAccount')} isBusy={form.isBusy} />}>
      <div className={cx(layoutStyles.gutters, layoutStyles.column, styles.form)}>
        <CurrencyField currencies={currencies} chosen={currency} onChoose={setCurrencyId} />
        <Field {...form.field('bankName')} {...plain} label={t('funds.bankName')} maxLength={120} />
        <Field {...form.field('bankAddress')} {...plain} label={t('funds.bankAddress')} maxLength={200} isOptional />
        <Field {...form.field('swift')} {...plain} label={t('funds.swift')} maxLength={11} isLatin isOptional />
        <Field {...form.field('payeeName')} {...plain} label={t('funds.payeeName')} maxLength={120} />
        <Field
          {...form.field('payeeAccount')}
          label={t('funds.payeeAccount')}
          placeholder={t('bind.accountPlaceholder')}
          autoComplete="off"
          maxLength={64}
          isLatin
          enterKeyHint="done"
        />
        <HoldNote hours={holdHours} />
      </div>
      {stepUp.asked === null ? null : (
        <StepUpSheet asked={stepUp.asked} onProved={stepUp.proved} onClose={stepUp.giveUp} />
      )}
    </FormPage>
  );
}
