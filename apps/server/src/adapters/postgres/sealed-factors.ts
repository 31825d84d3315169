import type { CompanyId } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import type { Db } from './database.ts';
import { withTenant } from './with-tenant.ts';

/** Column, the row's id, and the name of the place that it is sealed for. */
const columns = [
  { table: 'user_totp', column: 'sealed', id: 'user_id', place: 'totp' },
  { table: 'operator', column: 'totp_sealed', id: 'id', place: 'operator-totp' },
] as const;
const batch = 200;

/** Secrets of second factors, sealed with the key file of people. */
export class SealedFactors {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Reseals values that a key other than `keyId` sealed. Can be stopped at any time and run again. */
  async reseal(companyId: CompanyId, keyId: Buffer, anew: (place: string, sealed: Buffer) => Buffer): Promise<number> {
    let total = 0;
    for (const { table, column, id, place } of columns)
      for (let count = batch; count === batch; total += count)
        count = await withTenant(this.#db, companyId, async (trx) => {
          const { rows } = await sql<{ id: number; sealed: Buffer }>`
            select ${sql.ref(id)} as id, ${sql.ref(column)} as sealed from ${sql.table(table)}
            where ${sql.ref(column)} is not null and substring(${sql.ref(column)} from 1 for ${keyId.length}) <> ${keyId}
            limit ${batch} for update`.execute(trx);
          for (const row of rows) {
            const value = anew(`${place}/${companyId}/${row.id}`, row.sealed);
            await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value} where ${sql.ref(id)} = ${row.id}`.execute(
              trx,
            );
          }
          return rows.length;
        });
    return total;
  }
}
