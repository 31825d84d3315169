import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { queryEmbedded } from '../../testkit/embedded-database.ts';
import { call, type Product, repositoryRoot, startProduct } from '../../testkit/product.ts';
import { scratchFolder } from '../../testkit/scratch-folder.ts';
import { until } from '../../testkit/until.ts';
import {
  type Lasting,
  readEarlierInstallation,
  readLasting,
  unpackEarlierInstallation,
} from '../upgrade/earlier-version.ts';
import { readWaysBack } from '../upgrade/ways-back.ts';

const dataDir = scratchFolder('candor-upgrade-');
const earlier = readEarlierInstallation();
const { token, answers } = earlier.answered;

afterAll(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

/** Everything of before must be there unchanged; more may have come. */
function expectAllOf(before: Lasting, after: Lasting): void {
  for (const kind of ['journal', 'receipts', 'postings'] as const) {
    expect(before[kind].length, kind).toBeGreaterThan(0);
    expect(after[kind].slice(0, before[kind].length), kind).toEqual(before[kind]);
  }
}

async function expectSameAnswers(product: Product): Promise<void> {
  for (const [path, text] of Object.entries(answers)) {
    const { data } = await call<{ data?: object[] } | null>(product.callUrl, path, null, token);
    const before = JSON.parse(text) as { data?: object[] };
    // Fields may have been added, and rows by a night that has passed since.
    const rows = before.data ?? [before];
    const now = data?.data ?? [data ?? {}];
    expect(now, path).toEqual(expect.arrayContaining(rows.map((row) => expect.objectContaining(row))));
  }
}

test('R-RUN-50 an installation of an earlier version starts, keeps everything, trades on and passes the audit', async () => {
  const before = await unpackEarlierInstallation(earlier, dataDir);
  const product = await startProduct({ dataDir });
  try {
    const names = (await queryEmbedded(dataDir, 'select name from kysely_migration')) as { name: string }[];
    expect(names.filter(({ name }) => name > earlier.migration)).not.toEqual([]);
    // Every migration names its way back.
    expect(readWaysBack().map(({ migration }) => migration)).toEqual(names.map(({ name }) => name).toSorted());
    await expectSameAnswers(product);

    const order = { status: 1, type: 1, cont: '0.01', forex_id: 1, multiple: 100, client_id: randomUUID() };
    const placed = await call<{ Id: number }>(product.callUrl, '/v1/api/forex/submit', order, token);
    expect(placed.code, placed.msg).toBe(1);
    const close = { id: placed.data.Id, client_id: randomUUID() };
    const closed = await call(product.callUrl, '/v1/api/forex/close', close, token);
    expect(closed.code, closed.msg).toBe(1);
    await until('the receipts of the new order are there', async () => {
      const rows = await queryEmbedded(dataDir, `select 1 from receipt where order_id = ${placed.data.Id}`);
      return rows.length >= 2;
    });
    expectAllOf(before, await readLasting((text) => queryEmbedded(dataDir, text)));
  } finally {
    await product.stop();
  }
  const env = { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir };
  const run = (command: string) =>
    promisify(execFile)(process.execPath, [join(repositoryRoot, 'apps/server/dist/main.js'), command], { env });
  expect((await run('--audit')).stdout).toContain('sound');
});
