import { useSyncExternalStore } from 'react';
import type { TextSize, ThemeChoice } from '../session/settings-store.ts';

const dark = window.matchMedia('(prefers-color-scheme: dark)');

function resolvedTheme(choice: ThemeChoice): 'light' | 'dark' {
  if (choice !== 'system') return choice;
  return dark.matches ? 'dark' : 'light';
}

/** Sets the theme on <html>, where tokens.css applies it, and the colour of the browser's bars. */
export function applyTheme(choice: ThemeChoice): void {
  const theme = resolvedTheme(choice);
  document.documentElement.dataset['theme'] = theme;
  const bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]');
  if (bar !== null) bar.content = theme === 'dark' ? '#101318' : '#FFFFFF';
}

/** Sets the text size on <html>; every size is relative to the root's, which base.css sets by it (R-SCR-51). */
export function applyTextSize(size: TextSize): void {
  document.documentElement.dataset['text'] = size;
}

export function onSystemTheme(listener: () => void): () => void {
  dark.addEventListener('change', listener);
  return () => dark.removeEventListener('change', listener);
}

function subscribeTheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** Current theme, for code that paints outside CSS. */
export function useThemeName(): string {
  return useSyncExternalStore(subscribeTheme, () => document.documentElement.dataset['theme'] ?? 'light');
}
