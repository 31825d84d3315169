import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { JournalPartitions } from '../ports/archive.ts';
import { type CareArea, createKeeper, startJournalCare } from './journal-care.ts';

const dayMs = 86_400_000;

/** Partitions that count their calls; `isAway` refuses them. */
class FakePartitions {
  keptAhead = 0;
  keptDays: number[] = [];
  listed = 0;
  placeTo = 0;
  isAway = false;
  committedSeq = 0;

  readonly port = {
    keepAhead: async (entries: number) => {
      this.#refuseIfAway();
      this.keptAhead += 1;
      while (this.placeTo < this.committedSeq + 2 * entries) this.placeTo += entries;
      return this.placeTo;
    },
    keepIdDays: async (today: number) => {
      this.#refuseIfAway();
      this.keptDays.push(today);
    },
    list: async () => {
      this.#refuseIfAway();
      this.listed += 1;
      return [];
    },
  } as Partial<JournalPartitions> as JournalPartitions;

  #refuseIfAway(): void {
    if (this.isAway) throw new Error('The database does not answer');
  }
}

let partitions: FakePartitions;
let nowMs: number;
beforeEach(() => {
  vi.useFakeTimers();
  partitions = new FakePartitions();
  nowMs = 5 * dayMs;
});
afterEach(() => {
  vi.useRealTimers();
});

describe('R-LED-21 the keeper of partitions', () => {
  const keeper = () =>
    createKeeper({
      partitions: partitions.port,
      clock: { nowMs: () => nowMs },
      committedSeq: () => partitions.committedSeq,
      partitionEntries: 100,
    });

  test('asks the database only when a place or a day is due', async () => {
    const keep = keeper();
    for (let check = 0; check < 50; check += 1) await keep();
    expect(partitions).toMatchObject({ keptAhead: 1, keptDays: [5], placeTo: 200 });
    for (partitions.committedSeq = 0; partitions.committedSeq <= 1_000; partitions.committedSeq += 10) {
      await keep();
      expect(partitions.placeTo - partitions.committedSeq).toBeGreaterThanOrEqual(200);
    }
    expect(partitions.keptAhead).toBe(11);
    nowMs += dayMs;
    await keep();
    await keep();
    expect(partitions.keptDays).toEqual([5, 6]);
  });

  test('a day that could not be kept is due again', async () => {
    const keep = keeper();
    partitions.isAway = true;
    await expect(keep()).rejects.toThrow();
    partitions.isAway = false;
    await keep();
    expect(partitions).toMatchObject({ keptAhead: 1, keptDays: [5] });
  });
});

describe('R-LED-21 R-RUN-04 upkeep that fails', () => {
  function start() {
    const errors: CareArea[] = [];
    const care = startJournalCare({
      partitions: partitions.port,
      clock: { nowMs: () => nowMs },
      places: { committedSeq: () => 0, partitionEntries: 100 },
      archive: { store: { place: '', write: async () => undefined, read: async () => null }, keptDays: 90 },
      onError: (area) => void errors.push(area),
      onArchived: () => undefined,
    });
    return { care, errors, count: (area: CareArea) => errors.filter((one) => one === area).length };
  }

  test('is reported and tried again, ever less often, until it works', async () => {
    partitions.isAway = true;
    const { care, count } = start();
    expect(care.isFailing('journal-partitions')).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(care.isFailing('journal-partitions')).toBe(true);
    expect(care.isFailing('journal-archive')).toBe(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(care.isFailing('journal-archive')).toBe(true);
    // After 0, 5, 15, 35, 75 s …
    expect(count('journal-partitions')).toBe(4);
    await vi.advanceTimersByTimeAsync(24 * 3_600_000);
    expect(count('journal-partitions')).toBeLessThan(24 * 12 + 10);
    partitions.isAway = false;
    await vi.advanceTimersByTimeAsync(300_000);
    expect(care.isFailing('journal-partitions')).toBe(false);
    expect(care.isFailing('journal-archive')).toBe(false);
    expect(partitions.placeTo).toBe(200);
    await care.stop();
  });

  test('stopping waits for the running step and starts no other', async () => {
    const { care } = start();
    await vi.advanceTimersByTimeAsync(120_000);
    await care.stop();
    const { listed, keptAhead } = partitions;
    nowMs += 10 * dayMs;
    await vi.advanceTimersByTimeAsync(24 * 3_600_000);
    expect(partitions).toMatchObject({ listed, keptAhead, keptDays: [5] });
  });
});
