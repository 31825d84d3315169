import { codes } from '@candor/contracts/codes';
import type { PayType } from '@candor/contracts/http/funds';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { CallError } from '../../data/client.ts';
import { bindMethod } from '../../data/funds.ts';
import type { NewMethod, PayoutCurrency } from '../../data/funds-records.ts';
import type { Problems } from '../../form/problems.ts';
import { useForm } from '../../form/use-form.ts';
import { t } from '../../i18n/text.ts';
import { useWayBack } from '../../navigation/back.ts';
import { showToast } from '../../ui/toast.ts';
import { useStepUp } from '../../widgets/identity/step-up.ts';
import type { MethodFault } from './check-method.ts';

type MethodValues = Readonly<Record<string, string>>;

export interface BindingOptions<Values extends MethodValues> {
  readonly type: PayType;
  readonly currencies: readonly PayoutCurrency[];
  readonly initial: Values;
  readonly check: (values: Values, currency: PayoutCurrency | undefined) => Problems<Values>;
  /** Returns the method as it is sent. */
  readonly tidy: (values: Values) => NewMethod;
  /** Field of a refused address or account number. */
  readonly mainField: keyof Values & string;
}

/**
 * Binds once per press, after a proof of identity if the server asks for one; then returns to the previous page
 * (R-FND-89).
 */
export function useBinding<Values extends MethodValues>(options: BindingOptions<Values>) {
  const { type, currencies, mainField } = options;
  const { currency: wanted } = useSearch({ strict: false });
  const [currencyId, setCurrencyId] = useState(wanted);
  const currency = currencies.find(({ id }) => id === currencyId) ?? currencies[0];
  const goBack = useWayBack('/mine/wallet');
  const stepUp = useStepUp();

  async function bind(values: Values): Promise<void> {
    if (currency === undefined) return;
    await bindMethod(type, currency.id, options.tidy(values));
    showToast('ok', t('bind.done'));
    goBack();
  }

  const form = useForm<Values>({
    initial: options.initial,
    check: (values) => options.check(values, currency),
    send: async (values) => {
      await stepUp.guard(async () => {
        try {
          await bind(values);
        } catch (error) {
          if (!isAboutField(error)) throw error;
          form.refuse(error);
        }
      });
    },
    fieldOfCode: Object.fromEntries(fieldCodes.map((code) => [code, mainField])),
  });
  return { form, stepUp, currency, setCurrencyId };
}

const fieldCodes: readonly number[] = [codes.addressInvalid, codes.methodExists];

/** True if the server's refusal belongs to a field; everything else is shown in a toast. */
function isAboutField(error: unknown): boolean {
  if (!(error instanceof CallError) || typeof error.code !== 'number') return false;
  return error.code === codes.invalidField || fieldCodes.includes(error.code);
}

/** Text of a fault: the same words for everything missing, `wrong` for a malformed value. */
export function faultText(fault: MethodFault | null, wrong: string): string | undefined {
  if (fault === null) return undefined;
  return fault === 'empty' ? t('bind.complete') : wrong;
}
