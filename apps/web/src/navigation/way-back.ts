import type { AnyRouter } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

/**
 * Goes back to the previous page inside the app; to `fallback` if a link from outside has opened this page. The
 * browser's own count would not do, since it includes pages of other sites (R-SCR-11).
 */
export function goBack(router: Pick<AnyRouter, 'history'>, fallback: string): void {
  if (router.history.canGoBack()) router.history.back();
  else router.history.replace(fallback);
}

export function useWayBack(fallback = '/'): () => void {
  const router = useRouter();
  return useCallback(() => goBack(router, fallback), [router, fallback]);
}
