import { calculateCredit } from '@candor/domain/calc/deposit';
import { paymentScale } from '@candor/domain/calc/withdrawal';
import { parseDecimal } from '@candor/domain/values/decimal';
import { centsText, typedAmount } from '../../format/funds-text.ts';

/** What a deposit is told by: the rate it is credited at, and the least that is taken. */
export interface DepositTerms {
  /** Units of the paid currency per 1 USD. */
  readonly usd_price: string;
  /** In the paid currency; "0" for none. */
  readonly min: string;
}

export type AmountFault = 'empty' | 'malformed' | 'zero' | 'below';

/** Before anything is sent: nothing typed, no number of that many decimals, or less than is taken. */
export function findDepositFault(typed: string, terms: DepositTerms, decimals: number): AmountFault | null {
  if (typed.trim() === '') return 'empty';
  const plain = typedAmount(typed, decimals);
  const amount = plain === null ? null : parseDecimal(plain, paymentScale);
  if (amount === null) return 'malformed';
  if (amount === 0n) return 'zero';
  return amount < (parseDecimal(terms.min, paymentScale) ?? 0n) ? 'below' : null;
}

/** What the amount typed comes to in dollars, reckoned as the server reckons it and shown rounded down; null without one. */
export function creditText(typed: string, terms: DepositTerms, decimals: number): string | null {
  const plain = typedAmount(typed, decimals);
  const paid = plain === null ? null : parseDecimal(plain, paymentScale);
  const rate = parseDecimal(terms.usd_price, paymentScale);
  if (paid === null || paid === 0n || rate === null || rate <= 0n) return null;
  return centsText(calculateCredit(paid, rate));
}
