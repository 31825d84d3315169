import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../apps/server/src/adapters/postgres/embedded/start-embedded-postgres.ts';
import { guard } from './guard.ts';
import { scratchFolder } from './scratch-folder.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

/** Starts one PostgreSQL for a whole run, without disk flushes, because its data is thrown away. */
export default async function startServer(project: TestProject): Promise<() => Promise<void>> {
  const folder = scratchFolder('candor-testkit-');
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '100' };
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log, settings });
  const release = guard(server.pid(), folder);
  project.provide('postgresUrl', server.connectionString);
  return async () => {
    await server.stop();
    release();
    rmSync(folder, { recursive: true, force: true });
  };
}
