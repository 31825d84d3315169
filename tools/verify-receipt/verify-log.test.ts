import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { signCheckpoint } from '@candor/transparency-log/checkpoint';
import { encodeHiddenLeaf, encodePublicLeaf } from '@candor/transparency-log/leaf';
import { TileTree } from '@candor/transparency-log/make-proof';
import { encodeNoteKey, noteKeyOf } from '@candor/transparency-log/note';
import { encodeQuoteLeaf } from '@candor/transparency-log/quote-leaf';
import { encodeTlogProof } from '@candor/transparency-log/tlog-proof';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keysOf, receiptsOf } from '../../testkit/receipt-history.ts';
import { scenarioOfEveryRule } from '../../testkit/receipt-scenarios.ts';
import { testSigner } from '../../testkit/receipt-signer.ts';
import { TileMemory } from '../../testkit/tile-memory.ts';

const logCommand = fileURLToPath(new URL('verify-log.mjs', import.meta.url));
const receiptCommand = fileURLToPath(new URL('verify-receipt.mjs', import.meta.url));
const signer = { name: 'log.example/1', privateKey: generateKeyPairSync('ed25519').privateKey };
const key = encodeNoteKey(noteKeyOf(signer));
const salt = Buffer.alloc(32, 9);
const receiptPlace = 300;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function quoteLeaf(second: number, bid = 115_283): Uint8Array {
  const quotes = [{ instrumentId: 1, seq: second, timeMs: second * 1_000, bid, ask: bid + 12 }];
  return encodeQuoteLeaf({ second, source: 'test', quotes });
}

/** A log of quotes, with a rule first and the receipt at its place. */
function logOf(size: number, change: (at: number, entry: Uint8Array) => Uint8Array = (_, entry) => entry): TileMemory {
  const log = new TileMemory();
  for (let at = 0; at < size; at += 1) {
    const own =
      at === 0 ? encodePublicLeaf('rule', '{"rule":"halt"}') : at === receiptPlace ? receiptLeaf : quoteLeaf(at);
    log.append(change(at, own));
  }
  return log;
}

const [receipt] = await receiptsOf(scenarioOfEveryRule().events);
if (receipt === undefined) throw new Error('the scenario has receipts');
const receiptLeaf = encodeHiddenLeaf('receipt', salt, receipt.text);

async function checkpointOf(log: TileMemory, size = log.edge.size): Promise<string> {
  return signCheckpoint({ origin: signer.name, size, root: await new TileTree(size, log.readTile).root() }, signer);
}

/** Writes a log to the folder, as it is served. */
async function publish(log: TileMemory): Promise<string> {
  const place = join(folder, 'log');
  rmSync(place, { recursive: true, force: true });
  for (const [path, bytes] of log.files()) put(join(place, path), bytes);
  put(join(place, 'checkpoint'), await checkpointOf(log));
  return place;
}

function put(file: string, bytes: Uint8Array | string): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  return file;
}

/** The receipt as its owner downloaded it, with a proof by a log. */
async function provenBy(log: TileMemory) {
  const proof = await new TileTree(log.edge.size, log.readTile).inclusionProof(receiptPlace);
  const checkpoint = await checkpointOf(log);
  return { ...receipt, log_proof: encodeTlogProof({ index: receiptPlace, proof, checkpoint, extra: salt }) };
}

function told({ status, stdout, stderr }: SpawnSyncReturns<string>) {
  return { code: status, output: stdout + stderr };
}

function verify(place: string, ...args: string[]) {
  return told(spawnSync(process.execPath, [logCommand, place, '--key', key, ...args], { encoding: 'utf8' }));
}

