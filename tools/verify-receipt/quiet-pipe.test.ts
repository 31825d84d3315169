import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keysOf, receiptsOf } from '../../testkit/receipt-history.ts';
import { scenarioOfEveryRule } from '../../testkit/receipt-scenarios.ts';
import { testSigner } from '../../testkit/receipt-signer.ts';
import { scratchFolder } from '../../testkit/scratch-folder.ts';

test('R-LOG-42 a command whose output is cut off by its reader ends quietly, with 141', async () => {
  const folder = scratchFolder('candor-pipe-');
  const receipts = await receiptsOf(scenarioOfEveryRule().events);
  // More than a pipe holds.
  const many = Array.from({ length: 200 }, () => receipts).flat();
  writeFileSync(join(folder, 'receipts.json'), JSON.stringify(many));
  writeFileSync(join(folder, 'keys.json'), JSON.stringify(keysOf(testSigner())));
  const command = join(import.meta.dirname, 'verify-receipt.mjs');
  const args = [command, join(folder, 'receipts.json'), '--keys', join(folder, 'keys.json')];
  const child = spawn(process.execPath, args);
  let errors = '';
  child.stderr.on('data', (piece: Buffer) => (errors += piece.toString()));
  child.stdout.once('data', () => child.stdout.destroy());
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect(errors).toBe('');
  expect(code).toBe(141);
});

test('R-LOG-42 the commands of the verifier, the witness and the scripts share the same few lines', () => {
  const root = join(import.meta.dirname, '..', '..');
  const text = (path: string) => readFileSync(join(root, path), 'utf8');
  const own = text('tools/verify-receipt/quiet-pipe.mjs');
  expect([text('tools/witness/quiet-pipe.mjs'), text('scripts/quiet-pipe.mjs')]).toEqual([own, own]);
});
