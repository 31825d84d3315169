import { codes } from '@candor/contracts/codes';
import type { RankingEntry } from '@candor/contracts/http/content';
import { parseMoney } from '@candor/domain/values/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testSpecs } from '../../../../../../testkit/engine-scenario.ts';
import { otherHost, TestServer } from '../../../../../../testkit/test-server.ts';
import { marketOrder, submitPath } from '../../../../../../testkit/with-test-server.ts';
import { Ranking } from '../../../services/content/ranking.ts';

const { eurusd } = testSpecs;
const dayMs = 24 * 3_600_000;

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
  server.market.kind = 'open';
});
afterAll(() => server.stop());

interface Trader {
  readonly headers: Record<string, string>;
  readonly id: number;
  readonly uid: string;
}

/** Last three digits of every trader's id, by which the ranking names them. */
const usedNames = new Set<string>();

/** Opens a demo account whose name in the ranking no other trader of this file has. */
async function aTrader(host = 'localhost'): Promise<Trader> {
  const headers = { host, authorization: await server.demo(undefined, host) };
  const { data } = await server.call('GET', '/api/user/info', {}, headers);
  const name = data.uid.slice(-3);
  if (usedNames.has(name)) return aTrader(host);
  usedNames.add(name);
  return { headers, id: data.id, uid: data.uid };
}

const joinRanking = ({ headers }: Trader, ranking_opt_in = true) =>
  server.call('POST', '/api/user/preferences', { ranking_opt_in }, headers);

/** Orders opened and closed, each with a profit or loss in pips, before costs. */
async function trade({ headers }: Trader, pips: readonly number[]): Promise<void> {
  for (const pip of pips) {
    server.market.give(eurusd, '1.15283', '1.15295');
    const { data } = await server.call('POST', submitPath, marketOrder, headers);
    const bid = 115_295 + pip * 10;
    server.market.give(eurusd, `1.${String(bid).slice(1)}`, `1.${String(bid + 12).slice(1)}`);
    await server.call('POST', '/v1/api/forex/close', { id: data.Id }, headers);
  }
  // Answered from the tables, so that they have caught up.
  await server.call('GET', '/v1/api/forex/my_deal', { status: 3 }, headers);
}

const ten = [1, 2, 3, 4, 5, 6, -7, 8, 0, 10];

/** The ranking as it is now: what was kept is too old. */
async function ranking(host = 'localhost'): Promise<RankingEntry[]> {
  const ask = async () => (await server.call('GET', '/api/follow/list', {}, { host })).data;
  server.advance(11 * 60_000);
  const nowMs = server.clock.nowMs();
  await expect.poll(async () => (await ask()).at).toBeGreaterThanOrEqual(nowMs);
  return (await ask()).data as RankingEntry[];
}

async function rowOf(trader: Trader): Promise<RankingEntry | undefined> {
  return (await ranking()).find(({ user }) => user === `***${trader.uid.slice(-3)}`);
}

/** Figures of the trader from their own history and bills. */
async function accountOf({ headers }: Trader) {
  const { data } = await server.call('GET', '/v1/api/forex/my_deal', { status: 3 }, headers);
  const micros = (text: string) => parseMoney(text) ?? 0n;
  const net = (data.data as Record<string, string>[]).map(
    (order) => micros(order['FactProfits'] ?? '') + micros(order['Swap'] ?? '0') - micros(order['TradeFee'] ?? ''),
  );
  return { net, balance: micros(data.balance) };
}

