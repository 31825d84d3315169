import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { expect, test } from 'vitest';
import type { DemoStore, IdleDemo } from '../../ports/identity.ts';
import { createDemoExpiry, type DemoExpiryDeps } from './demos.ts';

const nowMs = 100 * 86_400_000;

/** A company with `count` idle demos, and a record of what was done to them. */
function idleDemos(count: number, changes: Partial<Pick<DemoExpiryDeps, 'companies' | 'hasOrders' | 'expire'>> = {}) {
  const left = new Map<AccountId, IdleDemo>();
  for (let id = 1; id <= count; id += 1) left.set(id as AccountId, { accountId: id as AccountId, hasTraded: false });
  const seen = { expired: [] as number[], used: [] as number[], portions: [] as number[], atOnceMax: 0 };
  let atOnce = 0;
  const store: DemoStore = {
    async findIdleDemos(_company, _sinceMs, limit) {
      const found = [...left.values()].slice(0, limit);
      seen.portions.push(found.length);
      return found;
    },
    async noteDemoUse(_company, accountId) {
      seen.used.push(accountId);
      left.delete(accountId);
    },
    releaseDemo: async () => [],
    async endDemo(_company, accountId) {
      left.delete(accountId);
      return [];
    },
  };
  const run = createDemoExpiry({
    store,
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
    companies: async () => [{ id: 1 as CompanyId }],
    hasOrders: async () => false,
    async expire({ accountId }) {
      atOnce += 1;
      seen.atOnceMax = Math.max(seen.atOnceMax, atOnce);
      await Promise.resolve();
      seen.expired.push(accountId);
      atOnce -= 1;
      return true;
    },
    forgetSessions: () => undefined,
    ...changes,
  });
  return { run, seen, left };
}

test('R-SES-34 a run ends at most 5,000 of 100,000 idle demos, one at a time; the next run continues', async () => {
  const { run, seen } = idleDemos(100_000);
  await run();
  expect([seen.expired.length, seen.atOnceMax, Math.max(...seen.portions)]).toEqual([5_000, 1, 200]);
  await run();
  expect(new Set(seen.expired).size).toBe(10_000);
});

test('R-SES-34 a demo with open or pending orders stays and is checked again after 30 days', async () => {
  const { run, seen, left } = idleDemos(450, { hasOrders: async (id) => id % 2 === 0 });
  await run();
  expect([seen.expired.length, seen.used.length, left.size]).toEqual([225, 225, 0]);
});

test('R-SES-34 a run stops while the trading core takes no commands; the next one finishes', async () => {
  let isUp = false;
  const { run, left } = idleDemos(3, { expire: async () => isUp });
  await run();
  expect(left.size).toBe(3);
  isUp = true;
  await run();
  expect(left.size).toBe(0);
});

test('R-RUN-70 a company whose core is away keeps no demos of the others', async () => {
  let asked = 0;
  const { run, left } = idleDemos(3, {
    companies: async () => [{ id: 1 as CompanyId }, { id: 2 as CompanyId }],
    async hasOrders() {
      asked += 1;
      if (asked === 1) throw new Error('the core cannot be reached');
      return false;
    },
  });
  await expect(run()).rejects.toThrow('cannot be reached');
  expect(left.size).toBe(0);
});
