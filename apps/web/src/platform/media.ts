import { useSyncExternalStore } from 'react';

/** Queries of the layout, made at their first use: a test without a browser has none. */
const queries = {
  desk: '(min-width: 1024px)',
  wideDesk: '(min-width: 1280px)',
  tablet: '(min-width: 768px)',
  phoneOnSide: '(min-width: 560px) and (max-height: 500px) and (orientation: landscape)',
  roomBelow: '(min-width: 768px) and (min-height: 501px)',
} as const;
const lists = new Map<keyof typeof queries, MediaQueryList>();

function listOf(name: keyof typeof queries): MediaQueryList {
  const list = lists.get(name) ?? window.matchMedia(queries[name]);
  lists.set(name, list);
  return list;
}

function useMatch(name: keyof typeof queries): boolean {
  return useSyncExternalStore(subscribe, () => listOf(name).matches);
}

function subscribe(listener: () => void): () => void {
  const all = (Object.keys(queries) as (keyof typeof queries)[]).map(listOf);
  for (const query of all) query.addEventListener('change', listener);
  return () => {
    for (const query of all) query.removeEventListener('change', listener);
  };
}

/** True from 1024 px: tabs in the top bar, list and ticket beside the chart (DESIGN 9). */
export function useIsDesk(): boolean {
  return useMatch('desk');
}

/** Like `useIsDesk` at this instant, outside a component. */
export function isDesk(): boolean {
  return listOf('desk').matches;
}

/** True from 1280 px: several charts have room side by side. */
export function useIsWideDesk(): boolean {
  return useMatch('wideDesk');
}

export function useIsTablet(): boolean {
  return useMatch('tablet');
}

/** True from 768 px: orders under the chart (DESIGN 9), but not on a phone in landscape. */
export function useHasOrdersBelow(): boolean {
  return useMatch('roomBelow');
}

/** True for a phone in landscape; a keyboard makes an upright window as low, but not as wide. */
export function useIsPhoneOnSide(): boolean {
  return useMatch('phoneOnSide');
}

/** True if the user asked the system for reduced motion. */
export function prefersStill(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Scroll behaviour of scripts: smooth, unless reduced motion is wanted. */
export function scrollBehaviour(): ScrollBehavior {
  return prefersStill() ? 'instant' : 'smooth';
}
