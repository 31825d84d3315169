import type { Command } from '@candor/domain/engine/command';
import type { FundsRequestId } from '@candor/domain/engine/funds/funds-request';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { toMoney } from '@candor/domain/values/money';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testSpecs } from '../../../../../../testkit/engine-scenario.ts';
import { secondNever } from '../../../../../../testkit/funds-commands.ts';
import { headersOf } from '../../../../../../testkit/send-picture.ts';
import { otherHost, TestServer } from '../../../../../../testkit/test-server.ts';
import { marketOrder, submitPath } from '../../../../../../testkit/with-test-server.ts';
import { ConsoleReadsTables } from '../../../adapters/postgres/console-reads-tables.ts';
import { decode } from '../../../trading/codec.ts';

const { eurusd } = testSpecs;
const dayMs = 24 * 3_600_000;
const company = 1 as CompanyId;

let server: TestServer;

beforeEach(async () => {
  server = await TestServer.start();
  server.market.give(eurusd, '1.15283', '1.15295');
});
afterEach(() => server.stop());

async function dashboard(days: number, host = 'localhost') {
  const dealer = await server.operator('dealer', host);
  const { data } = await server.call('GET', '/api/console/dashboard', { days }, headersOf(dealer));
  return data as {
    days: Record<string, string | number>[];
    waiting: Record<string, number>;
    now: Record<string, string | number | null>;
  };
}

async function decide(command: Command): Promise<void> {
  const outcome = await server.server.core.submit({ command, clientId: null, bodyHash: null });
  expect(outcome).toMatchObject({ kind: 'done' });
}

/** A real user with this many dollars, credited by an operator. */
async function funded(dollars: bigint) {
  const user = await server.realUser();
  const accountId = user.id as AccountId;
  const base = { atMs: server.clock.nowMs(), accountId };
  const none = toMoney(0n);
  await decide({ ...base, type: 'OpenAccount', tenantId: company, realm: 'real', currency: 'USD', grant: none });
  const paid = { method: 'coin', paid: dollars * 100_000_000n, paidCurrency: 'USDT', rate: 100_000_000n } as const;
  const request = { optionId: 1, proofId: null, externalId: null, payloadHash: 'h', secondFrom: secondNever } as const;
  await decide({ ...base, ...paid, ...request, type: 'RequestDeposit', credit: toMoney(dollars * 1_000_000n) });
  const [fundsId] = server.server.core.state.accounts.get(accountId)?.funds.keys() ?? [];
  const by = { kind: 'operator', id: 1 } as const;
  await decide({ ...base, type: 'ApproveFunds', fundsId: fundsId as FundsRequestId, by, payloadHash: 'h' });
  return { ...user, accountId, base };
}

test('R-OPS-21 a day’s figures sum up: deposits, opened orders, clients’ results and the company’s income', async () => {
  const user = await funded(5_000n);
  const trade = (fields: object) => server.call('POST', submitPath, { ...marketOrder, ...fields }, headersOf(user));
  const opened = await trade({});
  await trade({ cont: '0.10' });
  server.market.give(eurusd, '1.15183', '1.15195');
  await server.call('POST', '/v1/api/forex/close', { id: opened.data.Id }, headersOf(user));
  await decide({
    ...user.base,
    type: 'RequestDeposit',
    method: 'bank',
    paid: 1_00000000n,
    paidCurrency: 'USD',
    rate: 100_000_000n,
    credit: toMoney(1_000_000n),
    optionId: 2,
    proofId: null,
    externalId: null,
    payloadHash: 'i',
    secondFrom: secondNever,
  });
  const { days, waiting, now } = await dashboard(2);
  const fees = Number(opened.data.TradeFee) * 1.2;
  expect(days).toHaveLength(2);
  const today = days[1] ?? {};
  expect(today).toMatchObject({
    deposits: '5000.000000',
    deposit_count: 1,
    withdrawals: '0.000000',
    active_traders: 1,
    new_users: 0,
    orders: 2,
    lots: '0.60',
    volume_usd: '69177.00',
    client_profit: '-56.000000',
  });
  expect(Number(today['fees'])).toBeCloseTo(fees, 6);
  expect(Number(today['revenue'])).toBeCloseTo(fees + 56, 6);
  expect(waiting).toEqual({ deposits: 1, withdrawals: 0, corrections: 0, verifications: 0 });
  expect(now).toMatchObject({ users: 1, open_orders: 1, locked: '0.000000', oldest_withdrawal_at: null, p90_ms: null });
  expect(Number(now['client_money'])).toBeCloseTo(5_000 - fees - 56, 6);
});

