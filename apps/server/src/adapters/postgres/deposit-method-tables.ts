import type { CompanyId } from '@candor/domain/values/ids';
import { type Selectable, sql } from 'kysely';
import type { AuditEntry } from '../../ports/audit.ts';
import type { DepositMethodRecord, DepositMethodStore, DepositMethodTerms } from '../../ports/funds.ts';
import { appendAudit } from './audit-rows.ts';
import type { Db } from './database.ts';
import type { DepositMethodTable } from './desk-schema.ts';
import { withTenant } from './with-tenant.ts';

/** Deposit methods and their address pools in PostgreSQL. */
export class DepositMethodTables implements DepositMethodStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async active(companyId: CompanyId, kind: DepositMethodTerms['kind']): Promise<DepositMethodRecord[]> {
    const rows = await withTenant(this.#db, companyId, (trx) =>
      trx
        .selectFrom('pay_way')
        .selectAll()
        .where('kind', '=', kind)
        .where('is_active', '=', true)
        .orderBy(sql`coalesce(root_id, id)`)
        .execute(),
    );
    return rows.map(toDepositMethod);
  }

  async find(companyId: CompanyId, id: number): Promise<DepositMethodRecord | null> {
    return (await this.among(companyId, [id]))[0] ?? null;
  }

  async among(companyId: CompanyId, ids: readonly number[]): Promise<DepositMethodRecord[]> {
    if (ids.length === 0) return [];
    const rows = await withTenant(this.#db, companyId, (trx) =>
      trx
        .selectFrom('pay_way')
        .selectAll()
        .where('id', 'in', [...new Set(ids)])
        .execute(),
    );
    return rows.map(toDepositMethod);
  }

  async list(companyId: CompanyId, kind: DepositMethodTerms['kind'] | null, page: number, pageSize: number) {
    return withTenant(this.#db, companyId, async (trx) => {
      const standing = trx.selectFrom('pay_way').where('replaced_by', 'is', null);
      const all = kind === null ? standing : standing.where('kind', '=', kind);
      const { total } = await all.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
      const rows = await all
        .selectAll()
        .select((eb) =>
          eb
            .selectFrom('pay_way_address')
            .where('pay_way_address.root_id', '=', sql<number>`coalesce(pay_way.root_id, pay_way.id)`)
            .where('user_id', 'is', null)
            .select((inner) => inner.fn.countAll<string>().as('free'))
            .as('free'),
        )
        .orderBy('id', 'desc')
        .limit(pageSize)
        .offset((page - 1) * pageSize)
        .execute();
      return {
        rows: rows.map((row) => ({ way: toDepositMethod(row), freeAddresses: Number(row.free) })),
        total: Number(total),
      };
    });
  }

  async freeAddresses(companyId: CompanyId, rootId: number): Promise<number> {
    const { free } = await withTenant(this.#db, companyId, (trx) =>
      trx
        .selectFrom('pay_way_address')
        .where('root_id', '=', rootId)
        .where('user_id', 'is', null)
        .select((eb) => eb.fn.countAll<string>().as('free'))
        .executeTakeFirstOrThrow(),
    );
    return Number(free);
  }

  add(
    companyId: CompanyId,
    terms: DepositMethodTerms,
    atMs: number,
    audit: (id: number) => AuditEntry,
  ): Promise<DepositMethodRecord> {
    return withTenant(this.#db, companyId, async (trx) => {
      const way = await insertWay(trx, companyId, null, terms, atMs);
      await appendAudit(trx, companyId, atMs, audit(way.id));
      return way;
    });
  }

  replace(
    companyId: CompanyId,
    id: number,
    terms: DepositMethodTerms,
    atMs: number,
    audit: (newId: number) => AuditEntry,
  ): Promise<DepositMethodRecord | null> {
    return withTenant(this.#db, companyId, async (trx) => {
      const standing = await trx
        .selectFrom('pay_way')
        .select('root_id')
        .where('id', '=', id)
        .where('replaced_by', 'is', null)
        .forUpdate()
        .executeTakeFirst();
      if (standing === undefined) return null;
      const way = await insertWay(trx, companyId, standing.root_id ?? id, terms, atMs);
      await trx
        .updateTable('pay_way')
        .set({ is_active: false, replaced_by: way.id, replaced_at_ms: String(atMs) })
        .where('id', '=', id)
        .execute();
      await appendAudit(trx, companyId, atMs, audit(way.id));
      return way;
    });
  }

  addAddresses(
    companyId: CompanyId,
    rootId: number,
    addresses: readonly string[],
    atMs: number,
    audit: AuditEntry,
  ): Promise<{ added: number; known: number }> {
    return withTenant(this.#db, companyId, async (trx) => {
      const rows = [...new Set(addresses)].map((address) => ({
        company_id: companyId,
        address,
        root_id: rootId,
        user_id: null,
        given_at_ms: null,
      }));
      const added = await trx
        .insertInto('pay_way_address')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .returning('address')
        .execute();
      await appendAudit(trx, companyId, atMs, audit);
      return { added: added.length, known: addresses.length - added.length };
    });
  }

  async giveAddress(companyId: CompanyId, rootId: number, userId: number, atMs: number): Promise<string | null> {
    return withTenant(this.#db, companyId, async (trx) => {
      // One assignment per user at a time: concurrent ones would use up two addresses, or fail.
      await trx.selectFrom('app_user').select('id').where('id', '=', userId).forUpdate().executeTakeFirstOrThrow();
      const own = await ownAddress(trx, rootId, userId);
      if (own !== null) return own;
      const { rows } = await sql<{ address: string }>`
        update pay_way_address set user_id = ${userId}, given_at_ms = ${atMs}
        where address = (
          select address from pay_way_address where root_id = ${rootId} and user_id is null
          order by place limit 1 for update skip locked)
        returning address`.execute(trx);
      return rows[0]?.address ?? null;
    });
  }

  givenAddress(companyId: CompanyId, rootId: number, userId: number): Promise<string | null> {
    return withTenant(this.#db, companyId, (trx) => ownAddress(trx, rootId, userId));
  }
}

