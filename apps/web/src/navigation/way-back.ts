import type { AnyRouter } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

/**
 * Back to where one came from inside the app; a page that a link from outside has opened leads to `fallback` instead.
 * The browser's own count would not do, for it has the pages of other sites in it (R-SCR-11).
 */
export function goBack(router: Pick<AnyRouter, 'history'>, fallback: string): void {
  if (router.history.canGoBack()) router.history.back();
  else router.history.replace(fallback);
}

export function useWayBack(fallback = '/'): () => void {
  const router = useRouter();
  return useCallback(() => goBack(router, fallback), [router, fallback]);
}
