import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PlaceTable } from './level-book.ts';

/** A list from which any id leaves, its place taken by the last one, as in a heap. */
class Bag {
  readonly ids: number[] = [];
  readonly table = new PlaceTable(this.ids);

  add(id: number): void {
    this.table.add(this.ids.push(id) - 1);
  }

  remove(place: number): void {
    this.table.remove(place);
    const slot = this.table.slotAt(this.ids.length - 1);
    const last = this.ids.pop() as number;
    if (place < this.ids.length) {
      this.ids[place] = last;
      this.table.put(place, slot);
    }
    this.table.shrink(this.ids.length);
  }

  swap(a: number, b: number): void {
    const [idA, idB] = [this.ids[a] as number, this.ids[b] as number];
    const [slotA, slotB] = [this.table.slotAt(a), this.table.slotAt(b)];
    [this.ids[a], this.ids[b]] = [idB, idA];
    this.table.put(a, slotB);
    this.table.put(b, slotA);
  }
}

/** Ids that follow one another, that share their low digits, and that need more than 32 bits. */
const ids = fc.oneof(
  fc.nat(60),
  fc.nat(60).map((id) => id * 65_536),
  fc.nat(60).map((id) => 2 ** 40 + id),
);
const step = fc.record({ kind: fc.constantFrom('add', 'add', 'remove', 'swap'), id: ids, at: fc.nat(1_000) });

describe('R-LED-48 the table of places', () => {
  test('finds what a map finds, whatever is added, moved and removed', () => {
    const run = (steps: readonly { kind: string; id: number; at: number }[]) => {
      const bag = new Bag();
      for (const { kind, id, at } of steps) {
        const size = bag.ids.length;
        if (kind === 'add' && !bag.ids.includes(id)) bag.add(id);
        if (kind === 'remove' && size > 0) bag.remove(at % size);
        if (kind === 'swap' && size > 1) bag.swap(at % size, (at + 1) % size);
        const isRight = bag.ids.every((one, place) => bag.table.placeOf(one) === place);
        expect([isRight, bag.table.placeOf(id)]).toEqual([true, bag.ids.indexOf(id)]);
      }
    };
    fc.assert(fc.property(fc.array(step, { maxLength: 300, size: 'max' }), run), { numRuns: 40, seed: 48 });
  });

  test('takes at most 24 bytes an id, and gives them back', () => {
    const bag = new Bag();
    const largest = { perId: 0 };
    for (let id = 1; id <= 20_000; id += 1) {
      bag.add(8_000_000 + id);
      if (id > 100) largest.perId = Math.max(largest.perId, bag.table.bytes / id);
    }
    expect(largest.perId).toBeLessThanOrEqual(24);
    while (bag.ids.length > 10) bag.remove(bag.ids.length >> 1);
    expect(bag.table.bytes).toBeLessThan(1_000);
  });
});
