import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { OrderTab } from './use-order-list.ts';

/** The chosen tab of the orders; an address with `view=history`, e.g. that of a notice, opens the history. */
export function useTabOfPage(): readonly [OrderTab, (tab: OrderTab) => void] {
  const isHistory = useSearch({ strict: false }).view === 'history';
  const [tab, setTab] = useState<OrderTab>('holding');
  const [wasHistory, setWasHistory] = useState(false);
  if (isHistory !== wasHistory) {
    setWasHistory(isHistory);
    if (isHistory) setTab('history');
  }
  return [tab, setTab];
}
