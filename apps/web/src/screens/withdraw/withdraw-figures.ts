import { calculateReceived, calculateWithdrawalFee, paymentScale, type WithdrawalFee } from '@candor/domain/calc/funds';
import { divFloor, formatDecimal, parseDecimal, rescale } from '@candor/domain/values/decimal';
import { formatMoney, type Money, moneyScale, parseMoney, toMoney } from '@candor/domain/values/money';
import type { PayoutCurrency } from '../../data/funds-records.ts';
import { typedAmount } from '../../format/funds-text.ts';

/** Decimals of a requested amount. */
export const withdrawDecimals = 2;
const microsPerCent = 10_000n;

/** Figures of a withdrawal, by the server's formulas (R-FND-85). */
export interface WithdrawFigures {
  /** In wire form: the amount that leaves the balance, the fee in it, both in USD, and the amount paid out. */
  readonly number: string;
  readonly amount: Money;
  readonly fee: Money;
  readonly feeText: string;
  /** In the payout currency, with its decimals. */
  readonly received: string;
}

function feeOf({ feeKind, fee }: PayoutCurrency): WithdrawalFee | null {
  const rateE8 = parseDecimal(fee, paymentScale);
  if (rateE8 === null) return null;
  if (feeKind === 'of-amount') return { kind: 'of-amount', rateE8 };
  return { kind: 'fixed', fee: toMoney(rescale(rateE8, paymentScale, moneyScale)) };
}

/** Returns the figures of a typed amount; null if no number was typed. */
export function calculateWithdrawal(typed: string, currency: PayoutCurrency): WithdrawFigures | null {
  const number = typedAmount(typed, withdrawDecimals);
  const amount = number === null ? null : parseMoney(number);
  const rate = parseDecimal(currency.perUsd, paymentScale);
  const rule = feeOf(currency);
  if (number === null || amount === null || rate === null || rule === null) return null;
  const fee = calculateWithdrawalFee(rule, amount);
  const received = calculateReceived(amount, fee, rate, currency.code);
  const dropped = 10n ** BigInt(paymentScale - currency.decimals);
  return {
    number,
    amount,
    fee,
    feeText: formatMoney(fee),
    received: formatDecimal(divFloor(received, dropped), currency.decimals),
  };
}

export type WithdrawFault = 'empty' | 'malformed' | 'below' | 'above' | 'more-than-available' | 'nothing-left';

/** Returns the first thing wrong with an amount; null if it may be requested. */
export function findWithdrawFault(typed: string, currency: PayoutCurrency, available: string): WithdrawFault | null {
  if (typed.trim() === '') return 'empty';
  const figures = calculateWithdrawal(typed, currency);
  if (figures === null) return 'malformed';
  if (figures.amount === 0n) return 'empty';
  if (figures.amount > (parseMoney(available) ?? 0n)) return 'more-than-available';
  if (figures.amount < (parseMoney(currency.min) ?? 0n)) return 'below';
  const most = parseMoney(currency.max) ?? 0n;
  if (most > 0n && figures.amount > most) return 'above';
  return /[1-9]/.test(figures.received) ? null : 'nothing-left';
}

/** Share of the available amount, rounded down to the cent. */
export function shareOf(available: string, percent: 25 | 50 | 75 | 100): string {
  const cents = divFloor(((parseMoney(available) ?? 0n) * BigInt(percent)) / 100n, microsPerCent);
  return formatDecimal(toMoney(cents), withdrawDecimals);
}
