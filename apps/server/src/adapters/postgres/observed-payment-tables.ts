import type { FundsRequestId } from '@candor/domain/engine/funds/funds-request';
import type { CompanyId } from '@candor/domain/values/ids';
import { sql } from 'kysely';
import type {
  Attribution,
  ChainCheckpoint,
  ChainNews,
  DepositNamed,
  NewObservedPayment,
  ObservedPaymentChange,
  ObservedPaymentRecord,
  ObservedPaymentStore,
  PaymentEvent,
} from '../../ports/payment-watch.ts';
import { appendAudit } from './audit-rows.ts';
import type { Db } from './database.ts';
import { noteObservedPayment } from './note-observed-payment.ts';
import { toColumns, toObservedPayment } from './observed-payment-rows.ts';
import { withTenant } from './with-tenant.ts';

/** Observed payments in PostgreSQL. */
export class ObservedPaymentTables implements ObservedPaymentStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async checkpoint(watcher: string): Promise<ChainCheckpoint | null> {
    const row = await this.#db
      .selectFrom('watch_checkpoint')
      .select('checkpoint')
      .where('watcher', '=', watcher)
      .executeTakeFirst();
    return row === undefined ? null : (JSON.parse(row.checkpoint) as ChainCheckpoint);
  }

  async saveCheckpoint(watcher: string, checkpoint: ChainCheckpoint, atMs: number): Promise<void> {
    const row = { checkpoint: JSON.stringify(checkpoint), at_ms: String(atMs) };
    await this.#db
      .insertInto('watch_checkpoint')
      .values({ watcher, ...row })
      .onConflict((conflict) => conflict.column('watcher').doUpdateSet(row))
      .execute();
  }

  takeNews(
    companyId: CompanyId,
    watcher: string,
    news: ChainNews,
    observedPayments: readonly NewObservedPayment[],
    atMs: number,
  ): Promise<ObservedPaymentRecord[]> {
    return withTenant(this.#db, companyId, async (trx) => {
      await loosenBlocks(trx, watcher, news.checkpoint);
      for (const { attribution, ...observedPayment } of observedPayments)
        await noteObservedPayment(trx, companyId, watcher, { observedPayment, attribution, reportedAtMs: null }, atMs);
      await countConfirmations(trx, watcher, news.head);
      if (news.waiting !== null) await dropWaiting(trx, watcher, [...news.waiting], atMs);
      // A reverted payment may be in a block that was not read yet.
      return news.isCaughtUp ? settleMissing(trx, companyId, watcher, atMs) : [];
    });
  }

  takeEvent(companyId: CompanyId, watcher: string, event: PaymentEvent, attribution: Attribution, atMs: number) {
    return withTenant(this.#db, companyId, async (trx) => {
      const row = { company_id: companyId, watcher, event_id: event.id };
      const added = await trx
        .insertInto('payment_event')
        .values({ ...row, body_hash: event.bodyHash, at_ms: String(atMs) })
        .onConflict((conflict) => conflict.doNothing())
        .returning('event_id')
        .executeTakeFirst();
      if (added === undefined) {
        const { body_hash: hash } = await trx
          .selectFrom('payment_event')
          .select('body_hash')
          .where('watcher', '=', watcher)
          .where('event_id', '=', event.id)
          .executeTakeFirstOrThrow();
        return { kind: hash === event.bodyHash ? 'known' : 'conflict' } as const;
      }
      const { observedPayment, atMs: reportedAtMs } = event;
      await noteObservedPayment(trx, companyId, watcher, { observedPayment, attribution, reportedAtMs }, atMs);
      if (event.isDropped)
        await sql`
          update payment_sighting set is_missing = true, confirmations = 0
          where external_id = ${observedPayment.externalId} and watcher = ${watcher} and told_at_ms = ${reportedAtMs}`.execute(
          trx,
        );
      const [reverted = null] = await settleMissing(trx, companyId, watcher, atMs);
      return { kind: 'taken', reverted } as const;
    });
  }

  async due(
    companyId: CompanyId,
    { triedBeforeMs, heldSinceMs }: { triedBeforeMs: number; heldSinceMs: number },
    limit: number,
  ): Promise<ObservedPaymentRecord[]> {
    const rows = await withTenant(this.#db, companyId, (trx) =>
      trx
        .selectFrom('payment_sighting')
        .selectAll()
        .where('state', 'in', ['seen', 'held', 'requested'])
        .where('is_missing', '=', false)
        .where('reverted_at_ms', 'is', null)
        .where('tried_at_ms', '<', String(triedBeforeMs))
        .where((eb) => eb.or([eb('state', '<>', 'seen'), sql<boolean>`confirmations >= confirmations_needed`]))
        .where((eb) => eb.or([eb('state', '<>', 'held'), eb('first_seen_ms', '>=', String(heldSinceMs))]))
        .where((eb) => eb.or([eb('state', '<>', 'held'), eb('note', '<>', 'account-closed')]))
        .orderBy('tried_at_ms')
        .orderBy('id')
        .limit(limit)
        .execute(),
    );
    return rows.map(toObservedPayment);
  }

  async change(record: ObservedPaymentRecord, change: ObservedPaymentChange, atMs: number): Promise<boolean> {
    const { state, note, fundsId, attribution, isRefused } = change;
    return withTenant(this.#db, record.companyId, async (trx) => {
      const changed = await trx
        .updateTable('payment_sighting')
        .set({
          state,
          ...(attribution === undefined ? {} : toColumns(attribution)),
          ...(note === undefined ? {} : { note }),
          ...(fundsId === undefined ? {} : { funds_id: String(fundsId) }),
          ...(isRefused === true ? { refusals: record.refusals + 1 } : {}),
          ...(state === record.state ? {} : { since_ms: String(atMs) }),
          // A payment that advanced is due again at once; others after a while.
          tried_at_ms: state === record.state ? String(atMs) : '0',
        })
        .where('id', '=', record.id)
        .where('state', '=', record.state)
        .executeTakeFirst();
      return changed.numUpdatedRows > 0n;
    });
  }

  async claimedFunds(companyId: CompanyId, fundsIds: readonly FundsRequestId[]): Promise<ReadonlySet<FundsRequestId>> {
    if (fundsIds.length === 0) return new Set();
    const rows = await withTenant(this.#db, companyId, (trx) =>
      trx.selectFrom('payment_sighting').select('funds_id').where('funds_id', 'in', fundsIds.map(String)).execute(),
    );
    return new Set(rows.map((row) => Number(row.funds_id) as FundsRequestId));
  }

  async ofUser(companyId: CompanyId, userId: number, limit: number): Promise<ObservedPaymentRecord[]> {
    const rows = await withTenant(this.#db, companyId, (trx) =>
      trx
        .selectFrom('payment_sighting')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
    );
    return rows.map(toObservedPayment);
  }

  async seenOf(companyId: CompanyId, userId: number, limit: number): Promise<ObservedPaymentRecord[]> {
    const rows = await withTenant(this.#db, companyId, (trx) =>
      trx
        .selectFrom('payment_sighting')
        .selectAll()
        .where('user_id', '=', userId)
        .where('state', '=', 'seen')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
    );
    return rows.map(toObservedPayment);
  }

  async ofDeposits(companyId: CompanyId, deposits: readonly DepositNamed[]): Promise<ObservedPaymentRecord[]> {
    if (deposits.length === 0) return [];
    const ids = deposits.map(({ id }) => String(id));
    const names = deposits.flatMap(({ externalId }) => (externalId === null ? [] : [externalId]));
    const rows = await withTenant(this.#db, companyId, (trx) =>
      trx
        .selectFrom('payment_sighting')
        .selectAll()
        .where((eb) => eb.or([eb('funds_id', 'in', ids), eb('external_id', '=', eb.fn.any(eb.val(names)))]))
        .execute(),
    );
    return rows.map(toObservedPayment);
  }

  async ofTransaction(companyId: CompanyId, names: readonly string[]): Promise<ObservedPaymentRecord[]> {
    if (names.length === 0) return [];
    const rows = await withTenant(this.#db, companyId, (trx) =>
      trx
        .selectFrom('payment_sighting')
        .selectAll()
        .where((eb) => eb.or([eb('transaction', 'in', names), eb('external_id', 'in', names)]))
        .orderBy('id')
        .limit(100)
        .execute(),
    );
    return rows.map(toObservedPayment);
  }
}

