import { type RefObject, useEffect, useState } from 'react';
import { type IndicatorSpec, isPane } from '../../../../session/indicators.ts';

export const paneHeight = 84;
/** Least height in px of the candles with the times below them. */
const candlesLeast = 142;

/** Returns how many panes a chart of a height has room for. */
export function paneRoom(height: number): number {
  return Math.max(0, Math.floor((height - candlesLeast) / paneHeight));
}

/** Returns the panes for which a chart has no room: the oldest ones. */
export function withoutRoom(specs: readonly IndicatorSpec[], room: number): readonly IndicatorSpec[] {
  const panes = specs.filter(({ kind }) => isPane(kind));
  return panes.slice(0, Math.max(0, panes.length - room));
}

/** Number of panes for which an element has room; a phone on its side may have room for none (R-SCR-78). */
export function usePaneRoom(stage: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY);
  useEffect(() => {
    const element = stage.current;
    if (element === null) return undefined;
    const sizes = new ResizeObserver(() => {
      // A page that is hidden has no height, and keeps its panes.
      if (element.clientHeight > 0) setRoom(paneRoom(element.clientHeight));
    });
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [stage]);
  return room;
}
