import { describe, expect, test } from 'vitest';
import { Idempotency } from './idempotency.ts';

const dayMs = 24 * 3_600_000;
const idOf = (seq: number) => seq.toString(16).padStart(32, '0');

describe('ids of commands (R-WIRE-09)', () => {
  test('map to the entry that decided them, by account', () => {
    const ids = new Idempotency();
    ids.remember(1, 'ab'.repeat(16), 5, 0);
    ids.remember(2, 'ab'.repeat(16), 6, 0);
    ids.remember(1, 'some/id', 7, 0);
    expect(ids.find(1, 'ab'.repeat(16))).toBe(5);
    expect(ids.find(2, 'ab'.repeat(16))).toBe(6);
    expect(ids.find(1, 'some/id')).toBe(7);
    expect(ids.find(1, 'ac'.repeat(16))).toBeUndefined();
    expect(ids.find(12, 'ab'.repeat(16))).toBeUndefined();
  });

  test('are released after seven days', () => {
    const ids = new Idempotency();
    for (let seq = 1; seq <= 20_000; seq += 1) ids.remember(1, idOf(seq), seq, Math.floor(seq / 1_000) * dayMs);
    for (let seq = 13_000; seq <= 20_000; seq += 1) expect(ids.find(1, idOf(seq)), `day ${seq / 1_000}`).toBe(seq);
    expect(ids.find(1, idOf(11_000))).toBeUndefined();
    expect(ids.find(1, idOf(1))).toBeUndefined();
  });
});
