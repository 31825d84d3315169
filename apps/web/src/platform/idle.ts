/** Runs once the page has nothing better to do, and at the latest after `withinMs`; where that cannot be told, then. */
export function whenIdle(work: () => void, withinMs: number): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: withinMs });
  else setTimeout(work, withinMs);
}
