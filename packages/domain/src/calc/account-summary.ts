import { divHalfEven } from '../values/decimal.ts';
import { type Money, toMoney } from '../values/money.ts';

/** Inputs of an account's figures at one instant. */
export interface AccountTotals {
  readonly balance: Money;
  readonly openProfit: Money;
  readonly openSwap: Money;
  readonly margin: Money;
}

export interface AccountSummary {
  readonly balance: Money;
  /** Net value: balance + open profit + open swap. */
  readonly equity: Money;
  /** Sum of the orders' margins, each fixed at its opening. */
  readonly margin: Money;
  /** "Available prepayment": equity − margin. */
  readonly freeMargin: Money;
  /** "Prepayment ratio": equity ÷ margin in hundredths of a percent; null without margin. */
  readonly marginLevelE2: bigint | null;
  /** Margin ÷ equity in hundredths of a percent; 0 without orders; null when equity is not above zero. */
  readonly riskRateE2: bigint | null;
}

/**
 * Calculates an account's figures. Percentages are for display, rounded half-even; decisions compare amounts
 * (R-ORD-15).
 */
export function calculateAccountSummary(totals: AccountTotals): AccountSummary {
  const { balance, openProfit, openSwap, margin } = totals;
  const equity = toMoney(balance + openProfit + openSwap);
  return {
    balance,
    equity,
    margin,
    freeMargin: toMoney(equity - margin),
    marginLevelE2: margin === 0n ? null : divHalfEven(equity * 10_000n, margin),
    riskRateE2: riskRate(equity, margin),
  };
}

function riskRate(equity: bigint, margin: bigint): bigint | null {
  if (margin === 0n) return 0n;
  return equity > 0n ? divHalfEven(margin * 10_000n, equity) : null;
}
