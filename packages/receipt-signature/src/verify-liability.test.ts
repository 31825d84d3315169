import type { LiabilityProof } from '@candor/contracts/http/liabilities';
import { afterEach, expect, test, vi } from 'vitest';
import { verifyLiability } from './verify-liability.ts';

afterEach(() => vi.unstubAllGlobals());

const sha = async (...parts: readonly Uint8Array[]) => {
  const bytes = Uint8Array.from(parts.flatMap((part) => [...part]));
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
};
const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const eight = (sum: bigint) => Uint8Array.from({ length: 8 }, (_, at) => Number((sum >> BigInt(56 - 8 * at)) & 255n));

/** The published vector of docs/liabilities.md: one account and 15 paddings. */
async function vector(): Promise<LiabilityProof> {
  const leaf = async (amount: bigint, byte: number, name: string) => ({
    sum: amount,
    hash: await sha(Uint8Array.of(0), new Uint8Array(32).fill(byte), eight(amount), new TextEncoder().encode(name)),
  });
  let level = [await leaf(5_000_700_000n, 7, 'log.test/1 2026-11-27 USD 0123')];
  for (let at = 0; at < 15; at += 1) level.push(await leaf(0n, 8 + at, ''));
  const path: { sum: string; hash: string }[] = [];
  while (level.length > 1) {
    path.push({ sum: '0.000000', hash: hex(level[1]?.hash ?? new Uint8Array()) });
    const above: typeof level = [];
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = [level[at], level[at + 1]];
      if (left === undefined || right === undefined) throw new Error('a level is even');
      const hash = await sha(Uint8Array.of(1), eight(left.sum), left.hash, eight(right.sum), right.hash);
      above.push({ sum: left.sum + right.sum, hash });
    }
    level = above;
  }
  const root = '7d7c400d3ce18eef60df298612a287debbd01c7fdb491f3dbea717ec01aef494';
  const total = { version: 'candor-liabilities-1', day: '2026-11-27', currency: 'USD', time: 1, height: 4 };
  return {
    version: 'candor-liabilities-1',
    log: 'log.test/1',
    day: '2026-11-27',
    currency: 'USD',
    account: '0123',
    amount: '5000.700000',
    salt: '07'.repeat(32),
    position: 0,
    path,
    text: JSON.stringify({ ...total, sum: '5000.700000', claims: '3.200000', root }),
    log_proof: null,
  };
}

test('R-LOG-22 the browser finds an account in its total', async () => {
  expect(await verifyLiability(await vector())).toBe('counted');
});

test('R-LOG-22 any changed field is wrong, and nothing throws', async () => {
  const proof = await vector();
  const [first, ...rest] = proof.path;
  if (first === undefined) throw new Error('the path has steps');
  const changes: Partial<Record<keyof LiabilityProof, unknown>>[] = [
    { log: 'log.test/2' },
    { text: proof.text.replace('"3.2', '"-3.2') },
    { day: '2026-11-28' },
    { currency: 'EUR' },
    { account: '0124' },
    { amount: '5000.700001' },
    { amount: '-5000.700000' },
    { amount: '5000.7' },
    { salt: '08'.repeat(32) },
    { salt: 'zz' },
    { position: 1 },
    { position: 16 },
    { position: -1 },
    { path: rest },
    { path: [{ ...first, sum: '0.000001' }, ...rest] },
    { path: [{ ...first, hash: '0'.repeat(64) }, ...rest] },
    { text: proof.text.replace('5000.7', '5000.8') },
    { text: proof.text.replace('7d7c', '7d7d') },
    { text: proof.text.replace('"height":4', '"height":5') },
    { text: 'null' },
    { text: '{' },
  ];
  for (const change of changes) {
    const changed = { ...proof, ...change } as LiabilityProof;
    expect(await verifyLiability(changed).catch(() => 'thrown'), JSON.stringify(change)).toBe('wrong');
  }
});

test('R-LOG-22 a browser without the algorithm says that it cannot', async () => {
  const proof = await vector();
  vi.stubGlobal('crypto', {});
  expect(await verifyLiability(proof)).toBe('cannot');
});
