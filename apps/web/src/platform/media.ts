import { useSyncExternalStore } from 'react';

const desk = window.matchMedia('(min-width: 1024px)');

function subscribe(listener: () => void): () => void {
  desk.addEventListener('change', listener);
  return () => desk.removeEventListener('change', listener);
}

/** 1024 px and up: tabs move to the top bar, list and ticket stand beside the chart (DESIGN 9). */
export function useIsDesk(): boolean {
  return useSyncExternalStore(subscribe, () => desk.matches);
}
