/** Runs work when the page is idle, at the latest after `withinMs`; after `withinMs` if idleness is not reported. */
export function whenIdle(work: () => void, withinMs: number): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: withinMs });
  else setTimeout(work, withinMs);
}
