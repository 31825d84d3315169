import { formatPrice, toPrice } from '@candor/domain/values/price';
import { useAccount } from '../../data/account.ts';
import type { InstrumentFacts } from '../../data/instruments.ts';
import type { Order } from '../../data/order.ts';
import type { CloseAnswer } from '../../data/orders.ts';
import { preloadSheets, showOrder } from '../../data/shown-order.ts';
import { vibrate } from '../../platform/haptics.ts';
import { netResult } from './order-figures.ts';
import { toastClose, toastFill } from './toast-order.ts';

/** Circumstances of a press, noted before its request is sent. */
export interface Press {
  /** Price on the screen, in ticks; null if there was none. */
  readonly shown: number | null;
  readonly freeMargin: string | null;
  /** True where a card would be in the way, as on a desk: a toast reports the act. */
  readonly isByToast: boolean;
}

export function notePress(shown: number | null, isByToast: boolean): Press {
  // The card must be there within a frame of the answer.
  if (!isByToast) preloadSheets();
  return { shown, freeMargin: useAccount.getState().freeMargin, isByToast };
}

/** Reports a filled order by its card, or by a toast (R-SCR-65, R-JRN-02). */
export function reportFill(order: Order, facts: InstrumentFacts, press: Press): void {
  vibrate('done');
  if (press.isByToast) return toastFill(order, facts, press.shown);
  const act = { shown: shownText(press, facts), freeMargin: press.freeMargin, rest: null };
  showOrder({ order, view: 'filled', act });
}

/** Reports a close by its card; on a desk, or if it waits for a price, by a toast. */
export function reportClose(
  answer: CloseAnswer,
  facts: InstrumentFacts,
  press: Press,
  { currency, isQueued, rest }: { currency: string; isQueued: boolean; rest: string | null },
): void {
  const { order } = answer;
  const isResult = !isQueued && order !== null && order.status === 'closed' && netResult(order) !== null;
  if (isResult) vibrate('result');
  if (press.isByToast || !isResult) return toastClose(answer, currency, isQueued);
  showOrder({ order, view: 'result', act: { shown: shownText(press, facts), freeMargin: null, rest } });
}

function shownText({ shown }: Press, { spec }: InstrumentFacts): string | null {
  return shown === null ? null : formatPrice(toPrice(shown), spec.digits);
}
