import type { Grab } from './touch-gestures.ts';

/** A line that can be moved by its whole length. */
export interface LineGrip {
  readonly key: string;
  /** Height of the line in the pane; null while it has none. */
  readonly y: () => number | null;
  readonly grab: () => Grab;
}

export interface LineGrips {
  readonly add: (grip: LineGrip) => () => void;
  /** Returns the line of a tag; else the nearest one within reach of a height. */
  readonly at: (y: number, reachPx: number, target: Element | null) => LineGrip | null;
}

export function createLineGrips(): LineGrips {
  const grips = new Map<string, LineGrip>();
  return {
    add(grip) {
      grips.set(grip.key, grip);
      return () => {
        if (grips.get(grip.key) === grip) grips.delete(grip.key);
      };
    },
    at(y, reachPx, target) {
      const tag = target?.closest<HTMLElement>('[data-line]');
      if (tag !== null && tag !== undefined) return grips.get(tag.dataset['line'] ?? '') ?? null;
      let [nearest, distance] = [null as LineGrip | null, reachPx];
      for (const grip of grips.values()) {
        const away = Math.abs((grip.y() ?? Number.POSITIVE_INFINITY) - y);
        if (away <= distance) [nearest, distance] = [grip, away];
      }
      return nearest;
    },
  };
}
