import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { receiptKeysPath } from '@candor/contracts/http/paths';
import type { ReceiptKeys } from '@candor/contracts/http/receipts';
import type { CompanyId } from '@candor/domain/values/ids';
import { decodeLeaf } from '@candor/transparency-log/leaf';
import { encodeNoteKey, noteKeyOf } from '@candor/transparency-log/note';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { scratchFolder } from '../../../testkit/scratch-folder.ts';
import { tablesCaughtUp } from '../../../testkit/test-log.ts';
import { TestServer } from '../../../testkit/test-server.ts';
import { openCheckpointCopies } from './adapters/files/checkpoint-copies.ts';
import { createReceiptSigner, openReceiptSigner } from './adapters/keys/receipt-key-file.ts';
import { LogTables } from './adapters/postgres/log-tables.ts';
import {
  changeReceiptKeys,
  keyEndMs,
  ReceiptKeyEndedError,
  requireInUse,
} from './adapters/postgres/receipt-key-rows.ts';
import { writeReceipts } from './adapters/postgres/receipt-tables.ts';
import { changeKeys, parseAsked } from './open-receipt-key.ts';
import { LogWriter } from './projections/log-writer.ts';

let server: TestServer;
let folder: string;
let path: string;
const plain: Parameters<typeof changeKeys>[1] = { isDryRun: false, compromisedMs: null, keyId: null };

beforeAll(async () => {
  server = await TestServer.start();
  folder = scratchFolder('candor-keys-');
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  const own = join(folder, String(readdirSync(folder).length));
  mkdirSync(own);
  path = join(own, 'receipt-ed25519.pem');
});

const change = (asked = plain, nowMs = 5_000) => changeKeys({ path, db: server.core.db, nowMs }, asked);
const keyIn = (file: string) => createReceiptSigner(createPrivateKey(readFileSync(file))).key;
async function published(keyId: string) {
  const { keys } = (await server.server.app.inject(receiptKeysPath)).json<ReceiptKeys>();
  return keys.find((one) => one.key_id === keyId);
}

test('R-LOG-39 a rotation publishes both keys with their times, replaces the file, and leaves no draft', async () => {
  const { key: old } = await openReceiptSigner(path);
  expect((await change({ ...plain, isDryRun: true }))[0]).toContain(`Would end the key ${old.keyId}`);
  expect(keyIn(path)).toEqual(old);
  expect(await published(old.keyId)).toBeUndefined();
  expect(readdirSync(join(path, '..'))).toEqual(['receipt-ed25519.pem']);

  await change();
  const next = keyIn(path);
  expect(next).not.toEqual(old);
  expect(await published(old.keyId)).toMatchObject({ from: null, until: 5_000, compromised: null });
  expect(await published(next.keyId)).toMatchObject({ from: 5_000, until: null, public_key: next.publicKey });
  expect(readdirSync(join(path, '..'))).toEqual(['receipt-ed25519.pem']);
});

test('R-LOG-39 interrupted at any step and run again, it ends with the same key once', async () => {
  const { key: old } = await openReceiptSigner(path);
  // Died after the draft and after the rows.
  const { key: next } = await openReceiptSigner(`${path}.next`);
  await changeReceiptKeys(server.core.db, { ended: old, next, atMs: 4_000, compromisedMs: null });
  await change();
  expect(keyIn(path)).toEqual(next);
  expect(await published(old.keyId)).toMatchObject({ until: 4_000 });
  expect(await published(next.keyId)).toMatchObject({ from: 4_000, until: null });
  // Died before the draft was removed.
  writeFileSync(`${path}.next`, readFileSync(path));
  expect((await change(plain, 9_000))[0]).toContain('signs already');
  expect(existsSync(`${path}.next`)).toBe(false);
  expect(keyIn(path)).toEqual(next);
  expect(await published(next.keyId)).toMatchObject({ until: null });
});

test('R-LOG-39 a draft that was never published is not used: a thief of the folder may have it', async () => {
  await openReceiptSigner(path);
  const { key: draft } = await openReceiptSigner(`${path}.next`);
  await change({ ...plain, compromisedMs: 3_000 });
  expect(keyIn(path)).not.toEqual(draft);
  expect(await published(draft.keyId)).toBeUndefined();
});

