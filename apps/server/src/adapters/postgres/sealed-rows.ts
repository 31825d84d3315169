import type { CompanyId } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import type { SealedRows, SealedValue } from '../../ports/secrets.ts';
import type { Db } from './database.ts';
import { withTenant } from './with-tenant.ts';

/** Column, and the name that the value is sealed with: the file's or the field's. */
const columns = [
  { table: 'upload', column: 'sealed_key', name: sql`id` },
  { table: 'verification', column: 'name_sealed', name: sql`'name'` },
  { table: 'verification', column: 'number_sealed', name: sql`'number'` },
  { table: 'draw_method', column: 'details_sealed', name: sql`'draw method'` },
] as const;
const batch = 200;

export class SealedTables implements SealedRows {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async reseal(companyId: CompanyId, keyId: string, anew: (value: SealedValue) => Uint8Array): Promise<number> {
    let total = 0;
    for (const of of columns)
      for (let count = batch; count === batch; total += count)
        count = await withTenant(this.#db, companyId, (trx) => resealSome(trx, companyId, keyId, of, anew));
    return total;
  }
}

async function resealSome(
  trx: Db,
  companyId: CompanyId,
  keyId: string,
  { table, column, name }: (typeof columns)[number],
  anew: (value: SealedValue) => Uint8Array,
): Promise<number> {
  // A sealed value starts with its version and the id of its key.
  const { rows } = await sql<{ id: string | number; user_id: number; name: string; sealed: Buffer }>`
    select id, user_id, ${name} as name, ${sql.ref(column)} as sealed from ${sql.table(table)}
    where substring(${sql.ref(column)} from 2 for 8) <> ${Buffer.from(keyId, 'hex')} limit ${batch} for update`.execute(
    trx,
  );
  for (const { id, user_id: userId, name: field, sealed } of rows) {
    const value = Buffer.from(anew({ companyId, userId, name: field, sealed }));
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value} where id = ${id}`.execute(trx);
  }
  return rows.length;
}
