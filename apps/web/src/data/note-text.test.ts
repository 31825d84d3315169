import { codes } from '@candor/contracts/codes';
import { expect, test, vi } from 'vitest';
import { CallError } from './client.ts';
import { sendTradeNote, type TradeNote } from './note-text.ts';

const text = { note: 'Waited.', tags: ['London'] };
const stored = { ...text, version: 2, known_tags: ['London'] };

async function send(answer: () => Promise<unknown>) {
  const kept: TradeNote[] = [];
  const call = vi.fn(answer);
  const change = { orderId: 7, text, version: 1 };
  const failure = await sendTradeNote({ call } as never, change, (note) => kept.push(note)).catch(
    (error: unknown) => error,
  );
  return { call, kept, failure };
}

test('R-JRN-07 a note is sent with the version that was changed, and its answer is kept', async () => {
  const { call, kept, failure } = await send(async () => stored);
  const fields = { id: 7, note: 'Waited.', tags: ['London'], version: 1 };
  expect(call.mock.calls.map((asked: unknown[]) => asked.slice(0, 2))).toEqual([['saveTradeNote', fields]]);
  expect(kept).toEqual([{ ...text, version: 2, knownTags: ['London'] }]);
  expect(failure).toBeUndefined();
});

test('R-JRN-07 a faster device’s note is shown and the change fails, but not after an own lost answer', async () => {
  const theirs = { ...stored, note: 'Theirs.' };
  const refusal = new CallError(codes.versionChanged, '', true, theirs);
  const other = await send(() => Promise.reject(refusal));
  expect(other.failure).toBe(refusal);
  expect(other.kept).toEqual([{ note: 'Theirs.', tags: ['London'], version: 2, knownTags: ['London'] }]);

  const own = await send(() => Promise.reject(new CallError(codes.versionChanged, '', true, stored)));
  expect(own.failure).toBeUndefined();
  expect(own.kept).toHaveLength(1);

  const lost = new CallError('ERR_NETWORK', '', false);
  expect(await send(() => Promise.reject(lost))).toMatchObject({ failure: lost, kept: [] });
});
