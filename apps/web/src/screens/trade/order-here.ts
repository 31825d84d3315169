type Listener = (ticks: number) => void;

const listeners = new Map<number, Set<Listener>>();
/** Price that was asked for before the ticket of its instrument was there. */
let waiting: { readonly instrumentId: number; readonly ticks: number } | null = null;

/** Asks the ticket of an instrument to prepare a pending order at a price of its chart, now or once it is there. */
export function askOrderHere(instrumentId: number, ticks: number): void {
  const present = listeners.get(instrumentId);
  waiting = present === undefined ? { instrumentId, ticks } : null;
  for (const listener of present ?? []) listener(ticks);
}

/** Adds the ticket of an instrument as a listener for prices of its chart. */
export function onOrderHere(instrumentId: number, listener: Listener): () => void {
  const all = listeners.get(instrumentId) ?? new Set();
  listeners.set(instrumentId, all);
  all.add(listener);
  const asked = waiting;
  waiting = null;
  if (asked?.instrumentId === instrumentId) listener(asked.ticks);
  return () => {
    all.delete(listener);
    if (all.size === 0) listeners.delete(instrumentId);
  };
}
