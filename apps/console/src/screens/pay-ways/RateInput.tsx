import { codes } from '@candor/contracts/codes';
import { text } from '@candor/texts/console';
import { useWatch } from 'react-hook-form';
import type { Outcome } from '../../api/use-action.ts';
import { TextInput } from '../../parts/inputs.tsx';

/** Input of the units of the currency per 1 USD, with an example in amounts under it. */
export function RateInput({ unit, isPayout }: { readonly unit: string; readonly isPayout: boolean }) {
  const rate = useWatch({ name: 'usd_price' }) as string | undefined;
  const units = rateExample(rate ?? '');
  const preview = isPayout ? text.payWays.payoutPreview : text.payWays.depositPreview;
  const hint = units === null ? text.payWays.rateIsPositive : preview(`${units} ${unit}`.trim());
  return <TextInput source="usd_price" label={text.payWays.usdPrice} helperText={hint} />;
}

/** Saves; if the server finds the rate implausible, asks the operator and saves again with the confirmation. */
export async function saveWithRate<Data>(
  { unit, rate }: { readonly unit: string; readonly rate: string },
  save: (confirmed: { readonly is_rate_confirmed?: true }) => Promise<Outcome<Data>>,
): Promise<Outcome<Data>> {
  const outcome = await save({});
  if (outcome.refusal?.code !== codes.rateUnconfirmed) return outcome;
  const { expected } = outcome.refusal.data as { readonly expected: string };
  const isConfirmed = window.confirm(text.payWays.rateUnconfirmed(unit, rate, expected));
  return isConfirmed ? save({ is_rate_confirmed: true }) : outcome;
}

/** Returns the units of a currency for 100 USD at a rate in units per 1 USD; null unless the rate is above 0. */
export function rateExample(rate: string): string | null {
  if (!/^\d{1,10}(\.\d{1,8})?$/.test(rate.trim()) || Number(rate) === 0) return null;
  const units = 100 * Number(rate);
  const digits = units >= 1 ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { maximumSignificantDigits: 4 };
  return new Intl.NumberFormat('en', digits).format(units);
}
