import { createHash, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  connectionString: string;
  drop(): Promise<void>;
}

export type Migrate = (connectionString: string) => Promise<unknown>;

/**
 * Makes a separate migrated database. Migrations run once per kind and test run; further databases are copies of that
 * template, which takes some hundredths of a second.
 */
export async function createTestDatabase(migrate: Migrate, kind = 'latest'): Promise<TestDatabase> {
  const template = await ensureTemplate(migrate, kind);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer((admin) => admin.query(`create database ${name} template ${template}`));
  return {
    connectionString: urlOf(name),
    drop: () => onServer(async (admin) => void (await admin.query(`drop database ${name} with (force)`))),
  };
}

/** Makes the template unless another process has; under a lock, and with another name until complete. */
async function ensureTemplate(migrate: Migrate, kind: string): Promise<string> {
  const name = `template_${createHash('sha256').update(kind).digest('hex').slice(0, 16)}`;
  await onServer(async (admin) => {
    await admin.query(`select pg_advisory_lock(hashtext('candor test template'))`);
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount) return;
    await admin.query(`drop database if exists ${name}_draft with (force)`);
    await admin.query(`create database ${name}_draft`);
    await migrate(urlOf(`${name}_draft`));
    await admin.query(`alter database ${name}_draft rename to ${name}`);
  });
  return name;
}

function urlOf(database: string): string {
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${database}`;
  return url.href;
}

async function onServer<T>(work: (admin: Client) => Promise<T>): Promise<T> {
  const admin = new Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}
