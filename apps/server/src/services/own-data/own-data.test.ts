import type { CompanyId } from '@candor/domain/values/ids';
import { expect, test } from 'vitest';
import type { UserRecord } from '../../ports/identity.ts';
import { OwnData, readableRowsMax } from './own-data.ts';

const clock = { nowMs: () => 1, monotonicMs: () => 1 };
const store = { kinds: ['profile'], read: async () => ({ rows: [{ uid: '7' }], next: null }) };
const create = () => new OwnData({ store, open: () => '', clock });
const user = (id: number, isDemo = false) => ({ id, isDemo, companyId: 1 as CompanyId }) as UserRecord;

async function textOf(pieces: AsyncGenerator<string> | null): Promise<string> {
  let text = '';
  for await (const piece of pieces ?? []) text += piece;
  return text;
}

test('R-SES-43 exports that are dropped unread, or given up halfway, keep no place', async () => {
  const data = create();
  for (let id = 1; id <= 20; id += 1) await data.export('Test', user(id))?.return(undefined);
  for (let id = 1; id <= 20; id += 1) {
    const half = data.export('Test', user(id));
    await half?.next();
    await half?.return(undefined);
  }
  expect(JSON.parse(await textOf(data.export('Test', user(1))))).toMatchObject({ profile: [{ uid: '7' }] });
});

test('R-SES-43 one export of a user at a time, four of all, and demos leave two places to others', async () => {
  const data = create();
  const begin = async (who: UserRecord) => {
    const pieces = data.export('Test', who);
    await pieces?.next();
    return pieces;
  };
  const first = await begin(user(1, true));
  expect(data.export('Test', user(1, true))).toBeNull();
  await begin(user(2, true));
  expect(data.export('Test', user(3, true))).toBeNull();
  await begin(user(4));
  await begin(user(5));
  expect(data.export('Test', user(6))).toBeNull();
  await first?.return(undefined);
  expect(data.export('Test', user(6))).not.toBeNull();
});

test('R-SES-47 the readable form takes one page of each kind, says where more is, and shortens values', async () => {
  let pages = 0;
  const rows = Array.from({ length: 500 }, (_, at) => ({ at: 1_700_000_000_000 + at, text: 'x'.repeat(at) }));
  const long = new OwnData({
    store: {
      kinds: ['receipts', 'devices'],
      read: async (_company, _user, kind) => {
        pages += 1;
        return kind === 'receipts' ? { rows, next: '500' } : { rows: [{ name: 'a', seen_at: null }], next: null };
      },
    },
    open: () => '',
    clock,
  });
  const data = await long.readable('Test', user(1));
  expect(pages).toBe(2);
  expect(data?.kinds.map(({ kind, rows: shown, isCut }) => [kind, shown.length, isCut])).toEqual([
    ['receipts', readableRowsMax, true],
    ['devices', 1, false],
  ]);
  expect(data?.kinds[0]?.rows[3]).toEqual([
    ['at', '2023-11-14T22:13:20Z'],
    ['text', 'xxx'],
  ]);
  expect(data?.kinds[1]?.rows[0]).toEqual([
    ['name', 'a'],
    ['seen_at', 'null'],
  ]);
});

test('R-SES-47 a document takes the place of an export while it is read', async () => {
  const data = create();
  const pieces = data.export('Test', user(1));
  await pieces?.next();
  expect(await data.readable('Test', user(1))).toBeNull();
  await pieces?.return(undefined);
  expect(await data.readable('Test', user(1))).not.toBeNull();
  expect(await data.readable('Test', user(1))).not.toBeNull();
});
