import { array, assert, constant, integer, oneof, property, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ClockNews, MachineTime } from '../../ports/clock.ts';
import { ProductClock, stepMs } from './product-clock.ts';

const dayMs = 86_400_000;
const startMs = Date.parse('2026-11-17T12:00:00Z');

/** A machine with manual clocks. */
class Machine implements MachineTime {
  wall = startMs;
  monotonic = 1_000;
  uptime = 50_000;
  boot = 'one';

  wallMs = () => this.wall;
  monotonicMs = () => this.monotonic;
  uptimeMs = () => this.uptime;
  bootId = () => this.boot;

  pass(ms: number): void {
    this.wall += ms;
    this.monotonic += ms;
    this.uptime += ms;
  }

  suspend(ms: number): void {
    this.wall += ms;
    this.uptime += ms;
  }
}

function started() {
  const machine = new Machine();
  const clock = new ProductClock(machine);
  const news: ClockNews['kind'][] = [];
  clock.follow(({ kind }) => news.push(kind));
  return { machine, clock, news };
}

describe('product time (R-TIME-01)', () => {
  test('follows a small difference by at most 1 % of the elapsed time', () => {
    const { machine, clock, news } = started();
    machine.wall += 4_000;
    expect(clock.nowMs()).toBe(startMs);
    machine.pass(100_000);
    expect(clock.nowMs()).toBe(startMs + 101_000);
    machine.pass(1_000_000);
    expect(clock.nowMs()).toBe(machine.wall);
    machine.wall -= 4_000;
    const before = clock.nowMs();
    machine.pass(100);
    expect(clock.nowMs()).toBe(before + 99);
    expect(news).toEqual([]);
  });

  test('counts three days in which the process was stopped as three days', () => {
    const { machine, clock } = started();
    machine.pass(3 * dayMs);
    expect([clock.nowMs(), clock.step]).toEqual([startMs + 3 * dayMs, null]);
  });

  test('counts the time of a suspension as elapsed', () => {
    const { machine, clock } = started();
    machine.pass(1_000);
    machine.suspend(8 * 3_600_000);
    expect([clock.nowMs(), clock.step]).toEqual([machine.wall, null]);
  });

  test('never goes back, for any steps of the wall clock', () => {
    const move = oneof(
      record({ kind: constant('pass' as const), ms: integer({ min: 0, max: 2 * dayMs }) }),
      record({ kind: constant('step' as const), ms: integer({ min: -3 * dayMs, max: 3 * dayMs }) }),
      record({ kind: constant('drift' as const), ms: integer({ min: -stepMs, max: stepMs }) }),
      record({ kind: constant('suspend' as const), ms: integer({ min: 0, max: dayMs }) }),
    );
    const check = property(array(move, { maxLength: 60 }), (moves) => {
      const { machine, clock } = started();
      let toldMs = clock.nowMs();
      for (const { kind, ms } of moves) {
        const elapsedMs = kind === 'pass' || kind === 'suspend' ? ms : 0;
        if (kind === 'pass') machine.pass(ms);
        else if (kind === 'suspend') machine.suspend(ms);
        else machine.wall += ms;
        const nowMs = clock.nowMs();
        expect(nowMs).toBeGreaterThanOrEqual(toldMs);
        // At most the elapsed time, and the part of a small difference that is corrected.
        expect(nowMs - toldMs).toBeLessThanOrEqual(elapsedMs + stepMs + 1);
        toldMs = nowMs;
        if (clock.step === null) expect(Math.abs(machine.wall - nowMs)).toBeLessThanOrEqual(stepMs + 1);
      }
    });
    assert(check, { numRuns: 500 });
  });
});

describe('a step of the wall clock (R-TIME-02)', () => {
  test.each([
    ['forward', 3 * dayMs],
    ['backward', -3_600_000],
    ['forward', stepMs + 1],
    ['backward', -stepMs - 1],
  ] as const)('%s by %i ms is reported once and ends when it is undone', (kind, byMs) => {
    const { machine, clock, news } = started();
    machine.wall += byMs;
    machine.pass(3_000);
    expect(clock.nowMs()).toBe(startMs + 3_000);
    expect(clock.step).toMatchObject({ id: 1, kind, byMs, sinceMs: startMs });
    machine.pass(60_000);
    expect(clock.nowMs()).toBe(startMs + 63_000);
    machine.wall -= byMs;
    machine.pass(10);
    expect([clock.step, clock.nowMs(), clock.stepCount]).toEqual([null, startMs + 63_010, 1]);
    expect(news).toEqual(['stepped', 'undone']);
  });

  test('a confirmed step moves product time to the wall clock, in either direction', () => {
    for (const byMs of [3 * dayMs, -3_600_000]) {
      const { machine, clock, news } = started();
      machine.pass(1_000);
      clock.nowMs();
      machine.wall += byMs;
      expect(clock.step?.id).toBe(1);
      expect(clock.confirm(2)).toBe(null);
      expect(clock.confirm(1)).toEqual({ fromMs: startMs + 1_000, toMs: machine.wall });
      machine.pass(10);
      expect([clock.nowMs(), clock.step]).toEqual([machine.wall, null]);
      expect(news).toEqual(['stepped', 'confirmed']);
    }
  });

  test('a second step during a first has another id, so that a confirmation names the step shown', () => {
    const { machine, clock } = started();
    machine.wall += dayMs;
    expect(clock.step?.id).toBe(1);
    machine.wall += dayMs;
    expect(clock.step).toMatchObject({ id: 2, byMs: 2 * dayMs });
    expect(clock.confirm(1)).toBe(null);
  });
});

