import type pg from 'pg';
import type {
  ArchivedFile,
  JournalPartition,
  JournalPartitions,
  ListedFile,
  StoredEntry,
} from '../../ports/archive.ts';
import type { ShardLead } from '../../ports/journal.ts';
import { type EntryRow, toEntry } from './postgres-journal.ts';
import { toFencedError } from './with-lead.ts';

interface PartitionRow {
  from_seq: string;
  to_seq: string;
  state: JournalPartition['state'];
  restored_at_ms: string | null;
}

interface FileRow {
  from_seq: string;
  to_seq: string;
  first_hash: Buffer;
  last_hash: Buffer;
  name: string;
  sha256: Buffer;
  bytes: string;
  is_verified: boolean;
}

/** Partitions of the journal and the list of archived files; changes need the lead of `epoch`. */
export class PostgresPartitions implements JournalPartitions {
  readonly #pool: pg.Pool;
  readonly #epoch: number;
  readonly shard: number;

  /** Partitions of one shard; `epoch` of the lease that the process holds, 0 for a reader. */
  constructor(pool: pg.Pool, { shard, epoch }: ShardLead) {
    this.#pool = pool;
    this.#epoch = epoch;
    this.shard = shard;
  }

  async keepAhead(entries: number): Promise<number> {
    const { rows } = await this.#change<{ to_seq: string }>(
      'select keep_journal_partitions($1, $2, $3) as to_seq',
      entries,
    );
    return Number(rows[0]?.to_seq);
  }

  async keepIdDays(today: number): Promise<void> {
    await this.#change('select keep_command_id_days($1, $2, $3)', today);
    await this.#change('select drop_command_id_days($1, $2)');
  }

  async list(): Promise<JournalPartition[]> {
    const { rows } = await this.#pool.query<PartitionRow>(
      `select from_seq, to_seq, state, floor(extract(epoch from restored_at) * 1000) as restored_at_ms
       from journal_partition where shard = $1 order by from_seq`,
      [this.shard],
    );
    return rows.map((row) => ({
      fromSeq: Number(row.from_seq),
      toSeq: Number(row.to_seq),
      state: row.state,
      restoredAtMs: row.restored_at_ms === null ? null : Number(row.restored_at_ms),
    }));
  }

  async read(seq: number, limit: number): Promise<StoredEntry[]> {
    const { rows } = await this.#pool.query<EntryRow & { epoch: string }>(
      `select seq, epoch, at_ms, account_id, client_id, body_hash, payload, hash
       from journal where shard = $1 and seq > $2 and seq <= $2::bigint + $3::bigint order by seq`,
      [this.shard, seq, limit],
    );
    return rows.map((row) => ({ ...toEntry(row), epoch: Number(row.epoch) }));
  }

  async neededAfter(): Promise<number> {
    const { rows } = await this.#pool.query<{ seq: string }>('select journal_needed_after($1) as seq', [this.shard]);
    return Number(rows[0]?.seq ?? 0);
  }

  async files(): Promise<ListedFile[]> {
    const { rows } = await this.#pool.query<FileRow>(
      `select from_seq, to_seq, first_hash, last_hash, name, sha256, bytes, verified_at is not null as is_verified
       from journal_archive where shard = $1 order by from_seq`,
      [this.shard],
    );
    return rows.map((row) => ({
      fromSeq: Number(row.from_seq),
      toSeq: Number(row.to_seq),
      firstHash: row.first_hash,
      lastHash: row.last_hash,
      name: row.name,
      sha256: row.sha256,
      bytes: Number(row.bytes),
      isVerified: row.is_verified,
    }));
  }

  async listFile(file: ArchivedFile): Promise<void> {
    await this.#pool.query(
      `insert into journal_archive (shard, from_seq, to_seq, first_hash, last_hash, name, sha256, bytes)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (shard, from_seq) do update set to_seq = excluded.to_seq, first_hash = excluded.first_hash,
         last_hash = excluded.last_hash, name = excluded.name, sha256 = excluded.sha256, bytes = excluded.bytes`,
      [this.shard, file.fromSeq, file.toSeq, file.firstHash, file.lastHash, file.name, file.sha256, file.bytes],
    );
  }

  async markVerified({ fromSeq }: ArchivedFile): Promise<void> {
    await this.#pool.query(
      `update journal_archive set verified_at = clock_timestamp()
       where shard = $1 and from_seq = $2 and verified_at is null`,
      [this.shard, fromSeq],
    );
  }

  async detach({ fromSeq }: JournalPartition): Promise<void> {
    await this.#change('select detach_journal_partition($1, $2, $3)', fromSeq);
  }

  async drop({ fromSeq }: JournalPartition): Promise<void> {
    await this.#change('select drop_journal_partition($1, $2, $3)', fromSeq);
  }

  async #change<Row extends pg.QueryResultRow>(text: string, ...values: number[]): Promise<pg.QueryResult<Row>> {
    try {
      return await this.#pool.query<Row>(text, [this.shard, this.#epoch, ...values]);
    } catch (error) {
      throw toFencedError(error);
    }
  }
}