describe('R-CNT-05 R-RANK-01 the ranking', () => {
  test('lists nobody who has not opted in or has fewer than ten closed orders', async () => {
    const [silent, few] = [await aTrader(), await aTrader()];
    await trade(silent, ten);
    await joinRanking(few);
    await trade(few, ten.slice(1));
    expect(await ranking()).toEqual([]);
    await trade(few, [1]);
    expect(await rowOf(few)).toMatchObject({ total_trade_num: 10, is_demo: 1 });
    await joinRanking(few, false);
    expect(await ranking()).toEqual([]);
  });

  test('shows exactly the figures of the account’s own history and postings', async () => {
    const trader = await aTrader();
    await joinRanking(trader);
    await trade(trader, ten);
    const { net, balance } = await accountOf(trader);
    const profit = net.reduce((sum, part) => sum + part, 0n);
    expect(balance).toBe(50_000_000_000n + profit);
    const wins = net.filter((part) => part > 0n).length;
    expect(wins).toBeLessThan(9);
    expect(await rowOf(trader)).toEqual({
      rank: 1,
      user: `***${trader.uid.slice(-3)}`,
      is_demo: 1,
      multiple: marketOrder.multiple,
      code: eurusd.code,
      three_week_rate: (Number((profit * 10_000n) / 50_000_000_000n) / 100).toFixed(2),
      three_week_win: `${wins}0.00`,
      three_week_profit: expect.any(String),
      total_rate: (Number((profit * 10_000n) / 50_000_000_000n) / 100).toFixed(2),
      total_trade_num: 10,
    });
    expect(parseMoney((await rowOf(trader))?.three_week_profit ?? '')).toBe(profit);
    await joinRanking(trader, false);
  });

  test('ranks the best rate first, restarts at a new opt-in, and drops orders older than three weeks', async () => {
    const [good, better, begun] = [await aTrader(), await aTrader(), await aTrader()];
    for (const trader of [good, better, begun]) await joinRanking(trader);
    await trade(good, ten);
    await trade(
      better,
      ten.map((pips) => pips * 3),
    );
    await trade(begun, [-400, ...ten]);
    const before = await rowOf(begun);
    const reset = await server.call('POST', '/v1/api/main/user/resetForexDemoAccount', {}, begun.headers);
    expect(reset.code).toBe(codes.ok);
    await trade(begun, []);
    const users = (await ranking()).map(({ user }) => user);
    expect(users).toEqual([better, good, begun].map(({ uid }) => `***${uid.slice(-3)}`));
    const after = await rowOf(begun);
    expect(after?.three_week_profit).toBe(before?.three_week_profit);
    // A reset makes the loss smaller relative to the total deposit, and never removes it.
    expect(Number(after?.three_week_rate)).toBeLessThan(0);
    expect(Number(after?.three_week_rate)).toBeGreaterThan(Number(before?.three_week_rate));
    server.advance(21 * dayMs);
    expect(await ranking()).toEqual([]);
    const again = await aTrader();
    await joinRanking(again);
    await trade(again, ten);
    expect(await ranking()).toHaveLength(1);
  });

  test('belongs to one company, is masked, and needs no session', async () => {
    const trader = await aTrader(otherHost);
    await joinRanking(trader);
    await trade(trader, ten);
    const shown = await server.call('GET', '/api/follow/list', {}, { host: otherHost });
    expect(shown.data).toMatchObject({ is_shown: true });
    expect(await ranking(otherHost)).toHaveLength(1);
    expect(shown.text).not.toContain(trader.uid);
    expect(await rowOf(trader)).toBeUndefined();
    expect((await server.call('GET', '/api/follow/list', { page: 2 }, { host: otherHost })).data).toMatchObject({
      data: [],
      total: 1,
    });
  });

  test('is computed once a minute, whatever the number of requests', async () => {
    await ranking();
    let statements = 0;
    server.onStatement = (statement) => {
      statements += statement.includes('ranked as') ? 1 : 0;
    };
    await server.atOneMoment(async () => {
      for (let asked = 0; asked < 5; asked += 1) await server.call('GET', '/api/follow/list');
      server.advance(10 * 60_000 + 1);
      await Promise.all(Array.from({ length: 5 }, () => server.call('GET', '/api/follow/list')));
      await expect.poll(() => statements).toBe(1);
      const after = (await server.call('GET', '/api/follow/list')).data.at;
      await expect.poll(async () => (await server.call('GET', '/api/follow/list')).data.at).toBe(after);
    });
    server.onStatement = () => undefined;
    expect(statements).toBe(1);
  });

  test('is not computed for a company that hides it', async () => {
    const store = { ranked: () => Promise.reject(new Error('never asked')) } as never;
    const hidden = new Ranking({ store, clock: server.clock, isShown: () => false, onError: () => undefined });
    expect(await hidden.read({} as never)).toBeNull();
  });
});

describe('R-RANK-01 opting out', () => {
  test('hides the account at once, for the next reader', async () => {
    const [stays, leaves] = [await aTrader(), await aTrader()];
    for (const trader of [stays, leaves]) {
      await joinRanking(trader);
      await trade(trader, ten);
    }
    const names = (rows: RankingEntry[]) => rows.map(({ user }) => user.slice(-3));
    expect(names(await ranking())).toEqual(expect.arrayContaining([stays.uid.slice(-3), leaves.uid.slice(-3)]));
    await joinRanking(leaves, false);
    const shown = names((await server.call('GET', '/api/follow/list')).data.data as RankingEntry[]);
    expect(shown).toContain(stays.uid.slice(-3));
    expect(shown).not.toContain(leaves.uid.slice(-3));
  });
});

describe('R-CNT-05 operators', () => {
  test('exclude a user at once with a reason, and include them again; both are in the audit trail', async () => {
    const trader = await aTrader();
    await joinRanking(trader);
    await trade(trader, ten);
    const { authorization } = await server.operator('compliance');
    const headers = { authorization };
    const listed = async () => (await server.call('GET', '/api/console/ranking', {}, headers)).data;
    const row = async () => (await listed()).data.find(({ id }: { id: string }) => id === String(trader.id));
    expect(await row()).toMatchObject({ uid: trader.uid, is_demo: 1, trades: 10, is_hidden: false });
    expect(await rowOf(trader)).toBeDefined();
    const act = (path: string, fields: object, who: Record<string, string> = headers) =>
      server.call('POST', `/api/console/ranking/${path}`, fields, who);
    expect((await act(`${trader.id}/hide`, {})).data).toEqual({ field: 'reason' });
    expect((await act(`${trader.id}/hide`, { reason: 'copied prices' })).code).toBe(codes.ok);
    const shown = (await server.call('GET', '/api/follow/list')).data.data as RankingEntry[];
    expect(shown.map(({ user }) => user)).not.toContain(`***${trader.uid.slice(-3)}`);
    expect(await row()).toMatchObject({ is_hidden: true });
    for (const id of ['2147483647', '99999999999999999999'])
      expect((await act(`${id}/hide`, { reason: 'because' })).code).toBe(codes.userNotFound);
    const abroad = await server.operator('admin', otherHost);
    expect(
      (await act(`${trader.id}/show`, { reason: 'because' }, { authorization: abroad.authorization, host: otherHost }))
        .code,
    ).toBe(codes.userNotFound);
    const support = await server.operator('support');
    expect((await act(`${trader.id}/show`, { reason: 'because' }, { authorization: support.authorization })).code).toBe(
      codes.notPermitted,
    );
    expect((await act(`${trader.id}/show`, { reason: 'cleared' })).code).toBe(codes.ok);
    expect(await rowOf(trader)).toBeDefined();
    const { rows } = await server.open.pool.query(
      `select action, reason from audit_entry where subject = $1 and action like 'ranking%' order by seq`,
      [`user ${trader.id}`],
    );
    expect(rows).toEqual([
      { action: 'ranking-hidden', reason: 'copied prices' },
      { action: 'ranking-shown', reason: 'cleared' },
    ]);
  });
});
