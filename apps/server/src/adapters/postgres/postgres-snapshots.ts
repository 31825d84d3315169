import type pg from 'pg';
import type { SnapshotHead, SnapshotPart, SnapshotStore } from '../../ports/snapshots.ts';

const uniqueViolation = '23505';
/** Parts read at once: a few hundred kilobytes. */
const partsPage = 16;

interface HeadRow {
  seq: string;
  hash: Buffer;
  format: number;
  engine_version: string;
  parts: number;
  checksum: Buffer;
  made_at_ms: string;
}

/** Snapshots in PostgreSQL; each is written in one transaction, so that a crash leaves none or a whole one. */
export class PostgresSnapshots implements SnapshotStore {
  readonly #pool: pg.Pool;
  readonly #shard: number;

  constructor(pool: pg.Pool, shard: number) {
    this.#pool = pool;
    this.#shard = shard;
  }

  async heads(): Promise<SnapshotHead[]> {
    const { rows } = await this.#pool.query<HeadRow>(
      `select seq, hash, format, engine_version, parts, checksum, made_at_ms
       from core_snapshot where shard = $1 order by seq desc`,
      [this.#shard],
    );
    return rows.map(({ seq, hash, format, engine_version: engineVersion, parts, checksum, made_at_ms: madeAtMs }) => ({
      seq: Number(seq),
      hash,
      format,
      engineVersion,
      parts,
      checksum,
      madeAtMs: Number(madeAtMs),
    }));
  }

  async *parts(seq: number): AsyncGenerator<SnapshotPart> {
    let after = -1;
    for (;;) {
      const { rows } = await this.#pool.query<SnapshotPart>(
        `select part, bytes, checksum from core_snapshot_part
         where shard = $1 and seq = $2 and part > $3 order by part limit $4`,
        [this.#shard, seq, after, partsPage],
      );
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < partsPage) return;
      after = last.part;
    }
  }

  async write(seq: number, parts: Iterable<SnapshotPart>, close: () => SnapshotHead): Promise<boolean> {
    const client = await this.#pool.connect();
    try {
      await client.query('begin');
      for (const { part, bytes, checksum } of parts)
        await client.query({
          name: 'snapshot-part',
          text: 'insert into core_snapshot_part (shard, seq, part, bytes, checksum) values ($1, $2, $3, $4, $5)',
          values: [this.#shard, seq, part, bytes, checksum],
        });
      const { hash, format, engineVersion, parts: count, checksum, madeAtMs } = close();
      await client.query(
        `insert into core_snapshot (shard, seq, hash, format, engine_version, parts, checksum, made_at_ms)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [this.#shard, seq, hash, format, engineVersion, count, checksum, madeAtMs],
      );
      await client.query('commit');
      client.release();
      return true;
    } catch (error) {
      const isDoubled = (error as { code?: string }).code === uniqueViolation;
      const rolledBack = await client.query('rollback').then(
        () => true,
        () => false,
      );
      client.release(!rolledBack);
      if (isDoubled) return false;
      throw error;
    }
  }

  async remove(seq: number): Promise<void> {
    await this.#removeWhere('seq = $2', seq);
  }

  async keepNewest(count: number, seq: number): Promise<void> {
    await this.#removeWhere(
      `seq < (select min(seq) from (
         select seq from core_snapshot where shard = $1 and seq <= $2 order by seq desc limit ${count}) as kept)`,
      seq,
    );
  }

  /** Removes heads and parts in one statement. */
  async #removeWhere(which: string, seq: number): Promise<void> {
    await this.#pool.query(
      `with heads as (delete from core_snapshot where shard = $1 and ${which})
       delete from core_snapshot_part where shard = $1 and ${which}`,
      [this.#shard, seq],
    );
  }
}
