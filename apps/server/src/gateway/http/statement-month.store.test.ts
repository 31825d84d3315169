import { codes } from '@candor/contracts/codes';
import type { Statement } from '@candor/contracts/http/statement';
import { parseMoney } from '@candor/domain/values/money';
import { expect, test } from 'vitest';
import { testSpecs } from '../../../../../testkit/engine-scenario.ts';
import { dayOf, goToMonday, Purse } from '../../../../../testkit/ledger-month.ts';
import { otherHost, TestServer } from '../../../../../testkit/test-server.ts';
import { trialCompanyId } from '../../adapters/postgres/trial-company.ts';

const { eurusd } = testSpecs;
const hourMs = 3_600_000;
const days = 28;
const steps = 320;

interface Player {
  readonly headers: { readonly authorization: string; readonly host: string; readonly lang: string };
  readonly purse: Purse | null;
}

/** The same numbers on every run: mulberry32. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

async function openPlayers(server: TestServer): Promise<Player[]> {
  const players: Player[] = [];
  for (const [host, company] of [
    ['localhost', 1],
    ['localhost', 1],
    [otherHost, trialCompanyId],
  ] as const) {
    const { authorization, id } = await server.realUser(host);
    players.push({ headers: { authorization, host, lang: 'en' }, purse: await Purse.open(server, id, company) });
  }
  for (const host of ['localhost', otherHost])
    players.push({ headers: { authorization: await server.demo(undefined, host), host, lang: 'en' }, purse: null });
  return players;
}

/** Something a trader or an operator does; what is refused changes nothing. */
async function act(server: TestServer, { headers, purse }: Player, random: (below: number) => number): Promise<void> {
  const choice = random(10);
  if (choice < 5) {
    const cont = `0.${String(1 + random(20)).padStart(2, '0')}`;
    const order = { type: 1 + random(2), cont, forex_id: eurusd.id, status: 1, multiple: 100 };
    await server.call('POST', '/v1/api/forex/submit', order, headers);
  } else if (choice < 8) {
    const { data } = await server.call('GET', '/v1/api/forex/my_deal', { status: 1 }, headers);
    const open = data.data as { Id: number }[];
    const id = open[random(Math.max(1, open.length))]?.Id;
    const part = random(2) === 0 ? { cont: '0.01' } : {};
    if (id !== undefined) await server.call('POST', '/v1/api/forex/close', { id, ...part }, headers);
  } else if (purse === null) {
    if (random(8) === 0) await server.call('POST', '/v1/api/main/user/resetForexDemoAccount', {}, headers);
  } else if (choice === 8) await purse.deposit(`${50 + random(400)}.${10 + random(90)}`);
  else
    await (random(2) === 0
      ? purse.withdraw(`${10 + random(60)}`)
      : purse.correct(`${random(2) ? '-' : ''}1.${10 + random(90)}`));
}

async function liveMonth(server: TestServer, players: readonly Player[]): Promise<void> {
  const random = randomFrom(20_261_121);
  let bid = 115_283;
  for (let step = 0; step < steps; step += 1) {
    bid += random(241) - 120;
    const text = (ticks: number) => (ticks / 100_000).toFixed(5);
    server.market.give(eurusd, text(bid), text(bid + 8 + random(10)));
    const player = players[random(players.length)];
    if (player !== undefined) await act(server, player, random);
    server.advance(Math.floor((days * 24 * hourMs) / steps));
  }
}

async function rowsOf(server: TestServer, statement: string): Promise<Record<string, string>[]> {
  return (await server.open.pool.query(statement)).rows as Record<string, string>[];
}

test('R-STM-08 after a random month the ledger sums to zero, balances equal their postings, and statements reconcile', async () => {
  const server = await TestServer.start();
  try {
    goToMonday(server);
    const players = await openPlayers(server);
    const from = dayOf(server.clock.nowMs(), 'UTC');
    await liveMonth(server, players);
    const [middle, to] = [dayOf(server.clock.nowMs() - 14 * 24 * hourMs, 'UTC'), dayOf(server.clock.nowMs(), 'UTC')];
    const seen = new Set<string>();
    for (const { headers } of players) {
      const ask = async (first: string, last: string) => {
        const answer = await server.call(
          'GET',
          '/api/account/statement',
          { from: first, to: last, format: 'json' },
          headers,
        );
        expect([first, last, answer.code]).toEqual([first, last, codes.ok]);
        return answer.data as Statement;
      };
      const whole = await ask(from, to);
      for (const { kind } of whole.postings) seen.add(kind);
      const sum = whole.postings.reduce((total, { amount }) => total + (parseMoney(amount) ?? 0n), 0n);
      expect(parseMoney(whole.closing_balance)).toBe((parseMoney(whole.opening_balance) ?? 0n) + sum);
      expect((await ask(middle, to)).closing_balance).toBe(whole.closing_balance);
      const { data } = await server.call('GET', '/v1/api/main/account/forexDetail', {}, headers);
      expect(Number(data.balance)).toBeCloseTo(Number(whole.closing_balance), 2);
    }
    for (const kind of ['deposit', 'trade-fee', 'trade-profit', 'trade-loss', 'swap', 'withdrawal-lock', 'correction'])
      expect(seen).toContain(kind);
    const books = await rowsOf(
      server,
      `select array_to_string((string_to_array(ledger_key, '/'))[1:3], '/') as book, sum(amount_micros) as sum
       from posting group by 1 order by 1`,
    );
    expect(books.length).toBeGreaterThanOrEqual(4);
    expect(books.filter(({ sum }) => sum !== '0')).toEqual([]);
    const torn = await rowsOf(
      server,
      `select b.ledger_key from ledger_balance b left join posting p using (ledger_key)
       group by b.ledger_key, b.balance_micros having coalesce(sum(p.amount_micros), 0) <> b.balance_micros`,
    );
    expect(torn).toEqual([]);
  } finally {
    await server.stop();
  }
}, 180_000);
