import { create } from 'zustand';

/** Number of state changes in progress, including their retries. */
export const useWrites = create<{ readonly underWay: number }>()(() => ({ underWay: 0 }));

/** Counts a state change while it is in progress. */
export function countWrite<Data>(call: Promise<Data>): Promise<Data> {
  const change = (by: number) => useWrites.setState(({ underWay }) => ({ underWay: underWay + by }));
  change(1);
  return call.finally(() => change(-1));
}
