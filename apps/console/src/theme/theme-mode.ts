import { useSyncExternalStore } from 'react';

type Mode = 'light' | 'dark';

/** Read by the boot script too. */
const key = 'candor.console.theme';
const root = document.documentElement;
const listeners = new Set<() => void>();

const currentMode = (): Mode => (root.dataset['theme'] === 'dark' ? 'dark' : 'light');

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the theme of the page: the stored one, else the system's, both set by the boot script. */
export function useThemeMode(): Mode {
  return useSyncExternalStore(subscribe, currentMode);
}

export function toggleThemeMode(): void {
  const mode = currentMode() === 'dark' ? 'light' : 'dark';
  root.dataset['theme'] = mode;
  localStorage.setItem(key, mode);
  for (const listener of listeners) listener();
}
