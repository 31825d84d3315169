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

/** True from 1024 px: tabs in the top bar, list and ticket beside the chart (DESIGN 9). */
export function useIsDesk(): boolean {
  return useSyncExternalStore(subscribe, () => desk.matches);
}

export function useIsTablet(): boolean {
  return useSyncExternalStore(subscribe, () => tablet.matches);
}

/** True from 768 px: orders under the chart (DESIGN 9), but not on a phone in landscape. */
export function useHasOrdersBelow(): boolean {
  return useSyncExternalStore(subscribe, () => roomBelow.matches);
}
