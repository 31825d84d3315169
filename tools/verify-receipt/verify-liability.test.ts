import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inventedProof, liabilityLogKey as key, loggedProof } from '../../testkit/liability-proofs.ts';

const command = fileURLToPath(new URL('verify-liability.mjs', import.meta.url));
const notComplete = 'NOT COMPLETE. The total was not checked against the public log.';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-liability-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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
