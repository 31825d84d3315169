import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { signCheckpoint } from '@candor/transparency-log/checkpoint';
import { addCheckpointBody, cosignatureLine, witnessesOf } from '@candor/transparency-log/cosignature';
import { encodeHiddenLeaf } from '@candor/transparency-log/leaf';
import { TileTree } from '@candor/transparency-log/make-proof';
import { encodeNoteKey, noteKeyOf } from '@candor/transparency-log/note';
import { encodeTlogProof } from '@candor/transparency-log/tlog-proof';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keysOf, receiptsOf } from '../../testkit/receipt-history.ts';
import { scenarioOfEveryRule } from '../../testkit/receipt-scenarios.ts';
import { testSigner } from '../../testkit/receipt-signer.ts';
import { TileMemory } from '../../testkit/tile-memory.ts';

const receiptVerifier = fileURLToPath(new URL('../verify-receipt/verify-receipt.mjs', import.meta.url));
const command = fileURLToPath(new URL('witness.mjs', import.meta.url));
const verifier = fileURLToPath(new URL('../verify-receipt/verify-log.mjs', import.meta.url));
const signer = { name: 'log.example/1', privateKey: generateKeyPairSync('ed25519').privateKey };
const key = encodeNoteKey(noteKeyOf(signer));
const name = 'witness.example/w1';

let folder: string;
let running: ChildProcess[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-witness-'));
  writeFileSync(join(folder, 'logs'), `# logs\n${key}\n`);
  running = [];
});
afterEach(async () => {
  for (const child of running) await end(child, 'SIGKILL');
  rmSync(folder, { recursive: true });
});

const args = (data: string) => [command, '--name', name, '--logs', join(folder, 'logs'), '--data', data, '--port', '0'];

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.on('exit', resolve));
  child.kill(signal);
  await ended;
}

/** Starts the witness; resolves once it listens. */
async function start(data = join(folder, 'data')) {
  const child = spawn(process.execPath, args(data), { stdio: ['ignore', 'pipe', 'inherit'] });
  running.push(child);
  let output = '';
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (piece: Buffer) => {
      output += piece.toString();
      if (output.includes('listening')) resolve();
    });
  });
  const [vkey = '', line = ''] = output.split('\n');
  return { child, vkey, url: `http://${line.replace('listening on ', '')}` };
}

async function post(url: string, body: string) {
  const answer = await fetch(`${url}/add-checkpoint`, { method: 'POST', body });
  return { status: answer.status, text: await answer.text(), type: answer.headers.get('content-type') };
}

function logOf(size: number, word = 'entry'): TileMemory {
  const log = new TileMemory();
  for (let at = 0; at < size; at += 1) log.append(Buffer.from(`${at < 10 ? 'entry' : word} ${at}`));
  return log;
}

async function checkpointOf(log: TileMemory, by = signer): Promise<string> {
  const { size } = log.edge;
  return signCheckpoint({ origin: by.name, size, root: await new TileTree(size, log.readTile).root() }, by);
}

async function bodyFrom(oldSize: number, log: TileMemory): Promise<string> {
  const proof = oldSize === 0 ? [] : await new TileTree(log.edge.size, log.readTile).consistencyProof(oldSize);
  return addCheckpointBody(oldSize, proof, await checkpointOf(log));
}

const stored = async (url: string) =>
  (await fetch(`${url}/checkpoint/${createHash('sha256').update(signer.name).digest('hex')}`)).text();

function put(file: string, bytes: Uint8Array | string): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  return file;
}

/** Publishes a log with a cosigned checkpoint, and verifies it with these options. */
function verify(log: TileMemory, checkpoint: string, ...options: string[]) {
  for (const [path, bytes] of log.files()) put(join(folder, 'log', path), bytes);
  put(join(folder, 'log', 'checkpoint'), checkpoint);
  const run = spawnSync(process.execPath, [verifier, join(folder, 'log'), '--key', key, ...options], {
    encoding: 'utf8',
  });
  return { code: run.status, output: run.stdout };
}