describe('a start before the newest stored decision (R-TIME-03)', () => {
  test('does not advance for a few seconds', () => {
    const { machine, clock } = started();
    clock.startAfter(startMs + 4_000);
    machine.pass(3_000);
    expect([clock.nowMs(), clock.step]).toEqual([startMs + 4_000, null]);
    machine.pass(3_000);
    expect(clock.nowMs()).toBe(startMs + 6_000);
  });

  test('beyond that waits for the wall clock, and continues when it has caught up', () => {
    const { machine, clock, news } = started();
    clock.startAfter(startMs + 3 * dayMs);
    expect(clock.step).toMatchObject({ kind: 'behind-journal', byMs: -3 * dayMs });
    machine.wall += dayMs;
    expect(clock.nowMs()).toBe(machine.wall);
    machine.wall += 2 * dayMs + 7_000;
    expect([clock.nowMs(), clock.step]).toEqual([machine.wall, null]);
    expect(news).toEqual(['stepped', 'undone']);
  });

  test('accepts the wall clock when an operator confirms it', () => {
    const { machine, clock } = started();
    clock.startAfter(startMs + 3 * dayMs);
    expect(clock.confirm(1)).toEqual({ fromMs: startMs + 3 * dayMs, toMs: startMs });
    machine.pass(10);
    expect([clock.nowMs(), clock.step]).toEqual([startMs + 10, null]);
  });
});

describe('a later process continues from the stored mark (R-TIME-09)', () => {
  /**
   * Runs a process for a minute and stores its mark, lets `happening` change the machine, and returns the next
   * process's clock.
   */
  function restarted(happening: (machine: Machine) => void, atEnd: (machine: Machine) => void = () => undefined) {
    const { machine, clock } = started();
    atEnd(machine);
    machine.pass(60_000);
    const mark = clock.mark();
    happening(machine);
    machine.monotonic = 1_000;
    const next = new ProductClock(machine);
    next.resumeFrom(mark, 0);
    return { machine, next };
  }

  test('a wall clock that stepped while no process ran is a step, and ends when it is corrected', () => {
    const { machine, next } = restarted((one) => {
      one.pass(5_000);
      one.wall += 3 * dayMs;
    });
    expect([next.nowMs(), next.step]).toEqual([startMs + 65_000, expect.objectContaining({ byMs: 3 * dayMs })]);
    machine.wall -= 3 * dayMs;
    machine.pass(1_000);
    expect([next.nowMs(), next.step]).toEqual([startMs + 66_000, null]);
  });

  test('a step that was active when the process ended is still active', () => {
    const { next } = restarted(
      (one) => one.pass(2_000),
      (one) => {
        one.wall += 3 * dayMs;
      },
    );
    expect([next.nowMs(), next.step?.kind]).toEqual([startMs + 62_000, 'forward']);
  });

  test('three days without a process are three days', () => {
    const { next } = restarted((one) => one.pass(3 * dayMs));
    expect([next.nowMs(), next.step]).toEqual([startMs + 60_000 + 3 * dayMs, null]);
  });

  test.each([
    ['the wrong time goes on', 3 * dayMs, 600_000, 'forward'],
    ['the wrong time was set right', 3 * dayMs, 600_000 - 3 * dayMs, null],
    ['a time before goes on', -3_600_000, 600_000, 'backward'],
    ['a time before was set right', -3_600_000, 600_000 + 3_600_000, null],
  ] as const)('after a reboot the wall clock decides: %s', (_, byMs, wallMs, kind) => {
    const { next } = restarted(
      (one) => {
        Object.assign(one, { boot: 'two', uptime: 10_000 });
        one.wall += wallMs;
      },
      (one) => {
        one.wall += byMs;
      },
    );
    expect([next.nowMs(), next.step?.kind ?? null]).toEqual([startMs + 60_000 + 600_000, kind]);
  });
});
