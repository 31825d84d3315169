import { describe, expect, test } from 'vitest';
import type { CommandId, CommandIds } from '../ports/journal.ts';
import { createKeyHasher, IdFilter } from './id-filter.ts';
import { Idempotency } from './idempotency.ts';

const dayMs = 24 * 3_600_000;
const idOf = (seq: number) => seq.toString(16).padStart(32, '0');

/** Table of ids that counts its queries; answers are held back while `gate` is pending. */
class FakeIds implements CommandIds {
  readonly rows: (CommandId & { readonly seq: number; readonly day: number })[] = [];
  queries = 0;
  pages = 0;
  isAway = false;
  gate: Promise<void> = Promise.resolve();

  add(accountId: number, clientId: string, seq: number, day: number): void {
    this.rows.push({ accountId, clientId, seq, day });
  }

  async find(ids: readonly CommandId[]): Promise<(number | null)[]> {
    this.queries += 1;
    const found = ids.map(
      (id) => this.rows.findLast((row) => row.accountId === id.accountId && row.clientId === id.clientId)?.seq ?? null,
    );
    await this.gate;
    if (this.isAway) throw new Error('The database does not answer');
    return found;
  }

  days(): Promise<readonly number[]> {
    if (this.isAway) return Promise.reject(new Error('The database does not answer'));
    return Promise.resolve([...new Set(this.rows.map(({ day }) => day))].toSorted((a, b) => a - b));
  }

  readDay(day: number, after: CommandId | null, limit: number): Promise<CommandId[]> {
    this.pages += 1;
    const rows = this.rows.filter((row) => row.day === day);
    const from = after === null ? 0 : 1 + rows.findIndex(({ clientId }) => clientId === after.clientId);
    return Promise.resolve(rows.slice(from, from + limit).map(({ accountId, clientId }) => ({ accountId, clientId })));
  }
}

/** An index whose ids are stored at once, as a core with a fast database has it. */
function open(ids: FakeIds, recentMax?: number) {
  let committedSeq = 0;
  const idempotency = new Idempotency({
    ids,
    committedSeq: () => committedSeq,
    ...(recentMax === undefined ? {} : { recentMax }),
  });
  const store = (accountId: number, clientId: string, seq: number, atMs: number) => {
    idempotency.remember(accountId, clientId, seq, atMs);
    ids.add(accountId, clientId, seq, Math.floor(atMs / dayMs));
    committedSeq = seq;
  };
  /** Finds an id as the desk does: by asking the table if need be. */
  const look = async (accountId: number, clientId: string) => {
    let found = idempotency.find(accountId, clientId);
    while (found === 'unknown') {
      await idempotency.ask(accountId, clientId);
      found = idempotency.find(accountId, clientId);
    }
    return found;
  };
  return { idempotency, store, look };
}

