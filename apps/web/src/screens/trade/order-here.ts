type Listener = (ticks: number) => void;

const listeners = new Map<number, Set<Listener>>();

/** Asks the ticket of an instrument to prepare a pending order at a price of its chart. */
export function askOrderHere(instrumentId: number, ticks: number): void {
  for (const listener of listeners.get(instrumentId) ?? []) listener(ticks);
}

/** Adds the ticket of an instrument as a listener for prices of its chart. */
export function onOrderHere(instrumentId: number, listener: Listener): () => void {
  const all = listeners.get(instrumentId) ?? new Set();
  listeners.set(instrumentId, all);
  all.add(listener);
  return () => {
    all.delete(listener);
    if (all.size === 0) listeners.delete(instrumentId);
  };
}
