import { readdirSync, readFileSync } from 'node:fs';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { expect, test, vi } from 'vitest';
import { FencedError } from '../../ports/journal.ts';
import type { OldRows, RetentionStore } from '../../ports/retention.ts';
import { dayMs, folderBounds, tableBounds } from './bounds.ts';
import { startOutboxSweep, startRetention } from './retention.ts';

const nowMs = 20_000 * dayMs + 5;
const companies = [{ id: 1 as CompanyId }, { id: 2 as CompanyId }];

/** Runs the job once over a store without old rows, or with the changed steps. */
async function runOver(change: Partial<RetentionStore>) {
  const asked: { rows: OldRows; companyId: CompanyId | null; before: number; limit: number }[] = [];
  const [onError, pause] = [vi.fn<(error: Error) => void>(), vi.fn(() => Promise.resolve())];
  const store: RetentionStore = {
    async removeOld(rows, companyId, before, limit) {
      asked.push({ rows, companyId, before, limit });
      return 0;
    },
    endedDemos: async () => [],
    eraseDemo: async () => 0,
    eraseDemoUsers: async () => 0,
    ...change,
  };
  const clock = { nowMs: () => nowMs };
  const retention = startRetention({ store, clock, companies: async () => companies, onError, pause });
  await retention.run();
  const { isFailing } = retention;
  await retention.stop();
  return { asked, onError, pause, isFailing };
}

test('R-RUN-41 every table is visited for every company, up to its own time', async () => {
  const { asked, isFailing } = await runOver({});
  expect(isFailing).toBe(false);
  const codes = asked.filter(({ rows }) => rows.table === 'verification_code');
  expect(codes.map(({ companyId, before }) => [companyId, before])).toEqual([
    [1, nowMs - dayMs / 24],
    [2, nowMs - dayMs / 24],
  ]);
  expect(asked.find(({ rows }) => rows.table === 'sms_use')?.before).toBe(20_000 - 31);
  expect(new Set(asked.map(({ rows }) => rows.table))).toEqual(
    new Set(Object.keys(tableBounds).filter((table) => tableBounds[table]?.kind === 'time')),
  );
  expect(Math.max(...asked.map(({ limit }) => limit))).toBe(500);
});

test('R-RUN-41 the time written beside a table is the time after which its rows are removed', () => {
  const days = (text: string) => {
    if (text.startsWith('until it expires')) return 0;
    if (text === 'an hour') return 1 / 24;
    return Number(/^(\d+) days/.exec(text)?.[1]);
  };
  const bounds = Object.entries(tableBounds).flatMap(([table, bound]) =>
    bound.kind === 'time' ? [{ table, bound }] : [],
  );
  const written = bounds.map(({ table, bound }) => [table, days(bound.of)]);
  expect(written).toEqual(
    bounds.map(({ table, bound }) => [table, Math.max(...bound.removals.map(({ keptMs }) => keptMs)) / dayMs]),
  );
  // A payment that a gateway asks for again a week later, and a message that its reader asks about a month later.
  expect(Object.fromEntries(written)).toMatchObject({ answered_request: 8, message_outbox: 30, sms_use: 31 });
});

test('R-RUN-41 many old rows go batch by batch, with a rest after each', async () => {
  let left = 1_250;
  const sizes: number[] = [];
  const { pause } = await runOver({
    async removeOld({ table }, companyId, _before, limit) {
      if (table !== 'user_token' || companyId !== 2) return 0;
      const count = Math.min(left, limit);
      left -= count;
      sizes.push(count);
      return count;
    },
  });
  expect(sizes).toEqual([500, 500, 250]);
  expect(pause).toHaveBeenCalledTimes(2);
});

