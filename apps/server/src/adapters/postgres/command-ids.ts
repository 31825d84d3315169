import type pg from 'pg';
import type { CommandId, CommandIds } from '../../ports/journal.ts';
import { int4Array, textArray } from './binary-arrays.ts';

/** Ids of commands in daily partitions, written by `commit_batch` together with the entries. */
export class PostgresCommandIds implements CommandIds {
  readonly #pool: pg.Pool;
  readonly #shard: number;

  constructor(pool: pg.Pool, shard: number) {
    this.#pool = pool;
    this.#shard = shard;
  }

  async find(ids: readonly CommandId[]): Promise<(number | null)[]> {
    const { rows } = await this.#pool.query<{ seq: string | null }>({
      name: 'find-command-ids',
      // A subquery for each id, so that the index is used however few rows the table has.
      text: `select (select max(seq) from command_id stored
          where stored.shard = $1 and stored.account_id = asked.account_id and stored.client_id = asked.client_id) as seq
        from unnest($2::integer[], $3::text[]) with ordinality as asked (account_id, client_id, n) order by n`,
      values: [
        this.#shard,
        int4Array(ids.map(({ accountId }) => accountId)),
        textArray(ids.map(({ clientId }) => clientId)),
      ],
    });
    return rows.map(({ seq }) => (seq === null ? null : Number(seq)));
  }

  async days(): Promise<readonly number[]> {
    const { rows } = await this.#pool.query<{ day: number }>('select command_id_days($1) as day', [this.#shard]);
    return rows.map(({ day }) => day);
  }

  async readDay(day: number, after: CommandId | null, limit: number): Promise<CommandId[]> {
    const { rows } = await this.#pool.query<{ account_id: number; client_id: string }>(
      `select account_id, client_id from command_id
       where shard = $1 and day = $2 and (account_id, client_id) > ($3::integer, $4::text collate "C")
       order by account_id, client_id limit $5`,
      // No account has a negative number.
      [this.#shard, day, after?.accountId ?? -1, after?.clientId ?? '', limit],
    );
    return rows.map((row) => ({ accountId: row.account_id, clientId: row.client_id }));
  }
}
