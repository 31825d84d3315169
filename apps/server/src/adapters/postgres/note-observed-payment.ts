import type { CompanyId } from '@candor/domain/values/ids';
import type { Selectable, Updateable } from 'kysely';
import type { Attribution, ObservedPayment } from '../../ports/payment-watch.ts';
import { appendAudit } from './audit-rows.ts';
import type { Db } from './database.ts';
import { toRow } from './observed-payment-rows.ts';
import type { ObservedPaymentTable } from './observed-payment-schema.ts';

export interface Report {
  readonly observedPayment: ObservedPayment;
  readonly attribution: Attribution;
  /** Time of a provider's report; null for payments on a chain. */
  readonly reportedAtMs: number | null;
}

type Row = Selectable<ObservedPaymentTable>;

/**
 * Records one payment. A known one keeps its first rate. A reverted one returns when seen again; once requested, only
 * in a block or by a provider's report. Later reports win.
 */
export async function noteObservedPayment(
  trx: Db,
  companyId: CompanyId,
  watcher: string,
  report: Report,
  atMs: number,
): Promise<void> {
  const row = {
    ...toRow(companyId, watcher, report.observedPayment, report.attribution, atMs),
    told_at_ms: String(report.reportedAtMs ?? 0),
  };
  const known = await trx
    .selectFrom('payment_sighting')
    .selectAll()
    .where('external_id', '=', report.observedPayment.externalId)
    .forUpdate()
    .executeTakeFirst();
  if (known === undefined) {
    await trx
      .insertInto('payment_sighting')
      .values(row)
      .onConflict((conflict) => conflict.columns(['company_id', 'external_id']).doNothing())
      .execute();
    return;
  }
  // Another watcher of the same chain saw it first and counts its confirmations.
  if (known.watcher !== watcher || Number(known.told_at_ms) > Number(row.told_at_ms)) return;
  await trx
    .updateTable('payment_sighting')
    .set(toChange(known, row, report, atMs))
    .where('id', '=', known.id)
    .execute();
  for (const [action, reason] of findings(known, row, report))
    await appendAudit(trx, companyId, atMs, { operatorId: null, action, subject: `sighting ${known.id}`, reason });
}

function isOpen({ state }: Row): boolean {
  return state === 'seen' || state === 'held' || state === 'dropped';
}

/** True if it is in a block or reported by a provider; a payment that waits for a block can still be replaced. */
function isPlaced({ observedPayment, reportedAtMs }: Report): boolean {
  return observedPayment.block !== null || reportedAtMs !== null;
}

function isSamePayment(known: Row, { observedPayment }: Report): boolean {
  const { address, currency, amount } = observedPayment;
  return known.address === address && known.currency === currency && BigInt(known.amount_e8) === amount;
}

function toChange(
  known: Row,
  row: ReturnType<typeof toRow>,
  report: Report,
  atMs: number,
): Updateable<ObservedPaymentTable> {
  const place = isPlaced(report)
    ? { confirmations: row.confirmations, block_height: row.block_height, block_hash: row.block_hash }
    : {};
  const seen = { ...place, told_at_ms: String(report.reportedAtMs ?? 0) };
  if (!isOpen(known)) return isPlaced(report) ? { ...seen, is_missing: false, reverted_at_ms: null } : seen;
  // The same transaction can pay another amount when it is executed in another block.
  const payment = isSamePayment(known, report) ? {} : toPayment(known, row);
  const userId = payment.user_id === undefined ? known.user_id : payment.user_id;
  const back = known.state === 'dropped' ? { since_ms: String(atMs) } : {};
  return { ...seen, ...payment, ...back, is_missing: false, state: userId === null ? 'held' : 'seen' };
}

function toPayment(known: Row, row: ReturnType<typeof toRow>): Updateable<ObservedPaymentTable> {
  const { address, currency, amount_e8, note, user_id, way_id, method, confirmations_needed } = row;
  const rate = way_id !== null && way_id === known.way_id ? known.rate_e8 : row.rate_e8;
  return { address, currency, amount_e8, note, user_id, way_id, method, confirmations_needed, rate_e8: rate };
}

/** Notes for operators about a payment that already has a deposit. */
function* findings(known: Row, row: ReturnType<typeof toRow>, report: Report): Generator<readonly [string, string]> {
  if (isOpen(known)) return;
  if (isPlaced(report) && known.reverted_at_ms !== null) yield ['payment-restored', 'The payment is valid again.'];
  if (!isSamePayment(known, report))
    yield [
      'payment-differs',
      `It is ${row.amount_e8} ${row.currency} (10⁻⁸) now, and was ${known.amount_e8} ${known.currency}.`,
    ];
}
