/** A named reason why the program cannot trade now (R-RUN-04). */
export type UnreadyReason = 'starting' | 'standby' | 'nats' | 'core' | 'database' | 'tick-log' | 'clock-behind-journal';

/** The reasons why the program cannot trade now; each is asked for at the moment of the call. */
export class Readiness {
  readonly #conditions = new Map<UnreadyReason, () => boolean>();
  readonly #warnings = new Map<string, () => boolean>();

  /** Adds a reason that holds while `isUnready` answers true; one reason has one condition. */
  add(reason: UnreadyReason, isUnready: () => boolean): void {
    this.#conditions.set(reason, isUnready);
  }

  /** Adds a warning: something that needs attention while the program can trade. */
  addWarning(name: string, isHeld: () => boolean): void {
    this.#warnings.set(name, isHeld);
  }

  /** The warnings that hold now, in the order in which they were added. */
  warnings(): string[] {
    return [...this.#warnings].filter(([, isHeld]) => isHeld()).map(([name]) => name);
  }

  /** The reasons that hold now, in the order in which they were added; none when the program can trade. */
  reasons(): UnreadyReason[] {
    return [...this.#conditions].filter(([, isUnready]) => isUnready()).map(([reason]) => reason);
  }
}
