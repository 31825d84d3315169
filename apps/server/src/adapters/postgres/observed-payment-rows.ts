import type { FundsRequestId } from '@candor/domain/engine/funds/funds-request';
import type { CompanyId } from '@candor/domain/values/ids';
import type { Insertable, Selectable } from 'kysely';
import type { Attribution, ObservedPayment, ObservedPaymentRecord } from '../../ports/payment-watch.ts';
import type { ObservedPaymentTable } from './observed-payment-schema.ts';

export function toObservedPayment(row: Selectable<ObservedPaymentTable>): ObservedPaymentRecord {
  return {
    id: row.id,
    companyId: row.company_id as CompanyId,
    watcher: row.watcher,
    externalId: row.external_id,
    network: row.network,
    transaction: row.transaction,
    address: row.address,
    currency: row.currency,
    amount: BigInt(row.amount_e8),
    confirmations: row.confirmations,
    block: row.block_hash === null ? null : { height: Number(row.block_height), hash: row.block_hash },
    state: row.state,
    note: row.note,
    userId: row.user_id,
    method: row.method,
    wayId: row.way_id,
    rate: row.rate_e8 === null ? null : BigInt(row.rate_e8),
    confirmationsNeeded: row.confirmations_needed,
    fundsId: row.funds_id === null ? null : (Number(row.funds_id) as FundsRequestId),
    refusals: row.refusals,
    firstSeenMs: Number(row.first_seen_ms),
    sinceMs: Number(row.since_ms),
    isReverted: row.reverted_at_ms !== null,
  };
}

export function toRow(
  companyId: CompanyId,
  watcher: string,
  observedPayment: ObservedPayment,
  attribution: Attribution,
  atMs: number,
): Omit<Insertable<ObservedPaymentTable>, 'told_at_ms'> {
  return {
    company_id: companyId,
    watcher,
    external_id: observedPayment.externalId,
    network: observedPayment.network,
    transaction: observedPayment.transaction,
    address: observedPayment.address,
    currency: observedPayment.currency,
    amount_e8: String(observedPayment.amount),
    confirmations: observedPayment.confirmations,
    block_height: observedPayment.block === null ? null : String(observedPayment.block.height),
    block_hash: observedPayment.block?.hash ?? null,
    state: attribution.userId === null ? 'held' : 'seen',
    ...toColumns(attribution),
    first_seen_ms: String(atMs),
    since_ms: String(atMs),
    tried_at_ms: '0',
  };
}

export function toColumns(attribution: Attribution) {
  return {
    note: attribution.note,
    user_id: attribution.userId,
    method: attribution.method,
    way_id: attribution.wayId,
    rate_e8: attribution.rate === null ? null : String(attribution.rate),
    confirmations_needed: attribution.confirmationsNeeded,
  };
}
