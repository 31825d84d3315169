/** Pushes and lists may overtake each other; a difference that lasts longer than this means an outdated list. */
const agreeWithinMs = 400;
/** Time after a failed request before the lists are requested again for the same stamp. */
const againAfterMs = 5_000;

/**
 * Detects outdated order lists. Lists and pushes carry the server's stamp of the open and pending orders; if the pushed
 * stamp stays different, an order was placed, changed or ended meanwhile, here or on another device (R-SOC-07), and the
 * lists are requested once for each stamp, and again while that fails.
 */
export class ListsAge {
  readonly #onOld: () => Promise<void>;
  #listed: string | null = null;
  #pushed: string | null = null;
  #askedFor: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;

  /** `onOld` requests the lists; it rejects if they do not load. */
  constructor(onOld: () => Promise<void>) {
    this.#onOld = onOld;
  }

  listed(stamp: string): void {
    this.#listed = stamp;
    this.#lookSoon();
  }

  pushed(stamp: string): void {
    this.#pushed = stamp;
    this.#lookSoon();
  }

  /** Resets the state at a login or logout. */
  forget(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#again);
    this.#timer = undefined;
    this.#listed = null;
    this.#pushed = null;
    this.#askedFor = null;
  }

  /** True if the pushed stamp differs from that of the list and was not requested yet; false before the first list. */
  #isOld(): boolean {
    const isKnown = this.#listed !== null && this.#pushed !== null;
    return isKnown && this.#pushed !== this.#listed && this.#pushed !== this.#askedFor;
  }

  #lookSoon(): void {
    if (!this.#isOld()) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (!this.#isOld()) return;
      this.#askedFor = this.#pushed;
      void this.#onOld().catch(() => this.#askAgain());
    }, agreeWithinMs);
  }

  #askAgain(): void {
    clearTimeout(this.#again);
    this.#again = setTimeout(() => {
      this.#askedFor = null;
      this.#lookSoon();
    }, againAfterMs);
  }
}
