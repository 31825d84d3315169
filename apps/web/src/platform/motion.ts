/** Whether the user asked the system for less motion. */
export function prefersStill(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** How a script scrolls: gliding, except where less motion is wanted. */
export function scrollBehaviour(): ScrollBehavior {
  return prefersStill() ? 'instant' : 'smooth';
}