describe('R-WIRE-09 ids of commands', () => {
  test('map to the entry that decided them, by account', async () => {
    const { idempotency, store } = open(new FakeIds());
    await idempotency.fill();
    store(1, 'ab'.repeat(16), 5, 0);
    store(2, 'ab'.repeat(16), 6, 0);
    store(1, 'some/id', 7, 0);
    expect(idempotency.find(1, 'ab'.repeat(16))).toBe(5);
    expect(idempotency.find(2, 'ab'.repeat(16))).toBe(6);
    expect(idempotency.find(1, 'some/id')).toBe(7);
    expect(idempotency.find(1, 'ac'.repeat(16))).toBe('new');
    expect(idempotency.find(12, 'ab'.repeat(16))).toBe('new');
  });

  test('are kept seven days, and forgotten by the next midnight', async () => {
    const { idempotency, store, look } = open(new FakeIds(), 10);
    await idempotency.fill();
    const hourMs = 3_600_000;
    for (let hour = 0; hour <= 10 * 24; hour += 1) store(1, idOf(hour), hour + 1, hour * hourMs);
    for (let hour = 3 * 24; hour <= 10 * 24; hour += 1)
      expect(await look(1, idOf(hour)), `hour ${hour}`).toBe(hour + 1);
    expect(idempotency.find(1, idOf(2 * 24 - 1))).toBe('new');
  });

  test('are known after a correction of the clock by more than seven days', async () => {
    const ids = new FakeIds();
    ids.add(1, idOf(1), 1, 0);
    const { idempotency, store, look } = open(ids);
    await idempotency.fill();
    store(1, idOf(2), 2, 30 * dayMs);
    expect(await look(1, idOf(1))).toBe(1);
  });

  test('R-LED-20 a new id costs no query, however many are known', async () => {
    for (const count of [20_000, 40_000]) {
      const ids = new FakeIds();
      const { idempotency, store } = open(ids, 1_000);
      await idempotency.fill();
      for (let seq = 1; seq <= count; seq += 1) store(seq % 10, idOf(seq), seq, seq * 1_000);
      const unknown = Array.from({ length: 5_000 }, (_, at) => idempotency.find(1, idOf(10_000_000 + at))).filter(
        (found) => found === 'unknown',
      );
      // One in 10,000 asks in vain.
      expect(unknown.length, `${count} known`).toBeLessThan(10);
      expect(ids.queries).toBe(0);
    }
  });

  test('R-LED-20 memory holds the most recent ids, and a query finds the entry of every older one', async () => {
    const ids = new FakeIds();
    const { idempotency, store, look } = open(ids, 100);
    await idempotency.fill();
    for (let seq = 1; seq <= 1_000; seq += 1) store(1, idOf(seq), seq, seq);
    for (let seq = 901; seq <= 1_000; seq += 1) expect(idempotency.find(1, idOf(seq))).toBe(seq);
    for (let seq = 1; seq <= 900; seq += 1) expect(idempotency.find(1, idOf(seq)), `id ${seq}`).toBe('unknown');
    expect(await look(1, idOf(17))).toBe(17);
    expect(ids.queries).toBe(1);
    expect(idempotency.filterBytes).toBe(64 * 1_024);
  });

  test('an id that is not stored yet never leaves memory, because the table does not hold it', async () => {
    const idempotency = new Idempotency({ ids: new FakeIds(), committedSeq: () => 0, recentMax: 2 });
    await idempotency.fill();
    for (let seq = 1; seq <= 50; seq += 1) idempotency.remember(1, idOf(seq), seq, 0);
    for (let seq = 1; seq <= 50; seq += 1) expect(idempotency.find(1, idOf(seq))).toBe(seq);
  });

  test('once the disk answers again, memory shrinks to its bound, the oldest first', async () => {
    let committedSeq = 0;
    const idempotency = new Idempotency({ ids: new FakeIds(), committedSeq: () => committedSeq, recentMax: 10 });
    await idempotency.fill();
    const known = (seq: number) => idempotency.find(1, idOf(seq)) === seq;
    for (let seq = 1; seq <= 50; seq += 1) idempotency.remember(1, idOf(seq), seq, 0);
    committedSeq = 20;
    idempotency.remember(1, idOf(51), 51, 0);
    expect(Array.from({ length: 51 }, (_, at) => at + 1).filter(known)[0]).toBe(21);
    committedSeq = 51;
    for (let seq = 52; seq <= 200; seq += 1) {
      idempotency.remember(1, idOf(seq), seq, 0);
      committedSeq = seq;
    }
    expect(Array.from({ length: 200 }, (_, at) => at + 1).filter(known)).toEqual(
      Array.from({ length: 10 }, (_, at) => at + 191),
    );
  });

  test('a memory of no ids at all keeps those that are not stored', async () => {
    let committedSeq = 0;
    const idempotency = new Idempotency({ ids: new FakeIds(), committedSeq: () => committedSeq, recentMax: 0 });
    await idempotency.fill();
    for (let seq = 1; seq <= 5; seq += 1) {
      idempotency.remember(1, idOf(seq), seq, 0);
      expect(idempotency.find(1, idOf(seq))).toBe(seq);
      committedSeq = seq;
    }
    expect(idempotency.find(1, idOf(4))).toBe('unknown');
  });
});

