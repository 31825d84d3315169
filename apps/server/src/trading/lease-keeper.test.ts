import { createState } from '@candor/domain/engine/state';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { toMoney } from '@candor/domain/values/money';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { testPolicy, testSpecs } from '../../../../testkit/engine-scenario.ts';
import { FaultyJournal } from '../../../../testkit/faulty-journal.ts';
import { type LeaseOwner, leaseMs, type Take } from '../ports/journal.ts';
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

  test('renews the lease twice a second, and not while commits renew it', async () => {
    renew = () => Promise.resolve(true);
    const keeper = keep();
    await pass(10_000);
    expect(renewals).toBeGreaterThanOrEqual(18);
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

  test.each([
    ['answers after 950 ms', 950, 0],
    ['answers at once, with pauses of 1,100 ms', 0, 1_100],
    ['answers after 500 ms, with pauses of 700 ms', 500, 700],
  ])('keeps the lease without a break while the database %s', async (_case, answerMs, pauseMs) => {
    const due: { readonly atMs: number; readonly answer: () => void }[] = [];
    renew = () =>
      new Promise((resolve) => {
        due.push({ atMs: nowMs + answerMs, answer: () => resolve(true) });
      });
    const keeper = keep();
    for (let second = 0; second < 20; second += 1) {
      for (let part = 0; part < 29; part += 1) {
        while ((due[0]?.atMs ?? Infinity) <= nowMs) due.shift()?.answer();
        await pass(50);
        expect(keeper.isHeld).toBe(true);
      }
      // The process does not run: its clock goes on, its timers do not.
      nowMs += pauseMs;
      expect(keeper.isHeld).toBe(true);
    }
    expect(away).toEqual([]);
    await keeper.release();
  });

  test('gives up 250 ms before expiry by its own clock, whatever the database answers', async () => {
    renew = () => new Promise(() => undefined);
    const keeper = keep();
    nowMs = leaseMs - 251;
    expect(keeper.isHeld).toBe(true);
    nowMs = leaseMs - 250;
    expect(keeper.isHeld).toBe(false);
    const renewed = keeper.beginRenewal();
    nowMs = 9_000;
    // The lease counts from sending the renewal, not from its answer.
    renewed();
    expect(keeper.isHeld).toBe(false);
    await keeper.release();
  });

  test('reports a hanging database within two seconds, and holds the lease again once it answers', async () => {
    renew = () => new Promise(() => undefined);
    const keeper = keep();
    await pass(2_050);
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
        return Promise.resolve(whom === null ? { kind: 'held', by: other, leftMs: 2_000 } : taken);
      },
    };
    const attempt = { store, owner, tickLog, clock };
    expect(await tryToLead({ ...attempt, hasEnded: () => false })).toEqual({ kind: 'held', by: other, leftMs: 2_000 });
    expect(replaced).toEqual([null]);
    expect(await tryToLead({ ...attempt, hasEnded: ({ id }) => id === 'other' })).toMatchObject({ epoch: 2 });
    expect(replaced).toEqual([null, null, 'other']);
  });

  test('waits while the database is unreachable, and reports each leader once', async () => {
    const third = { ...other, id: 'third' };
    const held = (by: LeaseOwner): Take => ({ kind: 'held', by, leftMs: 2_000 });
    const answers = [held(other), held(other), new Error('away'), new Error('away'), held(other), held(third), taken];
    const store = {
      take: async () => {
        const next = answers.shift();
        if (next === undefined || next instanceof Error) throw next ?? new Error('no more');
        return next;
      },
    };
    const reported: string[] = [];
    const errors: Error[] = [];
    const lead = awaitLead({
      store,
      owner,
      tickLog,
      clock,
      hasEnded: () => false,
      onWaiting: async ({ id }) => void reported.push(id),
      onError: (error) => errors.push(error),
    });
    await pass(3_000);
    expect(await lead).toMatchObject({ kind: 'taken', epoch: 2 });
    expect(reported).toEqual(['other', 'third']);
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
