import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { decodeSumNodes, encodeSumNodes, type SumNode, sumNodeBytes } from '@candor/transparency-log/sum-tree';
import { sql } from 'kysely';
import type {
  LiabilityFault,
  LiabilityPath,
  LiabilityReader,
  LiabilityStore,
  LiabilityTotal,
  OwedLedgers,
  PublishedTotal,
} from '../../ports/liabilities.ts';
import { claimsOfText } from './audited-tables.ts';
import { byteaArray, int4Array, int8Array } from './binary-arrays.ts';
import type { Db } from './database.ts';
import { withTenant } from './with-tenant.ts';

/** Nodes of one row. */
const rowWidth = 256;
/** Leaves of one statement. */
const leavesMax = 10_000;

/** Totals and trees as their job writes them; role `core`. */
export class LiabilityTables implements LiabilityStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async hasDay(companyId: CompanyId, day: string): Promise<boolean> {
    const { rows } = await sql`
      select 1 from liability_total where company_id = ${companyId} and day = ${day}::date limit 1`.execute(this.#db);
    return rows.length > 0;
  }

  capture(companyId: CompanyId): Promise<OwedLedgers> {
    return this.#db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const { rows: heads } = await sql<{ seq: string }>`
          select seq from projector_checkpoint where projector = 'trading'
            and shard = (select shard from company where id = ${companyId})`.execute(trx);
        const { rows: houses } = await sql<{ currency: string; house: string }>`
          select split_part(ledger_key, '/', 3) as currency,
            sum(balance_micros) filter (where split_part(ledger_key, '/', 4) = 'house') as house
          from ledger_balance where company_id = ${companyId} and split_part(ledger_key, '/', 2) = 'real'
          group by 1 order by 1`.execute(trx);
        const { rows } = await sql<{
          currency: string;
          account_id: number;
          fingerprint: string;
          cash: string;
          locked: string;
        }>`
          select split_part(ledger_key, '/', 3) as currency, split_part(ledger_key, '/', 5)::integer as account_id,
            coalesce(min(chain.fingerprint), '') as fingerprint,
            coalesce(sum(balance_micros) filter (where split_part(ledger_key, '/', 4) = 'cash'), 0) as cash,
            coalesce(sum(balance_micros) filter (where split_part(ledger_key, '/', 4) = 'locked'), 0) as locked
          from ledger_balance
          left join receipt_chain as chain on chain.account_id = split_part(ledger_key, '/', 5)::integer
          where ledger_balance.company_id = ${companyId} and split_part(ledger_key, '/', 2) = 'real'
            and split_part(ledger_key, '/', 4) <> 'house'
          group by 1, 2`.execute(trx);
        return {
          seq: Number(heads[0]?.seq ?? 0),
          ledgers: houses.map(({ currency, house }) => ({
            currency,
            house: BigInt(house ?? 0),
            accounts: rows
              .filter((row) => row.currency === currency)
              .map(({ account_id, fingerprint, cash, locked }) => ({
                accountId: account_id as AccountId,
                fingerprint,
                cash: BigInt(cash),
                locked: BigInt(locked),
              })),
          })),
        };
      });
  }

  async put(companyId: CompanyId, day: string, totals: readonly LiabilityTotal[]): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      for (const total of totals) await putTotal(trx, companyId, total);
      for (const table of ['liability_leaf', 'liability_nodes'])
        await sql`
          delete from ${sql.table(table)} where company_id = ${companyId} and day <= ${day}::date - 30`.execute(trx);
    });
  }
}

async function putTotal(trx: Db, companyId: CompanyId, total: LiabilityTotal): Promise<void> {
  const { day, currency, atMs, seq, accounts, name, made } = total;
  const found = made.fault === null ? made : null;
  await sql`
    insert into liability_total
      (company_id, day, currency, at_ms, seq, accounts, name, fault, sum_micros, height, root, text)
    values (${companyId}, ${day}::date, ${currency}, ${atMs}, ${seq}, ${accounts}, ${name}, ${made.fault},
      ${found?.sum ?? null}, ${found === null ? null : found.levels.length - 1},
      ${found === null ? null : Buffer.from(found.root)}, ${found?.text ?? null})`.execute(trx);
  if (found === null) return;
  for (let from = 0; from < found.leaves.length; from += leavesMax) {
    const leaves = found.leaves.slice(from, from + leavesMax);
    await sql`
      insert into liability_leaf (company_id, day, currency, account_id, position, amount_micros, salt)
      select ${companyId}::integer, ${day}::date, ${currency}::text, row.* from unnest(
        ${int4Array(leaves.map(({ accountId }) => accountId))}::integer[],
        ${int4Array(leaves.map(({ position }) => position))}::integer[],
        ${int8Array(leaves.map(({ amount }) => amount))}::bigint[],
        ${byteaArray(leaves.map(({ salt }) => Buffer.from(salt)))}::bytea[]) as row`.execute(trx);
  }
  for (const [level, nodes] of found.levels.entries()) {
    const rows: Buffer[] = [];
    for (let from = 0; from < nodes.length; from += rowWidth)
      rows.push(Buffer.from(encodeSumNodes(nodes.slice(from, from + rowWidth))));
    await sql`
      insert into liability_nodes (company_id, day, currency, level, at, nodes)
      select ${companyId}::integer, ${day}::date, ${currency}::text, ${level}::integer, row.* from unnest(
        ${int4Array(rows.map((_, at) => at))}::integer[], ${byteaArray(rows)}::bytea[]) as row`.execute(trx);
  }
}

/** Totals and places of one company; role `app`. */
export class LiabilityReadTables implements LiabilityReader {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  newest(companyId: CompanyId): Promise<PublishedTotal[]> {
    return withTenant(this.#db, companyId, async (trx) => {
      const { rows } = await sql<{
        day: string;
        currency: string;
        at_ms: string;
        sum_micros: string | null;
        claims: string | null;
        root: Buffer | null;
        fault: LiabilityFault | null;
      }>`
        select day::text as day, currency, at_ms, sum_micros, root, fault,
          ${claimsOfText} as claims
        from liability_total
        where company_id = ${companyId} and day = (select max(day) from liability_total where company_id = ${companyId})
        order by currency limit 50`.execute(trx);
      return rows.map(({ day, currency, at_ms, sum_micros, claims, root, fault }) => ({
        day,
        currency,
        atMs: Number(at_ms),
        sum: sum_micros === null ? null : BigInt(sum_micros),
        claims: claims === null ? null : BigInt(claims),
        root,
        fault,
      }));
    });
  }

  path(companyId: CompanyId, accountId: AccountId): Promise<LiabilityPath | null> {
    return withTenant(this.#db, companyId, async (trx) => {
      const { rows } = await sql<{
        day: string;
        currency: string;
        fingerprint: string;
        name: string;
        text: string;
        height: number;
        position: number;
        amount_micros: string;
        salt: Buffer;
      }>`
        select leaf.day::text as day, leaf.currency, chain.fingerprint, total.name, total.text, total.height,
          leaf.position, leaf.amount_micros, leaf.salt
        from liability_leaf as leaf
        join liability_total as total using (company_id, day, currency)
        join receipt_chain as chain on chain.account_id = leaf.account_id
        where leaf.company_id = ${companyId} and leaf.account_id = ${accountId}
        order by leaf.day desc limit 1`.execute(trx);
      const [row] = rows;
      if (row === undefined) return null;
      const { day, currency, fingerprint, name, text, height, position, amount_micros, salt } = row;
      const path: SumNode[] = [];
      for (let level = 0; level < height; level += 1) {
        const index = Math.floor(position / 2 ** level);
        path.push(
          await nodeAt(trx, { companyId, day, currency, level, index: index % 2 === 0 ? index + 1 : index - 1 }),
        );
      }
      return { day, currency, fingerprint, name, text, position, amount: BigInt(amount_micros), salt, path };
    });
  }
}

interface NodePlace {
  readonly companyId: CompanyId;
  readonly day: string;
  readonly currency: string;
  readonly level: number;
  readonly index: number;
}

/** Reads one node: 40 bytes of a row. */
async function nodeAt(trx: Db, { companyId, day, currency, level, index }: NodePlace): Promise<SumNode> {
  const { rows } = await sql<{ node: Buffer }>`
    select substring(nodes from ${(index % rowWidth) * sumNodeBytes + 1}::integer for ${sumNodeBytes}::integer) as node
    from liability_nodes where company_id = ${companyId} and day = ${day}::date and currency = ${currency}
      and level = ${level} and at = ${Math.floor(index / rowWidth)}`.execute(trx);
  const [node] = decodeSumNodes(rows[0]?.node ?? Buffer.alloc(0));
  if (node === undefined) throw new Error(`Invariant: the tree of ${day} has node ${level}/${index}`);
  return node;
}
