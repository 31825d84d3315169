import { create } from 'zustand';

/** How many sheets, drawers and dialogs lie over the page. */
export const useOverlays = create<{ readonly open: number }>()(() => ({ open: 0 }));

/** Begins to close its overlay; false where it is on its way out already. */
export type Closer = () => boolean;

const closers: { current: Closer }[] = [];

/** An overlay that opens says how it is closed; returns the way to take that back. */
export function keepCloser(closer: { current: Closer }): () => void {
  closers.push(closer);
  return () => void closers.splice(closers.indexOf(closer), 1);
}

/** Closes the overlay that lies on top; false where there is none left to close. */
export function closeTopOverlay(): boolean {
  return closers.at(-1)?.current() ?? false;
}
