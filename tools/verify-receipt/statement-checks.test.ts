import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SignedReceipt } from '@candor/contracts/http/receipts';
import type { Statement } from '@candor/contracts/http/statement';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keysOf, receiptsOf } from '../../testkit/receipt-history.ts';
import { scenarioOfReasons } from '../../testkit/receipt-scenarios.ts';
import { testSigner } from '../../testkit/receipt-signer.ts';
import { scratchFolder } from '../../testkit/scratch-folder.ts';
import { type SignedStatement, signedStatement, statementOf } from '../../testkit/signed-statement.ts';

interface Check {
  readonly ok: boolean | null;
  readonly text: string;
}
type Checks = (signed: object, keys: unknown, receipts?: readonly unknown[]) => readonly Check[];

const command = fileURLToPath(new URL('verify-statement.mjs', import.meta.url));
const { keys } = keysOf(testSigner());
let statementChecks: Checks;
let receipts: SignedReceipt[];
let statement: Statement;
let folder: string;

beforeAll(async () => {
  const module = (await import(new URL('statement-checks.mjs', import.meta.url).href)) as { statementChecks: Checks };
  ({ statementChecks } = module);
  receipts = await receiptsOf(scenarioOfReasons().events);
  statement = statementOf(receipts);
  folder = scratchFolder('candor-statements-');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const failures = (signed: object, given: readonly unknown[] = []) =>
  statementChecks(signed, keys, given).filter(({ ok }) => ok === false);

/** Changes the first text that has a value at a path and signs again. */
async function changed(path: string, value: unknown): Promise<SignedStatement> {
  const copy = JSON.parse(JSON.stringify(statement)) as Record<string, unknown>;
  const names = path.split('.');
  let owner = copy;
  for (const name of names.slice(0, -1)) owner = owner[name] as Record<string, unknown>;
  owner[names.at(-1) ?? ''] = value;
  return signedStatement(copy);
}

describe('R-VER-09 a signed statement', () => {
  test('holds in every check with the receipts of its fills, and says which lines were not compared without them', async () => {
    const signed = await signedStatement(statement);
    expect(statement.orders.length).toBeGreaterThan(2);
    expect(statementChecks(signed, keys, receipts).filter(({ ok }) => ok !== true)).toEqual([]);
    const lines = statement.orders.length + statement.postings.filter(({ kind }) => kind === 'trade-fee').length;
    expect(statementChecks(signed, keys).filter(({ ok }) => ok !== true)).toMatchObject([
      { ok: null, text: expect.stringMatching(new RegExp(`^${lines} of ${lines} lines of fills were not compared`)) },
    ]);
    expect(statementChecks(signed, null).find(({ text }) => text.includes('signature'))).toMatchObject({ ok: null });
  });

  test('fails if any part of its file is another', async () => {
    const signed = await signedStatement(statement);
    for (const [name, value] of [
      ['text', signed.text.replace('10000.000000', '10001.000000')],
      ['text', signed.text.replace('{', '{"company":"Other",')],
      ['text', 'null'],
      ['text', '{"postings":[{}],"orders":[]}'],
      ['hash', 'f'.repeat(64)],
      ['signature', signed.signature.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))],
      ['key_id', '0'.repeat(16)],
      ['version', 'candor-statement-2'],
    ] as const)
      expect(failures({ ...signed, [name]: value }).length, `${name} ${value}`).toBeGreaterThan(0);
  });

  test.each<[string, unknown, RegExp]>([
    ['opening_balance', '1.000000', /^The balance after posting 1-0/],
    ['closing_balance', '1.000000', /make the closing balance/],
    ['postings_total', '1.000000', /total of the postings/],
    ['postings.2.amount', '9.000000', /^The balance after posting 3-0/],
    ['postings.2.balance', '9.000000', /^The balance after posting 3-0/],
    ['postings.1.kind', 'correction', /total of each kind/],
    ['postings.0.amount', '1', /cannot be calculated/],
    ['totals.0.amount', '1.000000', /total of each kind/],
    ['totals.0.count', 9, /total of each kind/],
    ['orders.0.spread', '9.000000', /^The parts of order/],
    ['orders.0.net', '9.000000', /^The parts of order/],
    ['orders.0.gross', '9.000000', /^What was posted for order/],
    ['orders.0.id', 99, /^What was posted for order/],
    ['orders_total.fee', '9.000000', /totals of the orders/],
    ['orders_total.net', '9.000000', /totals of the orders/],
  ])('that the platform signed with another %s fails', async (path, value, expected) => {
    const texts = failures(await changed(path, value)).map(({ text }) => text);
    expect(
      texts.some((text) => expected.test(text)),
      texts.join('\n'),
    ).toBe(true);
  });

  test.each<[string, unknown, string]>([
    ['orders.0.close_price', '9.9', 'price'],
    ['orders.0.open_price', '9.9', 'opening price'],
    ['orders.0.side', 'neither', 'side'],
    ['orders.0.lots', '9', 'size'],
  ])('fails against the receipt of its line with another %s', async (path, value, name) => {
    expect(failures(await changed(path, value))).toEqual([]);
    expect(failures(await changed(path, value), receipts)).toMatchObject([
      { text: expect.stringMatching(new RegExp(`^Receipt \\d+-close has another ${name}\\.`)) },
    ]);
  });

  test('is compared with no receipt that does not verify itself', async () => {
    const [first, ...rest] = receipts;
    const forged = [{ ...first, signature: '0'.repeat(128) }, ...rest];
    const texts = failures(await signedStatement(statement), forged).map(({ text }) => text);
    expect(texts).toMatchObject([expect.stringContaining('does not verify, so nothing is compared with it')]);
  });

  test('of the most postings that one can have keeps its sums small', async () => {
    const many = (count: number) => {
      const posting = { id: '1-0', time: 1, kind: 'deposit', memo: '', order_id: null, amount: '0.000001' };
      const postings = Array.from({ length: count }, (_, at) => ({
        ...posting,
        balance: `0.${String(at + 1).padStart(6, '0')}`,
      }));
      const closing = postings.at(-1)?.balance ?? '';
      const totals = [{ kind: 'deposit', memo: '', count, amount: closing }];
      const none = { before_costs: '0.000000', spread: '0.000000', gross: '0.000000' };
      const orders_total = { ...none, fee: '0.000000', swap: '0.000000', net: '0.000000' };
      const sums = { closing_balance: closing, postings_total: closing, totals, orders_total, postings, orders: [] };
      return { ...statement, ...sums };
    };
    // Twenty thousand postings, the most of a statement: sums keep one denominator.
    expect(failures(await signedStatement(many(20_000)))).toEqual([]);
  });
});

