/** Bar of which indicators are calculated. */
export interface Bar {
  readonly timestamp: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume?: number;
}

/** Values of an indicator at a bar, by line; a line without a value there is left out. */
export type Values = Readonly<Record<string, number>>;

/**
 * Arithmetic of an indicator as a fold over the bars, oldest first. A step reads the state after the bar before and at
 * most the bars of its period, so that its cost is independent of the history. It is pure: a state is never changed.
 */
export interface Formula<State> {
  readonly start: State;
  readonly step: (state: State, bars: readonly Bar[], at: number) => { readonly state: State; readonly values: Values };
}

/** Returns the values at every bar. */
export type Calculation = (bars: readonly Bar[]) => Values[];

/**
 * Calculates a formula over bars that are passed again at each tick. If only the last bar has changed, or one was added,
 * only these are calculated, in the array returned before; after any other change all of them are.
 */
export function createCalculation<State>({ start, step }: Formula<State>): Calculation {
  let values: Values[] = [];
  let first: Bar | undefined;
  /** The last bar that was followed by another one. */
  let closed: Bar | undefined;
  /** State before the last bar. */
  let before = start;

  function isContinued(bars: readonly Bar[]): boolean {
    if (values.length < 2 || bars.length < values.length) return false;
    return bars[0] === first && bars[values.length - 2] === closed;
  }

  return (bars) => {
    let at = values.length - 1;
    if (!isContinued(bars)) {
      values = [];
      before = start;
      at = 0;
    }
    let state = before;
    for (; at < bars.length; at += 1) {
      before = state;
      const next = step(state, bars, at);
      values[at] = next.values;
      state = next.state;
    }
    first = bars[0];
    closed = bars[bars.length - 2];
    return values;
  };
}
