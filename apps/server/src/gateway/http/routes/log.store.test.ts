import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { SignedReceipt } from '@candor/contracts/http/receipts';
import type { CompanyId } from '@candor/domain/values/ids';
import { openCheckpoint } from '@candor/transparency-log/checkpoint';
import { encodeHiddenLeaf } from '@candor/transparency-log/leaf';
import { leafHash } from '@candor/transparency-log/merkle';
import { decodeNoteKey } from '@candor/transparency-log/note';
import { decodeEntries } from '@candor/transparency-log/tile-bytes';
import { decodeTlogProof } from '@candor/transparency-log/tlog-proof';
import { isIncluded } from '@candor/transparency-log/verify-proof';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testSpecs } from '../../../../../../testkit/engine-scenario.ts';
import { scratchFolder } from '../../../../../../testkit/scratch-folder.ts';
import { testBuild } from '../../../../../../testkit/test-build.ts';
import { openTestLog, testLogKey, writeTestLog } from '../../../../../../testkit/test-log.ts';
import { otherHost, TestServer } from '../../../../../../testkit/test-server.ts';
import { LogTables } from '../../../adapters/postgres/log-tables.ts';
import { trialCompanyId } from '../../../adapters/postgres/trial-company.ts';

const { eurusd } = testSpecs;
const verifier = fileURLToPath(new URL('../../../../../../tools/verify-receipt/verify-log.mjs', import.meta.url));

let server: TestServer;
let auth: { authorization: string };

beforeEach(async () => {
  server = await TestServer.start();
  server.market.give(eurusd, '1.15283', '1.15295');
  auth = { authorization: await server.demo() };
});
afterEach(() => server.stop());

const get = (url: string, headers: Record<string, string> = {}) =>
  server.server.app.inject({ method: 'GET', url: `/log/${url}`, headers: { host: 'localhost', ...headers } });

async function place(): Promise<number> {
  const order = { type: 1, cont: '0.50', forex_id: eurusd.id, status: 1, multiple: 100 };
  return (await server.call('POST', '/v1/api/forex/submit', order, auth)).data.Id as number;
}

async function receiptOf(id: number): Promise<SignedReceipt> {
  const [receipt] = (await server.call('GET', '/v1/api/forex/receipts', { id }, auth)).data as SignedReceipt[];
  if (receipt === undefined) throw new Error('the order has a receipt');
  return receipt;
}

