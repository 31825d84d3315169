import type pg from 'pg';
import type { JournalPartition, StoredEntry } from '../../ports/archive.ts';
import { byteaArray, int4Array, int8Array, textArray } from './binary-arrays.ts';

/** Puts archived entries back into the journal, in one transaction of the tables' owner. */
export class PostgresRestorer {
  readonly #owner: pg.Pool;
  readonly #shard: number;

  constructor(owner: pg.Pool, shard: number) {
    this.#owner = owner;
    this.#shard = shard;
  }

  async restore(partition: JournalPartition, entries: AsyncIterable<readonly StoredEntry[]>): Promise<void> {
    const name = nameOf(this.#shard, partition);
    await this.#transact(partition, 'restored', async (client) => {
      await client.query(
        `create table ${name} (like journal including defaults including constraints including indexes)`,
      );
      let count = 0;
      for await (const part of entries) {
        await insertEntries(client, { name, shard: this.#shard }, part);
        count += part.length;
      }
      if (count !== partition.toSeq - partition.fromSeq + 1)
        throw new Error(`Invariant: the archive holds every entry of the partition, held ${count}`);
      await client.query(
        `create trigger journal_append_only before update or delete or truncate on ${name}
         for each statement execute function journal_is_append_only()`,
      );
    });
  }

  async attachAgain(partition: JournalPartition): Promise<void> {
    await this.#transact(partition, 'attached again', () => Promise.resolve());
  }

  async #transact(
    partition: JournalPartition,
    act: string,
    prepare: (client: pg.PoolClient) => Promise<void>,
  ): Promise<void> {
    const { fromSeq, toSeq } = partition;
    const shard = this.#shard;
    const client = await this.#owner.connect();
    try {
      await client.query('begin');
      await prepare(client);
      await client.query(
        `alter table journal attach partition ${nameOf(shard, partition)}
         for values from (${shard}, ${fromSeq}) to (${shard}, ${toSeq + 1})`,
      );
      await client.query(
        `update journal_partition set state = 'attached', restored_at = clock_timestamp()
         where shard = $1 and from_seq = $2`,
        [shard, fromSeq],
      );
      await client.query('insert into journal_partition_event (shard, from_seq, to_seq, act) values ($1, $2, $3, $4)', [
        shard,
        fromSeq,
        toSeq,
        act,
      ]);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  }
}

function nameOf(shard: number, { fromSeq }: JournalPartition): string {
  if (!Number.isSafeInteger(fromSeq) || !Number.isSafeInteger(shard))
    throw new Error('Invariant: a partition begins at a sequence');
  return `journal_${shard}_${fromSeq}`;
}

async function insertEntries(
  client: pg.PoolClient,
  { name, shard }: { readonly name: string; readonly shard: number },
  entries: readonly StoredEntry[],
): Promise<void> {
  await client.query(
    `insert into ${name} (shard, seq, epoch, at_ms, account_id, client_id, body_hash, payload, hash)
     select $1, * from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::integer[], $6::text[], $7::text[], $8::text[], $9::bytea[])`,
    [
      shard,
      int8Array(entries.map(({ seq }) => seq)),
      int8Array(entries.map(({ epoch }) => epoch)),
      int8Array(entries.map(({ atMs }) => atMs)),
      int4Array(entries.map(({ accountId }) => accountId)),
      textArray(entries.map(({ clientId }) => clientId)),
      textArray(entries.map(({ bodyHash }) => bodyHash)),
      textArray(entries.map(({ payload }) => payload)),
      byteaArray(entries.map(({ hash }) => hash)),
    ],
  );
}
