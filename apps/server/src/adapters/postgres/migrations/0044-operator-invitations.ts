import { type Kysely, sql } from 'kysely';
import { changeTenantTable } from './tenancy.ts';

/** Invitation of an operator who has not chosen a password yet: hash of its token, and its end (R-CON-25). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await changeTenantTable(db, 'operator', () =>
    sql`
      alter table operator
      add column invite_hash bytea check (length(invite_hash) = 32),
      add column invite_expires_at_ms bigint,
      add check ((invite_hash is null) = (invite_expires_at_ms is null))`.execute(db),
  );
}
