import { createState } from '@candor/domain/engine/state';
import type { AccountId, CompanyId, OrderId } from '@candor/domain/values/ids';
import { toMoney } from '@candor/domain/values/money';
import { beforeEach, describe, expect, test } from 'vitest';
import { testPolicy, testSpecs } from '../../../../testkit/engine-scenario.ts';
import { FaultyJournal } from '../../../../testkit/faulty-journal.ts';
import type { Outcome } from '../ports/trading-port.ts';
import { startTradingCore, type TradingCore } from './trading-core.ts';

const accountId = 7 as AccountId;

let journal: FaultyJournal;
let core: TradingCore;
let nowMs: number;
/** Lets the table of ids answer. */
let answer: () => void;
let first: Outcome;

async function start(): Promise<void> {
  core = await startTradingCore({
    journal,
    state: createState(Object.values(testSpecs), testPolicy, 8_000_000),
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
    canClose: () => true,
    ticksFrom: async function* () {},
    onFatal: (error) => {
      throw error;
    },
  });
}

/** A command that is refused, and whose refusal is stored. */
function cancel(clientId: string): Promise<Outcome> {
  const command = { type: 'CancelOrder', atMs: nowMs, accountId, orderId: 1 as OrderId } as const;
  return core.submit({ command, clientId, bodyHash: 'body' });
}

const decided = (id: string) => journal.entries.filter(({ clientId }) => clientId === id);

beforeEach(async () => {
  journal = new FaultyJournal();
  nowMs = Date.parse('2026-11-17T12:00:00Z');
  await start();
  const opened = { realm: 'demo', currency: 'USD', grant: toMoney(50_000_000_000n), tenantId: 1 as CompanyId } as const;
  const command = { type: 'OpenAccount', atMs: nowMs, accountId, ...opened } as const;
  await core.submit({ command, clientId: null, bodyHash: null });
  first = await cancel('known');
  journal.idGate = new Promise((resolve) => {
    answer = resolve;
  });
  await start();
});

describe('R-WIRE-09 R-LED-20 right after a restart, before the filters are filled', () => {
  test('a known id gets its stored answer; a new one, asked twice at once, is decided once', async () => {
    const asked = [cancel('known'), cancel('new'), cancel('new'), core.findAnswer(accountId, 'known')];
    answer();
    const [again, one, other, found] = await Promise.all(asked);
    expect(first.kind).toBe('refused');
    expect(again).toEqual(first);
    expect(found).toEqual(first);
    expect(other).toEqual(one);
    expect([decided('known'), decided('new')].map(({ length }) => length)).toEqual([1, 1]);
  });

  test('a decision that waited for the table has the time at which it was made', async () => {
    const asked = cancel('new');
    nowMs += 1_500;
    answer();
    await asked;
    expect(decided('new')).toMatchObject([{ atMs: nowMs }]);
  });

  test('once they are filled a new id asks nothing', async () => {
    answer();
    await cancel('new');
    const { idQueries } = journal;
    for (let at = 0; at < 20; at += 1) await cancel(`later ${at}`);
    expect(journal.idQueries).toBe(idQueries);
  });
});
