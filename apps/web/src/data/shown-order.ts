import { create } from 'zustand';
import type { Order } from './order.ts';

/**
 * Order whose sheets are open, and which of them. `half` and `stop` begin with half of the lots, and with a stop-loss;
 * `wait` closes at the next price.
 */
export interface OpenOrder {
  readonly order: Order;
  readonly view:
    | 'detail'
    | 'position'
    | 'stops'
    | 'stop'
    | 'close'
    | 'half'
    | 'wait'
    | 'cancel'
    | 'edit'
    | 'link'
    | 'receipt'
    | 'why'
    | 'trade'
    | 'filled'
    | 'result';
  /** Circumstances of the act that 'filled' and 'result' report; with 'receipt', those of the card to return to. */
  readonly act?: Act;
  /** Card to return to from 'receipt'. */
  readonly card?: 'filled' | 'result';
  /** Level at which 'stops' begins with a stop-loss, in ticks. */
  readonly stopStart?: number;
}

/** Circumstances of an act at the press. */
export interface Act {
  /** Price on the screen; null if there was none. */
  readonly shown: string | null;
  /** Free margin before a fill; null if unknown. */
  readonly freeMargin: string | null;
  /** Lots that stay open after a close of a part; null if nothing does. */
  readonly rest: string | null;
}

/** Order whose sheets are open above any page; null for none. */
export const useShownOrder = create<{ readonly open: OpenOrder | null }>()(() => ({ open: null }));

/** View that a tap on an order opens: acts of a position; details of one not open or whose close waits for a price. */
export function tapView({ status, waitingCloseLots }: Order): 'position' | 'detail' {
  return status === 'open' && waitingCloseLots === null ? 'position' : 'detail';
}

export function showActs(order: Order): void {
  showOrder({ order, view: tapView(order) });
}

let loadSheets: () => Promise<void> = () => Promise.resolve();

/** Sets how the file of the sheets is loaded. */
export function setSheetLoader(load: () => Promise<void>): void {
  loadSheets = load;
}

/** Loads the file of the sheets ahead of their use. */
export function preloadSheets(): void {
  void loadSheets().catch(() => undefined);
}

export function showOrder(open: OpenOrder | null): void {
  useShownOrder.setState({ open });
}
