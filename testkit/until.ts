import { setTimeout as after } from 'node:timers/promises';

const everyMs = 20;
const withinMs = 60_000;

/**
 * Repeats a check every 20 ms; resolves to its first result other than null and false, rejects after a minute. For
 * states of other processes without an event.
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
