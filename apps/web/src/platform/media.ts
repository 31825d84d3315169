import { useSyncExternalStore } from 'react';

const desk = window.matchMedia('(min-width: 1024px)');
const tablet = window.matchMedia('(min-width: 768px)');

function subscribe(listener: () => void): () => void {
  for (const query of [desk, tablet]) query.addEventListener('change', listener);
  return () => {
    for (const query of [desk, tablet]) query.removeEventListener('change', listener);
  };
}

/** 1024 px and up: tabs move to the top bar, list and ticket stand beside the chart (DESIGN 9). */
export function useIsDesk(): boolean {
  return useSyncExternalStore(subscribe, () => desk.matches);
}

/** 768 px and up: the orders stay under the chart (DESIGN 9). */
export function useIsTablet(): boolean {
  return useSyncExternalStore(subscribe, () => tablet.matches);
}
