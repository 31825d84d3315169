import type { CompanyId } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import type { ListPage } from '../../ports/console-reads.ts';
import type { BindOutcome, NewPayoutMethod, PayoutMethodRecord, PayoutMethodStore } from '../../ports/funds.ts';
import type { NewMessage } from '../../ports/messages.ts';
import type { Db } from './database.ts';
import { addMessage } from './outbox-rows.ts';
import { countUpTo, withTenant } from './with-tenant.ts';

/** Payout methods in PostgreSQL, with sealed details. */
export class PayoutMethodTables implements PayoutMethodStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async list(companyId: CompanyId, userId: number): Promise<PayoutMethodRecord[]> {
    const rows = await withTenant(this.#db, companyId, (trx) =>
      methods(trx)
        .where('draw_method.user_id', '=', userId)
        .where('draw_method.removed_at_ms', 'is', null)
        .orderBy('draw_method.id', 'desc')
        .execute(),
    );
    return rows.map(toMethod);
  }

  ofUser(companyId: CompanyId, userId: number, { page, pageSize, isNewestFirst }: ListPage) {
    return withTenant(this.#db, companyId, async (trx) => {
      const total = await countUpTo(trx, sql`from draw_method where user_id = ${userId}`);
      const rows = await methods(trx)
        .where('draw_method.user_id', '=', userId)
        .orderBy('draw_method.id', isNewestFirst ? 'desc' : 'asc')
        .limit(pageSize)
        .offset((page - 1) * pageSize)
        .execute();
      return { rows: rows.map(toMethod), total };
    });
  }

  async find(companyId: CompanyId, userId: number, id: number): Promise<PayoutMethodRecord | null> {
    const row = await withTenant(this.#db, companyId, (trx) =>
      methods(trx).where('draw_method.user_id', '=', userId).where('draw_method.id', '=', id).executeTakeFirst(),
    );
    return row === undefined ? null : toMethod(row);
  }

  findAsked(companyId: CompanyId, userId: number, clientId: string): Promise<PayoutMethodRecord | null> {
    return withTenant(this.#db, companyId, (trx) => findAsked(trx, userId, clientId));
  }

  async among(companyId: CompanyId, ids: readonly number[]): Promise<PayoutMethodRecord[]> {
    if (ids.length === 0) return [];
    const rows = await withTenant(this.#db, companyId, (trx) =>
      methods(trx)
        .where('draw_method.id', 'in', [...new Set(ids)])
        .execute(),
    );
    return rows.map(toMethod);
  }

  bind(method: NewPayoutMethod, max: number): Promise<BindOutcome> {
    return withTenant(this.#db, method.companyId, async (trx) => {
      // One binding per user at a time.
      await trx
        .selectFrom('app_user')
        .select('id')
        .where('id', '=', method.userId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      return bindIn(trx, method, max);
    });
  }

  remove(
    companyId: CompanyId,
    userId: number,
    id: number,
    { atMs, message }: { readonly atMs: number; readonly message: NewMessage },
  ): Promise<boolean> {
    return withTenant(this.#db, companyId, async (trx) => {
      const row = await trx
        .updateTable('draw_method')
        .set({ removed_at_ms: String(atMs) })
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .where('removed_at_ms', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (row === undefined) return false;
      await addMessage(trx, companyId, message);
      return true;
    });
  }
}

async function bindIn(trx: Db, method: NewPayoutMethod, max: number): Promise<BindOutcome> {
  const { companyId, userId, clientId, detailsIndex } = method;
  const asked = clientId === null ? null : await findAsked(trx, userId, clientId);
  if (asked !== null)
    return asked.detailsIndex.equals(detailsIndex) ? { kind: 'repeated', method: asked } : { kind: 'conflict' };
  const bound = await methods(trx)
    .where('draw_method.user_id', '=', userId)
    .where('draw_method.removed_at_ms', 'is', null)
    .execute();
  if (bound.some((row) => row.details_index.equals(detailsIndex))) return { kind: 'exists' };
  if (bound.length >= max) return { kind: 'too-many' };
  const { id } = await trx
    .insertInto('draw_method')
    .values({
      company_id: companyId,
      user_id: userId,
      currency_id: method.currencyId,
      kind: method.kind,
      details_sealed: Buffer.from(method.detailsSealed),
      details_index: detailsIndex,
      client_id: clientId,
      created_at_ms: String(method.createdAtMs),
      usable_at_ms: String(method.usableAtMs),
      removed_at_ms: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addMessage(trx, companyId, method.message(id));
  const row = await methods(trx).where('draw_method.id', '=', id).executeTakeFirstOrThrow();
  return { kind: 'bound', method: toMethod(row) };
}

async function findAsked(trx: Db, userId: number, clientId: string): Promise<PayoutMethodRecord | null> {
  const row = await methods(trx)
    .where('draw_method.user_id', '=', userId)
    .where('draw_method.client_id', '=', clientId)
    .executeTakeFirst();
  return row === undefined ? null : toMethod(row);
}

function methods(trx: Db) {
  return trx
    .selectFrom('draw_method')
    .innerJoin('draw_currency', (join) =>
      join
        .onRef('draw_currency.company_id', '=', 'draw_method.company_id')
        .onRef('draw_currency.id', '=', 'draw_method.currency_id'),
    )
    .selectAll('draw_method')
    .select(['draw_currency.code', 'draw_currency.protocol']);
}

type MethodRow = Awaited<ReturnType<ReturnType<typeof methods>['executeTakeFirstOrThrow']>>;

function toMethod(row: MethodRow): PayoutMethodRecord {
  return {
    id: row.id,
    userId: row.user_id,
    currency: { id: row.currency_id, kind: row.kind, code: row.code, protocol: row.protocol },
    detailsSealed: row.details_sealed,
    detailsIndex: row.details_index,
    createdAtMs: Number(row.created_at_ms),
    usableAtMs: Number(row.usable_at_ms),
    isRemoved: row.removed_at_ms !== null,
  };
}
