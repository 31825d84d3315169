import type { CompanyId } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import type { PublishedKey } from '../../ports/projection.ts';
import type {
  LogCursor,
  LogGrowth,
  LogPlace,
  LogReader,
  LogStore,
  LogTree,
  ReceiptText,
  TotalText,
} from '../../ports/transparency-log.ts';
import { byteaArray, int4Array, int8Array, textArray } from './binary-arrays.ts';
import type { Db } from './database.ts';
import { readReceiptKeys } from './receipt-key-rows.ts';
import { withTenant } from './with-tenant.ts';

interface TreeRow {
  readonly company_id: number;
  readonly origin: string;
  readonly public_key: string;
  readonly size: string;
  readonly checkpoint: string | null;
  readonly checkpoint_size: string;
}

function toTree(row: TreeRow): LogTree {
  return {
    companyId: row.company_id as CompanyId,
    origin: row.origin,
    publicKey: row.public_key,
    size: Number(row.size),
    checkpoint: row.checkpoint,
    checkpointSize: Number(row.checkpoint_size),
  };
}

/** The logs of a shard's companies, as their writer appends to them; role `core`. */
export class LogTables implements LogStore {
  readonly #db: Db;
  readonly #shard: number;

  constructor(db: Db, shard: number) {
    this.#db = db;
    this.#shard = shard;
  }

