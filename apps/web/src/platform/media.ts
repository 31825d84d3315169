import { useSyncExternalStore } from 'react';

const desk = window.matchMedia('(min-width: 1024px)');
const tablet = window.matchMedia('(min-width: 768px)');
const roomBelow = window.matchMedia('(min-width: 768px) and (min-height: 501px)');

function subscribe(listener: () => void): () => void {
  for (const query of [desk, tablet, roomBelow]) query.addEventListener('change', listener);
  return () => {
    for (const query of [desk, tablet, roomBelow]) query.removeEventListener('change', listener);
  };
}

/** 1024 px and up: tabs move to the top bar, list and ticket stand beside the chart (DESIGN 9). */
export function useIsDesk(): boolean {
  return useSyncExternalStore(subscribe, () => desk.matches);
}

export function useIsTablet(): boolean {
  return useSyncExternalStore(subscribe, () => tablet.matches);
}

/** 768 px and up the orders stay under the chart (DESIGN 9), but not on a phone that lies on its side. */
export function useHasOrdersBelow(): boolean {
  return useSyncExternalStore(subscribe, () => roomBelow.matches);
}
