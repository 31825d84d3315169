import type { AnyRouter, RouterHistory } from '@tanstack/react-router';
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

export interface BackDeps {
  readonly history: Pick<RouterHistory, 'block'>;
  /** Closes the top overlay; returns false if none is open. */
  readonly closeTop: () => boolean;
  /** Calls the listener with the number of open overlays whenever it changes. */
  readonly onOverlays: (listener: (open: number) => void) => void;
}

/**
 * Lets the device's Back close a sheet, drawer or dialog before it leaves the page. On the first page of a visit Back
 * leaves the app and cannot be blocked.
 */
export function closeOnBack({ history, closeTop, onOverlays }: BackDeps): void {
  let release: (() => void) | null = null;
  // Only while an overlay is open: a blocked history changes its address asynchronously.
  onOverlays((open) => {
    if (open > 0) {
      release ??= history.block({
        enableBeforeUnload: false,
        blockerFn: ({ action }) => action === 'BACK' && closeTop(),
      });
      return;
    }
    release?.();
    release = null;
  });
}
