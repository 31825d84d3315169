import type { Side } from '@candor/domain/values/ids';
import { useEffect, useRef } from 'react';
import { takeAskedSide } from '../../../data/asked-side.ts';

/** Calls back with the side that a price key of the market asked for, whenever the ticket comes into view (R-SCR-89). */
export function useAskedSide(instrumentId: number, onAsked: (side: Side) => void): void {
  const latest = useRef(onAsked);
  useEffect(() => {
    latest.current = onAsked;
  });
  useEffect(() => {
    const side = takeAskedSide(instrumentId);
    if (side !== null) latest.current(side);
  }, [instrumentId]);
}
