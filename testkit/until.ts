import { setTimeout as after } from 'node:timers/promises';

const everyMs = 20;
const withinMs = 60_000;

/**
 * Resolves with the first result of a check that is neither null nor false; asks again every 20 ms. For states of other
 * processes that no event announces. Rejects after a minute.
 */
export async function until<T>(
  what: string,
  check: () => T | null | false | Promise<T | null | false>,
): Promise<Exclude<T, false>> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const found = await check();
    if (found !== null && found !== false) return found as Exclude<T, false>;
    if (performance.now() > deadline) throw new Error(`It did not come to: ${what}`);
    await after(everyMs);
  }
}
