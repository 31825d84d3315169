import type { CompanyId } from '@candor/domain/values/ids';
import { type Money, toMoney } from '@candor/domain/values/money';
import { sql } from 'kysely';
import type { DayFigures, StandingFigures } from '../../ports/console-reads.ts';
import type { Db } from './database.ts';

const daysMax = 366;

interface HouseRow {
  readonly day: string;
  readonly house: string;
  readonly amount: string;
  readonly count: number;
}
interface TradeRow {
  readonly day: string;
  readonly traders: number;
  readonly orders: number;
  readonly lots: string;
  readonly volume: string;
}

/**
 * Reads the figures of real accounts by day in New York. Money comes from the firm's ledger accounts alone, so that no
 * movement counts twice; orders from their signed receipts.
 */
export async function readDays(trx: Db, companyId: CompanyId, asked: number, nowMs: number): Promise<DayFigures[]> {
  const days = await daysUpTo(trx, Math.min(asked, daysMax), nowMs);
  const fromMs = Number(days[0]?.from_ms ?? nowMs);
  const house = await readHouse(trx, companyId, fromMs);
  const trades = await readTrades(trx, companyId, fromMs);
  const newUsers = await readNewUsers(trx, companyId, fromMs);
  return days.map(({ day }) => {
    const of = (name: string) => house.find((row) => row.day === day && row.house === name);
    const moneyOf = (name: string): Money => toMoney(BigInt(of(name)?.amount ?? '0'));
    const traded = trades.find((row) => row.day === day);
    return {
      day,
      deposits: toMoney(-moneyOf('deposits')),
      depositCount: of('deposits')?.count ?? 0,
      withdrawals: moneyOf('payouts'),
      withdrawalCount: of('payouts')?.count ?? 0,
      withdrawalFees: moneyOf('withdrawal-fee'),
      tradeFees: moneyOf('fee'),
      swap: moneyOf('swap'),
      profitAndLoss: moneyOf('profit-and-loss'),
      negativeBalances: moneyOf('negative-balance'),
      activeTraders: traded?.traders ?? 0,
      newUsers: newUsers.get(day) ?? 0,
      orders: traded?.orders ?? 0,
      lots: traded?.lots ?? '0.00',
      volumeUsd: traded?.volume ?? '0.00',
    };
  });
}

const newYork = sql.lit('America/New_York');

function dayOf(column: ReturnType<typeof sql>) {
  return sql`to_char(to_timestamp(${column} / 1000.0) at time zone ${newYork}, 'YYYY-MM-DD')`;
}

async function daysUpTo(trx: Db, days: number, nowMs: number) {
  const { rows } = await sql<{ day: string; from_ms: string }>`
    select to_char(day, 'YYYY-MM-DD') as day, (extract(epoch from day at time zone ${newYork}) * 1000)::bigint as from_ms
    from (select date_trunc('day', to_timestamp(${nowMs} / 1000.0) at time zone ${newYork}) as today) as now,
      generate_series(today - make_interval(days => ${days - 1}::integer), today, interval '1 day') as day
    order by day`.execute(trx);
  return rows;
}

async function readHouse(trx: Db, companyId: CompanyId, fromMs: number): Promise<readonly HouseRow[]> {
  const { rows } = await sql<HouseRow>`
    select ${dayOf(sql`at_ms`)} as day, split_part(ledger_key, '/', 5) as house, sum(amount_micros)::text as amount,
      count(*)::integer as count
    from posting
    where company_id = ${companyId} and split_part(ledger_key, '/', 2) = 'real' and at_ms >= ${fromMs}
      and split_part(ledger_key, '/', 3) = 'USD' and split_part(ledger_key, '/', 4) = 'house'
    group by 1, 2`.execute(trx);
  return rows;
}

/** Reads openings: one receipt each, with lots, price and the rate to the account's currency. */
async function readTrades(trx: Db, companyId: CompanyId, fromMs: number): Promise<readonly TradeRow[]> {
  const { rows } = await sql<TradeRow>`
    with fill as (
      select account_id, id like '%-open' as is_opening, real_at_ms as at_ms,
        (text::json ->> 'lots')::numeric as lots,
        (text::json ->> 'lots')::numeric * (text::json -> 'contract' ->> 'unitsPerLot')::numeric
          * (text::json ->> 'price')::numeric * coalesce((text::json -> 'rate' ->> 'numerator')::numeric, 1)
          / coalesce((text::json -> 'rate' ->> 'denominator')::numeric, 1) as volume
      from receipt
      where company_id = ${companyId} and real_at_ms >= ${fromMs})
    select ${dayOf(sql`at_ms`)} as day, count(distinct account_id)::integer as traders,
      count(*) filter (where is_opening)::integer as orders,
      coalesce(sum(lots) filter (where is_opening), 0)::text as lots,
      round(coalesce(sum(volume) filter (where is_opening), 0), 2)::text as volume
    from fill group by 1`.execute(trx);
  return rows;
}

async function readNewUsers(trx: Db, companyId: CompanyId, fromMs: number): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ day: string; count: number }>`
    select ${dayOf(sql`created_at_ms`)} as day, count(*)::integer as count from app_user
    where company_id = ${companyId} and not is_demo and created_at_ms >= ${fromMs} group by 1`.execute(trx);
  return new Map(rows.map(({ day, count }) => [day, count]));
}

/** Reads the current figures of the real accounts and of requests that wait for an operator. */
export async function readStanding(trx: Db, companyId: CompanyId): Promise<StandingFigures> {
  const { rows } = await sql<Record<'users' | 'open_orders' | 'reviews', number> & Record<'cash' | 'locked', string>>`
    select
      (select count(*)::integer from app_user where company_id = ${companyId} and not is_demo) as users,
      (select count(*)::integer from trade_order o join receipt_chain c on c.account_id = o.account_id
        where o.company_id = ${companyId} and o.ended_at_ms is null and o.status = 'open' and c.realm = 'real')
        as open_orders,
      (select count(*)::integer from verification where company_id = ${companyId} and status = 'waiting') as reviews,
      coalesce(sum(balance_micros) filter (where split_part(ledger_key, '/', 4) = 'cash'), 0)::text as cash,
      coalesce(sum(balance_micros) filter (where split_part(ledger_key, '/', 4) = 'locked'), 0)::text as locked
    from ledger_balance
    where company_id = ${companyId} and split_part(ledger_key, '/', 2) = 'real'
      and split_part(ledger_key, '/', 3) = 'USD'`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error('Invariant: an aggregate answers one row');
  const funds = await readWaitingFunds(trx, companyId);
  const oldest = funds.get('withdrawal')?.oldest_ms ?? null;
  return {
    users: row.users,
    openOrders: row.open_orders,
    clientMoney: toMoney(BigInt(row.cash)),
    locked: toMoney(BigInt(row.locked)),
    waiting: {
      deposits: funds.get('deposit')?.count ?? 0,
      withdrawals: funds.get('withdrawal')?.count ?? 0,
      corrections: funds.get('correction')?.count ?? 0,
      verifications: row.reviews,
    },
    oldestWithdrawalMs: oldest === null ? null : Number(oldest),
  };
}

async function readWaitingFunds(trx: Db, companyId: CompanyId) {
  const { rows } = await sql<{ kind: string; count: number; oldest_ms: string }>`
    select kind, count(*)::integer as count, min(requested_at_ms) as oldest_ms from funds_request
    where company_id = ${companyId} and finished_at_ms is null group by kind`.execute(trx);
  return new Map(rows.map((row) => [row.kind, row]));
}
