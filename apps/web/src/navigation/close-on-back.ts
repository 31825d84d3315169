import type { RouterHistory } from '@tanstack/react-router';

export interface BackDeps {
  readonly history: Pick<RouterHistory, 'block'>;
  /** Closes what lies on top of the page; false where nothing does. */
  readonly closeTop: () => boolean;
  /** Tells how many lie over the page, whenever that changes. */
  readonly onOverlays: (listener: (open: number) => void) => void;
}

/**
 * The device's Back closes a sheet, drawer or dialog before it leaves the page, as everywhere else on a phone. The first
 * page of a visit has none before it in the app: there Back leaves, and nobody may hold it.
 */
export function closeOnBack({ history, closeTop, onOverlays }: BackDeps): void {
  let release: (() => void) | null = null;
  // Only for as long as something is open: a history that is watched changes its address a moment later.
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
