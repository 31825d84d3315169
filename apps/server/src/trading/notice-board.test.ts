import type { EngineEvent } from '@candor/domain/engine/event';
import type { AccountId } from '@candor/domain/values/ids';
import { describe, expect, test } from 'vitest';
import { EngineScenario, testSpecs } from '../../../../testkit/engine-scenario.ts';
import { NoticeBoard } from './notice-board.ts';

const { eurusd } = testSpecs;
const account = 1 as AccountId;

const accountEvent = (type: 'MarginCalled' | 'MarginCallEnded' | 'StopOutPaused', atMs = 1): EngineEvent => ({
  type,
  atMs,
  accountId: account,
  transfers: [],
});

/** Events of an account with 1,000 dollars and 1 lot EUR/USD at 1:200, in debt after a gap. */
function ruined(): EngineEvent[] {
  const scenario = new EngineScenario({ balance: '1000.00' });
  scenario.quote(eurusd, '1.15283', '1.15295');
  scenario.place(eurusd, { lots: '1.00', leverage: 200 });
  scenario.place(eurusd, { lots: '9.00', leverage: 400, target: '1.14900' });
  scenario.place(eurusd, { lots: '0.10', target: '1.10000', expiresAtMs: 1_000_003 });
  scenario.quote(eurusd, '1.14878', '1.14890');
  scenario.quote(eurusd, '1.14870', '1.14882');
  scenario.quote(eurusd, '0.92226', '0.92238');
  return scenario.events;
}

describe('notices (R-SOC-10)', () => {
  test('are issued for events without a command, and only for those', () => {
    const board = new NoticeBoard();
    board.take(1, ruined());
    expect(board.of(account).map(({ kind, order, amount }) => [kind, order?.id ?? null, amount])).toEqual([
      ['order-cancelled', 2, null],
      ['margin-call', null, null],
      ['order-expired', 3, null],
      ['stop-out', 1, -23_069_000_000n],
      ['negative-balance-covered', null, 22_076_000_000n],
      ['margin-call-ended', null, null],
    ]);
  });

  test('are removed when their demo has ended', () => {
    const board = new NoticeBoard();
    board.take(1, [accountEvent('MarginCalled')]);
    board.take(2, [{ type: 'DemoExpired', atMs: 2, accountId: account, transfers: [] }]);
    expect(board.of(account)).toEqual([]);
  });

  test('have the same ids for the same entries in every process', () => {
    const [live, again] = [new NoticeBoard(), new NoticeBoard()];
    const events = ruined();
    live.take(5, events);
    again.take(5, events);
    expect(again.of(account)).toEqual(live.of(account));
    expect(new Set(live.of(account).map(({ id }) => id)).size).toBe(6);
  });

  test('include a margin call in force, however old', () => {
    const board = new NoticeBoard();
    board.take(1, [accountEvent('MarginCalled')]);
    for (let seq = 2; seq < 40; seq += 1) board.take(seq, [accountEvent('StopOutPaused')]);
    const kept = board.of(account);
    expect(kept[0]).toMatchObject({ id: '1-0', kind: 'margin-call' });
    expect(kept).toHaveLength(21);
    board.take(40, [accountEvent('MarginCallEnded')]);
    expect(board.of(account).filter(({ kind }) => kind === 'margin-call')).toEqual([]);
  });

  test('since a time are returned for all accounts, oldest first', () => {
    const board = new NoticeBoard();
    board.take(1, [accountEvent('MarginCalled', 100)]);
    board.take(2, [accountEvent('MarginCallEnded', 200)]);
    const taken = board.take(3, [accountEvent('StopOutPaused', 300), accountEvent('MarginCalled', 300)]);
    expect(taken.map(({ id }) => id)).toEqual(['3-0', '3-1']);
    expect(board.since(150).map(({ id }) => id)).toEqual(['2-0', '3-0', '3-1']);
  });
});
