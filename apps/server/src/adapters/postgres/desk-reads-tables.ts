import type { CompanyId } from '@candor/domain/values/ids';
import { type Money, toMoney } from '@candor/domain/values/money';
import { type RawBuilder, sql } from 'kysely';
import type { DecisionTimes, DeskQueue, DeskQueueName, DeskReads } from '../../ports/desk-reads.ts';
import type { Db } from './database.ts';
import { withTenant } from './with-tenant.ts';

interface QueueRow {
  readonly waiting: number;
  readonly late: number;
  readonly oldest_id: string | null;
  readonly oldest_ms: string | null;
  readonly mark: string;
}

interface ControlRow {
  readonly currency: string;
  readonly part: string;
  readonly house: string;
  readonly amount: string;
}

function moneyOf(row: ControlRow | undefined): Money {
  return toMoney(BigInt(row?.amount ?? '0'));
}

/** Decisions needed for a percentile; below it one slow decision would dominate. */
const timesMin = 5;

/** Entries that wait, oldest first; a queue is counted up to a thousand. */
const waitingOf: Readonly<Record<DeskQueueName, RawBuilder<unknown>>> = {
  withdrawals: funds('withdrawal', sql`status = 'requested'`),
  payouts: funds('withdrawal', sql`status = 'approved'`),
  deposits: funds('deposit', sql`true`),
  corrections: funds('correction', sql`true`),
  verifications: sql`select id, submitted_at_ms as since_ms, '' as content from verification
    where status = 'waiting' order by id limit 1000`,
};

function funds(kind: string, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select id, requested_at_ms as since_ms, record as content from funds_request
    where kind = ${sql.lit(kind)} and ${condition} and finished_at_ms is null order by id limit 1000`;
}

/** Operators' queues in PostgreSQL. */
export class DeskReadsTables implements DeskReads {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  queues(companyId: CompanyId, nowMs: number, lateMs: DecisionTimes) {
    return withTenant(this.#db, companyId, async (trx) => {
      const read = (name: DeskQueueName) => readQueue(trx, name, nowMs, lateMs[name]);
      return {
        withdrawals: await read('withdrawals'),
        payouts: await read('payouts'),
        deposits: await read('deposits'),
        corrections: await read('corrections'),
        verifications: await read('verifications'),
      };
    });
  }

  async controls(companyId: CompanyId) {
    const { rows } = await withTenant(this.#db, companyId, (trx) =>
      sql<ControlRow>`
        select split_part(ledger_key, '/', 3) as currency, split_part(ledger_key, '/', 4) as part,
          case when split_part(ledger_key, '/', 4) = 'house' then split_part(ledger_key, '/', 5) else '' end as house,
          sum(balance_micros)::text as amount
        from ledger_balance
        where company_id = ${companyId} and split_part(ledger_key, '/', 2) = 'real'
        group by 1, 2, 3
        union all
        select '', 'open', '', coalesce(sum(amount_micros), 0)::text from funds_request
        where kind = 'withdrawal' and finished_at_ms is null`.execute(trx),
    );
    const currencies = [...new Set(rows.map(({ currency }) => currency))].filter((currency) => currency !== '');
    const sumOf = (currency: string, part: string) =>
      moneyOf(rows.find((row) => row.currency === currency && row.part === part));
    return {
      open: sumOf('', 'open'),
      ledgers: currencies.toSorted().map((currency) => {
        const houses = rows.filter((row) => row.currency === currency && row.part === 'house');
        const house = new Map(houses.map((row) => [row.house, moneyOf(row)]));
        return { currency, house, free: sumOf(currency, 'cash'), locked: sumOf(currency, 'locked') };
      }),
    };
  }

  decisionTimes(companyId: CompanyId, sinceMs: number): Promise<DecisionTimes> {
    return withTenant(this.#db, companyId, async (trx) => {
      const withdrawals = await timeOf(trx, fundsDecided('withdrawal', 'paid', sinceMs));
      return {
        withdrawals,
        payouts: withdrawals,
        deposits: await timeOf(trx, fundsDecided('deposit', 'credited', sinceMs)),
        corrections: await timeOf(trx, fundsDecided('correction', 'posted', sinceMs)),
        verifications: await timeOf(trx, reviewsDecided(sinceMs)),
      };
    });
  }
}

function fundsDecided(kind: string, status: string, sinceMs: number): RawBuilder<unknown> {
  return sql`select finished_at_ms - requested_at_ms as took_ms from funds_request
    where kind = ${kind} and status = ${status} and finished_at_ms >= ${sinceMs}`;
}

/** The newest thousand of either outcome: no index leads to all of a period. */
function reviewsDecided(sinceMs: number): RawBuilder<unknown> {
  const newest = (status: string) => sql`(select submitted_at_ms, reviewed_at_ms from verification
    where status = ${status} order by id desc limit 1000)`;
  return sql`select reviewed_at_ms - submitted_at_ms as took_ms
    from (${newest('approved')} union all ${newest('rejected')}) as decided where reviewed_at_ms >= ${sinceMs}`;
}

async function timeOf(trx: Db, decided: RawBuilder<unknown>): Promise<number | null> {
  const { rows } = await sql<{ count: number; p90: string | null }>`
    select count(*)::integer as count, percentile_disc(0.9) within group (order by took_ms) as p90
    from (${decided}) as decided`.execute(trx);
  const [row] = rows;
  return row === undefined || row.count < timesMin ? null : Number(row.p90);
}

async function readQueue(trx: Db, name: DeskQueueName, nowMs: number, lateMs: number | null): Promise<DeskQueue> {
  const lateFrom = lateMs === null ? null : nowMs - lateMs;
  const { rows } = await sql<QueueRow>`
    select count(*)::integer as waiting, count(*) filter (where since_ms < ${lateFrom}::bigint)::integer as late,
      min(id)::text as oldest_id, min(since_ms)::text as oldest_ms,
      concat_ws('.', count(*), max(id), sum(hashtext(content))) as mark
    from (${waitingOf[name]}) as waiting`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error('Invariant: an aggregate answers one row');
  const { waiting, late, oldest_id: id, oldest_ms: sinceMs, mark } = row;
  const oldest = id === null ? null : { id: Number(id), sinceMs: Number(sinceMs) };
  return { waiting, late, oldest, mark };
}
