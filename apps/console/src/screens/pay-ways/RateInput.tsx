import { codes } from '@candor/contracts/codes';
import { text } from '@candor/texts/console';
import { type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Outcome } from '../../api/use-action.ts';
import { rateExample } from '../../format/figures.ts';
import { ActionDialog } from '../../parts/ActionDialog.tsx';
import { TextInput } from '../../parts/inputs.tsx';

/** Input of the units of the currency per 1 USD, with an example in amounts under it. */
export function RateInput({ unit, isPayout }: { readonly unit: string; readonly isPayout: boolean }) {
  const rate = useWatch({ name: 'usd_price' }) as string | undefined;
  const units = rateExample(rate ?? '');
  const preview = isPayout ? text.payWays.payoutPreview : text.payWays.depositPreview;
  const hint = units === null ? text.payWays.rateIsPositive : preview(`${units} ${unit}`.trim());
  return <TextInput source="usd_price" label={text.payWays.usdPrice} helperText={hint} />;
}

interface Rate {
  readonly unit: string;
  /** Units of the currency per 1 USD. */
  readonly rate: string;
}

type Save = (confirmed: { readonly is_rate_confirmed?: true }) => Promise<Outcome<unknown>>;

interface Question extends Rate {
  /** Rate by the market or the last setting; null without either. */
  readonly expected: string | null;
  readonly confirm: () => Promise<Outcome<unknown>>;
  readonly close: () => void;
}

/**
 * Saves a form with a rate; if the server wants the rate confirmed, asks the operator and saves again (R-FND-92). Resolves
 * to the last answer. `dialog` belongs outside the form.
 */
export function useSaveWithRate(): {
  readonly saveWithRate: (rate: Rate, save: Save) => Promise<Outcome<unknown>>;
  readonly dialog: ReactNode;
} {
  const [question, setQuestion] = useState<Question | null>(null);
  const saveWithRate = async (rate: Rate, save: Save) => {
    let outcome = await save({});
    if (outcome.refusal?.code !== codes.rateUnconfirmed) return outcome;
    const { expected } = outcome.refusal.data as Pick<Question, 'expected'>;
    await new Promise<void>((close) => {
      setQuestion({
        ...rate,
        expected,
        confirm: async () => (outcome = await save({ is_rate_confirmed: true })),
        close,
      });
    });
    setQuestion(null);
    return outcome;
  };
  return { saveWithRate, dialog: question === null ? null : <RateDialog question={question} /> };
}

function RateDialog({ question: { unit, rate, expected, confirm, close } }: { readonly question: Question }) {
  const { rateFirst, rateUnconfirmed, rateTyped, rateExpected, rateOf } = text.payWays;
  return (
    <ActionDialog
      title={text.payWays.confirmRate}
      lead={expected === null ? rateFirst : rateUnconfirmed}
      facts={[
        { label: rateTyped, value: rateOf(rate.trim(), unit), isLead: true },
        ...(expected === null ? [] : [{ label: rateExpected, value: rateOf(expected, unit) }]),
      ]}
      confirm={text.payWays.saveRate}
      onConfirm={confirm}
      onClose={close}
    />
  );
}
