import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FolderArchive } from '../apps/server/src/adapters/files/folder-archive.ts';
import { type OpenDatabase, openDatabase } from '../apps/server/src/adapters/postgres/database.ts';
import { PostgresPartitions } from '../apps/server/src/adapters/postgres/journal-partitions.ts';
import { migrateConnection } from '../apps/server/src/adapters/postgres/migrations/migrate.ts';
import { PostgresRestorer } from '../apps/server/src/adapters/postgres/partition-restorer.ts';
import { PostgresJournal } from '../apps/server/src/adapters/postgres/postgres-journal.ts';
import { type ArchiveDeps, archiveNext } from '../apps/server/src/journal/archive-partition.ts';
import { ArchivedJournal } from '../apps/server/src/journal/archived-journal.ts';
import { auditChains, type ChainReport } from '../apps/server/src/open-audit.ts';
import type { ArchiveStore, JournalPartitions } from '../apps/server/src/ports/archive.ts';
import type { JournalEntry } from '../apps/server/src/ports/journal.ts';
import { appendEntries, shrinkPartitions } from './journal-rows.ts';
import { leadingJournal } from './leading-journal.ts';
import { createTestDatabase, type TestDatabase } from './postgres.ts';
import { scratchFolder } from './scratch-folder.ts';

const ignore = () => undefined;
const dayMs = 86_400_000;

/** Entries of a partition. */
export const partitionSize = 100;

/** A journal of 250 old entries in partitions of 100, and an empty folder as its archive. */
export class ArchiveWorld {
  readonly database: TestDatabase;
  readonly owner: OpenDatabase;
  readonly core: OpenDatabase;
  readonly app: OpenDatabase;
  readonly folder = scratchFolder('candor-archive-');
  readonly store = new FolderArchive(this.folder);
  /** Time of the entries: before any setting's days. */
  readonly oldMs = Date.now() - 100 * dayMs;
  journal!: PostgresJournal;
  partitions!: PostgresPartitions;
  entries: readonly JournalEntry[] = [];

  private constructor(database: TestDatabase) {
    const { connectionString: url } = database;
    this.database = database;
    this.owner = openDatabase(url, ignore, 3);
    this.core = openDatabase(url, ignore, 4, 'candor_core');
    this.app = openDatabase(url, ignore, 2, 'candor_app');
  }

  static async open(): Promise<ArchiveWorld> {
    const world = new ArchiveWorld(await createTestDatabase(migrateConnection));
    await shrinkPartitions(world.owner.pool, partitionSize, 4);
    await world.lead();
    world.entries = await appendEntries(world.journal, 250, world.oldMs);
    await world.need(250);
    return world;
  }

  async stop(): Promise<void> {
    await Promise.all([this.owner.close(), this.core.close(), this.app.close()]);
    await this.database.drop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Takes the lead as another process. */
  async lead(): Promise<void> {
    this.journal = await leadingJournal(this.core.pool);
    this.partitions = new PostgresPartitions(this.core.pool, { shard: 0, epoch: (await this.journal.lead()).epoch });
  }

  /** Sets the entry after which a snapshot needs all, null for no snapshot, and the tables' checkpoint. */
  async need(snapshot: number | null, folded: number = snapshot ?? 0): Promise<void> {
    const { pool } = this.owner;
    await pool.query('delete from core_snapshot');
    if (snapshot !== null)
      await pool.query(
        `insert into core_snapshot (shard, seq, hash, format, engine_version, parts, checksum, made_at_ms)
         values (0, $1::bigint + 1, '', 1, 'test', 0, '', 0), (0, $1::bigint + 2, '', 1, 'test', 0, '', 0)`,
        [snapshot],
      );
    await pool.query(
      `insert into projector_checkpoint (projector, shard, seq) values ('trading', 0, $1)
       on conflict (projector, shard) do update set seq = excluded.seq`,
      [folded],
    );
  }

  depsWith(changes: Partial<ArchiveDeps> = {}): ArchiveDeps {
    const { partitions, store } = this;
    const clock = { nowMs: () => Date.now() };
    return { partitions, store, clock, keptDays: 90, fileMax: { entries: 40, bytes: 1_000_000 }, ...changes };
  }

  /** Archives everything that is due; returns the number of partitions. */
  async archiveAll(changes: Partial<ArchiveDeps> = {}): Promise<number> {
    let count = 0;
    while ((await archiveNext(this.depsWith(changes))) !== null) count += 1;
    return count;
  }

  async states(): Promise<string[]> {
    return (await this.partitions.list()).map(({ state }) => state);
  }

  archived(store: ArchiveStore | null = this.store): ArchivedJournal {
    return new ArchivedJournal(
      new PostgresJournal(this.core.pool, { shard: 0, epoch: 0 }),
      new PostgresPartitions(this.core.pool, { shard: 0, epoch: 0 }),
      store,
    );
  }

  /** Reads archive and journal from the first entry on. */
  async readAll(store: ArchiveStore | null = this.store): Promise<JournalEntry[]> {
    const from = this.archived(store);
    const read: JournalEntry[] = [];
    for (let page = await from.read(0, 33); page.length > 0; page = await from.read(read.length, 33))
      read.push(...page);
    return read.map(withoutEpoch);
  }

  /** Audits the chains only: the snapshot of this world is none. */
  async audit(...args: string[]): Promise<ChainReport> {
    await this.need(null, 250);
    const report = await auditChains(this, args, this.store);
    await this.need(250);
    return report;
  }

  /** Dependencies of a restore. */
  get restoring() {
    return { list: this.partitions, store: this.store, restorer: new PostgresRestorer(this.owner.pool, 0) };
  }

  files(): string[] {
    return readdirSync(this.folder).toSorted();
  }

  pathOf(at: number): string {
    return join(this.folder, this.files()[at] ?? '');
  }

  /** Counts every step that changes something, and ends the run before or after step `at`. */
  stoppingAt(at: number, isDone: boolean) {
    const { partitions, store } = this;
    let steps = 0;
    const step = async <Value>(act: () => Promise<Value>): Promise<Value> => {
      steps += 1;
      if (steps > at || (steps === at && !isDone)) throw stopped;
      const value = await act();
      if (steps === at) throw stopped;
      return value;
    };
    const counted: JournalPartitions = {
      shard: partitions.shard,
      keepAhead: (count) => partitions.keepAhead(count),
      keepIdDays: (day) => partitions.keepIdDays(day),
      list: () => partitions.list(),
      files: () => partitions.files(),
      read: (seq, limit) => partitions.read(seq, limit),
      neededAfter: () => partitions.neededAfter(),
      listFile: (file) => step(() => partitions.listFile(file)),
      markVerified: (file) => step(() => partitions.markVerified(file)),
      detach: (partition) => step(() => partitions.detach(partition)),
      drop: (partition) => step(() => partitions.drop(partition)),
    };
    const place: ArchiveStore = {
      place: store.place,
      write: (name, bytes) => step(() => store.write(name, bytes)),
      read: (name) => step(() => store.read(name)),
    };
    return { partitions: counted, store: place, steps: () => steps };
  }
}

export const stopped = new Error('the process was killed');

/** The archive also holds the epoch of each entry. */
function withoutEpoch({ seq, atMs, accountId, clientId, bodyHash, payload, hash }: JournalEntry): JournalEntry {
  return { seq, atMs, accountId, clientId, bodyHash, payload, hash };
}
