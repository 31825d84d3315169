import type { AccountId, CompanyId, OrderId, Realm } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import type {
  EndedAccount,
  IssuedReceipt,
  PublishedKey,
  ReceiptChain,
  ReceiptChains,
  ReceiptKey,
  ReceiptStore,
} from '../../ports/projection.ts';
import { int4Array, int8Array, textArray } from './binary-arrays.ts';
import type { Db } from './database.ts';
import { readReceiptKeys, requireInUse } from './receipt-key-rows.ts';
import { withTenant } from './with-tenant.ts';

/** Ends of the accounts' chains of receipts, for the projection. */
export class ReceiptChainTable implements ReceiptChains {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async chains(accountIds: readonly AccountId[]): Promise<ReceiptChain[]> {
    if (accountIds.length === 0) return [];
    const rows = await this.#db
      .selectFrom('receipt_chain')
      .selectAll()
      .where(sql<boolean>`account_id = any(${int4Array(accountIds)}::integer[])`)
      .execute();
    return rows.map((row) => ({
      accountId: row.account_id as AccountId,
      company: row.company_id as CompanyId,
      realm: row.realm as Realm,
      currency: row.currency,
      fingerprint: row.fingerprint,
      number: row.number,
      hash: row.hash,
    }));
  }
}

/** Receipts in PostgreSQL, as the projection wrote them, one company at a time. */
export class ReceiptTables implements ReceiptStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async find(companyId: CompanyId, accountId: AccountId, ids: readonly string[]): Promise<IssuedReceipt[]> {
    if (ids.length === 0) return [];
    const rows = await withTenant(this.#db, companyId, (trx) =>
      trx
        .selectFrom('receipt')
        .selectAll()
        .where('id', 'in', ids)
        .where('account_id', '=', accountId)
        .orderBy('number')
        .execute(),
    );
    return rows.map((row) => ({
      id: row.id,
      accountId,
      orderId: Number(row.order_id) as OrderId,
      number: row.number,
      text: row.text,
      hash: row.hash,
      signature: row.signature,
      keyId: row.key_id,
    }));
  }

  keys(): Promise<PublishedKey[]> {
    return readReceiptKeys(this.#db);
  }
}

/** Writes receipts and the key that signed, in the projection's transaction, after the chains. */
export async function writeReceipts(trx: Db, receipts: readonly IssuedReceipt[], key: ReceiptKey): Promise<void> {
  if (receipts.length === 0) return;
  await sql`
    insert into receipt_key (key_id, public_key) values (${key.keyId}, ${key.publicKey}) on conflict do nothing
  `.execute(trx);
  await requireInUse(trx, key);
  const written = await sql`
    insert into receipt (id, account_id, order_id, number, text, hash, signature, key_id, company_id, real_at_ms)
    select row.*, chain.company_id, case when chain.realm = 'real' then (row.text::json ->> 'time')::bigint end
    from unnest(
      ${textArray(receipts.map((receipt) => receipt.id))}::text[],
      ${int4Array(receipts.map((receipt) => receipt.accountId))}::integer[],
      ${int8Array(receipts.map((receipt) => receipt.orderId))}::bigint[],
      ${int4Array(receipts.map((receipt) => receipt.number))}::integer[],
      ${textArray(receipts.map((receipt) => receipt.text))}::text[],
      ${textArray(receipts.map((receipt) => receipt.hash))}::text[],
      ${textArray(receipts.map((receipt) => receipt.signature))}::text[],
      ${textArray(receipts.map((receipt) => receipt.keyId))}::text[])
      as row (id, account_id, order_id, number, text, hash, signature, key_id)
    join receipt_chain as chain using (account_id)
    on conflict (id) do nothing
  `.execute(trx);
  if (written.numAffectedRows !== BigInt(receipts.length)) await assertEqual(trx, receipts);
}

/** After a rebuild the receipts exist already: throws unless they are equal, whichever key signed them. */
async function assertEqual(trx: Db, receipts: readonly IssuedReceipt[]): Promise<void> {
  const ids = receipts.map((receipt) => receipt.id);
  const rows = await trx
    .selectFrom('receipt')
    .select(['id', 'text'])
    .where(sql<boolean>`id = any(${textArray(ids)}::text[])`)
    .execute();
  const given = new Map(rows.map((row) => [row.id, row.text]));
  for (const { id, text } of receipts) {
    if (given.get(id) !== text) throw new Error(`Invariant: receipt ${id} is unchanged`);
  }
}

/** Writes the new ends of the chains, in the projection's transaction. */
export async function writeChains(trx: Db, chains: readonly ReceiptChain[]): Promise<void> {
  if (chains.length === 0) return;
  await sql`
    insert into receipt_chain (account_id, company_id, realm, currency, fingerprint, number, hash)
    select * from unnest(
      ${int4Array(chains.map((chain) => chain.accountId))}::integer[],
      ${int4Array(chains.map((chain) => chain.company))}::integer[],
      ${textArray(chains.map((chain) => chain.realm))}::text[],
      ${textArray(chains.map((chain) => chain.currency))}::text[],
      ${textArray(chains.map((chain) => chain.fingerprint))}::text[],
      ${int4Array(chains.map((chain) => chain.number))}::integer[],
      ${textArray(chains.map((chain) => chain.hash))}::text[])
    on conflict (account_id) do update set number = excluded.number, hash = excluded.hash,
      company_id = excluded.company_id, realm = excluded.realm, currency = excluded.currency,
      fingerprint = excluded.fingerprint
  `.execute(trx);
}

/** Notes when accounts ended, in the projection's transaction, after their last receipts. */
export async function writeEnded(trx: Db, ended: readonly EndedAccount[]): Promise<void> {
  if (ended.length === 0) return;
  await sql`
    update receipt_chain set ended_at_ms = ended.at_ms
    from unnest(
      ${int4Array(ended.map(({ accountId }) => accountId))}::integer[],
      ${int8Array(ended.map(({ atMs }) => atMs))}::bigint[]) as ended (account_id, at_ms)
    where receipt_chain.account_id = ended.account_id`.execute(trx);
}
