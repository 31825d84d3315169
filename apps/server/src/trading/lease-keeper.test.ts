import { createState } from '@candor/domain/engine/state';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { toMoney } from '@candor/domain/values/money';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { testPolicy, testSpecs } from '../../../../testkit/engine-scenario.ts';
import { FaultyJournal } from '../../../../testkit/faulty-journal.ts';
import type { LeaseOwner, Take } from '../ports/journal.ts';
import { awaitLead, tryToLead } from './await-lead.ts';
import { LeaseKeeper } from './lease-keeper.ts';
import { startTradingCore } from './trading-core.ts';

let nowMs = 0;
const clock = { monotonicMs: () => nowMs };
const pass = async (ms: number) => {
  for (let passed = 0; passed < ms; passed += 50) {
    nowMs += 50;
    await vi.advanceTimersByTimeAsync(50);
  }
};

beforeEach(() => {
  nowMs = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('lease holder (R-LED-13)', () => {
  let renew: () => Promise<boolean>;
  let renewals: number;
  const away: boolean[] = [];
  const deposed: Error[] = [];
  const keep = () => {
    renewals = 0;
    away.length = 0;
    deposed.length = 0;
    const store = {
      renew: () => {
        renewals += 1;
        return renew();
      },
      release: () => Promise.resolve(),
    };
    const hooks = {
      onAway: (is: boolean) => void away.push(is),
      onDeposed: (error: Error) => void deposed.push(error),
    };
    return new LeaseKeeper({ store, epoch: 7, clock, takenAtMs: 0, ...hooks });
  };

  test('renews the lease every second, and less often while commits renew it', async () => {
    renew = () => Promise.resolve(true);
    const keeper = keep();
    await pass(10_000);
    expect(renewals).toBeGreaterThanOrEqual(9);
    expect(keeper.isHeld).toBe(true);
    const before = renewals;
    for (let at = 0; at < 50; at += 1) {
      keeper.beginRenewal()();
      await pass(100);
    }
    expect(renewals).toBe(before);
    await keeper.release();
    expect(keeper.isHeld).toBe(false);
  });

  test('gives up one second before expiry by its own clock, whatever the database answers', async () => {
    renew = () => new Promise(() => undefined);
    const keeper = keep();
    nowMs = 3_999;
    expect(keeper.isHeld).toBe(true);
    nowMs = 4_000;
    expect(keeper.isHeld).toBe(false);
    const renewed = keeper.beginRenewal();
    nowMs = 9_000;
    // The lease counts from sending the renewal, not from its answer.
    renewed();
    expect(keeper.isHeld).toBe(false);
    await keeper.release();
  });

  test('reports a hanging database within four seconds, and holds the lease again once it answers', async () => {
    renew = () => new Promise(() => undefined);
    const keeper = keep();
    await pass(4_000);
    expect(away).toEqual([true]);
    expect(keeper.isAway).toBe(true);
    renew = () => Promise.resolve(true);
    await pass(4_000);
    expect(away).toEqual([true, false]);
    expect(keeper.isHeld).toBe(true);
    expect(deposed).toEqual([]);
    await keeper.release();
  });

  test('stops the process when another epoch leads', async () => {
    renew = () => Promise.resolve(false);
    const keeper = keep();
    await pass(2_000);
    expect(deposed.map(({ message }) => message)).toEqual([expect.stringContaining('waits as a standby')]);
    expect(keeper.isHeld).toBe(false);
    await pass(10_000);
    expect(renewals).toBe(1);
  });
});

describe('lease candidate (R-RUN-23)', () => {
  const owner: LeaseOwner = { id: 'me', address: 'me', process: null };
  const other: LeaseOwner = { id: 'other', address: 'other', process: null };
  const tickLog = () => ({ id: 'log', nextOffset: 0 });
  const taken: Take = { kind: 'taken', epoch: 2, isSameTickLog: true };

  test('replaces a holder only after it has certainly ended, by its id', async () => {
    const replaced: (string | null)[] = [];
    const store = {
      take: (_owner: LeaseOwner, _log: unknown, whom: string | null): Promise<Take> => {
        replaced.push(whom);
        return Promise.resolve(whom === null ? { kind: 'held', by: other } : taken);
      },
    };
    const attempt = { store, owner, tickLog, clock };
    expect(await tryToLead({ ...attempt, hasEnded: () => false })).toEqual({ kind: 'held', by: other });
    expect(replaced).toEqual([null]);
    expect(await tryToLead({ ...attempt, hasEnded: ({ id }) => id === 'other' })).toMatchObject({ epoch: 2 });
    expect(replaced).toEqual([null, null, 'other']);
  });

  test('waits while the database is unreachable, and reports each leader once', async () => {
    const third = { ...other, id: 'third' };
    const held = (by: LeaseOwner): Take => ({ kind: 'held', by });
    const answers = [held(other), held(other), new Error('away'), new Error('away'), held(other), held(third), taken];
    const store = {
      take: async () => {
        const next = answers.shift();
        if (next === undefined || next instanceof Error) throw next ?? new Error('no more');
        return next;
      },
    };
    const told: string[] = [];
    const errors: Error[] = [];
    const lead = awaitLead({
      store,
      owner,
      tickLog,
      clock,
      hasEnded: () => false,
      onWaiting: async ({ id }) => void told.push(id),
      onError: (error) => errors.push(error),
    });
    await pass(3_000);
    expect(await lead).toMatchObject({ kind: 'taken', epoch: 2 });
    expect(told).toEqual(['other', 'third']);
    expect(errors).toHaveLength(1);
  });
});

test('R-LED-13 a core without its lease decides nothing', async () => {
  const journal = new FaultyJournal();
  const lease = { isHeld: true, beginRenewal: () => () => undefined };
  const core = await startTradingCore({
    journal,
    state: createState(Object.values(testSpecs), testPolicy, 8_000_000),
    clock: { nowMs: () => 1_000, monotonicMs: () => 1_000 },
    canClose: () => true,
    ticksFrom: async function* () {},
    onFatal: (error) => expect.unreachable(error.message),
    lease,
  });
  const demo = { realm: 'demo', currency: 'USD', grant: toMoney(1n) } as const;
  const command = {
    type: 'OpenAccount',
    atMs: 1,
    accountId: 7 as AccountId,
    tenantId: 1 as CompanyId,
    ...demo,
  } as const;
  const open = () => core.submit({ command, clientId: null, bodyHash: null });
  const before = journal.entries.length;
  lease.isHeld = false;
  expect(await open()).toEqual({ kind: 'unavailable' });
  expect([core.state.accounts.size, journal.entries.length]).toEqual([0, before]);
  lease.isHeld = true;
  expect(await open()).toMatchObject({ kind: 'done' });
});