async function ownAddress(trx: Db, rootId: number, userId: number): Promise<string | null> {
  const row = await trx
    .selectFrom('pay_way_address')
    .select('address')
    .where('root_id', '=', rootId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.address ?? null;
}

async function insertWay(
  trx: Db,
  companyId: CompanyId,
  rootId: number | null,
  terms: DepositMethodTerms,
  atMs: number,
): Promise<DepositMethodRecord> {
  const row = await trx
    .insertInto('pay_way')
    .values({
      company_id: companyId,
      root_id: rootId,
      kind: terms.kind,
      currency: terms.currency,
      protocol: terms.protocol,
      address: terms.address,
      bank_name: terms.bankName,
      bank_address: terms.bankAddress,
      bank_swift: terms.bankSwift,
      payee_name: terms.payeeName,
      payee_account: terms.payeeAccount,
      bank_remark: terms.bankRemark,
      usd_price_e8: String(terms.usdPriceE8),
      min_e8: String(terms.minE8),
      is_active: terms.isActive,
      watcher: terms.watcher,
      confirmations: terms.confirmations,
      created_at_ms: String(atMs),
      replaced_by: null,
      replaced_at_ms: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toDepositMethod(row);
}

function toDepositMethod(row: Selectable<DepositMethodTable>): DepositMethodRecord {
  return {
    id: row.id,
    rootId: row.root_id ?? row.id,
    kind: row.kind,
    currency: row.currency,
    protocol: row.protocol,
    address: row.address,
    bankName: row.bank_name,
    bankAddress: row.bank_address,
    bankSwift: row.bank_swift,
    payeeName: row.payee_name,
    payeeAccount: row.payee_account,
    bankRemark: row.bank_remark,
    usdPriceE8: BigInt(row.usd_price_e8),
    minE8: BigInt(row.min_e8),
    isActive: row.is_active,
    watcher: row.watcher,
    confirmations: row.confirmations,
    createdAtMs: Number(row.created_at_ms),
    replacedBy: row.replaced_by,
    replacedAtMs: row.replaced_at_ms === null ? null : Number(row.replaced_at_ms),
  };
}