describe('R-WIRE-09 R-LED-20 right after a start, before the filters are filled', () => {
  test('every id is asked of the table; concurrent questions share a query', async () => {
    const ids = new FakeIds();
    ids.add(1, idOf(1), 41, 0);
    const { look, idempotency } = open(ids);
    expect(idempotency.find(1, idOf(1))).toBe('unknown');
    expect(await Promise.all([look(1, idOf(1)), look(1, idOf(2)), look(1, idOf(2))])).toEqual([41, 'new', 'new']);
    expect(ids.queries).toBe(1);
  });

  test('an id decided while the table is asked is known, whatever the table answered', async () => {
    const ids = new FakeIds();
    let answer = () => undefined as void;
    ids.gate = new Promise((resolve) => {
      answer = resolve;
    });
    const { idempotency, look } = open(ids);
    const looked = look(1, idOf(3));
    await Promise.resolve();
    idempotency.remember(1, idOf(3), 9, 0);
    answer();
    expect(await looked).toBe(9);
  });

  test('an id that was decided and left memory while the table was asked is not taken for new', async () => {
    const ids = new FakeIds();
    let answer = () => undefined as void;
    ids.gate = new Promise((resolve) => {
      answer = resolve;
    });
    const { look, store } = open(ids, 1);
    const looked = look(1, idOf(3));
    await Promise.resolve();
    await Promise.resolve();
    for (const seq of [3, 4, 5]) store(1, idOf(seq), seq, 0);
    answer();
    expect(await looked).toBe(3);
  });

  test('an unreachable database rejects the question, and filling goes on once it is back', async () => {
    const ids = new FakeIds();
    ids.add(1, idOf(1), 41, 3);
    ids.isAway = true;
    const { idempotency, look } = open(ids);
    const filled = idempotency.fill();
    await expect(look(1, idOf(5))).rejects.toThrow('does not answer');
    expect(idempotency.isFilled).toBe(false);
    ids.isAway = false;
    await filled;
    expect(idempotency.find(1, idOf(1))).toBe('unknown');
    expect(idempotency.find(1, idOf(5))).toBe('new');
    expect(await look(1, idOf(1))).toBe(41);
  });

  test('filling reads each stored id once, by pages', async () => {
    for (const count of [2_000, 4_000]) {
      const ids = new FakeIds();
      for (let seq = 1; seq <= count; seq += 1) ids.add(1, idOf(seq), seq, 4);
      const { idempotency } = open(ids);
      await idempotency.fill();
      expect(ids.pages).toBe(count / 500 + 1);
      expect(ids.rows.filter(({ clientId }) => idempotency.find(1, clientId) !== 'unknown')).toEqual([]);
    }
  });
});

describe('R-LED-20 a filter of ids', () => {
  const hashed = createKeyHasher();

  test('holds every key, also beyond its bound of bytes', () => {
    const filter = new IdFilter(192 * 1_024);
    for (let key = 0; key < 200_000; key += 1) filter.add(hashed(`${key}`));
    expect(filter.bytes).toBe(192 * 1_024);
    let denied = 0;
    for (let key = 0; key < 200_000; key += 1) if (!filter.mayHold(hashed(`${key}`))) denied += 1;
    expect(denied).toBe(0);
  });

  test('claims a foreign key about once in 10,000 while it may grow', () => {
    const filter = new IdFilter();
    for (let key = 0; key < 100_000; key += 1) filter.add(hashed(`${key}`));
    let claimed = 0;
    for (let key = 0; key < 100_000; key += 1) if (filter.mayHold(hashed(`other ${key}`))) claimed += 1;
    expect(claimed).toBeLessThan(60);
    expect(filter.bytes).toBeLessThan(100_000 * 5);
  });
});

test('R-WIRE-09 ids that differ in one digit are different ids', () => {
  const idempotency = open(new FakeIds()).idempotency;
  idempotency.remember(1, '0123456789abcdef'.repeat(2), 7, 0);
  expect(idempotency.find(1, '0123456789abcdef'.repeat(2))).toBe(7);
  for (let at = 0; at < 32; at += 1) {
    for (const digit of '0123456789abcdef') {
      const id = '0123456789abcdef'.repeat(2);
      const other = id.slice(0, at) + digit + id.slice(at + 1);
      if (other !== id) expect(idempotency.find(1, other), other).not.toBe(7);
    }
  }
});
