/** A named reason why the program cannot trade now (R-RUN-04). */
export type UnreadyReason = 'starting' | 'standby' | 'database' | 'tick-log' | 'clock-behind-journal';

/** The reasons why the program cannot trade now; each is asked for at the moment of the call. */
export class Readiness {
  readonly #conditions = new Map<UnreadyReason, () => boolean>();

  /** Adds a reason that holds while `isUnready` answers true; one reason has one condition. */
  add(reason: UnreadyReason, isUnready: () => boolean): void {
    this.#conditions.set(reason, isUnready);
  }

  /** The reasons that hold now, in the order in which they were added; none when the program can trade. */
  reasons(): UnreadyReason[] {
    return [...this.#conditions].filter(([, isUnready]) => isUnready()).map(([reason]) => reason);
  }
}
