import { paymentScale, payoutDecimals } from '@candor/domain/calc/funds';
import { formatDecimal, rescale } from '@candor/domain/values/decimal';
import { type Money, moneyScale } from '@candor/domain/values/money';

/** Balances and requests have two decimals. */
export const usdDecimals = 2;

/** Formats an exact amount without trailing zeros beyond `decimalsMin`: 1.500000 as 1.50, 0.00001000 as 0.00001. */
export function toAmountText(value: bigint, scale: number, decimalsMin: number): string {
  const text = formatDecimal(value, scale);
  const point = text.indexOf('.');
  if (point < 0) return text;
  const trimmed = text.replace(/0+$/, '');
  const decimals = Math.max(trimmed.length - point - 1, decimalsMin);
  return decimals === 0 ? text.slice(0, point) : text.slice(0, point + 1 + decimals);
}

/** Formats an amount of USD, exactly, with at least two decimals. */
export function usdText(amount: Money): string {
  return toAmountText(amount, moneyScale, usdDecimals);
}

/** Formats a payout with its currency's decimals. */
export function payoutText(received: bigint, currency: string): string {
  const decimals = payoutDecimals(currency);
  return formatDecimal(rescale(received, paymentScale, decimals), decimals);
}
