/** A push and the list that it speaks of pass each other on their way; what is still different after this is older. */
const agreeWithinMs = 400;

/**
 * Whether the lists on screen hold the orders that the account has now. The lists and the pushes carry the server's stamp
 * of them: where the pushed one stays another, an order was placed, changed or ended meanwhile, here or on another device
 * (R-SOC-07), and the lists are asked for, once for each stamp.
 */
export class ListsAge {
  readonly #onOld: () => void;
  #listed: string | null = null;
  #pushed: string | null = null;
  #askedFor: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onOld: () => void) {
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

  /** Of another account, or of nobody. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#listed = null;
    this.#pushed = null;
    this.#askedFor = null;
  }

  /** Before the first list nothing can be old. */
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
      this.#onOld();
    }, agreeWithinMs);
  }
}
