import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../apps/server/src/adapters/postgres/database.ts';
import { PrimaryWatch, withPlaces } from '../../apps/server/src/adapters/postgres/primary-watch.ts';
import { findPostgres, PostgresPair } from '../../testkit/postgres-pair.ts';
import { scratchFolder } from '../../testkit/scratch-folder.ts';
import { until } from '../../testkit/until.ts';

// A database with a synchronous standby, as the runbook sets it up.

const isHere = findPostgres() !== null;
const folder = scratchFolder('candor-databases-');
let pair: PostgresPair;
let open: OpenDatabase;
beforeAll(async () => {
  if (!isHere) return;
  pair = await PostgresPair.start(join(folder, 'databases'));
  open = openDatabase(withPlaces(pair.connectionString), () => undefined, 3);
  await open.pool.query('create table note (text text)');
});
afterAll(async () => {
  await open?.close();
  await pair?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test.runIf(isHere)(
  'R-RUN-68 a commit that the standby does not have, because its wait was cancelled, is unclear',
  async () => {
    pair.signalStandby('SIGSTOP');
    try {
      const written = open.pool.query("insert into note values ('alone')").then(
        () => 'stored',
        (error: Error) => error.name,
      );
      await until('the commit waits and is cancelled', async () => {
        const rows = await pair.primary.query<{ done: boolean }>(
          "select pg_cancel_backend(pid) as done from pg_stat_activity where wait_event = 'SyncRep'",
        );
        return rows.length > 0;
      });
      expect(await written).toBe('UnavailableError');
      // The primary shows it all the same.
      expect((await open.pool.query('select text from note')).rows).toEqual([{ text: 'alone' }]);
    } finally {
      pair.signalStandby('SIGCONT');
    }
    await open.pool.query("insert into note values ('both')");
  },
);

test.runIf(isHere)(
  'R-RUN-67 connections follow a promoted standby and refuse the old primary, also those that open later',
  async () => {
    await pair.primary.stop('SIGKILL');
    await pair.promote();
    await until('the new primary takes writes', () =>
      open.pool.query("insert into note values ('new')").then(
        () => true,
        () => false,
      ),
    );
    await pair.primary.startAlone();
    const places = [pair.primary, pair.standby].map(({ port }) => ({ host: '127.0.0.1', port }));
    const later = new PrimaryWatch(withPlaces(pair.connectionString), places);
    await later.ready();
    expect(later.place.port).toBe(pair.standby.port);
    await expect(
      later.requirePrimary({ query: (text: string) => pair.primary.query(text).then((rows) => ({ rows })) } as never),
    ).rejects.toThrow('another one leads');
    // The new primary is slow to answer, as on a busy machine: the first look is answered by the old one alone.
    pair.signalStandby('SIGSTOP');
    const begun = new PrimaryWatch(withPlaces(pair.connectionString), places);
    const isReady = begun.ready();
    await begun.look();
    pair.signalStandby('SIGCONT');
    await isReady;
    expect(begun.place.port).toBe(pair.standby.port);
    const again = openDatabase(withPlaces(pair.connectionString), () => undefined, 1);
    expect((await again.pool.query("select from note where text = 'new'")).rowCount).toBe(1);
    await again.close();
    expect(await pair.primary.query("select from note where text = 'new'")).toEqual([]);
  },
);
