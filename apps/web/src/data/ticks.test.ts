import { describe, expect, it } from 'vitest';
import { TickBuffer, ticksMax } from './ticks.ts';

const quote = (seq: number, bid = '1.10000', timeMs = 1_000 + seq) => ({ bid, ask: '1.10012', seq, timeMs });

describe('R-CHT-02 the kept ticks', () => {
  it('are each quote once, from the bid before to its own, with the ask', () => {
    const buffer = new TickBuffer();
    buffer.add(quote(1));
    expect(buffer.add(quote(1))).toBeNull();
    buffer.add(quote(2, '1.10003'));
    expect(buffer.ticks()).toEqual([
      { timeMs: 1_001, open: 1.1, high: 1.10012, low: 1.1, close: 1.1, ask: 1.10012, volume: 0 },
      { timeMs: 1_002, open: 1.1, high: 1.10012, low: 1.10003, close: 1.10003, ask: 1.10012, volume: 0 },
    ]);
  });

  it('have times that rise, also of quotes in one millisecond', () => {
    const buffer = new TickBuffer();
    for (const seq of [1, 2, 3]) buffer.add(quote(seq, '1.1', 5_000));
    expect(buffer.ticks().map(({ timeMs }) => timeMs)).toEqual([5_000, 5_001, 5_002]);
  });

  it('are bounded: the oldest go first', () => {
    const buffer = new TickBuffer();
    const count = 5 * ticksMax + 7;
    for (let seq = 1; seq <= count; seq += 1) buffer.add(quote(seq));
    expect(buffer.ticks()).toHaveLength(ticksMax);
    expect(buffer.ticks().at(-1)?.timeMs).toBe(1_000 + count);
    expect(buffer.ticks()[0]?.timeMs).toBe(1_001 + count - ticksMax);
  });

  it('leave out a quote without prices, and begin again when cleared', () => {
    const buffer = new TickBuffer();
    expect(buffer.add({ ...quote(1), bid: null })).toBeNull();
    buffer.add(quote(2));
    buffer.clear();
    expect(buffer.ticks()).toEqual([]);
    expect(buffer.add(quote(2))?.open).toBe(1.1);
  });
});
