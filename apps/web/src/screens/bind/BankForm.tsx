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

const empty = { bank_name: '', bank_address: '', bank_swift: '', payee_name: '', payee_account: '' };
type BankValues = typeof empty;

function check(values: BankValues): Partial<BankValues> {
  const filled = (name: keyof BankValues) => (values[name].trim() === '' ? t('bind.complete') : undefined);
  const problems = {
    bank_name: filled('bank_name'),
    bank_swift: faultText(findSwiftFault(values.bank_swift), t('bind.swiftWrong')),
    payee_name: filled('payee_name'),
    payee_account: faultText(findAccountNumberFault(values.payee_account), t('bind.accountWrong')),
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined));
}

function tidy(values: BankValues): BankValues {
  return {
    bank_name: values.bank_name.trim(),
    bank_address: values.bank_address.trim(),
    bank_swift: values.bank_swift.replace(/\s/g, '').toUpperCase(),
    payee_name: values.payee_name.trim(),
    payee_account: values.payee_account.trim(),
  };
}

/** Form that binds a bank account. */
export function BankForm({ bar, currencies, holdHours }: BindFormProps) {
  const binding = useBinding({ type: 2, currencies, initial: empty, check, tidy, mainField: 'payee_account' });
  const { form, stepUp, currency, setCurrencyId } = binding;
  if (currency === undefined) return null;
  const plain = { autoComplete: 'off', enterKeyHint: 'next' } as const;
  return (
    <FormPage bar={bar} form={form.form} foot={<BusyButton label={t('bind.bindAccount')} isBusy={form.isBusy} />}>
      <div className={cx(layoutStyles.gutters, layoutStyles.column, styles.form)}>
        <CurrencyField currencies={currencies} chosen={currency} onChoose={setCurrencyId} />
        <Field {...form.field('bank_name')} {...plain} label={t('funds.bankName')} maxLength={120} />
        <Field {...form.field('bank_address')} {...plain} label={t('funds.bankAddress')} maxLength={200} isOptional />
        <Field {...form.field('bank_swift')} {...plain} label={t('funds.swift')} maxLength={11} isLatin isOptional />
        <Field {...form.field('payee_name')} {...plain} label={t('funds.payeeName')} maxLength={120} />
        <Field
          {...form.field('payee_account')}
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
