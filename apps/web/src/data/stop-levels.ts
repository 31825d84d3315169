import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { notifyManager } from '@tanstack/react-query';
import type { Client } from './client.ts';
import type { createIntents } from './intents.ts';
import { type Order, type OrderPage, toOrder } from './order.ts';

/** Levels as text, "0" to remove one; a level that is left out stays unchanged. */
export interface StopChange {
  readonly stopLoss?: string;
  readonly takeProfit?: string;
  /** Distance at which the stop-loss follows the price, "0" to end that; left out, it goes on as before (R-ORD-34). */
  readonly trailingDistance?: string;
}

/** A level that is not set, in a request. */
const notSet = '0';

/**
 * Creates the sender of stop levels. The server replaces both levels of an order, so changes of one order run one after
 * another, and each takes the other level from the answer before it: no change undoes another (R-SCR-18).
 */
export function createStopLevels(client: Client, intents: ReturnType<typeof createIntents>, queries: QueryClient) {
  const waiting = new Map<number, Promise<unknown>>();

  function known(id: number): Order | undefined {
    return queries
      .getQueriesData<InfiniteData<OrderPage>>({ queryKey: ['orders'] })
      .flatMap(([, lists]) => lists?.pages.flatMap((page) => page.orders) ?? [])
      .find((order) => order.id === id);
  }

  async function send(seen: Order, change: StopChange): Promise<string> {
    const order = known(seen.id) ?? seen;
    // A stop that ends following may have moved since the order was read: it stays where the server has it.
    const staysThere = change.trailingDistance === notSet && change.stopLoss === undefined;
    const fields = {
      id: order.id,
      ...(!staysThere && { stop_loss_price: change.stopLoss ?? order.stopLoss ?? notSet }),
      target_profit_price: change.takeProfit ?? order.takeProfit ?? notSet,
      ...(change.trailingDistance !== undefined && { trailing_distance: change.trailingDistance }),
    };
    let message = '';
    const wire = await intents.send(client, 'setStops', fields, { onDone: (words) => (message = words) });
    const answer = wire === null ? order : toOrder(wire);
    queries.setQueriesData<InfiniteData<OrderPage>>({ queryKey: ['orders'] }, (lists) => withLevels(lists, answer));
    // Cancels list requests that were sent before the change.
    void queries.invalidateQueries({ queryKey: ['orders'] });
    return message;
  }

  return {
    /** Resolves to the server's message, once the lists show the new levels. */
    async set(order: Order, change: StopChange): Promise<string> {
      const before = waiting.get(order.id) ?? Promise.resolve();
      const turn = before.catch(() => undefined).then(() => send(order, change));
      waiting.set(order.id, turn);
      try {
        const message = await turn;
        // Lists render a moment after they change; the draft must not disappear before the new level is shown.
        await new Promise<void>((drawn) => notifyManager.schedule(drawn));
        return message;
      } finally {
        if (waiting.get(order.id) === turn) waiting.delete(order.id);
      }
    },
  };
}

/** Replaces the levels only: other figures of the answer may be older than those of the lists. */
function withLevels(
  lists: InfiniteData<OrderPage> | undefined,
  { id, stopLoss, takeProfit, trailingDistance }: Order,
): InfiniteData<OrderPage> | undefined {
  if (lists === undefined) return lists;
  const changed = (order: Order) => (order.id === id ? { ...order, stopLoss, takeProfit, trailingDistance } : order);
  return { ...lists, pages: lists.pages.map((page) => ({ ...page, orders: page.orders.map(changed) })) };
}