/** Removes the block of payments whose block is not on the chain; blocks deeper than remembered are final. */
async function loosenBlocks(trx: Db, watcher: string, { height, recent }: ChainCheckpoint): Promise<void> {
  const [oldest] = recent;
  if (oldest === undefined) return;
  const hashes = recent.map(({ hash }) => hash);
  await sql`
    update payment_sighting set is_missing = true, block_height = null, block_hash = null, confirmations = 0
    where watcher = ${watcher} and block_height >= ${oldest.height}
      and (block_height > ${height} or not block_hash = any (${hashes}))`.execute(trx);
}

/** A head below a known block belongs to a node that lags. */
async function countConfirmations(trx: Db, watcher: string, head: number): Promise<void> {
  await sql`
    update payment_sighting set confirmations = greatest(0, least(${head} - block_height + 1, 2147483647))
    where watcher = ${watcher} and block_height is not null and state in ('seen', 'held', 'requested', 'waiting')
      and confirmations <> greatest(0, least(${head} - block_height + 1, 2147483647))`.execute(trx);
}

/**
 * Drops payments that waited for a block and now neither wait nor have one: replaced by the payer or forgotten by the
 * network.
 */
async function dropWaiting(trx: Db, watcher: string, waiting: readonly string[], atMs: number): Promise<void> {
  await sql`
    update payment_sighting set state = 'dropped', since_ms = ${atMs}
    where watcher = ${watcher} and block_height is null and not is_missing and state in ('seen', 'held')
      and not external_id = any (${waiting})`.execute(trx);
}

/** Drops payments that were not credited; records the others in the audit once, for an operator to resolve. */
async function settleMissing(
  trx: Db,
  companyId: CompanyId,
  watcher: string,
  atMs: number,
): Promise<ObservedPaymentRecord[]> {
  await sql`
    update payment_sighting set state = 'dropped', since_ms = ${atMs}, is_missing = false
    where watcher = ${watcher} and is_missing and state in ('seen', 'held')`.execute(trx);
  const reverted = await trx
    .updateTable('payment_sighting')
    .set({ reverted_at_ms: String(atMs) })
    .where('watcher', '=', watcher)
    .where('is_missing', '=', true)
    .where('reverted_at_ms', 'is', null)
    .returningAll()
    .execute();
  for (const row of reverted)
    await appendAudit(trx, companyId, atMs, {
      operatorId: null,
      action: 'payment-reverted',
      subject: row.funds_id === null ? `sighting ${row.id}` : `deposit ${row.funds_id}`,
      reason: `${row.external_id} is in the chain no longer; the deposit was ${row.state}`,
    });
  return reverted.map(toObservedPayment);
}
