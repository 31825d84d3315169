import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { Price } from '@candor/domain/values/price';
import type { Client } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { makeHeader, recordBytes, writeRecord } from '../../apps/server/src/adapters/tick-log/tick-record.ts';
import { auditAnswers } from './audit-answers.ts';
import { auditLedger } from './audit-ledger.ts';
import { auditPending, type Pause } from './audit-pending.ts';
import { auditStops } from './audit-stops.ts';
import { Chance } from './chance.ts';
import { auditPushes } from './listener.ts';
import type { Entry, StoredOrder } from './stored-journal.ts';
import { LoggedTicks, type Tick } from './tick-files.ts';
import { type Sent, Trader } from './trader.ts';

// Proves that the audits detect faults: each fault is planted once.

const folder = mkdtempSync(join(tmpdir(), 'candor-audits-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bids = [1_000, 1_010, 990, 985, 1_005];
const tickAt = (at: number): Tick => ({
  instrumentId: 1,
  timeMs: at + 1,
  bid: bids[at] ?? 0,
  ask: (bids[at] ?? 0) + 2,
});

function ticksOnDisk(): LoggedTicks {
  const records = bids.map((_, at) => {
    const bytes = Buffer.alloc(recordBytes);
    const { timeMs, bid, ask } = tickAt(at);
    const prices = { bid: bid as Price, ask: ask as Price };
    writeRecord(bytes, 0, { instrumentId: 1 as InstrumentId, seq: at + 1, timeMs, ...prices, source: 'test' }, 'test');
    return bytes;
  });
  writeFileSync(
    join(folder, 'ticks-0.log'),
    Buffer.concat([makeHeader({ firstOffset: 0, source: 'test' }), ...records]),
  );
  return new LoggedTicks(folder);
}

/** Order bought at the first tick with a stop at 990, which the third tick reaches. */
const opened: StoredOrder = {
  ...{ id: 7, accountId: 1, instrumentId: 1, side: 'buy', kind: 'market', status: 'open' },
  ...{ stopLoss: 990, takeProfit: null, targetPrice: null, expiresAtMs: null, placedAtMs: 0 },
  ...{ cancelReason: null, parentId: null },
  ...{ openQuote: tickAt(0), closeQuote: null, closePrice: null, closeReason: null, profit: '0n' },
};
const closedBy = (at: number, reason = 'stop-loss', price = bids[at] ?? 0): StoredOrder => ({
  ...opened,
  ...{ status: 'closed', closeQuote: tickAt(at), closePrice: price, closeReason: reason },
});

function entriesOf(...steps: [type: string, order: StoredOrder, clientId?: string][]): Entry[] {
  return steps.map(([type, order, clientId], at) => ({
    seq: at + 1,
    accountId: clientId === undefined ? null : 1,
    clientId: clientId ?? null,
    kind: 'done',
    events: [{ type, accountId: 1, atMs: at + 1, order, transfers: [] }],
  }));
}

function stopsOf(...steps: Parameters<typeof entriesOf>) {
  const { missed, falselyFired } = auditStops(
    entriesOf(...steps),
    ticksOnDisk(),
    new Map(),
    new Map([[1, bids.length]]),
  );
  return { missed: missed.length, falsely: falselyFired.length };
}

describe('the audit of stops', () => {
  test.each([
    ['a stop fired by the first tick through it', closedBy(2), { missed: 0, falsely: 0 }],
    ['a stop fired one tick late', closedBy(3), { missed: 1, falsely: 0 }],
    ['a stop fired before its price was reached', closedBy(1), { missed: 0, falsely: 1 }],
    ['a stop filled at another price', closedBy(2, 'stop-loss', 991), { missed: 0, falsely: 1 }],
    ['a manual close after a tick through the stop', closedBy(4, 'user'), { missed: 1, falsely: 0 }],
    ['a manual close before a tick through the stop', closedBy(1, 'user'), { missed: 0, falsely: 0 }],
  ])('judges %s', (_, closed, found) => {
    expect(stopsOf(['OrderOpened', opened], ['OrderClosed', closed])).toEqual(found);
  });

  test('finds a stop that never fired, and a stop fired by a tick older than its order', () => {
    expect(stopsOf(['OrderOpened', opened])).toEqual({ missed: 1, falsely: 0 });
    const late = { ...opened, openQuote: tickAt(3) };
    expect(stopsOf(['OrderOpened', late], ['OrderClosed', closedBy(2)])).toEqual({ missed: 0, falsely: 1 });
  });
});

describe('the audit of pending orders', () => {
  /** Order to buy at 994 or below until 5 ms: the third tick's ask reaches it, the fifth tick is too late. */
  const placed: StoredOrder = {
    ...opened,
    ...{ kind: 'limit', status: 'pending', stopLoss: null, targetPrice: 994, openQuote: null, expiresAtMs: 5 },
  };
  const filledBy = (at: number): StoredOrder => ({ ...placed, status: 'open', openQuote: tickAt(at) });
  const answered = { quotedAfterMs: 1 } as Sent;
  let pauses: Pause[] = [];
  const found = (...steps: [type: string, order: StoredOrder, atMs?: number][]) => {
    const entries = entriesOf(
      ['OrderPlaced', placed, 'a'],
      ...steps.map(([type, order]): [string, StoredOrder] => [type, order]),
    );
    const timed = entries.map((entry, at) => {
      const atMs = steps[at - 1]?.[2] ?? 0;
      return { ...entry, events: entry.events.map((event) => ({ ...event, atMs })) };
    });
    const requests = new Map([['a', answered]]);
    const { missed, wrong } = auditPending(timed, ticksOnDisk(), requests, new Map([[1, 5]]), pauses);
    return [missed.length, wrong.length];
  };

  test.each([
    ['a fill by the first tick through the target', ['OrderOpened', filledBy(2)], [0, 0]],
    ['a fill one tick late', ['OrderOpened', filledBy(3)], [1, 0]],
    ['a fill before the target was met', ['OrderOpened', filledBy(1)], [0, 1]],
    ['a fill after the expiry', ['OrderOpened', filledBy(4)], [1, 1]],
    [
      'an expiry on time despite an earlier tick through the target',
      ['OrderExpired', { ...placed, status: 'expired' }, 5],
      [1, 0],
    ],
    ['an early expiry', ['OrderExpired', { ...placed, status: 'expired' }, 2], [1, 1]],
    ['a cancellation', ['OrderCancelled', { ...placed, status: 'cancelled' }], [0, 0]],
  ] as const)('judges %s', (_, step, wanted) => {
    expect(found([...step])).toEqual(wanted);
  });

  test('R-TIME-04 expects no fill by a tick of a pause, and one by the next tick after it', () => {
    const late = ['OrderOpened', filledBy(3)] as const;
    pauses = [{ fromMs: 3, toMs: 3 }];
    expect(found([...late])).toEqual([0, 0]);
    pauses = [{ fromMs: 1, toMs: 2 }];
    expect(found([...late])).toEqual([1, 0]);
    pauses = [];
  });

  test('finds an order that was never filled', () => {
    expect(found()).toEqual([1, 0]);
  });
});

describe('the audit of pushes', () => {
  const nothing = { accountId: 1, closed: [], seen: [], notices: [] };
  const entries = entriesOf(['OrderOpened', opened, 'a'], ['OrderClosed', closedBy(2)]);
  test.each([
    ['a push that is stored', { ...nothing, closed: [7], seen: [7], notices: ['2-0'] }, 0],
    ['an order pushed but never opened', { ...nothing, seen: [8] }, 1],
    ['an order of another account', { ...nothing, accountId: 2, seen: [7], closed: [7] }, 2],
    ['a pushed end that is not stored', { ...nothing, closed: [8] }, 1],
    ['a notice of a missing entry', { ...nothing, notices: ['3-0'] }, 1],
    ['a notice of an entry without events of the account', { ...nothing, accountId: 2, notices: ['2-0'] }, 1],
  ])('judges %s', (_, pushed, wanted) => {
    expect(auditPushes(entries, [pushed])).toHaveLength(wanted);
  });
});

describe('the audit of answers', () => {
  const trader = new Trader({ token: '', accountId: 1 }, new Chance(1), () => Promise.reject(new Error('Not called')));
  const answer = JSON.stringify({ code: 1, data: { Id: 7 } });
  const sent: Sent = {
    ...{ id: 'a', call: 'submit', body: {}, instrumentId: 1, quotedBeforeMs: 0, quotedAfterMs: 0 },
    ...{ answer, isDone: true },
  };
  trader.sent.set(sent.id, sent);
  const found = (entries: Entry[], answered = [sent]) => {
    const { lost, phantom, doubled } = auditAnswers(entries, [trader], answered);
    return [lost.length, phantom.length, doubled.length];
  };

  test('finds requests that are lost, never sent, doubled, or executed despite a refusal', () => {
    expect(found(entriesOf(['OrderOpened', opened, 'a']))).toEqual([0, 0, 0]);
    expect(found([])).toEqual([1, 0, 0]);
    expect(found(entriesOf(['OrderOpened', { ...opened, id: 8 }, 'a']))).toEqual([1, 0, 0]);
    expect(found(entriesOf(['OrderOpened', opened, 'a'], ['OrderOpened', { ...opened, id: 9 }, 'b']))).toEqual([
      0, 1, 0,
    ]);
    expect(found(entriesOf(['OrderOpened', opened, 'a'], ['OrderOpened', opened, 'a']))).toEqual([0, 0, 2]);
    expect(found(entriesOf(['OrderOpened', opened, 'a']), [{ ...sent, isDone: false }])).toEqual([0, 1, 0]);
  });
});

describe('the audit of the ledger', () => {
  const cash = (account: number) => `1/demo/USD/cash/${account}`;
  const grant = '1/demo/USD/house/grant';
  const moved = (from: string, to: string, amount: number) => ({ from, to, amount: `${amount}n` });
  const eventOf = (type: string, accountId: number, transfer: ReturnType<typeof moved>) => {
    const order = type === 'OrderClosed' ? { order: { ...opened, accountId } } : {};
    return { type, accountId, atMs: 1, ...order, transfers: [transfer] };
  };
  /** Demo 5 is opened, trades and ends; demo 6 is opened before it ends. */
  const entries = [
    eventOf('AccountOpened', 5, moved(grant, cash(5), 100)),
    eventOf('AccountOpened', 6, moved(grant, cash(6), 100)),
    eventOf('OrderClosed', 5, moved(cash(5), grant, 30)),
    eventOf('DemoExpired', 5, moved(cash(5), grant, 70)),
  ].map((event, at): Entry => ({ seq: at + 1, accountId: 5, clientId: null, kind: 'done', events: [event] }));
  const posting = (seq: number, line: number, key: string, amount: number, balance: number) => ({
    ...{ seq: String(seq), line, ledger_key: key, amount_micros: String(amount), balance_micros: String(balance) },
  });
  const balance = (key: string, amount: number) => ({ ledger_key: key, balance_micros: String(amount) });
  const whole = {
    posting: [
      posting(1, 0, grant, -100, -100),
      posting(1, 1, cash(5), 100, 100),
      posting(2, 0, grant, -100, -200),
      posting(2, 1, cash(6), 100, 100),
      posting(3, 0, cash(5), -30, 70),
      posting(3, 1, grant, 30, -170),
      posting(4, 0, cash(5), -70, 0),
      posting(4, 1, grant, 70, -100),
    ],
    ledger_balance: [balance(grant, -100), balance(cash(5), 0), balance(cash(6), 100)],
    trade_order: [{ id: '7', status: 'open', profit_micros: '0', account_id: 5 }],
  };
  const erased: typeof whole = {
    posting: whole.posting.slice(2, 4),
    ledger_balance: [balance(grant, -100), balance(cash(6), 100)],
    trade_order: [],
  };
  const found = async (tables: typeof whole) => {
    const query = (text: string) => {
      const rows = Object.entries(tables).find(([table]) => text.includes(`from ${table}`))?.[1];
      return Promise.resolve({ rows });
    };
    return (await auditLedger({ query } as unknown as Client, entries)).length;
  };

  test('agrees with all rows of an ended demo, with some and with none of them', async () => {
    expect(await found(whole)).toBe(0);
    expect(await found({ ...whole, posting: whole.posting.slice(2) })).toBe(0);
    expect(await found(erased)).toBe(0);
  });

  test.each([
    ['a missing posting of a demo that has not ended', { ...erased, posting: [] }],
    ['half of a transfer of an ended demo', { ...erased, posting: [...erased.posting, whole.posting[7]] }],
    [
      'a house balance without what the ended demo moved',
      { ...erased, ledger_balance: [balance(grant, -200), balance(cash(6), 100)] },
    ],
    ['a missing house balance', { ...erased, ledger_balance: [balance(cash(6), 100)] }],
    [
      'a running balance of the house that is wrong',
      { ...erased, posting: [posting(2, 0, grant, -100, -100), erased.posting[1]] },
    ],
    ['a posting that no entry made', { ...erased, posting: [...erased.posting, posting(9, 0, grant, 0, -100)] }],
    ['an order of no entry', { ...erased, trade_order: [{ ...whole.trade_order[0], id: '8' }] }],
  ])('finds %s', async (_, tables) => {
    expect(await found(tables as typeof whole)).toBeGreaterThan(0);
  });
});
