/** Time before work that failed after the start is tried again. */
const againMs = 5_000;

export interface PreparationSteps<Opened> {
  /** True if a leader of this build has prepared the database before. */
  readonly isDone: () => Promise<boolean>;
  /** Opens what a leader needs; the schema must be this build's. */
  readonly open: () => Promise<Opened>;
  /** Migrates the schema; changes nothing if that was done before. */
  readonly migrate: () => Promise<void>;
  /** Adds first operators and examples; changes nothing if that was done before. */
  readonly found: (opened: Opened) => Promise<void>;
  /** Called with each failure after the start; the work is tried again. */
  readonly onError: (error: Error) => void;
}

/**
 * Work of a leader on its database. Where an earlier leader has done it, a standby opens everything while it waits, and does
 * the work again only once it serves: a take-over does not wait for it (R-LED-44).
 */
export class ShardPreparation<Opened> {
  readonly #steps: PreparationSteps<Opened>;
  #opened: Opened | null = null;
  #looking: Promise<void> | null = null;
  #isLate = false;

  constructor(steps: PreparationSteps<Opened>) {
    this.#steps = steps;
  }

  /** Opens everything if the database is prepared; called while waiting, as often as wanted. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  /** Prepares the database unless that was done before; called once this process leads. Resolves to what was opened. */
  async lead(): Promise<Opened> {
    await this.#looking?.catch(() => undefined);
    if (this.#opened !== null) {
      this.#isLate = true;
      return this.#opened;
    }
    await this.#steps.migrate();
    const opened = await this.#steps.open();
    await this.#steps.found(opened);
    return opened;
  }

  /** Does the work that the start left out, until it succeeds; called once orders are served. Returns the way to stop. */
  serve(): () => void {
    const opened = this.#opened;
    if (!this.#isLate || opened === null) return () => undefined;
    let isStopped = false;
    let timer: NodeJS.Timeout | undefined;
    const run = async () => {
      try {
        await this.#steps.migrate();
        await this.#steps.found(opened);
      } catch (error) {
        if (isStopped) return;
        this.#steps.onError(error as Error);
        timer = setTimeout(() => void run(), againMs);
        timer.unref();
      }
    };
    void run();
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }

  async #look(): Promise<void> {
    if (this.#opened === null && (await this.#steps.isDone())) this.#opened = await this.#steps.open();
  }
}
