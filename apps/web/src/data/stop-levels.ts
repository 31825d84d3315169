import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { notifyManager } from '@tanstack/react-query';
import type { Client } from './client.ts';
import type { createIntents } from './intents.ts';
import { type Order, type OrderPage, toOrder } from './order.ts';

/** Levels as text, "0" to take one off; one that is left out stays as it is. */
export interface StopChange {
  readonly stopLoss?: string;
  readonly takeProfit?: string;
}

/** A level that is not set, in a request. */
const notSet = '0';

/**
 * The server replaces both levels of an order with what it is sent. So the changes of one order go one after another, and
 * each takes the level it leaves alone from the answer to the one before it: none undoes another (R-SCR-18).
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
    const fields = {
      id: order.id,
      stop_loss_price: change.stopLoss ?? order.stopLoss ?? notSet,
      target_profit_price: change.takeProfit ?? order.takeProfit ?? notSet,
    };
    let message = '';
    const wire = await intents.send(client, 'setStops', fields, { onDone: (words) => (message = words) });
    const answer = wire === null ? order : toOrder(wire);
    queries.setQueriesData<InfiniteData<OrderPage>>({ queryKey: ['orders'] }, (lists) => withLevels(lists, answer));
    // A list that was asked for before the change is not waited for any more.
    void queries.invalidateQueries({ queryKey: ['orders'] });
    return message;
  }

  return {
    /** Resolves to the server's words for what was done, once the lists show the new levels. */
    async set(order: Order, change: StopChange): Promise<string> {
      const before = waiting.get(order.id) ?? Promise.resolve();
      const turn = before.catch(() => undefined).then(() => send(order, change));
      waiting.set(order.id, turn);
      try {
        const message = await turn;
        // Lists are drawn a moment after they change; who lets go of a draft now must find the new level there.
        await new Promise<void>((drawn) => notifyManager.schedule(drawn));
        return message;
      } finally {
        if (waiting.get(order.id) === turn) waiting.delete(order.id);
      }
    },
  };
}

/** The levels alone: an answer's other figures may be older than those of the lists. */
function withLevels(
  lists: InfiniteData<OrderPage> | undefined,
  { id, stopLoss, takeProfit }: Order,
): InfiniteData<OrderPage> | undefined {
  if (lists === undefined) return lists;
  const changed = (order: Order) => (order.id === id ? { ...order, stopLoss, takeProfit } : order);
  return { ...lists, pages: lists.pages.map((page) => ({ ...page, orders: page.orders.map(changed) })) };
}
