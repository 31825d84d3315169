import { createHash, generateKeyPairSync } from 'node:crypto';
import { signCheckpoint } from '@candor/transparency-log/checkpoint';
import { encodePublicLeaf } from '@candor/transparency-log/leaf';
import { TileTree } from '@candor/transparency-log/make-proof';
import { encodeNoteKey, noteKeyOf } from '@candor/transparency-log/note';
import { encodeTlogProof } from '@candor/transparency-log/tlog-proof';
import { TileMemory } from './tile-memory.ts';

const signer = { name: 'log.test/1', privateKey: generateKeyPairSync('ed25519').privateKey };

/** Public key of the log that has the total of `loggedProof`. */
export const liabilityLogKey = encodeNoteKey(noteKeyOf(signer));

const sha = (...parts: readonly Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const eight = (sum: bigint) => Buffer.from(sum.toString(16).padStart(16, '0'), 'hex');

/** A total that anybody can make: one account with 5,000.70 and a sibling of zero, in no log. */
export function inventedProof() {
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
export async function loggedProof() {
  const proof = inventedProof();
  const log = new TileMemory();
  for (const entry of [encodePublicLeaf('rule', '{}'), encodePublicLeaf('liabilities', proof.text)]) log.append(entry);
  const tree = new TileTree(2, log.readTile);
  const checkpoint = signCheckpoint({ origin: signer.name, size: 2, root: await tree.root() }, signer);
  const hashes = await tree.inclusionProof(1);
  return { ...proof, log_proof: encodeTlogProof({ index: 1, proof: hashes, checkpoint, extra: null }) };
}