test('R-RUN-41 a failure ends one table only and is reported; a lost lead ends everything in silence', async () => {
  const tables: string[] = [];
  const failing = (error: Error) =>
    runOver({
      async removeOld({ table }) {
        tables.push(table);
        if (table === 'auth_challenge') throw error;
        return 0;
      },
    });
  const broken = await failing(new Error('no'));
  expect([broken.isFailing, broken.onError.mock.calls.length]).toEqual([true, 2]);
  expect(tables).toContain('payment_event');
  tables.length = 0;
  const deposed = await failing(new FencedError('no'));
  expect([deposed.isFailing, deposed.onError.mock.calls.length]).toEqual([true, 0]);
  expect(tables.at(-1)).toBe('auth_challenge');
});

test('R-RUN-42 the rows of an ended demo go before its user, in batches', async () => {
  const demos = new Map([
    [7, 3],
    [8, 1],
  ]);
  const order: string[] = [];
  await runOver({
    endedDemos: async (beforeMs) => {
      expect(beforeMs).toBe(nowMs - 30 * dayMs);
      return [...demos.keys()] as AccountId[];
    },
    async eraseDemo(accountId) {
      const left = demos.get(accountId) ?? 0;
      order.push(`${accountId}: ${left}`);
      if (left === 0) demos.delete(accountId);
      else demos.set(accountId, left - 1);
      return left;
    },
    async eraseDemoUsers(companyId) {
      order.push(`users of ${companyId}`);
      return 0;
    },
  });
  expect(order).toEqual(['7: 3', '7: 2', '7: 1', '7: 0', '8: 1', '8: 0', 'users of 1', 'users of 2']);
});

test('R-RUN-40 unsent messages of more than 30 days go batch by batch; a failure is reported', async () => {
  const left = [500, 120];
  const asked: unknown[] = [];
  const removeUnsent = async (beforeMs: number, limit: number) => {
    asked.push([beforeMs, limit]);
    return left.shift() ?? 0;
  };
  const clock = { nowMs: () => nowMs };
  const stop = startOutboxSweep({ clock, removeUnsent }, (error) => expect(error).toBeNull());
  await vi.waitFor(() => expect(left).toEqual([]));
  stop();
  expect(asked).toEqual([
    [nowMs - 30 * dayMs, 500],
    [nowMs - 30 * dayMs, 500],
  ]);
  const failure = new Promise((resolve) =>
    startOutboxSweep({ clock, removeUnsent: () => Promise.reject(new Error('no disk')) }, resolve),
  );
  expect(await failure).toMatchObject({ message: 'no disk' });
});

test('R-RUN-40 the page on growth lists every table and folder with its bound', () => {
  const page = readFileSync(new URL('../../../../../docs/runbook/what-grows.md', import.meta.url), 'utf8');
  const written = page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const tables = Object.entries(tableBounds).map(([name, bound]) => {
    if (bound.kind === 'without limit') return [`\`${name}\``, 'without limit', bound.because];
    if (bound.kind === 'time') return [`\`${name}\``, bound.of, 'retention job'];
    return [`\`${name}\``, bound.of, bound.kind === 'kept by' ? `\`${bound.by}\`` : 'grows with what it describes'];
  });
  const folders = Object.entries(folderBounds).map(([name, bound]) => [`\`${name}\``, bound]);
  expect(written).toEqual([...tables, ...folders]);
});

test('R-RUN-40 code named in a bound exists', () => {
  for (const bound of Object.values(tableBounds))
    if (bound.kind === 'kept by')
      expect(readFileSync(new URL(`../../${bound.by}`, import.meta.url), 'utf8')).not.toBe('');
});

test('R-RUN-40 every folder and file that the program makes under DATA_DIR has a bound', () => {
  const root = new URL('../../', import.meta.url);
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/test\.ts$|\/embedded\//.test(file),
  );
  const named = sources.flatMap((file) =>
    [...readFileSync(new URL(file, root), 'utf8').matchAll(/\bdataDir, '([^']+)'/g)].map(([, name]) => name),
  );
  expect(new Set(named)).toEqual(new Set(Object.keys(folderBounds)));
});
