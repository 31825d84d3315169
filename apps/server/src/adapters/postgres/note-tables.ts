import type { CompanyId, OrderId } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import type { NoteRecord, NoteStore } from '../../ports/notes.ts';
import type { Db } from './database.ts';
import { withTenant } from './with-tenant.ts';

/** Noted orders that tags are offered from, and tags that are offered at most. */
const tagSources = 100;
const knownMax = 20;

const none: NoteRecord = { note: '', tags: [], version: 0 };

/** Users' notes about their orders in PostgreSQL. */
export class NoteTables implements NoteStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  note(companyId: CompanyId, userId: number, orderId: OrderId): Promise<NoteRecord> {
    return withTenant(this.#db, companyId, (trx) => noteIn(trx, userId, orderId));
  }

  async notesOf(companyId: CompanyId, userId: number, orderIds: readonly OrderId[]) {
    const rows = await withTenant(this.#db, companyId, (trx) =>
      trx
        .selectFrom('trade_note')
        .select(['order_id', 'note', 'tags', 'version'])
        .where('user_id', '=', userId)
        .where('order_id', 'in', orderIds.length === 0 ? ['0'] : orderIds.map(String))
        .execute(),
    );
    return new Map(rows.map(({ order_id, ...record }) => [Number(order_id), record]));
  }

  async knownTags(companyId: CompanyId, userId: number): Promise<string[]> {
    const rows = await withTenant(this.#db, companyId, (trx) =>
      trx
        .selectFrom('trade_note')
        .select('tags')
        .where('user_id', '=', userId)
        .orderBy('changed_at_ms', 'desc')
        .limit(tagSources)
        .execute(),
    );
    return [...new Set(rows.flatMap(({ tags }) => tags))].slice(0, knownMax);
  }

  async setNote(
    companyId: CompanyId,
    userId: number,
    orderId: OrderId,
    change: NoteRecord & { readonly notesMax: number; readonly nowMs: number },
  ) {
    const { note, tags, version, notesMax, nowMs } = change;
    return withTenant(this.#db, companyId, async (trx) => {
      // Changes of one user wait for one another, so that together they stay within the number of notes.
      await sql`select 1 from app_user where id = ${userId} for no key update`.execute(trx);
      const stored = await noteIn(trx, userId, orderId);
      if (stored.version !== version) return { ...stored, outcome: 'outdated' as const };
      if (note === '' && tags.length === 0) {
        await trx
          .deleteFrom('trade_note')
          .where('user_id', '=', userId)
          .where('order_id', '=', String(orderId))
          .execute();
        return { ...none, outcome: 'changed' as const };
      }
      if (version === 0 && (await countIn(trx, userId)) >= notesMax) return { ...none, outcome: 'full' as const };
      const next = { note, tags: [...tags], version: version + 1, changed_at_ms: String(nowMs) };
      await trx
        .insertInto('trade_note')
        .values({ company_id: companyId, user_id: userId, order_id: String(orderId), ...next })
        .onConflict((on) => on.columns(['company_id', 'user_id', 'order_id']).doUpdateSet(next))
        .execute();
      return { note, tags, version: next.version, outcome: 'changed' as const };
    });
  }
}

async function noteIn(trx: Db, userId: number, orderId: OrderId): Promise<NoteRecord> {
  const row = await trx
    .selectFrom('trade_note')
    .select(['note', 'tags', 'version'])
    .where('user_id', '=', userId)
    .where('order_id', '=', String(orderId))
    .executeTakeFirst();
  return row ?? none;
}

async function countIn(trx: Db, userId: number): Promise<number> {
  const { count } = await trx
    .selectFrom('trade_note')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
