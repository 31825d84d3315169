import { type Kysely, sql } from 'kysely';
import { changeTenantTable } from './tenancy.ts';

/** A company's larger stress move for an instrument, in 10⁻⁴ (R-FND-42); null for the catalogue's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await changeTenantTable(db, 'instrument_terms', () =>
    sql`
      alter table instrument_terms
        add column stress_move_e4 integer check (stress_move_e4 between 1 and 10000)`.execute(db),
  );
}
