import type { CompanyId } from '@candor/domain/values/ids';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SocketPeer } from './socket-peer.ts';
import { TradingState } from './trading-state.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Socket of a company that keeps what it was sent. */
function open(companyId: number | null) {
  const sent: boolean[] = [];
  const peer = {
    companyId: companyId as CompanyId | null,
    send: (text: string) => {
      const { type, params } = JSON.parse(text) as { type: string; params: { Available: boolean } };
      expect(type).toBe('TRADING');
      sent.push(params.Available);
    },
  } as SocketPeer;
  return { peer, sent };
}

test('R-SOC-13 each socket is sent the state when it opens and every change, those of each company their own', () => {
  const away = new Set<number | null>();
  const state = new TradingState((companyId) => !away.has(companyId));
  const [first, other, unknown] = [open(1), open(2), open(null)];
  for (const { peer } of [first, other, unknown]) state.add(peer);
  expect([first.sent, other.sent, unknown.sent]).toEqual([[true], [true], [true]]);
  away.add(1);
  vi.advanceTimersByTime(1_000);
  const late = open(1);
  state.add(late.peer);
  expect([first.sent, other.sent, unknown.sent, late.sent]).toEqual([[true, false], [true], [true], [false]]);
  away.delete(1);
  state.remove(first.peer);
  vi.advanceTimersByTime(1_000);
  expect([first.sent, late.sent]).toEqual([
    [true, false],
    [false, true],
  ]);
  state.remove(late.peer);
  away.add(1);
  vi.advanceTimersByTime(1_000);
  expect(late.sent).toEqual([false, true]);
  state.stop();
});
