import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Far above the ids of real companies. */
export const trialCompanyId = 900_000;
export const trialCompanyHost = 'm.acme.localhost';
const hosts = [trialCompanyHost, 'api.acme.localhost'];

/**
 * Adds or switches off the trial company, so that a fresh installation can be tried with two (R-COM-01). It is marked
 * as not a firm, and made on the second of several shards. Switched off, it has no hosts; its users' data stays stored.
 */
export async function setTrialCompany(db: Db, isOn: boolean, port: number, shards = 1): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!isOn) {
      await sql`delete from company_host where company_id = ${trialCompanyId}`.execute(trx);
      await sql`update company set is_public = false where id = ${trialCompanyId}`.execute(trx);
      return;
    }
    const url = `http://${trialCompanyHost}${port === 80 ? '' : `:${port}`}`;
    await sql`
      insert into company (id, shard, name, is_trial, is_public, url, subject, email, accents)
      values (${trialCompanyId}, ${Math.min(1, shards - 1)}, 'Acme (trial)', true, true, ${url}, 'A trial company of this installation; no firm stands behind it.',
        'complaints@acme.localhost', '{#0B5D4E,#0A4A3F,#FFFFFF}')
      on conflict (id) do update set is_trial = true, is_public = true, url = excluded.url`.execute(trx);
    await sql`
      insert into company_host (host, company_id) select host, ${trialCompanyId} from unnest(${hosts}::text[]) as host
      on conflict (host) do nothing`.execute(trx);
  });
}
