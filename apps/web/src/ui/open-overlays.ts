import { create } from 'zustand';

/** Number of open sheets, drawers and dialogs. */
export const useOverlays = create<{ readonly open: number }>()(() => ({ open: 0 }));

/** Begins to close its overlay; returns false if it is already closing. */
export type Closer = () => boolean;

const closers: { current: Closer }[] = [];

/** Registers how an opened overlay is closed; returns the function that removes it. */
export function keepCloser(closer: { current: Closer }): () => void {
  closers.push(closer);
  return () => void closers.splice(closers.indexOf(closer), 1);
}

/** Closes the top overlay; returns false if none is left. */
export function closeTopOverlay(): boolean {
  return closers.at(-1)?.current() ?? false;
}
