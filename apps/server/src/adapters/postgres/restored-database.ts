import { Client } from 'pg';
import type { RestoredFacts } from '../../ports/backup.ts';

const connectMaxMs = 10_000;
const pageRows = 1_000;
const listedMax = 50;

/** A database right after its recovery, by a connection of its owner, before any program uses it. */
export class RestoredDatabase {
  readonly #client: Client;

  private constructor(client: Client) {
    this.#client = client;
  }

  static async open(connectionString: string): Promise<RestoredDatabase> {
    const client = new Client({ connectionString, connectionTimeoutMillis: connectMaxMs });
    client.on('error', () => undefined);
    await client.connect();
    return new RestoredDatabase(client);
  }

  /**
   * Takes back what must not happen twice: waiting messages are not sent, since the installation that this was restored from
   * may have sent them, every session ends, since it may have been ended there, and so does every invitation of an operator,
   * since it may have been accepted there. In one transaction.
   */
  async calm(nowMs: number): Promise<RestoredFacts> {
    await this.#client.query('begin');
    const { rowCount: messages } = await this.#client.query(
      `update message_outbox set state = 'failed', subject = null, body = null, is_underway = false,
         settled_at_ms = $1, reason = 'restored from a backup' where state = 'waiting' and route <> 'none'`,
      [nowMs],
    );
    let sessions = 0;
    for (const table of ['user_token', 'operator_token', 'auth_challenge', 'verification_code']) {
      const { rowCount } = await this.#client.query(`delete from ${table}`);
      if (table.endsWith('_token')) sessions += rowCount ?? 0;
    }
    await this.#client.query('update operator set invite_expires_at_ms = 0 where invite_hash is not null');
    const facts = { messages: messages ?? 0, sessions, ...(await this.#read()) };
    await this.#client.query('commit');
    return facts;
  }

  /** Names of the sealed files that rows refer to, page by page. */
  async *files(): AsyncGenerator<{ readonly companyId: number; readonly id: string }> {
    let after = { company_id: 0, id: '' };
    for (;;) {
      const { rows } = await this.#client.query<{ company_id: number; id: string }>(
        `select company_id, id from upload where sealed_key is not null and (company_id, id) > ($1, $2)
         order by company_id, id limit ${pageRows}`,
        [after.company_id, after.id],
      );
      for (const { company_id: companyId, id } of rows) yield { companyId, id };
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last;
    }
  }

  /** Names of the archived files of the journal. */
  async archivedFiles(): Promise<string[]> {
    const { rows } = await this.#client.query<{ name: string }>('select name from journal_archive order by from_seq');
    return rows.map(({ name }) => name);
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => undefined);
  }

  async #read(): Promise<Pick<RestoredFacts, 'journals' | 'openRequests' | 'tablesLack' | 'lastAtMs'>> {
    const { rows: journals } = await this.#client.query<{ shard: number; last_seq: string; hash: string }>(
      `select shard, last_seq, encode(last_hash, 'hex') as hash from shard_lease where shard >= 0 order by shard`,
    );
    const { rows: open } = await this.#client.query<{
      id: string;
      company_id: number;
      account_id: number;
      kind: string;
      status: string;
      amount_micros: string;
    }>(
      `select id, company_id, account_id, kind, status, amount_micros from funds_request
       where finished_at_ms is null order by kind desc, id limit ${listedMax}`,
    );
    const { rows: lack } = await this.#client.query<{ count: string }>(
      `select coalesce(sum(last_seq - coalesce(seq, 0)), 0) as count from shard_lease as lease
       left join projector_checkpoint as done on done.shard = lease.shard and projector = 'trading' where lease.shard >= 0`,
    );
    const { rows: last } = await this.#client.query<{ ms: string | null }>(
      'select extract(epoch from pg_last_xact_replay_timestamp()) * 1000 as ms',
    );
    return {
      journals: journals.map((row) => ({ shard: row.shard, lastSeq: Number(row.last_seq), hash: row.hash })),
      openRequests: open.map((row) => ({
        id: row.id,
        companyId: row.company_id,
        accountId: row.account_id,
        kind: row.kind,
        status: row.status,
        amount: Number(row.amount_micros) / 1e6,
      })),
      tablesLack: Number(lack[0]?.count ?? 0),
      lastAtMs: last[0]?.ms == null ? null : Math.floor(Number(last[0].ms)),
    };
  }
}
