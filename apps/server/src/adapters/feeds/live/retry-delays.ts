export const retryMinMs = 500;
export const retryMaxMs = 60_000;
/** A connection that lasted this long ended for a new reason: the next attempt is soon. */
export const steadyMs = 60_000;

/**
 * Times until the next attempt: 0.5 s, twice as long each time up to a minute, and by chance up to half of that earlier, so
 * that not all of a venue's clients return at once (R-MKT-26).
 */
export class RetryDelays {
  readonly #random: () => number;
  #attempts = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** Returns the delay after a connection that lasted `lastedMs`; 0 if it could not be made. */
  next(lastedMs: number): number {
    if (lastedMs >= steadyMs) this.#attempts = 0;
    const longestMs = Math.min(retryMinMs * 2 ** this.#attempts, retryMaxMs);
    this.#attempts = Math.min(this.#attempts + 1, 16);
    return Math.round(longestMs * (1 - this.#random() / 2));
  }
}
