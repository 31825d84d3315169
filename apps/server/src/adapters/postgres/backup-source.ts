import { Client } from 'pg';
import { formatLsn, type Lsn, parseLsn, type WalPosition, type WalSource } from '../../ports/backup.ts';

const slot = 'candor_backup';
const connectMaxMs = 10_000;
const answerMaxMs = 30_000;

/** Start and end of a base backup, by the database's clock and WAL. */
export interface BaseMarks {
  readonly systemId: string;
  readonly postgresVersion: string;
  readonly start: WalPosition;
}

/** The embedded database as the source of a backup, by a connection of its owner. */
export class BackupSource implements WalSource {
  readonly #client: Client;

  private constructor(client: Client) {
    this.#client = client;
  }

  static async open(connectionString: string): Promise<BackupSource> {
    const client = new Client({ connectionString, connectionTimeoutMillis: connectMaxMs, application_name: slot });
    client.on('error', () => undefined);
    await client.connect();
    // A base backup waits for a checkpoint; everything else is short.
    await client.query(`set statement_timeout = ${answerMaxMs}`);
    return new BackupSource(client);
  }

  /** Reserves WAL by a replication slot; a lost one is made again, and what it had reserved is gone. */
  async keep(): Promise<Lsn> {
    const [found] = await this.#ask<{ lsn: string | null; status: string | null }>(
      `select restart_lsn::text as lsn, wal_status as status from pg_replication_slots where slot_name = '${slot}'`,
    );
    if (found?.lsn != null && found.status !== 'lost') return parseLsn(found.lsn);
    if (found !== undefined) await this.#ask(`select pg_drop_replication_slot('${slot}')`);
    const [made] = await this.#ask<{ lsn: string }>(
      `select lsn::text from pg_create_physical_replication_slot('${slot}', true)`,
    );
    return parseLsn(made?.lsn ?? '');
  }

  async release(lsn: Lsn): Promise<void> {
    await this.#ask(
      `select pg_replication_slot_advance(slot_name, $1::pg_lsn) from pg_replication_slots
       where slot_name = '${slot}' and restart_lsn < $1::pg_lsn`,
      [formatLsn(lsn)],
    );
  }

  async position(): Promise<WalPosition> {
    // The clock first: a commit between the two is in the WAL, and the time promises less than there is.
    const [clock] = await this.#ask<{ ms: string }>('select extract(epoch from clock_timestamp()) * 1000 as ms');
    const [row] = await this.#ask<{ lsn: string; timeline: string; bytes: string }>(
      `select pg_current_wal_flush_lsn()::text as lsn, left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline,
         (select setting from pg_settings where name = 'wal_segment_size') as bytes`,
    );
    return {
      lsn: parseLsn(row?.lsn ?? ''),
      timeline: Number.parseInt(row?.timeline ?? '', 16),
      segmentBytes: Number(row?.bytes),
      atMs: Math.floor(Number(clock?.ms)),
    };
  }

  /** Begins a base backup in this session; it ends with `stopBase`, or with the connection. */
  async startBase(name: string): Promise<BaseMarks> {
    await this.#ask('set statement_timeout = 0');
    const [row] = await this.#ask<{ lsn: string }>('select pg_backup_start($1, true)::text as lsn', [name]);
    const [about] = await this.#ask<{ system: string; version: string }>(
      `select system_identifier::text as system, current_setting('server_version') as version from pg_control_system()`,
    );
    const position = await this.position();
    return {
      systemId: about?.system ?? '',
      postgresVersion: about?.version ?? '',
      start: { ...position, lsn: parseLsn(row?.lsn ?? '') },
    };
  }

  /** Ends the base backup. `label` belongs to the copy as the file `backup_label`. */
  async stopBase(): Promise<{ readonly label: string; readonly stop: WalPosition }> {
    const [row] = await this.#ask<{ lsn: string; label: string }>(
      'select lsn::text, labelfile as label from pg_backup_stop(false)',
    );
    const position = await this.position();
    return { label: row?.label ?? '', stop: { ...position, lsn: parseLsn(row?.lsn ?? '') } };
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => undefined);
  }

  async #ask<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.#client.query<Row>(text, [...values])).rows;
  }
}

/** Gives up the WAL that an earlier setting BACKUP_DIR has reserved. */
export async function releaseBackupSlot(connectionString: string): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: connectMaxMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(
      `select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = '${slot}' and not active`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}
