import { calculateCredit, paymentScale } from '@candor/domain/calc/funds';
import { parseDecimal } from '@candor/domain/values/decimal';
import { centsText, typedAmount } from '../../format/funds-text.ts';

/** Terms of a deposit: the rate, and the smallest amount. */
export interface DepositTerms {
  /** Units of the paid currency per 1 USD. */
  readonly perUsd: string;
  /** In the paid currency; "0" if there is no minimum. */
  readonly min: string;
}

export type AmountFault = 'empty' | 'malformed' | 'zero' | 'below';

/**
 * Returns what is wrong with a typed amount: empty, not a number, too many decimals, or below the minimum; null if
 * nothing is.
 */
export function findDepositFault(typed: string, terms: DepositTerms, decimals: number): AmountFault | null {
  if (typed.trim() === '') return 'empty';
  const plain = typedAmount(typed, decimals);
  const amount = plain === null ? null : parseDecimal(plain, paymentScale);
  if (amount === null) return 'malformed';
  if (amount === 0n) return 'zero';
  return amount < (parseDecimal(terms.min, paymentScale) ?? 0n) ? 'below' : null;
}

/** Dollars credited for a typed amount, by the server's formula, rounded down; null without an amount. */
export function creditText(typed: string, terms: DepositTerms, decimals: number): string | null {
  const plain = typedAmount(typed, decimals);
  const paid = plain === null ? null : parseDecimal(plain, paymentScale);
  const rate = parseDecimal(terms.perUsd, paymentScale);
  if (paid === null || paid === 0n || rate === null || rate <= 0n) return null;
  return centsText(calculateCredit(paid, rate));
}

interface Offered {
  readonly id: number;
  readonly currencyCode: string;
}

/**
 * Returns the chosen deposit method as it is offered now. A changed rate gives a method another id, so it is matched by
 * its destination; the choice never changes to another coin. Null if it is no longer offered.
 */
export function findChosen<Option extends Offered>(
  options: readonly Option[],
  chosen: Option,
  placeOf: (option: Option) => string,
): Option | null {
  const isSame = (one: Option) => one.currencyCode === chosen.currencyCode && placeOf(one) === placeOf(chosen);
  return options.find(({ id }) => id === chosen.id) ?? options.find(isSame) ?? null;
}
