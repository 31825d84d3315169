import { afterEach, expect, test } from 'vitest';
import type { LoopFigures } from '../../ports/work.ts';
import { startLoopMonitor } from './loop-monitor.ts';

let stop = () => {};
afterEach(() => stop());

/** Returns the first windows, with one turn of `heldMs` in each. */
function windows(
  count: number,
  heldMs: number,
  warnAboveMs: number,
): Promise<{ figures: LoopFigures; isWarning: boolean }[]> {
  return new Promise((resolve) => {
    const taken: { figures: LoopFigures; isWarning: boolean }[] = [];
    // Once in each window, well before its end: on a machine so late that both are due at once, that itself is the delay.
    const holdOnce = () =>
      setTimeout(() => {
        const untilMs = performance.now() + heldMs;
        while (performance.now() < untilMs);
      }, 20);
    const end = startLoopMonitor({
      windowMs: 100,
      warnAboveMs,
      quietMs: 60_000,
      onWindow(figures, isWarning) {
        taken.push({ figures, isWarning });
        if (taken.length === count) resolve(taken);
        else holdOnce();
      },
    });
    stop = end;
    holdOnce();
  });
}

test('R-SEC-34 a turn that blocks the thread is measured, and warned of at intervals', async () => {
  const taken = await windows(3, 30, 10);
  for (const { figures } of taken) expect(figures.maxMs).toBeGreaterThan(10);
  expect(taken.map(({ isWarning }) => isWarning)).toEqual([true, false, false]);
});

test('R-SEC-34 turns below the threshold are reported without a warning', async () => {
  const taken = await windows(2, 0, 60_000);
  expect(taken.map(({ isWarning }) => isWarning)).toEqual([false, false]);
});
