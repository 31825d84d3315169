import type { CompanyId } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import type { NewUpload, UploadLimits, UploadRecord, UploadStore } from '../../ports/documents.ts';
import type { Db } from './database.ts';
import { withTenant } from './with-tenant.ts';

/** Uploads and the sealed keys of their files in PostgreSQL. */
export class UploadTables implements UploadStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async add(upload: NewUpload, limits: UploadLimits): Promise<boolean> {
    return withTenant(this.#db, upload.companyId, async (trx) => {
      const counted = await sql<{ is_free: boolean }>`
        select (select count(*) from upload where user_id = ${upload.userId} and created_at_ms >= ${limits.sinceMs})
            < ${limits.perUser}
          and (select count(*) from upload
            where address_key = ${Buffer.from(upload.addressKey)} and created_at_ms >= ${limits.sinceMs})
            < ${limits.perAddress} as is_free`.execute(trx);
      if (counted.rows[0]?.is_free !== true) return false;
      await trx
        .insertInto('upload')
        .values({
          company_id: upload.companyId,
          id: upload.id,
          user_id: upload.userId,
          address_key: Buffer.from(upload.addressKey),
          content_index: Buffer.from(upload.contentIndex),
          sealed_key: Buffer.from(upload.sealedKey),
          created_at_ms: String(upload.createdAtMs),
          submitted_at_ms: null,
        })
        .execute();
      return true;
    });
  }

  async find(companyId: CompanyId, id: string): Promise<UploadRecord | null> {
    const row = await withTenant(this.#db, companyId, (trx) =>
      trx.selectFrom('upload').select(['user_id', 'sealed_key']).where('id', '=', id).executeTakeFirst(),
    );
    return row === undefined ? null : { companyId, id, userId: row.user_id, sealedKey: row.sealed_key };
  }

  async take(companyId: CompanyId, userId: number, id: string, atMs: number): Promise<boolean> {
    const row = await withTenant(this.#db, companyId, (trx) =>
      trx
        .updateTable('upload')
        .set((eb) => ({ submitted_at_ms: eb.fn.coalesce('submitted_at_ms', eb.val(String(atMs))) }))
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('sealed_key', 'is not', null)
        .returning('id')
        .executeTakeFirst(),
    );
    return row !== undefined;
  }

  async remove(companyId: CompanyId, id: string): Promise<void> {
    await withTenant(this.#db, companyId, (trx) => trx.deleteFrom('upload').where('id', '=', id).execute());
  }

  async forgetLeft(companyId: CompanyId, beforeMs: number, limit: number): Promise<string[]> {
    const { rows } = await withTenant(this.#db, companyId, (trx) =>
      sql<{ id: string }>`
        delete from upload where id in (
          select id from upload where submitted_at_ms is null and created_at_ms < ${beforeMs} limit ${limit}
          for update skip locked)
        returning id`.execute(trx),
    );
    return rows.map((row) => row.id);
  }

  async eraseEnded(companyId: CompanyId, endedBeforeMs: number, limit: number): Promise<string[]> {
    return withTenant(this.#db, companyId, async (trx) => {
      const { rows } = await sql<{ id: string }>`
        update upload set sealed_key = null, content_index = null, address_key = '' where id in (
          select upload.id from upload join app_user on app_user.id = upload.user_id
          where app_user.ended_at_ms < ${endedBeforeMs} and sealed_key is not null limit ${limit})
        returning id`.execute(trx);
      await sql`
        update verification set name_sealed = null, number_sealed = null, number_index = null,
          remark = '', body_hash = '', client_id = null
        where (number_index is not null or body_hash <> '')
          and user_id in (select id from app_user where ended_at_ms < ${endedBeforeMs})`.execute(trx);
      await sql`
        delete from name_word
        where user_id in (select id from app_user where ended_at_ms < ${endedBeforeMs})`.execute(trx);
      await sql`
        update draw_method set details_sealed = null, details_index = int4send(id), client_id = null
        where details_sealed is not null
          and user_id in (select id from app_user where ended_at_ms < ${endedBeforeMs})`.execute(trx);
      await erasePeople(trx, endedBeforeMs, limit);
      return rows.map((row) => row.id);
    });
  }
}

/** Tables with rows about a person that nothing else needs once the account's time is over. */
const personal = [
  'user_password',
  'user_totp',
  'user_recovery_code',
  'user_passkey',
  'user_device',
  'user_limit',
  'user_preferences',
  'user_favourites',
  'trade_note',
  'client_note',
  'push_device',
  'notice_choice',
  'ranking_hidden',
  'article_read',
  'auth_challenge',
  'user_token',
] as const;

/** Erases the contacts, credentials and choices of people whose accounts ended before a time. Journal and ledger name numbers only. */
async function erasePeople(trx: Db, endedBeforeMs: number, limit: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update app_user set email = null, mobile = null, language = '' where id in (
      select id from app_user where ended_at_ms < ${endedBeforeMs} and not is_demo
        and (email is not null or mobile is not null) limit ${limit})
    returning id`.execute(trx);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  for (const table of personal)
    await sql`delete from ${sql.table(table)} where user_id = any(${ids}::integer[])`.execute(trx);
}
