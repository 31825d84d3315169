import { stopForRisk } from '@candor/domain/calc/stop-for-risk';
import { formatMoney, parseMoney, toMoney } from '@candor/domain/values/money';
import { formatPrice, type Price, parsePrice } from '@candor/domain/values/price';
import type { InstrumentFacts } from '../../data/instruments.ts';
import type { Order } from '../../data/order.ts';
import { balanceText, inSentence, ratioText } from '../../format/number-text.ts';
import { groupDigits } from '../../format/price-text.ts';
import { localeTag, t } from '../../i18n/text.ts';
import { type DealContext, useDealContext } from '../deal-context.ts';
import { netResult, orderLots, orderProfit } from './order-figures.ts';

/** Usual risk of a stop that is suggested: a hundredth of the balance. */
const usualRiskParts = 100n;

/** A stop-loss that is suggested, and its risk in words. */
export interface UsualStop {
  readonly level: Price;
  readonly text: string;
}

/** Stop-loss at the usual risk; null if the price is beyond it already, or without the figures for it. */
export function useUsualStop(order: Order, facts: InstrumentFacts): UsualStop | null {
  return usualStop(order, facts, useDealContext(facts));
}

function usualStop(order: Order, facts: InstrumentFacts, { totals, rate, sides }: DealContext): UsualStop | null {
  const { spec } = facts;
  const [lots, entry, fee] = [orderLots(order, spec), parsePrice(order.entryPrice, spec.digits), parseMoney(order.fee)];
  if (totals === null || rate === null || sides === null || lots === null || entry === null || fee === null)
    return null;
  const level = stopForRisk(
    { spec, side: order.side, lots, entry, rate, fee },
    toMoney(totals.balance / usualRiskParts),
  );
  if (level === null) return null;
  if (order.side === 'buy' ? level >= sides.bid : level <= sides.ask) return null;
  const profit = orderProfit(order, spec, lots, level, rate);
  const loss = profit === null ? null : netResult({ profit: formatMoney(profit), fee: order.fee, swap: '0' });
  if (loss === null) return null;
  const share = (Number(loss) / Number(formatMoney(totals.balance))) * -100;
  const text = t('order.usualStop', {
    price: inSentence(groupDigits(formatPrice(level, spec.digits)), localeTag()),
    amount: balanceText(loss.replace('-', '')),
    share: inSentence(ratioText(share.toFixed(4)), localeTag()),
  });
  return { level, text };
}
