import type { OrderRecord } from '@candor/domain/engine/order';
import type { LedgerKey } from '@candor/domain/ledger/ledger';
import type { AccountId, CompanyId, OrderId, Realm } from '@candor/domain/values/ids';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type {
  ConsoleReads,
  EntryQuery,
  Listed,
  ListedAccount,
  ListedEntry,
  ListedOrder,
  ListPage,
  ListPeriod,
  OrderQuery,
} from '../../ports/console-reads.ts';
import type { StoredNotice } from '../../ports/notices.ts';
import type { StatedPosting } from '../../ports/projection.ts';
import type { Db } from './database.ts';
import { readDays, readStanding } from './day-figures.ts';
import type { AuditTable } from './document-schema.ts';
import { toPosting } from './history-tables.ts';
import { type NoticeRow, toStoredNotice } from './notice-tables.ts';
import type { PostingTable } from './schema.ts';
import { countUpTo, withTenant } from './with-tenant.ts';

type Decode = (text: string) => unknown;
type Condition = RawBuilder<unknown>;

/** Maximum duration of an operator's list query. */
const statementMaxMs = 15_000;

/** Operators' lists from PostgreSQL. */
export class ConsoleReadsTables implements ConsoleReads {
  readonly #db: Db;
  readonly #decode: Decode;

  constructor(db: Db, codec: { decode: Decode }) {
    this.#db = db;
    this.#decode = codec.decode;
  }