describe('R-LOG-30 a witness cosigns a log that goes on', () => {
  test('one that was stopped while another took its folder over cosigns nothing when it goes on', async () => {
    const data = join(folder, 'data');
    const { url } = await start(data);
    const body = await bodyFrom(0, logOf(3));
    writeFileSync(join(data, 'lock'), 'another 1');
    // It may have ended by itself already, at its next beat.
    const status = await post(url, body).then(
      (answer) => answer.status,
      () => 503,
    );
    expect(status).toBe(503);
  });

  test('from nothing, from any size, and the same size again; the product and the verifier accept its cosignature', async () => {
    const { url, vkey } = await start();
    const [witness] = witnessesOf(`witness w1 ${vkey} ${url}\nquorum w1\n`);
    if (witness === undefined) throw new Error('The policy names a witness');
    let before = 0;
    for (const size of [1, 2, 3, 7, 8, 255, 256, 300, 300]) {
      const log = logOf(size);
      const { status, text } = await post(url, await bodyFrom(before, log));
      expect([size, status]).toEqual([size, 200]);
      const line = cosignatureLine(text, await checkpointOf(log), witness);
      const cosigned = `${await checkpointOf(log)}${line}`;
      expect(await stored(url)).toBe(cosigned);
      before = size;
      if (size < 300) continue;
      const { code, output } = verify(log, cosigned, '--witness', vkey);
      expect(output).toContain(`✓ The witness ${name} cosigned it at `);
      expect(code, output).toBe(0);
    }
    expect(await (await fetch(`${url}/key`)).text()).toBe(`${vkey}\n`);
  });

  test('the same again and again without writing each time: checkpoints are public', async () => {
    const { url } = await start();
    const body = await bodyFrom(0, logOf(7));
    const { text } = await post(url, body);
    const file = join(folder, 'data', 'logs', createHash('sha256').update(signer.name).digest('hex'));
    const { ino, mtimeNs } = statSync(file, { bigint: true });
    const again = await bodyFrom(7, logOf(7));
    for (let times = 0; times < 3; times += 1) expect(await post(url, again)).toMatchObject({ status: 200, text });
    expect(statSync(file, { bigint: true })).toMatchObject({ ino, mtimeNs });
  });

  test('never a fork, a roll-back or another tree of the same size', async () => {
    const { url } = await start();
    expect(await post(url, await bodyFrom(0, logOf(300)))).toMatchObject({ status: 200 });
    const kept = await stored(url);
    const fork = logOf(400, 'forged');
    expect(await post(url, await bodyFrom(300, fork))).toMatchObject({ status: 422 });
    expect(await post(url, await bodyFrom(0, fork))).toMatchObject({
      status: 409,
      text: '300\n',
      type: 'text/x.tlog.size',
    });
    expect(await post(url, await bodyFrom(200, logOf(200)))).toMatchObject({ status: 409, text: '300\n' });
    expect(await post(url, await bodyFrom(300, logOf(300, 'forged')))).toMatchObject({ status: 409, text: '300\n' });
    expect(await post(url, addCheckpointBody(300, [], await checkpointOf(logOf(400))))).toMatchObject({ status: 422 });
    expect(await stored(url)).toBe(kept);
  });

  test('refuses other logs, other keys and what is no request, each by its status', async () => {
    const { url } = await start();
    const other = { ...signer, name: 'log.example/2' };
    const forged = { ...signer, privateKey: generateKeyPairSync('ed25519').privateKey };
    const log = logOf(5);
    expect(await post(url, addCheckpointBody(0, [], await checkpointOf(log, other)))).toMatchObject({ status: 404 });
    expect(await post(url, addCheckpointBody(0, [], await checkpointOf(log, forged)))).toMatchObject({ status: 403 });
    expect(await post(url, addCheckpointBody(6, [], await checkpointOf(log)))).toMatchObject({ status: 400 });
    const bad = ['', 'old 0\n', `old -1\n\n${await checkpointOf(log)}`, `old 0\nx\n\n${await checkpointOf(log)}`];
    for (const body of [...bad, `old 0\n${'AA==\n'.repeat(64)}\n${await checkpointOf(log)}`])
      expect(await post(url, body), body).toMatchObject({ status: 400 });
    expect(await post(url, `old 0\n\n${'x'.repeat(20_000)}`)).toMatchObject({ status: 413 });
    expect((await fetch(`${url}/other`)).status).toBe(404);
    expect(await post(url, addCheckpointBody(0, [Buffer.alloc(32)], await checkpointOf(log)))).toMatchObject({
      status: 422,
    });
  });

  test('after it is killed it goes on from what it had answered, with the same key, which only its owner reads', async () => {
    const first = await start();
    expect(await post(first.url, await bodyFrom(0, logOf(300)))).toMatchObject({ status: 200 });
    await end(first.child, 'SIGKILL');
    const second = await start();
    expect(second.vkey).toBe(first.vkey);
    expect(statSync(join(folder, 'data', 'witness-ed25519.pem')).mode & 0o777).toBe(0o600);
    expect(await post(second.url, await bodyFrom(0, logOf(250)))).toMatchObject({ status: 409, text: '300\n' });
    expect(await post(second.url, await bodyFrom(300, logOf(301)))).toMatchObject({ status: 200 });
    await end(second.child, 'SIGTERM');
    expect(second.child.exitCode).toBe(0);
  });

  test('two on one folder do not run', async () => {
    await start();
    const { status, stderr } = spawnSync(process.execPath, args(join(folder, 'data')), { encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, expect.stringContaining('Another witness runs on')]);
    expect(spawnSync(process.execPath, [command, '--name', name], { encoding: 'utf8' }).status).toBe(2);
  });
});

