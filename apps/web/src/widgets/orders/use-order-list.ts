import { useMemo } from 'react';
import type { InstrumentFacts } from '../../data/instruments.ts';
import type { Order } from '../../data/order.ts';
import { pagedRows } from '../../data/paged-rows.ts';
import type { OrderListStatus } from '../../data/queries.ts';
import { useInstruments, useOrders } from '../../data/queries.ts';
import { useAnyStaleMark } from '../live-quote.ts';

export type OrderTab = 'holding' | 'pending' | 'history';

export const tabStatus: Readonly<Record<OrderTab, OrderListStatus>> = { holding: 1, pending: 0, history: 3 };

/** One list of orders, with the facts of their instruments. */
export function useOrderList(tab: OrderTab) {
  const query = useOrders(tabStatus[tab]);
  const instruments = useInstruments().data;
  const facts = useMemo(
    () => new Map((instruments ?? []).map((one): [number, InstrumentFacts] => [one.id, one])),
    [instruments],
  );
  const orders = useMemo((): Order[] => pagedRows(query.data?.pages ?? [], (page) => page.orders), [query.data]);
  const first = query.data?.pages[0];
  return { query, facts, orders, total: first?.total ?? 0, totalProfit: first?.profitTotal ?? null };
}

const heldIds = (orders: readonly Order[]) => [...new Set(orders.map(({ instrumentId }) => instrumentId))];

/** Attribute that greys totals of the account while the price of an open order is stale (R-SCR-26). */
export function useHoldingMark() {
  const { orders } = useOrderList('holding');
  return useAnyStaleMark(useMemo(() => heldIds(orders), [orders]));
}
