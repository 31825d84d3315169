import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { ChartLayerHandle } from './chart-layer.ts';
import { type PriceScale, ticksAt } from './line-placing.ts';
import type { Grab } from './touch-gestures.ts';

/** Pips by which a key moves a level. */
export const stepPips = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 } as const;

interface LevelMoves {
  readonly move: (ticks: number) => void;
  /** Null if the line did not move, or the gesture was broken off. */
  readonly drop: (ticks: number | null) => void;
}

/** Change of a level that follows a finger or the mouse. */
export function followedLevel(scale: RefObject<PriceScale | null>, digits: number, { move, drop }: LevelMoves): Grab {
  let ticks: number | null = null;
  return {
    move: (_x, y) => {
      ticks = scale.current === null ? null : ticksAt(y, scale.current, digits);
      if (ticks !== null) move(ticks);
    },
    end: (isWhole) => drop(isWhole ? ticks : null),
  };
}

interface GripFacts {
  readonly lineKey: string;
  readonly level: number | null;
  readonly digits: number;
}

/** Lets the line be taken hold of at its height, while it is inside the scale. */
export function useGrip(
  layer: ChartLayerHandle,
  { lineKey, level, digits }: GripFacts,
  scale: RefObject<PriceScale | null>,
  grab: () => Grab,
): void {
  const latest = useRef({ grab, level });
  useLayoutEffect(() => {
    latest.current = { grab, level };
  });
  useEffect(
    () =>
      layer.grips.add({
        key: lineKey,
        y: () => {
          const { level: now } = latest.current;
          const y = now === null ? undefined : scale.current?.toY(now / 10 ** digits);
          return y === undefined || y < 0 || y > (scale.current?.height ?? 0) ? null : y;
        },
        grab: () => latest.current.grab(),
      }),
    [layer, lineKey, digits, scale],
  );
}
