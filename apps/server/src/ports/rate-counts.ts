/** Counts by key, each over a window that begins with its first count. A shared store lets several gateways count together. */
export interface RateCounts {
  count(key: string): Promise<number>;
  /** Returns the count with this one, in one step, so that of many at once each gets a number of its own. */
  add(key: string): Promise<number>;
  /** Takes one back that turned out right. */
  takeBack(key: string): Promise<void>;
  clear(key: string): Promise<void>;
}

/** Makes the counts of one subject; two subjects never share a key. */
export type OpenRateCounts = (subject: string, windowMs: number) => RateCounts;
