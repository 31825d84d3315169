import { create } from 'zustand';

/** How many state changes are on their way to the server, their repeats and pauses in between included. */
export const useWrites = create<{ readonly underWay: number }>()(() => ({ underWay: 0 }));

/** Counts a state change for as long as it is under way. */
export function countWrite<Data>(call: Promise<Data>): Promise<Data> {
  const change = (by: number) => useWrites.setState(({ underWay }) => ({ underWay: underWay + by }));
  change(1);
  return call.finally(() => change(-1));
}