describe('R-LOG-32 a verifier demands cosignatures by a policy', () => {
  test('k of n, and names those that are missing', async () => {
    const [one, two] = [await start(join(folder, 'one')), await start(join(folder, 'two'))];
    const log = logOf(40);
    const { text } = await post(one.url, await bodyFrom(0, log));
    const cosigned = `${await checkpointOf(log)}${text}`;
    const policyOf = (least: string) =>
      put(
        join(folder, 'policy'),
        `log ${key}\nwitness a ${one.vkey}\nwitness b ${two.vkey} # a friend’s\ngroup g ${least} a b\nquorum g\n`,
      );
    expect(verify(log, cosigned, '--policy', policyOf('1'))).toMatchObject({ code: 0 });
    const missing = verify(log, cosigned, '--policy', policyOf('all'));
    expect(missing).toMatchObject({ code: 1, output: expect.stringContaining('✗ NOT WITNESSED: 1 of 2') });
    expect(verify(log, await checkpointOf(log), '--witness', one.vkey)).toMatchObject({ code: 1 });
    const bad = policyOf('3');
    expect(verify(log, cosigned, '--policy', bad)).toMatchObject({ code: 2 });
    // One of the two would be left out.
    const both = verify(log, cosigned, '--policy', policyOf('1'), '--witness', two.vkey);
    expect(both).toMatchObject({ code: 2, output: expect.stringContaining('--witness or --policy, not both') });
  });

  test('each of several witnesses of a receipt’s proof, and none without the key of the log', async () => {
    const [one, two] = [await start(join(folder, 'one')), await start(join(folder, 'two'))];
    const [receipt] = await receiptsOf(scenarioOfEveryRule().events);
    const log = logOf(40);
    const salt = Buffer.alloc(32, 9);
    log.append(encodeHiddenLeaf('receipt', salt, receipt?.text ?? ''));
    const { text } = await post(one.url, await bodyFrom(0, log));
    const checkpoint = `${await checkpointOf(log)}${text}`;
    const proof = await new TileTree(log.edge.size, log.readTile).inclusionProof(40);
    const log_proof = encodeTlogProof({ index: 40, proof, checkpoint, extra: salt });
    const files = [
      put(join(folder, 'receipt.json'), JSON.stringify({ ...receipt, log_proof })),
      '--keys',
      put(join(folder, 'keys.json'), JSON.stringify(keysOf(testSigner()))),
    ];
    const check = (...options: string[]) => {
      const { status, stdout } = spawnSync(process.execPath, [receiptVerifier, ...files, ...options], {
        encoding: 'utf8',
      });
      return { code: status, output: stdout };
    };
    const witnesses = ['--witness', one.vkey, '--witness', two.vkey];
    expect(check('--log-key', key, ...witnesses.slice(0, 2))).toMatchObject({ code: 0 });
    expect(check('--log-key', key, ...witnesses)).toMatchObject({
      code: 1,
      output: expect.stringContaining('✗ NOT WITNESSED: 1 of 2'),
    });
    expect(check(...witnesses)).toMatchObject({ code: 2, output: expect.stringContaining('--log-key') });
  });

  test('a cosignature of another checkpoint is none', async () => {
    const { url, vkey } = await start();
    const { text } = await post(url, await bodyFrom(0, logOf(40)));
    const log = logOf(41);
    const { code, output } = verify(log, `${await checkpointOf(log)}${text}`, '--witness', vkey);
    expect(output).toContain('✗ BAD COSIGNATURE');
    expect(code).toBe(1);
  });

  test('a split view between log and witness is found: by the witness, and by what the witness publishes', async () => {
    const { url, vkey } = await start();
    await post(url, await bodyFrom(0, logOf(300)));
    const shown = logOf(400, 'forged');
    expect(await post(url, await bodyFrom(300, shown))).toMatchObject({ status: 422 });
    expect(verify(shown, await checkpointOf(shown), '--witness', vkey).output).toContain('✗ NOT WITNESSED');
    const seen = put(join(folder, 'seen'), await stored(url));
    const { code, output } = verify(shown, await checkpointOf(shown), '--seen', seen);
    expect(output).toContain('✗ SPLIT VIEW: the first 300 entries');
    expect(code).toBe(1);
    expect(readFileSync(seen, 'utf8')).toBe(await stored(url));
  });
});
