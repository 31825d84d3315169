import type { Order, OrderList } from '@candor/contracts/http/trade';
import type { InfiniteData } from '@tanstack/react-query';
import { api, intents } from './api.ts';
import type { OrderListStatus } from './queries.ts';
import { queryClient } from './queries.ts';

/** The fields of a placement, in the wire's words. */
export interface Placement {
  readonly type: 1 | 2;
  readonly cont: string;
  readonly forex_id: number;
  /** 1 at the market, 0 pending at `target_price`. */
  readonly status: 0 | 1;
  readonly target_price: string;
  readonly stop_loss_price: string;
  readonly target_profit_price: string;
  readonly multiple: number;
}

/** What the screen showed at the press: the last quote, and how much worse than its price the fill may be. */
export type SeenQuote = { readonly seq: number } | { seq: number; price: string; max_deviation: string };

export async function placeOrder(placement: Placement, seen: SeenQuote | null): Promise<Order> {
  const order = await intents.send<Order>(api, '/v1/api/forex/submit', { ...placement }, { ...seen });
  refreshOrders();
  return order;
}

export async function closeOrder(id: number, lots: string | null): Promise<void> {
  await intents.send(api, '/v1/api/forex/close', lots === null ? { id } : { id, cont: lots });
  refreshOrders();
}

export async function cancelOrder(id: number): Promise<void> {
  await intents.send(api, '/v1/api/forex/cancel_trade', { id });
  refreshOrders();
}

export async function setStops(id: number, stopLoss: string, takeProfit: string): Promise<void> {
  const fields = { id, stop_loss_price: stopLoss, target_profit_price: takeProfit };
  await intents.send(api, '/v1/api/forex/set_stop_price', fields);
  refreshOrders();
}

/** Demo accounts only: everything open ends, and the balance is what it was at first (R-SES-07). */
export async function resetDemo(): Promise<void> {
  await intents.send(api, '/v1/api/main/user/resetForexDemoAccount', {});
  refreshOrders();
}

/** After any change the lists load again (R-ORD-22). */
export function refreshOrders(): void {
  void queryClient.invalidateQueries({ queryKey: ['orders'] });
}

/** A push of closed ids takes them off the holding list at once; the lists then load again (R-SOC-07). */
export function removeClosedOrders(ids: readonly number[]): void {
  const gone = new Set(ids);
  queryClient.setQueryData<InfiniteData<OrderList>>(['orders', 1 satisfies OrderListStatus], (lists) => {
    if (lists === undefined) return lists;
    const pages = lists.pages.map((page) => {
      const data = page.data.filter((order) => !gone.has(order.Id));
      return { ...page, data, total: Math.max(0, page.total - ids.length) };
    });
    return { ...lists, pages };
  });
  refreshOrders();
}