test('R-OPS-21 demo accounts and other companies are excluded', async () => {
  const demo = await server.demo();
  await server.call('POST', submitPath, marketOrder, { authorization: demo });
  await funded(100n);
  const { days, now } = await dashboard(1, otherHost);
  expect(days[0]).toMatchObject({ deposits: '0.000000', orders: 0, active_traders: 0, lots: '0.00' });
  expect(now).toMatchObject({ users: 0, open_orders: 0, client_money: '0.000000' });
  expect((await dashboard(1)).days[0]).toMatchObject({ deposits: '100.000000', orders: 0, active_traders: 0 });
});

test('R-OPS-21 a day begins at midnight in New York in summer and winter time; at most 366 days are returned', async () => {
  const put = (seq: number, at: string) =>
    server.open.pool.query(
      `insert into posting (shard, seq, line, ledger_key, kind, amount_micros, balance_micros, at_ms)
       values (0, $1, 1, '1/real/USD/house/deposits', 'deposit', -1000000, 0, $2)`,
      [seq, Date.parse(at)],
    );
  // The clocks went back at 06:00 UTC on 1 November 2026, and forward at 07:00 UTC on 8 March.
  const moments = [
    ['2026-11-01T03:59:59.999Z', '2026-10-31'],
    ['2026-11-01T04:00:00.000Z', '2026-11-01'],
    ['2026-11-02T04:59:59.999Z', '2026-11-01'],
    ['2026-11-02T05:00:00.000Z', '2026-11-02'],
    ['2026-03-08T04:59:59.999Z', '2026-03-07'],
    ['2026-03-08T05:00:00.000Z', '2026-03-08'],
    ['2026-03-09T03:59:59.999Z', '2026-03-08'],
    ['2026-03-09T04:00:00.000Z', '2026-03-09'],
  ] as const;
  for (const [seq, [at]] of moments.entries()) await put(seq + 1, at);
  const reads = new ConsoleReadsTables(server.app.db, { decode });
  const nowMs = Date.parse('2026-11-02T12:00:00Z');
  const days = await reads.days(company, 1_000, nowMs);
  expect(days).toHaveLength(366);
  expect([days[0]?.day, days.at(-1)?.day]).toEqual(['2025-11-02', '2026-11-02']);
  const counted = days
    .filter(({ depositCount }) => depositCount > 0)
    .map(({ day, depositCount }) => [day, depositCount]);
  const due = new Map<string, number>();
  for (const [, day] of moments.toSorted(([a], [b]) => a.localeCompare(b))) due.set(day, (due.get(day) ?? 0) + 1);
  expect(counted).toEqual([...due]);
  const [one] = await reads.days(company, 1, nowMs);
  expect(one).toMatchObject({ day: '2026-11-02', deposits: 1_000_000n });
  expect(await reads.days(company, 1, nowMs - dayMs)).toMatchObject([{ day: '2026-11-01', depositCount: 2 }]);
});

test('R-OPS-21 its queries use indexes, not a scan of every row', async () => {
  const { rows } = await server.open.pool.query(
    `select indexname from pg_indexes where indexname = any($1) order by 1`,
    [['posting_real_day', 'receipt_real_day', 'ledger_balance_real', 'app_user_day']],
  );
  expect(rows).toHaveLength(4);
  const plan = await server.open.pool.query(`
    set enable_seqscan = off; set app.tenant = '1';
    explain select sum(amount_micros) from posting where company_id = 1
      and split_part(ledger_key, '/', 2) = 'real' and at_ms >= 5 and split_part(ledger_key, '/', 4) = 'house'`);
  const last = (plan as unknown as { rows: object[] }[]).at(-1);
  expect(JSON.stringify(last?.rows)).toContain('posting_real_day');
});
