/** An outage within this time is not shown. */
const shownAfterMs = 900;
/** All clients learn of the end of an outage at the same moment; their requests are spread over this time. */
const wokenWithinMs = 2_000;

export interface TradingOutageDeps {
  /** Called when an outage is shown, and when it is over. */
  readonly onPaused: (isPaused: boolean) => void;
  /** Called some time after the end of any outage: what was missed or refused in it can be loaded. */
  readonly onOver: () => void;
  readonly random?: () => number;
}

/** Follows what the server says about trading: whether orders are carried out (R-SOC-13, R-SCR-25). */
export class TradingOutage {
  readonly #deps: TradingOutageDeps;
  #isAway = false;
  #shown: ReturnType<typeof setTimeout> | undefined;
  #woken: ReturnType<typeof setTimeout> | undefined;

  constructor(deps: TradingOutageDeps) {
    this.#deps = deps;
  }

  accept(isAvailable: boolean): void {
    if (isAvailable !== this.#isAway) return;
    this.#isAway = !isAvailable;
    clearTimeout(this.#shown);
    clearTimeout(this.#woken);
    const { onPaused, onOver, random = Math.random } = this.#deps;
    if (this.#isAway) {
      this.#shown = setTimeout(() => onPaused(true), shownAfterMs);
      return;
    }
    onPaused(false);
    this.#woken = setTimeout(onOver, random() * wokenWithinMs);
  }
}
