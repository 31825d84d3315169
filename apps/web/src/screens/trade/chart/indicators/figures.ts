import { groupDigits, minusSign, missing } from '../../../../format/price-text.ts';
import type { FigureForm } from './looks.ts';

/** Decimals of the instrument's prices, and its ticks per pip. */
export interface Scale {
  readonly digits: number;
  readonly pipTicks: number;
}

/**
 * Writes a value: prices with the instrument's digits, differences of averages in pips with their sign, percentages
 * with one decimal. A missing value is a dash.
 */
export function figureText(value: number | undefined, form: FigureForm, { digits, pipTicks }: Scale): string {
  if (value === undefined) return missing;
  if (form === 'price') return groupDigits(value.toFixed(digits));
  if (form === 'plain') return withMinus(value.toFixed(1));
  const pips = (value * 10 ** digits) / pipTicks;
  const text = pips.toFixed(2);
  return Number(text) > 0 ? `+${groupDigits(text)}` : withMinus(Number(text) === 0 ? '0.00' : text);
}

function withMinus(text: string): string {
  if (!text.startsWith('-')) return text;
  return Number(text) === 0 ? text.slice(1) : `${minusSign}${groupDigits(text.slice(1))}`;
}
