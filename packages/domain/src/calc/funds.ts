import { divCeil, divFloor, powerOfTen } from '../values/decimal.ts';
import { type Money, moneyScale, toMoney, zeroMoney } from '../values/money.ts';

/**
 * Calculates the credit of a deposit in micros of the account currency: paid ÷ rate, rounded down (R-FND-01). `paid` is
 * in 10⁻⁸ of the paid currency, `rate` in 10⁻⁸ units of the paid currency per 1 of the account currency, above zero.
 */
export function calculateCredit(paid: bigint, rate: bigint): Money {
  return toMoney(divFloor(paid * powerOfTen(moneyScale), rate));
}

/** Decimals of payment rates and of paid and received amounts: integers in units of 10⁻⁸. */
export const paymentScale = 8;

/**
 * Withdrawal fee rule of a company: a fixed amount in the account currency, or a rate (10⁻⁸) of the requested amount.
 */
export type WithdrawalFee =
  | { readonly kind: 'fixed'; readonly fee: Money }
  | { readonly kind: 'of-amount'; readonly rateE8: bigint };

/** Calculates the fee of a withdrawal in micros of the account currency; a rate is rounded up (R-FND-02). */
export function calculateWithdrawalFee(rule: WithdrawalFee, amount: Money): Money {
  if (rule.kind === 'fixed') return rule.fee;
  return toMoney(divCeil(amount * rule.rateE8, powerOfTen(paymentScale)));
}

/** Returns the decimals of a payout: seven in BTC and ETH, otherwise two (R-FND-02). */
export function payoutDecimals(currency: string): number {
  return currency === 'BTC' || currency === 'ETH' ? 7 : 2;
}

/**
 * Calculates the payout of a withdrawal in 10⁻⁸ of the payout currency: (amount − fee) × rate, rounded down to the
 * decimals of the currency, never below zero (R-FND-02). `rate` is in 10⁻⁸ units of the payout currency per 1 of the
 * account currency.
 */
export function calculateReceived(amount: Money, fee: Money, rate: bigint, payoutCurrency: string): bigint {
  const net = amount - fee;
  if (net <= 0n) return 0n;
  const decimals = payoutDecimals(payoutCurrency);
  const units = divFloor(net * rate, powerOfTen(moneyScale + paymentScale - decimals));
  return units * powerOfTen(paymentScale - decimals);
}

/** Calculates the withdrawable amount: min(balance, free margin), at least 0 (R-FND-03). */
export function calculateWithdrawable(balance: Money, freeMargin: Money): Money {
  const least = balance < freeMargin ? balance : freeMargin;
  return least > 0n ? least : zeroMoney;
}
