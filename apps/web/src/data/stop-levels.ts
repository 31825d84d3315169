import type { Order, OrderList } from '@candor/contracts/http/trade';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { notifyManager } from '@tanstack/react-query';
import type { Client } from './client.ts';
import type { createIntents } from './intents.ts';

/** Levels as text, "0" to take one off; one that is left out stays as it is. */
export interface StopChange {
  readonly stopLoss?: string;
  readonly takeProfit?: string;
}

const path = '/v1/api/forex/set_stop_price';

/**
 * The server replaces both levels of an order with what it is sent. So the changes of one order go one after another, and
 * each takes the level it leaves alone from the answer to the one before it: none undoes another (R-SCR-18).
 */
export function createStopLevels(client: Client, intents: ReturnType<typeof createIntents>, queries: QueryClient) {
  const waiting = new Map<number, Promise<unknown>>();

  function known(id: number): Order | undefined {
    return queries
      .getQueriesData<InfiniteData<OrderList>>({ queryKey: ['orders'] })
      .flatMap(([, lists]) => lists?.pages.flatMap((page) => page.data) ?? [])
      .find((order) => order.Id === id);
  }

  async function send(seen: Order, change: StopChange): Promise<string> {
    const order = known(seen.Id) ?? seen;
    const fields = {
      id: order.Id,
      stop_loss_price: change.stopLoss ?? order.TargetLossPrice,
      target_profit_price: change.takeProfit ?? order.TargetProfitPrice,
    };
    let message = '';
    const answer = await intents.send<Order>(client, path, fields, { onDone: (words) => (message = words) });
    queries.setQueriesData<InfiniteData<OrderList>>({ queryKey: ['orders'] }, (lists) => withLevels(lists, answer));
    // A list that was asked for before the change is not waited for any more.
    void queries.invalidateQueries({ queryKey: ['orders'] });
    return message;
  }

  return {
    /** Resolves to the server's words for what was done, once the lists show the new levels. */
    async set(order: Order, change: StopChange): Promise<string> {
      const before = waiting.get(order.Id) ?? Promise.resolve();
      const turn = before.catch(() => undefined).then(() => send(order, change));
      waiting.set(order.Id, turn);
      try {
        const message = await turn;
        // Lists are drawn a moment after they change; who lets go of a draft now must find the new level there.
        await new Promise<void>((drawn) => notifyManager.schedule(drawn));
        return message;
      } finally {
        if (waiting.get(order.Id) === turn) waiting.delete(order.Id);
      }
    },
  };
}

/** The levels alone: an answer's other figures may be older than those of the lists. */
function withLevels(
  lists: InfiniteData<OrderList> | undefined,
  { Id, TargetLossPrice, TargetProfitPrice }: Order,
): InfiniteData<OrderList> | undefined {
  if (lists === undefined) return lists;
  const changed = (order: Order) => (order.Id === Id ? { ...order, TargetLossPrice, TargetProfitPrice } : order);
  return { ...lists, pages: lists.pages.map((page) => ({ ...page, data: page.data.map(changed) })) };
}