  async cursor(): Promise<LogCursor | null> {
    const { rows } = await sql<{ seq: string; tick_log: string; tick_offset: string }>`
      select seq, tick_log, tick_offset from log_cursor where shard = ${this.#shard}`.execute(this.#db);
    const [row] = rows;
    if (row === undefined) return null;
    return { seq: Number(row.seq), tickLog: row.tick_log, tickOffset: Number(row.tick_offset) };
  }

  async trees(made: (companyId: CompanyId) => Pick<LogTree, 'origin' | 'publicKey'>): Promise<LogTree[]> {
    const { rows: missing } = await sql<{ id: number }>`
      select id from company where shard = ${this.#shard}
        and not exists (select from log_tree where company_id = company.id) order by id`.execute(this.#db);
    for (const { id } of missing) {
      const { origin, publicKey } = made(id as CompanyId);
      await sql`
        insert into log_tree (company_id, origin, public_key) values (${id}, ${origin}, ${publicKey})
        on conflict do nothing`.execute(this.#db);
    }
    const { rows } = await sql<TreeRow>`
      select log_tree.* from log_tree join company on company.id = company_id where shard = ${this.#shard} order by id
    `.execute(this.#db);
    return rows.map(toTree);
  }

  async tile(companyId: CompanyId, level: number, at: number): Promise<Uint8Array> {
    return (await readTile(this.#db, companyId, level, at)) ?? new Uint8Array();
  }

  async projectedSeq(): Promise<number> {
    const { rows } = await sql<{ seq: string }>`
      select seq from projector_checkpoint where projector = 'trading' and shard = ${this.#shard}`.execute(this.#db);
    return Number(rows[0]?.seq ?? 0);
  }

  async receipts(ids: readonly string[]): Promise<ReceiptText[]> {
    if (ids.length === 0) return [];
    const { rows } = await sql<{ id: string; company_id: number; text: string }>`
      select id, company_id, text from receipt where id = any(${textArray(ids)}::text[])`.execute(this.#db);
    return rows.map(({ id, company_id, text }) => ({ id, companyId: company_id as CompanyId, text }));
  }

  async hasPlace(name: string): Promise<boolean> {
    const { rows } = await sql`select from log_place where name = ${name}`.execute(this.#db);
    return rows.length > 0;
  }

  receiptKeys(): Promise<PublishedKey[]> {
    return readReceiptKeys(this.#db);
  }

  async totals(): Promise<TotalText[]> {
    const { rows } = await sql<{ name: string; company_id: number; text: string }>`
      select name, company_id, text from liability_total
      where not is_logged and fault is null and company_id in (select id from company where shard = ${this.#shard})
      order by company_id, day, currency limit 100`.execute(this.#db);
    return rows.map(({ name, company_id, text }) => ({ name, companyId: company_id as CompanyId, text }));
  }

  async append(from: LogCursor | null, to: LogCursor, growth: readonly LogGrowth[]): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      const { seq, tickLog, tickOffset } = to;
      const moved =
        from === null
          ? await sql`
              insert into log_cursor (shard, seq, tick_log, tick_offset)
              values (${this.#shard}, ${seq}, ${tickLog}, ${tickOffset}) on conflict do nothing`.execute(trx)
          : await sql`
              update log_cursor set seq = ${seq}, tick_log = ${tickLog}, tick_offset = ${tickOffset}
              where shard = ${this.#shard} and seq = ${from.seq} and tick_log = ${from.tickLog}
                and tick_offset = ${from.tickOffset}`.execute(trx);
      if (moved.numAffectedRows !== 1n) throw new Error('Another writer has moved the log’s cursor');
      for (const one of growth) await grow(trx, one);
    });
  }

  async publish(companyId: CompanyId, checkpoint: string, size: number, atMs: number): Promise<void> {
    await sql`
      update log_tree set checkpoint = ${checkpoint}, checkpoint_size = ${size}, signed_at_ms = ${atMs}
      where company_id = ${companyId} and checkpoint_size < ${size}`.execute(this.#db);
  }

  async cosign(companyId: CompanyId, checkpoint: string, cosigned: string): Promise<void> {
    await sql`
      update log_tree set checkpoint = ${cosigned}
      where company_id = ${companyId} and checkpoint = ${checkpoint}`.execute(this.#db);
  }
}

async function grow(trx: Db, { companyId, fromSize, entries, tiles, places }: LogGrowth): Promise<void> {
  const size = fromSize + entries.length;
  const grown = await sql`
    update log_tree set size = ${size} where company_id = ${companyId} and size = ${fromSize}`.execute(trx);
  if (grown.numAffectedRows !== 1n)
    throw new Error(`The log of company ${companyId} does not have ${fromSize} entries`);
  await sql`
    insert into log_entry (company_id, at, entry) select ${companyId}::integer, row.* from unnest(
      ${int8Array(entries.map((_, at) => fromSize + at))}::bigint[],
      ${byteaArray(entries.map(toBuffer))}::bytea[]) as row`.execute(trx);
  const written = await sql`
    insert into log_tile as tile (company_id, level, at, hashes)
    select ${companyId}::integer, row.level, row.at, row.hashes from unnest(
      ${int4Array(tiles.map(({ level }) => level))}::integer[],
      ${int8Array(tiles.map(({ at }) => at))}::bigint[],
      ${byteaArray(tiles.map(({ hashes }) => toBuffer(hashes)))}::bytea[]) as row (level, at, hashes)
    on conflict (company_id, level, at) do update set hashes = tile.hashes || excluded.hashes`.execute(trx);
  if (written.numAffectedRows !== BigInt(tiles.length)) throw new Error('Invariant: every tile grows');
  await sql`
    insert into log_place (name, company_id, at, salt) select row.name, ${companyId}::integer, row.at, row.salt from unnest(
      ${textArray(places.map(({ name }) => name))}::text[],
      ${int8Array(places.map(({ at }) => at))}::bigint[],
      ${byteaArray(places.map(({ salt }) => toBuffer(salt)))}::bytea[]) as row (name, at, salt)`.execute(trx);
  const totals = places.map(({ name }) => name).filter((name) => name.startsWith('liabilities-'));
  if (totals.length > 0)
    await sql`
      update liability_total set is_logged = true
      where company_id = ${companyId} and name = any(${textArray(totals)}::text[])`.execute(trx);
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

async function readTile(db: Db, companyId: CompanyId, level: number, at: number): Promise<Uint8Array | null> {
  const { rows } = await sql<{ hashes: Buffer }>`
    select hashes from log_tile where company_id = ${companyId} and level = ${level} and at = ${at}`.execute(db);
  return rows[0]?.hashes ?? null;
}

/** One company's log, as its readers see it; role `app`. */
export class LogReadTables implements LogReader {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  tree(companyId: CompanyId): Promise<LogTree | null> {
    return withTenant(this.#db, companyId, async (trx) => {
      const { rows } = await sql<TreeRow>`select * from log_tree where company_id = ${companyId}`.execute(trx);
      return rows[0] === undefined ? null : toTree(rows[0]);
    });
  }

  tile(companyId: CompanyId, level: number, at: number): Promise<Uint8Array | null> {
    return withTenant(this.#db, companyId, (trx) => readTile(trx, companyId, level, at));
  }

  entries(companyId: CompanyId, from: number, count: number): Promise<Uint8Array[]> {
    return withTenant(this.#db, companyId, async (trx) => {
      const { rows } = await sql<{ entry: Buffer }>`
        select entry from log_entry where company_id = ${companyId} and at >= ${from} and at < ${from + count}
        order by at`.execute(trx);
      return rows.map(({ entry }) => entry);
    });
  }

  async places(companyId: CompanyId, names: readonly string[]): Promise<LogPlace[]> {
    if (names.length === 0) return [];
    return withTenant(this.#db, companyId, async (trx) => {
      const { rows } = await sql<{ name: string; at: string; salt: Buffer }>`
        select name, at, salt from log_place where name = any(${textArray(names)}::text[])`.execute(trx);
      return rows.map(({ name, at, salt }) => ({ name, at: Number(at), salt }));
    });
  }
}
