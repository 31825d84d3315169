/** The only source of time inside the server; tests and the simulation bring their own. */
export interface Clock {
  /** Wall time in milliseconds since 1970 UTC, integer. */
  nowMs(): number;
  /** Monotonic milliseconds, for ages and timeouts. */
  monotonicMs(): number;
}
