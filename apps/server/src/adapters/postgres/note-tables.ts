import type { CompanyId, OrderId } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import type { NoteRecord, NoteStore } from '../../ports/notes.ts';
import type { TradeNoteTable } from './content-schema.ts';
import type { Db } from './database.ts';
import { withTenant } from './with-tenant.ts';

/** Noted orders that tags are offered from, and tags that are offered at most. */
const tagSources = 100;
const knownMax = 20;

/**
 * A row of a user without an order: its version is the highest of all their removed notes. A note that is written again goes
 * on from there, so that an edit of a removed one is never taken for an edit of the new one.
 */
const removedId = 0 as OrderId;

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
        if (version > 0) await removeIn(trx, companyId, userId, { orderId, version, nowMs });
        return { ...none, outcome: 'changed' as const };
      }
      if (version === 0 && (await countIn(trx, userId)) >= notesMax) return { ...none, outcome: 'full' as const };
      const last = version === 0 ? (await noteIn(trx, userId, removedId)).version : version;
      const next = { note, tags: [...tags], version: last + 1, changed_at_ms: String(nowMs) };
      await putIn(trx, { company_id: companyId, user_id: userId, order_id: String(orderId), ...next });
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

/** Removes a note, and keeps its version for the next one. */
async function removeIn(
  trx: Db,
  companyId: CompanyId,
  userId: number,
  { orderId, version, nowMs }: { readonly orderId: OrderId; readonly version: number; readonly nowMs: number },
): Promise<void> {
  const removed = await noteIn(trx, userId, removedId);
  await putIn(trx, {
    company_id: companyId,
    user_id: userId,
    order_id: String(removedId),
    note: '',
    tags: [],
    version: Math.max(version, removed.version),
    changed_at_ms: String(nowMs),
  });
  await trx.deleteFrom('trade_note').where('user_id', '=', userId).where('order_id', '=', String(orderId)).execute();
}

async function putIn(trx: Db, row: TradeNoteTable): Promise<void> {
  const { note, tags, version, changed_at_ms } = row;
  await trx
    .insertInto('trade_note')
    .values(row)
    .onConflict((on) =>
      on.columns(['company_id', 'user_id', 'order_id']).doUpdateSet({ note, tags, version, changed_at_ms }),
    )
    .execute();
}

async function countIn(trx: Db, userId: number): Promise<number> {
  const { count } = await trx
    .selectFrom('trade_note')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('order_id', '<>', String(removedId))
    .executeTakeFirstOrThrow();
  return Number(count);
}
