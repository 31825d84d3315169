/** The library's scale of prices, as far as it can be set from outside. */
export interface ScaleControl {
  /** True once the user has set the scale by hand: then it stays until they reset it. */
  readonly isByHand: () => boolean;
  readonly range: () => PriceRange;
  readonly set: (range: PriceRange) => void;
  readonly setAuto: () => void;
  readonly redraw: () => void;
}

export interface PriceRange {
  readonly low: number;
  readonly high: number;
}

/** Fits the scale to levels outside it, and back again. */
export interface ScaleFit {
  /** Prices that an automatic scale has to include now. */
  readonly prices: () => readonly number[];
  readonly isFitted: (key: string) => boolean;
  /** Fits the scale to prices; the same key once more restores the scale from before. */
  readonly toggle: (key: string, prices: readonly number[]) => void;
  /** Called at each repaint, with the control of the scale that was painted. */
  readonly onDrawn: (control: ScaleControl) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Room beyond the outermost price, as a share of the range. */
const roomShare = 0.1;

interface Fitted {
  readonly key: string;
  readonly prices: readonly number[];
  /** Scale set by hand before; null if it was automatic. */
  readonly before: PriceRange | null;
  /** Scale set instead of it. */
  readonly set: PriceRange | null;
}

export function createScaleFit(): ScaleFit {
  const listeners = new Set<() => void>();
  let control: ScaleControl | null = null;
  let fitted: Fitted | null = null;

  function change(next: Fitted | null): void {
    fitted = next;
    for (const listener of listeners) listener();
  }

  function fit(key: string, prices: readonly number[], on: ScaleControl): void {
    const before = fitted === null ? (on.isByHand() ? on.range() : null) : fitted.before;
    const set = before === null ? null : including(before, prices);
    change({ key, prices, before, set });
    if (set !== null) on.set(set);
    on.redraw();
  }

  function restore({ before }: Fitted, on: ScaleControl): void {
    change(null);
    if (before === null) on.setAuto();
    else on.set(before);
    on.redraw();
  }

  return {
    prices: () => (fitted?.before === null ? fitted.prices : []),
    isFitted: (key) => fitted?.key === key,
    toggle(key, prices) {
      if (control === null || prices.length === 0) return;
      if (fitted?.key === key) restore(fitted, control);
      else fit(key, prices, control);
    },
    onDrawn(drawn) {
      control = drawn;
      // A scale that the user has set since then is theirs.
      if (fitted !== null && isTakenOver(fitted, drawn)) change(null);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function including({ low, high }: PriceRange, prices: readonly number[]): PriceRange {
  const [least, most] = [Math.min(low, ...prices), Math.max(high, ...prices)];
  const room = (most - least) * roomShare;
  return { low: least < low ? least - room : low, high: most > high ? most + room : high };
}

function isTakenOver({ set }: Fitted, control: ScaleControl): boolean {
  if (set === null) return control.isByHand();
  const { low, high } = control.range();
  return !control.isByHand() || low !== set.low || high !== set.high;
}
