import { describe, expect, test } from 'vitest';
import { ProductClock } from '../adapters/clock/product-clock.ts';
import type { ClockMarks, MachineTime, StoredClockMark } from '../ports/clock.ts';
import { ClockKeeper } from './clock-keeper.ts';

const dayMs = 86_400_000;
const startMs = Date.parse('2026-11-17T12:00:00Z');

class Machine implements MachineTime {
  passedMs = 0;
  shiftMs = 0;
  wallMs = () => startMs + this.passedMs + this.shiftMs;
  monotonicMs = () => this.passedMs;
  uptimeMs = () => this.passedMs;
  bootId = () => 'one';
}

class Marks implements ClockMarks {
  stored: StoredClockMark | null = null;
  saves = 0;
  isAway = false;

  async save(mark: StoredClockMark): Promise<void> {
    this.saves += 1;
    if (this.isAway) throw new Error('away');
    this.stored = mark;
  }
}

function started(machine: Machine, marks: Marks, newestMs = 0, confirmations: { seq: number; byMs: number }[] = []) {
  const clock = new ProductClock(machine);
  const keeper = new ClockKeeper(clock, marks, clock);
  keeper.resume({ newestMs, confirmations });
  return { clock, keeper };
}

describe('product time over a restart (R-TIME-09)', () => {
  test('an unconfirmed step persists after a restart and shifts no times', async () => {
    const [machine, marks] = [new Machine(), new Marks()];
    await started(machine, marks).keeper.save();
    machine.passedMs += 90_000;
    machine.shiftMs = 3 * dayMs;
    const { clock } = started(machine, marks, startMs);
    expect([clock.nowMs(), clock.step?.byMs]).toEqual([startMs + 90_000, 3 * dayMs]);
  });

  test.each([3 * dayMs, -dayMs])(
    'a step of %i ms confirmed after the mark is applied once, also after the mark includes it',
    async (byMs) => {
      const [machine, marks] = [new Machine(), new Marks()];
      const { clock, keeper } = started(machine, marks);
      await keeper.save();
      machine.shiftMs = byMs;
      expect(keeper.confirm(clock.step?.id ?? 0)).toEqual({ fromMs: startMs, toMs: startMs + byMs });
      // No mark includes the confirmation before it is stored.
      machine.passedMs += 60_000;
      await keeper.save();
      expect([marks.saves, marks.stored?.productMs]).toEqual([1, startMs]);
      const confirmations = [{ seq: 7, byMs }];
      const afterCrash = started(machine, marks, startMs + byMs, confirmations);
      expect([afterCrash.clock.nowMs(), afterCrash.clock.step]).toEqual([startMs + byMs + 60_000, null]);
      keeper.confirmed(7);
      await keeper.save();
      expect(marks.stored).toMatchObject({ confirmedSeq: 7, productMs: startMs + byMs + 60_000 });
      const later = started(machine, marks, startMs + byMs, confirmations);
      expect([later.clock.nowMs(), later.clock.step]).toEqual([startMs + byMs + 60_000, null]);
    },
  );

  test('marks are stored at most twice a minute, and immediately when a step begins or ends', async () => {
    const [machine, marks] = [new Machine(), new Marks()];
    const { keeper } = started(machine, marks);
    for (let second = 0; second < 600; second += 1) {
      await keeper.save();
      machine.passedMs += 1_000;
    }
    expect(marks.saves).toBe(20);
    machine.shiftMs = dayMs;
    await keeper.save();
    machine.shiftMs = 0;
    await keeper.save();
    expect(marks.saves).toBe(22);
  });

  test('a mark that fails to be stored is retried', async () => {
    const [machine, marks] = [new Machine(), new Marks()];
    const { keeper } = started(machine, marks);
    marks.isAway = true;
    await keeper.save();
    marks.isAway = false;
    await keeper.save();
    expect([marks.saves, marks.stored?.productMs]).toEqual([2, startMs]);
  });
});

test('R-TIME-10 a confirmed step back does not extend an expiry', () => {
  const machine = new Machine();
  const clock = new ProductClock(machine);
  const endsMs = clock.timerMs() + 600_000;
  machine.shiftMs = -dayMs;
  clock.confirm(clock.step?.id ?? 0);
  machine.passedMs += 600_000;
  expect([clock.nowMs(), clock.timerMs() >= endsMs]).toEqual([startMs - dayMs + 600_000, true]);
});
