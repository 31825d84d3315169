import { useMemo } from 'react';
import { useAccount } from '../../data/account.ts';
import type { InstrumentFacts } from '../../data/instruments.ts';
import type { Order } from '../../data/order.ts';
import { quotes } from '../../data/quotes.ts';
import { useSession } from '../../session/session-store.ts';
import { type OrderSort, useSettings } from '../../session/settings-store.ts';
import { sortOrders } from './order-sort.ts';
import { orderValue } from './position-values.ts';
import { type OrderTab, useOrderList } from './use-order-list.ts';

/** Orders of a list as they are shown: open ones in the order chosen, renewed when it is chosen or the list changes. */
export function useShownOrders(tab: OrderTab): readonly Order[] {
  const { orders, facts } = useOrderList(tab);
  const sort = useSettings((settings) => settings.orderSort);
  const currency = useSession((session) => session.user?.currency) ?? '';
  return useMemo(
    () => (tab === 'holding' ? sortByLastPrices(orders, sort, facts, currency) : orders),
    [tab, orders, sort, facts, currency],
  );
}

function sortByLastPrices(
  orders: readonly Order[],
  sort: OrderSort,
  facts: ReadonlyMap<number, InstrumentFacts>,
  currency: string,
): readonly Order[] {
  const live = useAccount.getState().orders;
  return sortOrders(orders, sort, {
    profitOf: (order) => live[order.id]?.profit ?? order.profit,
    valueOf: (order) => orderValue(order, { facts, quotes, currency }),
  });
}