test('R-VER-10 the command ends by its verdict: verified, not verified, not readable, not complete', async () => {
  const put = (name: string, content: unknown) => {
    writeFileSync(join(folder, name), JSON.stringify(content));
    return join(folder, name);
  };
  const keysFile = put('keys.json', { keys });
  const all = put('receipts.json', { code: 1, msg: 'ok', data: receipts });
  const good = put('good.json', await signedStatement(statement));
  const bad = put('bad.json', await changed('closing_balance', '1.000000'));
  const run = (...args: string[]) => {
    const { status, stdout } = spawnSync(process.execPath, [command, ...args], { encoding: 'utf8' });
    return { status, stdout };
  };
  const asked = ['--keys', keysFile];
  expect(run(good, ...asked, '--receipts', all)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('\nVERIFIED.'),
  });
  expect(run(good, ...asked)).toMatchObject({ status: 3, stdout: expect.stringContaining('NOT COMPLETE.') });
  expect(run(bad, ...asked)).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/✗ Opening balance.*stated 1\.000000\.[^]*NOT VERIFIED\./),
  });
  for (const args of [
    [],
    [good],
    [good, '--keys'],
    [good, ...asked, '--what', 'x'],
    [all, ...asked],
    [good, '--keys', good],
  ])
    expect(run(...args).status, args.join(' ')).toBe(2);
});
