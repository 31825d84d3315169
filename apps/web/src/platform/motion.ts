/** True if the user asked the system for reduced motion. */
export function prefersStill(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Scroll behaviour of scripts: smooth, unless reduced motion is wanted. */
export function scrollBehaviour(): ScrollBehavior {
  return prefersStill() ? 'instant' : 'smooth';
}