describe('the verifier of the log (R-LOG-12)', () => {
  test('rebuilds a log of any size from its entries, and stores the newest checkpoint', async () => {
    const seen = join(folder, 'seen');
    for (const size of [1, 255, 256, 257, 700]) {
      const { code, output } = verify(await publish(logOf(size)), '--seen', seen);
      expect(output).toContain(`signed ${size} entries`);
      expect(code, output).toBe(0);
      expect(readFileSync(seen, 'utf8')).toBe(readFileSync(join(folder, 'log', 'checkpoint'), 'utf8'));
    }
    const { output } = verify(join(folder, 'log'), '--seen', seen);
    expect(output).toContain('698 seconds of quotes, 1 receipts, 1 rules');
    expect(output).toContain('✓ The log begins with the 700 entries that it signed before.');
  });

  test('detects a rewritten quote, whichever of its files was changed', async () => {
    const honest = logOf(700);
    const forged = logOf(700, (at, entry) => (at === 400 ? quoteLeaf(400, 115_290) : entry)).files();
    const place = await publish(honest);
    for (const path of ['tile/entries/001', 'tile/0/001', 'tile/1/000.p/2']) {
      const before = readFileSync(join(place, path));
      expect(before.equals(forged.get(path) ?? before)).toBe(false);
      put(join(place, path), forged.get(path) ?? '');
      const { code, output } = verify(place);
      expect(output).toContain('✗ REWRITTEN');
      expect(code).toBe(1);
      put(join(place, path), before);
    }
    for (const [path, bytes] of forged) put(join(place, path), bytes);
    expect(verify(place).output).toContain('✗ REWRITTEN: the entries do not have the root that was signed');
  });

  test('detects a split view: another history that the log signed as well', async () => {
    const seen = put(join(folder, 'seen'), await checkpointOf(logOf(500)));
    const forged = logOf(700, (at, entry) => (at === 400 ? quoteLeaf(400, 115_290) : entry));
    const { code, output } = verify(await publish(forged), '--seen', seen);
    expect(output).toContain('✗ SPLIT VIEW: the first 500 entries');
    expect(code).toBe(1);
    expect(readFileSync(seen, 'utf8')).toBe(await checkpointOf(logOf(500)));
  });

  test('detects a tree that was rolled back', async () => {
    const seen = put(join(folder, 'seen'), await checkpointOf(logOf(700)));
    const { code, output } = verify(await publish(logOf(650)), '--seen', seen);
    expect(output).toContain('✗ ROLLED BACK: the log had signed 700 entries before.');
    expect(code).toBe(1);
  });

  test('detects a removed receipt by the proof that its owner holds', async () => {
    const file = put(join(folder, 'receipt.json'), JSON.stringify(await provenBy(logOf(500))));
    expect(verify(await publish(logOf(700)), '--receipt', file).output).toContain('✓ Receipt 1-open is entry 300.');
    const without = logOf(700, (at, entry) => (at === receiptPlace ? quoteLeaf(at) : entry));
    const { code, output } = verify(await publish(without), '--receipt', file);
    expect(output).toContain('✗ REMOVED: receipt 1-open is not entry 300');
    expect(code).toBe(1);
    const elsewhere = logOf(700, (at, entry) => (at === 299 ? quoteLeaf(1) : entry));
    expect(verify(await publish(elsewhere), '--receipt', file).output).toContain('✗ SPLIT VIEW: receipt 1-open');
    // A copy that was made before the proof is no removal.
    const old = verify(await publish(logOf(400)), '--receipt', file);
    expect(old.output).toContain('✗ ROLLED BACK, or an old copy of the log: with receipt 1-open it signed 500 entries');
    expect(old.output).not.toContain('REMOVED');
    expect(old.code).toBe(1);
  });

  test('refuses a checkpoint of another key, and what cannot be read', async () => {
    const place = await publish(logOf(300));
    const other = encodeNoteKey({ ...noteKeyOf(signer), publicKey: Buffer.alloc(32, 1) });
    const run = (...args: string[]) => told(spawnSync(process.execPath, [logCommand, ...args], { encoding: 'utf8' }));
    expect(run(place, '--key', other)).toMatchObject({ code: 1, output: expect.stringContaining('✗ BAD CHECKPOINT') });
    expect(run(join(folder, 'nowhere'), '--key', key).code).toBe(2);
    expect(run(place, '--key', 'no key').code).toBe(2);
    for (const args of [[], [place], [place, '--key'], [place, '--key', key, '--what', 'x']])
      expect(run(...args).code).toBe(2);
    const page = put(join(folder, 'page', 'checkpoint'), '<!doctype html>\n<title>m</title>\n');
    expect(run(dirname(page), '--key', key)).toMatchObject({
      code: 2,
      output: expect.stringContaining('there is no log'),
    });
    const none = put(join(folder, 'none.json'), '{"code":1}');
    expect(verify(place, '--receipt', none)).toMatchObject({
      code: 2,
      output: expect.stringContaining('holds no receipt'),
    });
    rmSync(join(place, 'tile/0/001.p/44'));
    expect(verify(place)).toMatchObject({ code: 1, output: expect.stringContaining('tile/0/001.p/44 is missing') });
  });

  test('reads over HTTP, also from a server with too many calls, and a tile that has become full meanwhile', async () => {
    const place = await publish(logOf(700));
    put(join(place, 'checkpoint'), await checkpointOf(logOf(700), 500));
    let asked = 0;
    const server = createServer((request, response) => {
      asked += 1;
      if (asked <= 2) return response.writeHead(asked === 1 ? 429 : 503, { 'retry-after': '0' }).end();
      const file = join(place, request.url?.replace('/log/', '') ?? '');
      return existsSync(file) ? response.end(readFileSync(file)) : response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // The tile of the level above is partial in both, and only the newer one is there.
    put(join(place, 'tile/1/000.p/1'), readFileSync(join(place, 'tile/1/000.p/2')));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/log/`;
    const child = spawn(process.execPath, [logCommand, url, '--key', key]);
    let output = '';
    child.stdout.on('data', (piece: Buffer) => (output += piece.toString()));
    const code = await new Promise((resolve) => child.on('exit', resolve));
    server.close();
    expect(output).toContain('signed 500 entries');
    expect(code, output).toBe(0);
  });
});

describe('the offline verifier of receipts (R-LOG-11)', () => {
  const check = (content: unknown, ...args: string[]) => {
    const keys = put(join(folder, 'keys.json'), JSON.stringify(keysOf(testSigner())));
    const file = put(join(folder, 'receipt.json'), JSON.stringify(content));
    return told(spawnSync(process.execPath, [receiptCommand, file, '--keys', keys, ...args], { encoding: 'utf8' }));
  };

  test('checks the proof that a receipt carries with the key of the log', async () => {
    const proven = await provenBy(logOf(500));
    const { code, output } = check(proven, '--log-key', put(join(folder, 'log.key'), `${key}\n`));
    expect(output).toContain('✓ This receipt is entry 300 of them: 9 hashes lead to the signed root.');
    expect(code, output).toBe(0);
    expect(output).toContain('VERIFIED. This receipt holds in every check.');
    const unchecked = check(proven).output;
    expect(unchecked).toContain('– It carries a proof of the public log, which was not checked');
    expect(unchecked).toContain('VERIFIED. This receipt holds in every check that was made; 1 was not (–).');
    expect(check({ ...proven, log_proof: null }, '--log-key', key)).toMatchObject({
      code: 0,
      output: expect.stringContaining('– It is not in the public log yet'),
    });
  });

  test('refuses a proof with any changed byte, and that of another receipt or log', async () => {
    const proven = await provenBy(logOf(500));
    const { logChecks } = (await import(new URL('log-checks.mjs', import.meta.url).href)) as {
      logChecks: (one: object, key: unknown) => { ok: boolean | null }[];
    };
    const { readKey } = (await import(new URL('log-note.mjs', import.meta.url).href)) as {
      readKey: (text: string) => unknown;
    };
    const logKey = readKey(key);
    const holds = (one: object) => logChecks(one, logKey).every(({ ok }) => ok === true);
    expect(holds(proven)).toBe(true);
    const bytes = Buffer.from(proven.log_proof);
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(holds({ ...proven, log_proof: changed.toString() }), `byte ${at}`).toBe(false);
    }
    expect(holds({ ...proven, text: proven.text?.replace('1.15295', '1.15296') })).toBe(false);
    const other = { ...signer, privateKey: generateKeyPairSync('ed25519').privateKey };
    const { code, output } = check(proven, '--log-key', encodeNoteKey(noteKeyOf(other)));
    expect(output).toContain('✗ The proof of the public log cannot be used: it is not signed by log.example/1');
    expect(code).toBe(1);
  });
});
