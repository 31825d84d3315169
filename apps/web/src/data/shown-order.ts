import { create } from 'zustand';
import type { Order } from './order.ts';

/** Order whose sheets are open, and which of them. `half` and `stop` begin with half of the lots, and with a stop-loss. */
export interface OpenOrder {
  readonly order: Order;
  readonly view:
    | 'detail'
    | 'position'
    | 'stops'
    | 'stop'
    | 'close'
    | 'half'
    | 'cancel'
    | 'edit'
    | 'link'
    | 'receipt'
    | 'why'
    | 'trade'
    | 'filled'
    | 'result';
  /** Circumstances of the act that 'filled' and 'result' report. */
  readonly act?: Act;
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

/** Opens the acts of a position, or the details of an order that is not open or whose close waits for a price. */
export function showActs(order: Order): void {
  const hasActs = order.status === 'open' && order.waitingCloseLots === null;
  showOrder({ order, view: hasActs ? 'position' : 'detail' });
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
