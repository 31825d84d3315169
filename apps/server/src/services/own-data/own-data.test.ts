import type { CompanyId } from '@candor/domain/values/ids';
import { expect, test } from 'vitest';
import type { UserRecord } from '../../ports/identity.ts';
import { OwnData } from './own-data.ts';

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
