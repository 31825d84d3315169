import type { Side } from '../values/ids.ts';
import type { InstrumentSpec } from '../values/instrument.ts';
import type { Lots } from '../values/lots.ts';
import type { Money } from '../values/money.ts';
import { toMoney } from '../values/money.ts';
import type { Price } from '../values/price.ts';
import type { Quote } from '../values/quote.ts';
import { closingPrice, openingPrice } from '../values/quote.ts';
import type { Ratio } from '../values/ratio.ts';
import type { AccountSummary, AccountTotals } from './account-summary.ts';
import { calculateAccountSummary } from './account-summary.ts';
import type { FeeType } from './fee.ts';
import { calculateFee } from './fee.ts';
import { calculateMargin } from './margin.ts';
import { calculateProfit } from './profit.ts';

export interface OrderPreview {
  readonly price: Price;
  readonly margin: Money;
  readonly fee: Money;
  /** What the spread costs: the profit at the instant of opening, never above zero. */
  readonly spreadProfit: Money;
  /** The account as it stands right after the opening. */
  readonly after: AccountSummary;
}

/**
 * What opening an order does to an account: used by the engine to decide and by the ticket to show, so that both
 * always agree (R-ORD-17). `price` overrides the market price for pending orders; the spread is then unknown and zero.
 */
export function previewOrder(input: {
  readonly spec: InstrumentSpec;
  readonly feeType: FeeType;
  readonly side: Side;
  readonly lots: Lots;
  readonly leverage: number;
  readonly quote: Pick<Quote, 'bid' | 'ask'>;
  readonly rate: Ratio;
  readonly account: AccountTotals;
  readonly price?: Price;
}): OrderPreview {
  const { spec, side, lots, rate, account } = input;
  const price = input.price ?? openingPrice(input.quote, side);
  const margin = calculateMargin(spec, lots, price, input.leverage, rate);
  const fee = calculateFee(spec, input.feeType, lots, price, rate);
  const mark = input.price === undefined ? closingPrice(input.quote, side) : price;
  const spreadProfit = calculateProfit(spec, side, lots, price, mark, rate);
  const after = calculateAccountSummary({
    balance: toMoney(account.balance - fee),
    openProfit: toMoney(account.openProfit + spreadProfit),
    openSwap: account.openSwap,
    margin: toMoney(account.margin + margin),
  });
  return { price, margin, fee, spreadProfit, after };
}
