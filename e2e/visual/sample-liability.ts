import { createHash } from 'node:crypto';
import type { LiabilityProof } from '@candor/contracts/http/liabilities';

const sha = (...parts: readonly Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const facts = { version: 'candor-liabilities-1', day: '2026-11-20', currency: 'USD' } as const;
const log = 'candor.log/7d2f41c09a5be386/1';
const account = '9edc391f9b3e2cde4f1a0b7c8d9e0f12';
const salt = sha(Buffer.from('sample'));

function eight(sum: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(sum);
  return bytes;
}

const textOf = (sum: bigint) => `${sum / 1_000_000n}.${String(sum % 1_000_000n).padStart(6, '0')}`;

/** Place of the sample account in a total of 4,015,153.25, twelve steps below the root. */
function prove(): LiabilityProof {
  const amount = 12_480_360_000n;
  const name = `${log} ${facts.day} ${facts.currency} ${account}`;
  let node = { sum: amount, hash: sha(Buffer.of(0), salt, eight(amount), Buffer.from(name)) };
  const path = Array.from({ length: 12 }, (_, height) => {
    const rest = 4_015_153_250_000n - amount;
    const sum = height < 11 ? rest / 2n ** BigInt(12 - height) : 4_015_153_250_000n - node.sum;
    const sibling = { sum, hash: sha(Buffer.from(`sibling ${height}`)) };
    const hash = sha(Buffer.of(1), eight(node.sum), node.hash, eight(sibling.sum), sibling.hash);
    node = { sum: node.sum + sibling.sum, hash };
    return { sum: textOf(sibling.sum), hash: sibling.hash.toString('hex') };
  });
  const total = { ...facts, time: Date.UTC(2_026, 10, 20), height: path.length };
  const text = JSON.stringify({ ...total, sum: textOf(node.sum), root: node.hash.toString('hex') });
  const own = { account, amount: textOf(amount), salt: salt.toString('hex'), position: 0, path, text };
  return { ...facts, log, ...own, log_proof: null };
}

export const sampleLiability = prove();
