import { expect, test } from 'vitest';
import { sliceRows } from '../../ports/work.ts';
import { chainHash, checkChain } from './check-chain.ts';

interface Row {
  readonly seq: number;
  readonly hash: Buffer;
  readonly text: string;
}

const fieldsOf = ({ text }: Row) => [text];

function createChain(length: number) {
  const rows: Row[] = [];
  for (let seq = 1; seq <= length; seq += 1) {
    const row = { seq, text: `entry ${seq}`, hash: Buffer.alloc(0) };
    rows.push({ ...row, hash: chainHash(rows.at(-1)?.hash, fieldsOf(row)) });
  }
  const reads: number[] = [];
  const read = async (afterSeq: number, count: number) => {
    reads.push(count);
    return rows.filter(({ seq }) => seq > afterSeq).slice(0, count);
  };
  const walk = (own: { kept?: Row; aside?: AbortSignal } = {}) =>
    checkChain(read, fieldsOf, { anchor: null, kept: own.kept ?? null, aside: own.aside });
  return { rows, reads, walk };
}

test('R-OPS-19 R-SEC-33 a chain is read in small slices; beside other work the check yields the thread between them', async () => {
  const { reads, walk } = createChain(10 * sliceRows);
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  expect(await walk({ aside: new AbortController().signal })).toMatchObject({ head: { seq: 1_000 }, fault: null });
  isOver = true;
  expect(reads).toEqual(Array.from({ length: 11 }, () => sliceRows));
  expect(turns).toBeGreaterThanOrEqual(10);
});

test('R-OPS-19 a check ends when nobody waits for it', async () => {
  const { reads, walk } = createChain(10 * sliceRows);
  const gone = new AbortController();
  const walked = walk({ aside: gone.signal });
  gone.abort();
  await expect(walked).rejects.toMatchObject({ name: 'WorkEndedError' });
  expect(reads.length).toBeLessThanOrEqual(2);
});

test('R-OPS-19 the first changed, missing or cut-off entry is reported', async () => {
  const whole = createChain(2 * sliceRows + 5);
  const kept = whole.rows.at(-1);
  if (kept === undefined) throw new Error('Invariant: there are rows');
  expect((await whole.walk({ kept })).fault).toBeNull();
  const changed = createChain(2 * sliceRows + 5);
  changed.rows[150] = { ...(changed.rows[150] as Row), text: 'tidied' };
  expect(await changed.walk()).toMatchObject({ head: { seq: 150 }, fault: { seq: 151, fault: 'changed' } });
  const missing = createChain(2 * sliceRows + 5);
  missing.rows.splice(sliceRows, 1);
  expect((await missing.walk()).fault).toEqual({ seq: sliceRows + 1, fault: 'missing' });
  const cut = createChain(sliceRows);
  expect((await cut.walk({ kept })).fault).toEqual({ seq: sliceRows + 1, fault: 'missing' });
});
