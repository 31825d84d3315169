import { codes } from '@candor/contracts/codes';
import type { PayType, WithdrawCurrency } from '@candor/contracts/http/funds';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { CallError } from '../../data/client.ts';
import type { NewMethod } from '../../data/funds.ts';
import { bindMethod } from '../../data/funds.ts';
import type { Problems } from '../../form/problems.ts';
import { useForm } from '../../form/use-form.ts';
import { t } from '../../i18n/text.ts';
import { useWayBack } from '../../navigation/way-back.ts';
import { showToast } from '../../ui/toast.ts';
import { useStepUp } from '../../widgets/identity/step-up.ts';
import type { MethodFault } from './check-method.ts';

type MethodValues = Readonly<Record<string, string>>;

export interface BindingOptions<Values extends MethodValues> {
  readonly type: PayType;
  readonly currencies: readonly WithdrawCurrency[];
  readonly initial: Values;
  readonly check: (values: Values, currency: WithdrawCurrency | undefined) => Problems<Values>;
  /** As it is sent. */
  readonly tidy: (values: Values) => NewMethod;
  /** The field that a refused address or account is about. */
  readonly mainField: keyof Values & string;
}

/** Binds once per press; a proof of who is there may be asked first. Afterwards back to where one came from (R-FND-89). */
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

/** What the server says of a field stands under it; everything else is said in a toast. */
function isAboutField(error: unknown): boolean {
  if (!(error instanceof CallError) || typeof error.code !== 'number') return false;
  return error.code === codes.invalidField || fieldCodes.includes(error.code);
}

/** What is missing is asked for in the same words everywhere; what is wrong in its own. */
export function faultText(fault: MethodFault | null, wrong: string): string | undefined {
  if (fault === null) return undefined;
  return fault === 'empty' ? t('bind.complete') : wrong;
}
