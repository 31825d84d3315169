import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SignedReceipt } from '@candor/contracts/http/receipts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keysOf, receiptsOf } from '../../testkit/receipt-history.ts';
import { scenarioOfEveryRule } from '../../testkit/receipt-scenarios.ts';
import { testSigner } from '../../testkit/receipt-signer.ts';

const command = fileURLToPath(new URL('verify-receipt.mjs', import.meta.url));
let folder: string;
let keys: string;
let receipts: SignedReceipt[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'candor-receipts-'));
  keys = file('keys.json', keysOf(testSigner()));
  receipts = await receiptsOf(scenarioOfEveryRule().events);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  return path;
}

function run(...args: string[]): { code: number | null; output: string } {
  // The platform cannot be reached from there.
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { cwd: folder, encoding: 'utf8' });
  return { code: status, output: stdout + stderr };
}

describe('the offline verifier (R-ORD-25)', () => {
  test('accepts one receipt, a list, several files, or the server’s whole answer', () => {
    const one = run(file('one.json', receipts[0]), '--keys', keys);
    expect(one.output).toContain('✓ A buy opens at the ask: 1.15295 in quote 2 of test (bid 1.15283, ask 1.15295');
    expect(one.output).toContain('✓ Margin is calculated as 576.475000, as stated.');
    expect(one.output).toContain('VERIFIED. This receipt holds in every check.');
    expect(one.code).toBe(0);
    expect(run('--keys', keys, file('answer.json', { code: 1, msg: 'ok', data: receipts })).code).toBe(0);
    const two = run(join(folder, 'one.json'), file('two.json', receipts.slice(1, 3)), '--keys', keys);
    expect(two.output).toContain('✓ Receipt 2 of the account follows receipt 1: it names its hash.');
    expect(two.code).toBe(0);
  });

  test.each<[string, (receipt: SignedReceipt) => unknown, RegExp]>([
    [
      'a price',
      (one) => ({ ...one, text: one.text.replace('"price":"1.15295"', '"price":"1.15283"') }),
      /✗ A buy opens/,
    ],
    ['an amount', (one) => ({ ...one, text: one.text.replace('576.475000', '576.475001') }), /✗ Margin/],
    [
      'a signature',
      (one) => ({ ...one, signature: one.signature.replace(/^./, (c) => (c === '0' ? '1' : '0')) }),
      /✗ The signature/,
    ],
    ['a hash', (one) => ({ ...one, hash: 'f'.repeat(64) }), /✗ Its SHA-256/],
    ['the readable copy', (one) => ({ ...one, fields: { ...one.fields, lots: '5.00' } }), /✗ The readable fields/],
    [
      'a field twice',
      (one) => ({ ...one, text: one.text.replace('{', '{"price":"9.99999",') }),
      /✗ The text is a receipt/,
    ],
  ])('reports %s as changed, and exits with 1', (_, change, expected) => {
    const { code, output } = run(file('touched.json', change(receipts[0] as SignedReceipt)), '--keys', keys);
    expect(output).toMatch(expected);
    expect(output).toContain('NOT VERIFIED');
    expect(code).toBe(1);
  });

  test('exits with 1 if the whole chain was requested and one is missing', () => {
    const whole = file('whole.json', receipts);
    expect(run(whole, '--keys', keys, '--whole').code).toBe(0);
    const gap = run(file('gap.json', receipts.toSpliced(2, 1)), '--whole', '--keys', keys);
    expect(gap).toMatchObject({ code: 1, output: expect.stringContaining('others are missing') as string });
    expect(run(join(folder, 'gap.json'), '--keys', keys).code).toBe(0);
  });

  test('exits with 1 for keys of another platform', () => {
    const others = file('others.json', keysOf(testSigner(9)));
    expect(run(join(folder, 'one.json'), '--keys', others)).toMatchObject({ code: 1 });
  });

  test('exits with 2 and one line for other input', () => {
    for (const bad of [
      file('bad.json', '{'),
      file('none.json', {}),
      file('empty.json', []),
      join(folder, 'gone.json'),
    ]) {
      const { code, output } = run(bad, '--keys', keys);
      expect([code, output.trim().split('\n').length]).toEqual([2, 1]);
    }
    expect(run(join(folder, 'one.json'), '--keys', file('nokeys.json', []))).toMatchObject({ code: 2 });
    expect(run()).toMatchObject({ code: 2, output: expect.stringContaining('Usage') as string });
    expect(run('one.json')).toMatchObject({ code: 2 });
  });
});