  accounts(companyId: CompanyId, query: ListPage & { uid: string | null; realm: Realm | null }) {
    const where = every([query.uid && sql`u.uid = ${query.uid}`, query.realm && sql`c.realm = ${query.realm}`]);
    return this.#page<AccountRow, ListedAccount>(companyId, query, {
      columns: accountColumns,
      from: sql`${fromAccounts} where ${where}`,
      by: sql`c.account_id`,
      toRow: toAccount,
    });
  }

  async account(companyId: CompanyId, id: AccountId): Promise<ListedAccount | null> {
    const { rows } = await this.#read(companyId, (trx) =>
      sql<AccountRow>`select ${accountColumns} ${fromAccounts} where c.account_id = ${id}`.execute(trx),
    );
    return rows[0] === undefined ? null : toAccount(rows[0]);
  }

  ledger(companyId: CompanyId, key: LedgerKey, query: ListPage & ListPeriod): Promise<Listed<StatedPosting>> {
    const where = every([sql`ledger_key = ${key}`, ...within(query, sql`at_ms`)]);
    return this.#page<Selectable<PostingTable>, StatedPosting>(companyId, query, {
      columns: sql`*`,
      from: sql`from posting where ${where}`,
      by: query.isNewestFirst ? sql`seq desc, line` : sql`seq, line`,
      toRow: toPosting,
    });
  }

  orders(companyId: CompanyId, query: OrderQuery): Promise<Listed<ListedOrder>> {
    const { uid, status, instrumentIds, realm } = query;
    const where = every([
      uid && sql`o.account_id = (select id from app_user where uid = ${uid})`,
      // A separate condition, so that the partial index on unfinished orders is used.
      (status === 'open' || status === 'pending') && sql`o.ended_at_ms is null`,
      status && sql`o.status = ${status}`,
      instrumentIds && sql`o.instrument_id = any(${[...instrumentIds]}::integer[])`,
      realm && sql`c.realm = ${realm}`,
      ...within(query, sql`o.placed_at_ms`),
    ]);
    return this.#page<OrderRow, ListedOrder>(companyId, query, {
      columns: orderColumns,
      from: sql`${fromOrders} where ${where}`,
      by: sql`o.id`,
      toRow: (row) => this.#toOrder(row),
    });
  }

  async order(companyId: CompanyId, id: OrderId): Promise<ListedOrder | null> {
    const { rows } = await this.#read(companyId, (trx) =>
      sql<OrderRow>`select ${orderColumns} ${fromOrders} where o.id = ${id}`.execute(trx),
    );
    return rows[0] === undefined ? null : this.#toOrder(rows[0]);
  }

  entries(companyId: CompanyId, query: EntryQuery): Promise<Listed<ListedEntry>> {
    const { operatorId, action, subject, wholeSubject } = query;
    const where = every([
      operatorId !== null && sql`a.operator_id = ${operatorId}`,
      action && sql`a.action = ${action}`,
      subject && sql`starts_with(a.subject, ${subject})`,
      wholeSubject !== undefined && sql`a.subject = ${wholeSubject}`,
      ...within(query, sql`a.at_ms`),
    ]);
    return this.#page<EntryRow, ListedEntry>(companyId, query, {
      columns: sql`a.*, p.email`,
      from: sql`from audit_entry a left join operator p on p.company_id = a.company_id and p.id = a.operator_id where ${where}`,
      by: sql`a.seq`,
      toRow: toEntry,
    });
  }

  notices(companyId: CompanyId, accountId: AccountId, query: ListPage) {
    return this.#page<NoticeRow, StoredNotice>(companyId, query, {
      columns: sql`id, kind, at_ms, facts, read_at_ms`,
      from: sql`from notice where user_id = ${accountId}`,
      by: query.isNewestFirst ? sql`at_ms desc, id` : sql`at_ms, id`,
      toRow: (row) => toStoredNotice(row, this.#decode),
    });
  }

  days(companyId: CompanyId, days: number, nowMs: number) {
    return this.#read(companyId, (trx) => readDays(trx, companyId, days, nowMs));
  }

  standing(companyId: CompanyId) {
    return this.#read(companyId, (trx) => readStanding(trx, companyId));
  }

  #page<Row, Result>(
    companyId: CompanyId,
    { page, pageSize, isNewestFirst }: ListPage,
    list: PagedQuery<Row, Result>,
  ): Promise<Listed<Result>> {
    return this.#read(companyId, async (trx) => {
      const total = await countUpTo(trx, list.from);
      const { rows } = await sql<Row>`
        select ${list.columns} ${list.from} order by ${list.by} ${isNewestFirst ? sql`desc` : sql`asc`}
        limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(trx);
      return { rows: rows.map(list.toRow), total };
    });
  }

  #read<Result>(companyId: CompanyId, work: (trx: Db) => Promise<Result>): Promise<Result> {
    return withTenant(this.#db, companyId, async (trx) => {
      await sql`set local statement_timeout = ${sql.lit(statementMaxMs)}`.execute(trx);
      return work(trx);
    });
  }

  #toOrder({ record, uid, realm }: OrderRow): ListedOrder {
    return { order: this.#decode(record) as OrderRecord, uid: uid ?? '', realm: realm as Realm };
  }
}

interface PagedQuery<Row, Result> {
  readonly columns: Condition;
  readonly from: Condition;
  readonly by: Condition;
  readonly toRow: (row: Row) => Result;
}

interface AccountRow {
  readonly account_id: number;
  readonly realm: string;
  readonly uid: string | null;
}
const accountColumns = sql`c.account_id, c.realm, u.uid`;
const fromAccounts = sql`from receipt_chain c left join app_user u on u.id = c.account_id`;

interface OrderRow {
  readonly record: string;
  readonly uid: string | null;
  readonly realm: string;
}
const orderColumns = sql`o.record, u.uid, c.realm`;
const fromOrders = sql`from trade_order o
  join receipt_chain c on c.account_id = o.account_id left join app_user u on u.id = o.account_id`;

type EntryRow = Selectable<AuditTable> & { readonly email: string | null };

function every(conditions: readonly (Condition | null | false | '')[]): Condition {
  const asked = conditions.filter((condition) => typeof condition === 'object' && condition !== null);
  return asked.length === 0 ? sql`true` : sql.join(asked, sql` and `);
}

function within({ fromMs, toMs }: ListPeriod, column: Condition): (Condition | false)[] {
  return [fromMs !== null && sql`${column} >= ${fromMs}`, toMs !== null && sql`${column} < ${toMs}`];
}

function toAccount({ account_id: id, realm, uid }: AccountRow): ListedAccount {
  return { id: id as AccountId, uid: uid ?? '', realm: realm as Realm };
}

function toEntry(row: EntryRow): ListedEntry {
  return {
    seq: row.seq,
    atMs: Number(row.at_ms),
    operatorId: row.operator_id,
    operatorEmail: row.email ?? '',
    action: row.action,
    subject: row.subject,
    reason: row.reason,
    hash: row.hash,
  };
}
