import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { openDatabase } from '../../apps/server/src/adapters/postgres/database.ts';
import { ensureRoles } from '../../apps/server/src/adapters/postgres/database-roles.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/adapters/postgres/embedded/start-embedded-postgres.ts';
import { until } from '../../testkit/until.ts';

/** Session and answers of a trader, before the earlier version was stopped. */
export interface Answered {
  readonly account: string;
  readonly password: string;
  readonly token: string;
  /** Text of each answer, by the path of the call. */
  readonly answers: Readonly<Record<string, string>>;
}

/** An installation as an earlier version left it: its database, the files of its data folder, and what it answered. */
export interface EarlierInstallation {
  readonly madeBy: string;
  /** Newest migration of that version. */
  readonly migration: string;
  /** The database as SQL. */
  readonly sql: string;
  /** Files of the data folder in base64, by their paths. */
  readonly files: Readonly<Record<string, string>>;
  readonly answered: Answered;
}

const archive = fileURLToPath(new URL('earlier-version.json.gz', import.meta.url));

export function readEarlierInstallation(): EarlierInstallation {
  return JSON.parse(gunzipSync(readFileSync(archive)).toString()) as EarlierInstallation;
}

export function writeEarlierInstallation(installation: EarlierInstallation): void {
  writeFileSync(archive, gzipSync(JSON.stringify(installation), { level: 9 }));
}

/** Reads a data folder without the parts that a program makes again. */
export function readDataFolder(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  const kept = paths.filter((path) => !/^(?:postgres|outbox)\/|\.(?:lock|sock|pid)$/.test(path));
  return Object.fromEntries(kept.map((path) => [path, readFileSync(join(folder, path)).toString('base64')]));
}

/** Rows that no later version may change: hashes of the journal's entries, and what real accounts have. */
const lasting = {
  journal: `select shard, seq, encode(hash, 'hex') as hash from journal order by 1, 2`,
  receipts: `select r.id, r.hash from receipt r join app_user u on u.id = r.account_id where not u.is_demo order by 1`,
  postings: `select seq, line, ledger_key, kind, amount_micros, balance_micros, at_ms, order_id, funds_id from posting
    where ledger_key like '%/real/%' order by seq, line`,
} as const;
export type Lasting = Readonly<Record<keyof typeof lasting, object[]>>;

type Query = (text: string) => Promise<object[]>;

/** Reads it with one query each. */
export async function readLasting(query: Query): Promise<Lasting> {
  const [journal, receipts, postings] = [
    await query(lasting.journal),
    await query(lasting.receipts),
    await query(lasting.postings),
  ];
  return { journal, receipts, postings };
}

/** Waits until the tables have everything that the journal has. */
export function untilFolded(query: Query): Promise<boolean> {
  const text = `select bool_and(c.seq >= l.last_seq) as "isFolded"
    from shard_lease l left join projector_checkpoint c using (shard)`;
  return until('the tables have every entry', async () => {
    const [row] = (await query(text)) as { isFolded: boolean }[];
    return row?.isFolded === true;
  });
}

/** Lays the installation out in an empty folder, as an embedded database and its files; returns what must last. */
export async function unpackEarlierInstallation({ sql, files }: EarlierInstallation, folder: string): Promise<Lasting> {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, Buffer.from(content, 'base64'), { mode: 0o600 });
  }
  const ignore = () => undefined;
  const log = { info: ignore, warn: ignore, error: ignore };
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log });
  try {
    const { db, pool, close } = openDatabase(server.connectionString, ignore, 1);
    try {
      await ensureRoles(db);
      await pool.query(sql);
      // The dump clears the path, and connections of the pool are used again.
      await pool.query('set search_path to default');
      return await readLasting(async (text) => (await pool.query<object>(text)).rows);
    } finally {
      await close();
    }
  } finally {
    await server.stop();
  }
}