test('R-LOG-39 a compromised key is marked at its rotation or later, and its time only moves back', async () => {
  const { key: old } = await openReceiptSigner(path);
  await change({ ...plain, compromisedMs: 3_000 });
  const { keyId } = keyIn(path);
  expect(await published(old.keyId)).toMatchObject({ until: 5_000, compromised: 3_000 });
  await change({ isDryRun: false, compromisedMs: 4_000, keyId: old.keyId });
  expect(await published(old.keyId)).toMatchObject({ compromised: 3_000 });
  await change({ isDryRun: false, compromisedMs: 2_000, keyId: old.keyId }, 8_000);
  expect(await published(old.keyId)).toMatchObject({ until: 5_000, compromised: 2_000 });
  expect(keyIn(path).keyId).toBe(keyId);
  const unknown = change({ isDryRun: false, compromisedMs: 2_000, keyId: '0123456789abcdef' });
  await expect(unknown).rejects.toThrow('has signed nothing here');
  for (const undo of ['until_ms = null', 'until_ms = 9000', 'compromised_ms = null', 'compromised_ms = 4000'])
    await expect(
      server.open.pool.query(`update receipt_key set ${undo} where key_id = $1`, [old.keyId]),
    ).rejects.toThrow('a key of receipts can only end');
});

test('R-LOG-37 an ended key is refused at the start and by the projector', async () => {
  const { key: old } = await openReceiptSigner(path);
  await requireInUse(server.core.db, old);
  await change();
  await requireInUse(server.core.db, keyIn(path));
  await expect(requireInUse(server.core.db, old)).rejects.toThrow(ReceiptKeyEndedError);
  const receipt = {
    id: '1-open',
    accountId: 1,
    orderId: 1,
    number: 1,
    text: '{}',
    hash: '',
    signature: '',
    keyId: old.keyId,
  };
  const written = writeReceipts(server.core.db, [receipt as never], old);
  await expect(written).rejects.toThrow('docs/runbook/key-rotation.md');
});

test('R-LOG-39 a key ends after all that it signed, also if the clock was set back since', async () => {
  await server.realUser();
  const { rows } = await server.open.pool.query<{ newest: string }>('select max(at_ms) as newest from journal');
  const newestMs = Number(rows[0]?.newest);
  expect(newestMs).toBeGreaterThan(5_000);
  expect(await keyEndMs(server.core.db, 5_000)).toBe(newestMs);
  expect(await keyEndMs(server.core.db, newestMs + 1)).toBe(newestMs + 1);
});

test('R-LOG-39 options that say nothing clear are refused', async () => {
  const nowMs = Date.parse('2026-11-27T12:00:00Z');
  const asked = parseAsked(['--rotate-receipt-key', '--compromised-from', '2026-11-27T10:00:00Z', '--dry-run'], nowMs);
  expect(asked).toEqual({ isDryRun: true, compromisedMs: nowMs - 7_200_000, keyId: null });
  for (const [args, reason] of [
    [['--compromised-from', '2026-11-27T13:00:00Z'], 'a time in the past'],
    [['--compromised-from', 'yesterday'], 'a time in the past'],
    [['--compromised-from'], 'a time in the past'],
    [['--key', 'x', '--compromised-from', '2026-11-27T10:00:00Z'], '16 hex digits'],
    [['--key', '0123456789abcdef'], 'give --compromised-from'],
  ] as const)
    expect(() => parseAsked(args, nowMs)).toThrow(reason);
  await expect(change()).rejects.toThrow('is missing');
});

test('R-LOG-35 a log has the list of keys once for each change of it', async () => {
  const { key } = await openReceiptSigner(path);
  const privateKey = generateKeyPairSync('ed25519').privateKey;
  const signerOf = (companyId: CompanyId) => ({ name: `log.test/${companyId}`, privateKey });
  const writer = () =>
    new LogWriter({
      journal: server.ports.journal,
      ticks: null,
      store: new LogTables(server.core.db, 0),
      copies: openCheckpointCopies(join(path, '..', 'log')),
      signerOf,
      publicKeyOf: (companyId) => encodeNoteKey(noteKeyOf(signerOf(companyId))),
      saltOf: (name) => server.secrets.mac('log-salt', name),
      clock: { nowMs: () => 0, monotonicMs: () => 0 },
    });
  const lists = async () => {
    const text = 'select entry from log_entry where company_id = 1 order by at';
    const { rows } = await server.open.pool.query<{ entry: Buffer }>(text);
    const leaves = rows.map(({ entry }) => decodeLeaf(entry));
    return leaves.flatMap((leaf) => (leaf.kind === 'keys' ? [leaf.text] : []));
  };
  await tablesCaughtUp(server);
  await changeReceiptKeys(server.core.db, { ended: key, next: null, atMs: 7_000, compromisedMs: null });
  const first = writer();
  while (await first.step());
  await first.step();
  await writer().step();
  expect(await lists()).toHaveLength(1);
  expect((await lists())[0]).toContain(`"key_id":"${key.keyId}","algorithm":"Ed25519"`);
  expect((await lists())[0]).toContain('"until":7000,"compromised":null');
  await changeReceiptKeys(server.core.db, { ended: key, next: null, atMs: 8_000, compromisedMs: 6_000 });
  await first.step();
  await writer().step();
  expect(await lists()).toHaveLength(2);
  expect((await lists())[1]).toContain('"until":7000,"compromised":6000');
});
