import { type Kysely, type Migration, Migrator } from 'kysely';
import { up as core } from './0001-core.ts';

/** Every migration by name, oldest first. Forward only: a mistake is mended by the next one. */
const migrations: Record<string, Migration> = {
  '0001-core': { up: core },
};

/** Brings the database to the newest schema. Concurrent callers wait for one another; a failed step changes nothing. */
export async function migrateToLatest(db: Kysely<unknown>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return (results ?? []).map((result) => result.migrationName);
}
