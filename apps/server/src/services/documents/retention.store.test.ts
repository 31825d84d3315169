import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { codes } from '@candor/contracts/codes';
import type { CompanyId } from '@candor/domain/values/ids';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { headersOf, sendPicture } from '../../../../../testkit/send-picture.ts';
import { otherHost, TestServer } from '../../../../../testkit/test-server.ts';
import { FolderFileStore } from '../../adapters/files/folder-file-store.ts';
import { toKeyRing } from '../../adapters/keys/document-keys.ts';
import { SealedTables } from '../../adapters/postgres/sealed-rows.ts';
import { trialCompanyId } from '../../adapters/postgres/trial-company.ts';
import { UploadTables } from '../../adapters/postgres/upload-tables.ts';
import { createRetention } from './retention.ts';
import { resealAll, SealBrokenError } from './sealing.ts';
import { Vault } from './vault.ts';

const companies = [{ id: 1 as CompanyId }, { id: trialCompanyId as CompanyId }];
const dayMs = 24 * 3_600_000;
let server: TestServer;
let user: Awaited<ReturnType<TestServer['realUser']>>;

beforeEach(async () => {
  server = await TestServer.start();
  user = await server.realUser();
});
afterEach(() => server.stop());

const query = (text: string, values: unknown[] = []) => server.open.pool.query(text, values);
const files = () =>
  readdirSync(server.filesFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();
const isShown = async (url: string, host = 'localhost') =>
  (await server.server.app.inject({ method: 'GET', url, headers: { host } })).statusCode === 200;

async function submit(): Promise<{ front: { id: string; url: string }; reverse: { id: string; url: string } }> {
  const [front, reverse] = [await sendPicture(server, user, 1), await sendPicture(server, user, 2)];
  const claim = { name: 'Ada Lovelace', card_id: 'X1234567', front_pic: front.id, reverse_pic: reverse.id };
  const answer = await server.call('POST', '/api/user_real/real_name', claim, headersOf(user));
  expect(answer.code).toBe(codes.ok);
  return { front, reverse };
}

/** Runs retention as of `laterMs` from now. */
function runRetention(laterMs: number): Promise<void> {
  const nowMs = () => Date.now() + laterMs;
  return createRetention({
    uploads: new UploadTables(server.app.db),
    vault: new Vault(new FolderFileStore(server.filesFolder), server.keyRing),
    clock: { nowMs, monotonicMs: nowMs },
    retentionYears: 5,
    companies: async () => companies,
  })();
}

test('R-UPL-07 an unsubmitted upload is deleted after a day; a submitted one stays', async () => {
  const { front, reverse } = await submit();
  const left = await sendPicture(server, user, 3);
  const elsewhere = await sendPicture(server, await server.realUser(otherHost), 4);
  await runRetention(dayMs - 60_000);
  expect(files()).toEqual([front.id, reverse.id, left.id, elsewhere.id].sort());
  await runRetention(dayMs + 60_000);
  expect(files()).toEqual([front.id, reverse.id].sort());
  expect([await isShown(front.url), await isShown(left.url)]).toEqual([true, false]);
  expect((await query('select id from upload order by id')).rows).toHaveLength(2);
});

test('R-KYC-08 documents are erased years after the account ended, not earlier', async () => {
  const { front } = await submit();
  await runRetention(50 * 365 * dayMs);
  expect(files()).toHaveLength(2);
  await query('update app_user set ended_at_ms = $1 where id = $2', [Date.now(), user.id]);
  await runRetention(5 * 365 * dayMs);
  expect([files().length, await isShown(front.url)]).toEqual([2, true]);
  await runRetention(5 * 366 * dayMs);
  expect([files(), await isShown(front.url)]).toEqual([[], false]);
  const { rows } = await query('select name_sealed, number_sealed, number_index from verification');
  expect(rows).toEqual([{ name_sealed: null, number_sealed: null, number_index: null }]);
  expect((await query('select 1 from upload where sealed_key is not null')).rows).toEqual([]);
});

test('R-KYC-05 after resealing, old keys can be removed and documents and numbers are still readable', async () => {
  await submit();
  const elsewhere = await sendPicture(server, await server.realUser(otherHost), 4);
  const [root, added] = ['11'.repeat(32), randomBytes(32).toString('hex')];
  const both = toKeyRing(`${root} ${'22'.repeat(32)} ${added}`);
  const rows = new SealedTables(server.app.db);
  const ids = companies.map(({ id }) => id);
  expect(await resealAll(rows, both, ids)).toBe(5);
  expect(await resealAll(rows, both, ids)).toBe(0);
  server.keyRing = toKeyRing(`${root} ${added}`);
  await server.restart();
  const operator = await server.operator('compliance');
  const opened = await server.call('GET', '/api/console/verifications/1', {}, headersOf(operator));
  expect(opened.data).toMatchObject({ name: 'Ada Lovelace', card_id: 'X1234567' });
  expect([await isShown(opened.data.front_pic as string), await isShown(elsewhere.url, otherHost)]).toEqual([
    true,
    true,
  ]);
  user = await server.realUser();
  await expect(submit()).rejects.toThrow(String(codes.documentNumberUsed));
});

test('R-KYC-05 without the old key nothing is resealed and nothing is lost', async () => {
  const { front } = await submit();
  const ring = toKeyRing(`${'11'.repeat(32)} ${'33'.repeat(32)}`);
  await expect(resealAll(new SealedTables(server.app.db), ring, [companies[0]?.id as CompanyId])).rejects.toThrow(
    SealBrokenError,
  );
  expect(await isShown(front.url)).toBe(true);
});
