import type { ReactNode } from 'react';
import type { PayoutCurrency } from '../../data/funds-records.ts';
import { t } from '../../i18n/text.ts';
import { pasteText } from '../../platform/share.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import buttonStyles from '../../ui/Button.module.css';
import { cx } from '../../ui/class-names.ts';
import fieldStyles from '../../ui/Field.module.css';
import { Field } from '../../ui/Field.tsx';
import figuresStyles from '../../ui/Figures.module.css';
import { Icon } from '../../ui/Icon.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { showToast } from '../../ui/toast.ts';
import { FormPage } from '../../widgets/FormPage.tsx';
import { StepUpSheet } from '../../widgets/identity/StepUpSheet.tsx';
import styles from './Bind.module.css';
import { CurrencyField, HoldNote } from './BindFields.tsx';
import { findAddressFault } from './check-method.ts';
import { faultText, useBinding } from './use-binding.ts';

export interface BindFormProps {
  readonly bar: ReactNode;
  readonly currencies: readonly PayoutCurrency[];
  readonly holdHours: number;
}

/** Form that binds a coin address: pasted rather than typed, and shown in full. */
export function CoinForm({ bar, currencies, holdHours }: BindFormProps) {
  const { form, stepUp, currency, setCurrencyId } = useBinding({
    type: 1,
    currencies,
    initial: { address: '' },
    check: ({ address }, chosen): { address?: string } => {
      const network = chosen?.network ?? '';
      const problem = faultText(findAddressFault(address, network), t('bind.addressWrong', { network }));
      return problem === undefined ? {} : { address: problem };
    },
    tidy: ({ address }) => ({ address: address.trim() }),
    mainField: 'address',
  });
  if (currency === undefined) return null;

  async function paste(): Promise<void> {
    const text = await pasteText();
    if (text === null) showToast('warn', t('bind.cannotPaste'));
    else form.set('address', text.trim());
  }

  return (
    <FormPage bar={bar} form={form.form} foot={<BusyButton label={t('bind.bindAddress')} isBusy={form.isBusy} />}>
      <div className={cx(layoutStyles.gutters, layoutStyles.column, styles.form)}>
        <CurrencyField currencies={currencies} chosen={currency} onChoose={setCurrencyId} />
        <Field
          {...form.field('address')}
          label={t('bind.address')}
          hint={t('bind.addressHint', { code: currency.code, network: currency.network })}
          autoComplete="off"
          maxLength={128}
          isLatin
          enterKeyHint="done"
          trailing={
            <button
              type="button"
              className={cx(buttonStyles.iconButton, fieldStyles.action)}
              aria-label={t('bind.paste')}
              onClick={() => void paste()}
            >
              <Icon name="paste" size={20} />
            </button>
          }
        />
        {form.values.address.trim() === '' ? null : (
          <output className={cx(styles.address, figuresStyles.number)} dir="ltr" aria-label={t('bind.whole')}>
            {form.values.address.trim()}
          </output>
        )}
        <HoldNote hours={holdHours} />
      </div>
      {stepUp.asked === null ? null : (
        <StepUpSheet asked={stepUp.asked} onProved={stepUp.proved} onClose={stepUp.giveUp} />
      )}
    </FormPage>
  );
}