describe('the files of the log (R-LOG-10)', () => {
  test('are the key, a signed checkpoint that ages in seconds, and tiles that never change', async () => {
    expect((await get('checkpoint')).statusCode).toBe(404);
    expect((await get('key')).statusCode).toBe(404);
    await place();
    await writeTestLog(server);
    const key = await get('key');
    expect(key.body).toBe(`${testLogKey(1)}\n`);
    const checkpoint = await get('checkpoint');
    const { size, root } = openCheckpoint(checkpoint.rawPayload, decodeNoteKey(key.body.trim()));
    expect(checkpoint.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=2',
      'access-control-allow-origin': '*',
    });
    const tile = await get(`tile/0/000.p/${size}`);
    expect(tile.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"1-0-000.p-${size}"`,
    });
    const entries = decodeEntries((await get(`tile/entries/000.p/${size}`)).rawPayload, size);
    expect(Buffer.concat(entries.map(leafHash))).toEqual(tile.rawPayload);
    expect(root.length).toBe(32);
    // An earlier checkpoint's partial tile is the beginning.
    expect((await get('tile/0/000.p/1')).rawPayload).toEqual(tile.rawPayload.subarray(0, 32));
    const again = await get(`tile/0/000.p/${size}`, { 'if-none-match': tile.headers.etag as string });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('end with the newest checkpoint: anything beyond, and any other path, is a 404', async () => {
    await place();
    const writer = openTestLog(server);
    await writeTestLog(server, writer);
    const size = Number((await get('checkpoint')).body.split('\n')[1]);
    // Appended, and not yet signed.
    await server.open.pool.query('update log_tree set size = size + 1 where company_id = 1');
    for (const path of [
      `tile/0/000.p/${size + 1}`,
      `tile/entries/000.p/${size + 1}`,
      'tile/0/000',
      'tile/1/000.p/1',
      'tile/0/001.p/1',
      'tile/0/0',
      'tile/x/000',
      'tile/',
      'tile/0/000.p/0',
      'tile/0/%2e%2e/000',
      'what',
    ]) {
      const reply = await get(path);
      expect(reply.statusCode, path).toBe(404);
      expect(reply.headers['cache-control'] ?? '', path).not.toContain('immutable');
    }
  });

  test.each(['what', 'checkpoint/', 'tile', 'key.txt', 'a/b/c', '%2e%2e/login'])(
    'R-LOG-17 /log/%s is a 404 also for a browser, and never the page of the app',
    async (path) => {
      const reply = await get(path, { accept: 'text/html' });
      expect(reply.statusCode).toBe(404);
      expect(reply.body).not.toContain('<html');
    },
  );

  test('R-LOG-18 the page shows the checkpoint as signed, the key, and the command that checks both', async () => {
    const address = '/log/?lang=fr';
    const before = await server.server.app.inject({ method: 'GET', url: address, headers: { host: 'localhost' } });
    expect(before.body).toContain('Le registre n’a pas encore d’état signé.');
    await place();
    await writeTestLog(server);
    server.advance(6_000);
    const page = await server.server.app.inject({ method: 'GET', url: address, headers: { host: 'localhost' } });
    const { body: checkpoint } = await get('checkpoint');
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain(`<pre>${checkpoint}</pre>`);
    expect(page.body).toContain(`<pre>${testLogKey(1)}</pre>`);
    expect(page.body).toContain('npm run verify-log -- http://localhost/log --key log.key');
    expect(page.body).toContain('Aucun témoin indépendant ne signe encore ce registre');
    const bare = await server.server.app.inject({ method: 'GET', url: '/log?lang=fr', headers: { host: 'localhost' } });
    expect([bare.statusCode, bare.body]).toEqual([200, page.body]);
    const line = `— witness.example/w1 ${Buffer.alloc(76, 1).toString('base64')}\n`;
    await new LogTables(server.core.db, 0).cosign(1 as CompanyId, checkpoint, `${checkpoint}${line}`);
    server.advance(6_000);
    const signed = await server.server.app.inject({ method: 'GET', url: address, headers: { host: 'localhost' } });
    expect(signed.body).toContain('Témoins qui ont signé cet état : witness.example/w1.');
    expect(signed.body).not.toContain('Aucun témoin');
  });

  test('R-VER-12 the page has the hashes of what is served, and the entry of the log that names them', async () => {
    const page = () => server.server.app.inject({ method: 'GET', url: '/log/', headers: { host: 'localhost' } });
    const before = (await page()).body;
    for (const hash of [testBuild.pageHash, testBuild.filesHash]) expect(before).toContain(`<code>${hash}</code>`);
    expect(before).toContain('Not in the log yet');
    expect(before).toContain('curl http://localhost/verify/SHA256SUMS | sha256sum -c');
    await place();
    await writeTestLog(server, openTestLog(server, testBuild));
    server.advance(6_000);
    const size = Number((await get('checkpoint')).body.split('\n')[1]);
    const entries = decodeEntries((await get(`tile/entries/000.p/${size}`)).rawPayload, size);
    const at = entries.findIndex((entry) => Buffer.from(entry).includes(testBuild.filesHash));
    expect(Buffer.from(entries[at] ?? []).toString('latin1')).toBe(`\u0006${testBuild.text}`);
    expect((await page()).body).toContain(`Entry ${at} of the log`);
    const [status, nav] = [await server.call('GET', '/status', {}, { host: 'localhost' }), await page()];
    for (const text of [status.text, nav.body]) expect(text).toContain('href="/verify?lang=en"');
  });

  test('are those of the host’s company', async () => {
    await place();
    await writeTestLog(server);
    const [own, other] = [await get('checkpoint'), await get('checkpoint', { host: otherHost })];
    expect(own.body.split('\n')[0]).toBe('log.test/1');
    expect(other.body.split('\n')[0]).toBe(`log.test/${trialCompanyId}`);
    expect((await get('key', { host: otherHost })).body).toBe(`${testLogKey(trialCompanyId)}\n`);
  });
});

describe('a receipt’s proof (R-LOG-11)', () => {
  test('is null until a checkpoint covers it, and then leads from the receipt to the checkpoint', async () => {
    const writer = openTestLog(server);
    const id = await place();
    expect((await receiptOf(id)).log_proof).toBeNull();
    await writeTestLog(server, writer);
    const receipt = await receiptOf(id);
    const { index, proof, checkpoint, extra } = decodeTlogProof(receipt.log_proof ?? '');
    const { size, root } = openCheckpoint(Buffer.from(checkpoint), decodeNoteKey(testLogKey(1)));
    const leaf = leafHash(encodeHiddenLeaf('receipt', extra ?? Buffer.of(), receipt.text));
    expect(isIncluded({ leaf, index, size, proof, root })).toBe(true);
    const second = await receiptOf(await place());
    expect(second.log_proof).toBeNull();
    // Appended, and not yet signed.
    const insert = 'insert into log_place (name, company_id, at, salt) values ($1, 1, $2, $3)';
    const third = await receiptOf(await place());
    await server.open.pool.query(insert, [third.id, size, Buffer.alloc(32)]);
    expect((await receiptOf(third.fields.order)).log_proof).toBeNull();
  });

  test('is made again by each later checkpoint', async () => {
    const writer = openTestLog(server);
    const id = await place();
    await writeTestLog(server, writer);
    const first = decodeTlogProof((await receiptOf(id)).log_proof ?? '');
    await place();
    await writeTestLog(server, writer);
    const later = decodeTlogProof((await receiptOf(id)).log_proof ?? '');
    expect(later.index).toBe(first.index);
    expect(later.checkpoint).not.toBe(first.checkpoint);
  });

  test('and the whole log pass the stand-alone verifier over HTTP', async () => {
    const writer = openTestLog(server);
    const ids = [await place(), await place()];
    await writeTestLog(server, writer);
    const folder = scratchFolder('candor-log-');
    const file = join(folder, 'receipts.json');
    writeFileSync(file, JSON.stringify(await Promise.all(ids.map(receiptOf))));
    await place();
    await writeTestLog(server, writer);
    const url = await server.server.app.listen({ port: 0, host: 'localhost' });
    const args = [verifier, `${url}/log`, '--key', testLogKey(1), '--receipt', file, '--seen', join(folder, 'seen')];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(stdout).toContain(`✓ Receipt ${ids[0]}-open is entry`);
    // This log has no quotes: those of the two receipts cannot be compared, and the verifier says so.
    expect(stdout).toContain('VERIFIED. The log holds in every check that was made; 2 were not (–).');
    rmSync(folder, { recursive: true });
  });
});
