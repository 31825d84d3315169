import { spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { signCheckpoint } from '@candor/transparency-log/checkpoint';
import { encodePublicLeaf } from '@candor/transparency-log/leaf';
import { TileTree } from '@candor/transparency-log/make-proof';
import { encodeNoteKey, noteKeyOf } from '@candor/transparency-log/note';
import { encodeTlogProof } from '@candor/transparency-log/tlog-proof';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TileMemory } from '../../testkit/tile-memory.ts';

const command = fileURLToPath(new URL('verify-liability.mjs', import.meta.url));
const signer = { name: 'log.test/1', privateKey: generateKeyPairSync('ed25519').privateKey };
const key = encodeNoteKey(noteKeyOf(signer));
const notComplete = 'NOT COMPLETE. The total was not checked against the public log.';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-liability-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sha = (...parts: readonly Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const eight = (sum: bigint) => Buffer.from(sum.toString(16).padStart(16, '0'), 'hex');

/** A total that anybody can make: one account with 5,000.70 and a sibling of zero, in no log. */
function inventedProof() {
  const [amount, sibling] = [5_000_700_000n, sha(Buffer.from('sibling'))];
  const own = sha(Buffer.of(0), Buffer.alloc(32, 7), eight(amount), Buffer.from('log.test/1 2026-11-27 USD 0123'));
  const root = sha(Buffer.of(1), eight(amount), own, eight(0n), sibling).toString('hex');
  const form = { version: 'candor-liabilities-1', day: '2026-11-27', currency: 'USD' };
  return {
    ...form,
    log: 'log.test/1',
    account: '0123',
    amount: '5000.700000',
    salt: '07'.repeat(32),
    position: 0,
    path: [{ sum: '0.000000', hash: sibling.toString('hex') }],
    text: JSON.stringify({ ...form, time: 1, height: 1, sum: '5000.700000', root }),
    log_proof: null as string | null,
  };
}

/** The same total as the second entry of a signed log. */
async function loggedProof() {
  const proof = inventedProof();
  const log = new TileMemory();
  for (const entry of [encodePublicLeaf('rule', '{}'), encodePublicLeaf('liabilities', proof.text)]) log.append(entry);
  const tree = new TileTree(2, log.readTile);
  const checkpoint = signCheckpoint({ origin: signer.name, size: 2, root: await tree.root() }, signer);
  const hashes = await tree.inclusionProof(1);
  return { ...proof, log_proof: encodeTlogProof({ index: 1, proof: hashes, checkpoint, extra: null }) };
}

function verify(proof: unknown, ...args: string[]) {
  const file = join(folder, 'proof.json');
  writeFileSync(file, JSON.stringify(proof));
  const { status, stdout } = spawnSync(process.execPath, [command, file, ...args], { encoding: 'utf8' });
  return { code: status, verdict: stdout.trim().split('\n').at(-1) };
}

test('R-LOG-22 a total that was not checked against the log is not verified: without a key, and without a proof', async () => {
  expect(verify(inventedProof())).toEqual({ code: 3, verdict: notComplete });
  expect(verify(inventedProof(), '--log-key', key)).toEqual({ code: 3, verdict: notComplete });
  expect(verify(await loggedProof())).toEqual({ code: 3, verdict: notComplete });
});

test('R-LOG-22 a total in the log is verified with its key; a failed check outweighs one that was not made', async () => {
  const logged = await loggedProof();
  expect(verify(logged, '--log-key', key)).toEqual({ code: 0, verdict: 'VERIFIED. Every check holds.' });
  expect(verify({ ...logged, amount: '5000.700001' })).toEqual({ code: 1, verdict: 'NOT VERIFIED.' });
});
