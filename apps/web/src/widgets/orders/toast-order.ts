import { formatPrice, parsePrice, toPrice } from '@candor/domain/values/price';
import type { InstrumentFacts } from '../../data/instruments.ts';
import type { Order } from '../../data/order.ts';
import type { CloseAnswer, ReversedOrder } from '../../data/orders.ts';
import { showOrder } from '../../data/shown-order.ts';
import { balanceText, pipsText, signedText } from '../../format/number-text.ts';
import { groupDigits } from '../../format/price-text.ts';
import { plural, t } from '../../i18n/text.ts';
import { showToast } from '../../ui/toast.ts';
import { netResult } from './order-figures.ts';

/**
 * Returns the fill of a market order in words: side, lots and price, and by how many pips that is better or worse than
 * the price on the screen at the press (R-SCR-65). `shown` is null if no price was on the screen.
 */
export function fillText(order: Order, { spec }: Pick<InstrumentFacts, 'spec'>, shown: string | null): string {
  const values = { lots: order.lots, price: groupDigits(order.entryPrice) };
  const filled = order.side === 'buy' ? t('trade.boughtAt', values) : t('trade.soldAt', values);
  const [got, seen] = [parsePrice(order.entryPrice, spec.digits), parsePrice(shown ?? '', spec.digits)];
  if (got === null || seen === null) return filled;
  const better = order.side === 'buy' ? seen - got : got - seen;
  const pips = plural('trade.pips', pipsText(Math.abs(better), spec.pipTicks, false));
  const slippage =
    better === 0 ? t('trade.asShown') : better > 0 ? t('trade.better', { pips }) : t('trade.worse', { pips });
  return `${filled} · ${slippage}`;
}

/** Reports a filled order with a button for its details, or for the stop-loss that it lacks. */
export function toastFill(order: Order, facts: InstrumentFacts, shown: number | null): void {
  const hasStop = order.stopLoss !== null;
  const seen = shown === null ? null : formatPrice(toPrice(shown), facts.spec.digits);
  showToast('ok', t('trade.confirmed'), 'okay', {
    detail: fillText(order, facts, seen),
    action: {
      label: hasStop ? t('order.details') : t('trade.addStop'),
      run: () => showOrder({ order, view: hasStop ? 'detail' : 'stop' }),
    },
  });
}

/** Reports a close by its price and net result, with a button for the parts of it, or that it waits for a price. */
export function toastClose({ message, order }: CloseAnswer, currency: string, isQueued = false): void {
  if (isQueued) return showToast('ok', t('order.closeWaiting'));
  const net = order === null ? null : netResult(order);
  if (order === null || order.status !== 'closed' || net === null) return showToast('ok', message);
  showToast('ok', t('order.closedAt', { price: groupDigits(order.markPrice) }), 'okay', {
    detail: `${t('order.net')} ${signedText(net)} ${currency}`,
    action: { label: t('order.details'), run: () => showOrder({ order, view: 'detail' }) },
  });
}

/** Reports a reversal by its price, the net result of the order closed and the fee of its opposite. */
export function toastReversal({ closed, opened }: ReversedOrder, currency: string): void {
  const net = netResult(closed);
  const result = net === null ? '' : `${t('order.net')} ${signedText(net)} ${currency} · `;
  showToast('ok', t('order.reversedAt', { price: groupDigits(opened.entryPrice) }), 'okay', {
    detail: `${result}${t('trade.fee')} ${balanceText(opened.fee)} ${currency}`,
    action: { label: t('order.details'), run: () => showOrder({ order: opened, view: 'detail' }) },
  });
}
