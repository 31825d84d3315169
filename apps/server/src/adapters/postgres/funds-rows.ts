import { type FundsRequest, isFinished } from '@candor/domain/engine/funds/funds-request';
import { sql } from 'kysely';
import { int4Array, int8Array, textArray } from './binary-arrays.ts';
import type { Db } from './database.ts';

/** Writes requests in their current state, each under the company of its account. */
export async function writeFunds(
  trx: Db,
  funds: readonly FundsRequest[],
  encode: (value: unknown) => string,
): Promise<void> {
  if (funds.length === 0) return;
  const written = await sql`
    insert into funds_request
      (id, account_id, kind, status, method, amount_micros, fee_micros, requested_at_ms, since_ms, finished_at_ms,
       record, company_id)
    select row.*, chain.company_id from unnest(
      ${int8Array(funds.map(({ id }) => id))}::bigint[],
      ${int4Array(funds.map(({ accountId }) => accountId))}::integer[],
      ${textArray(funds.map(({ kind }) => kind))}::text[],
      ${textArray(funds.map(({ status }) => status))}::text[],
      ${textArray(funds.map((one) => (one.kind === 'correction' ? null : one.method)))}::text[],
      ${int8Array(funds.map((one) => (one.kind === 'deposit' ? one.credit : one.amount)))}::bigint[],
      ${int8Array(funds.map((one) => (one.kind === 'withdrawal' ? one.fee : 0n)))}::bigint[],
      ${int8Array(funds.map(({ requestedAtMs }) => requestedAtMs))}::bigint[],
      ${int8Array(funds.map(({ sinceMs }) => sinceMs))}::bigint[],
      ${int8Array(funds.map((one) => (isFinished(one) ? one.sinceMs : null)))}::bigint[],
      ${textArray(funds.map(encode))}::text[])
      as row (id, account_id, kind, status, method, amount_micros, fee_micros, requested_at_ms, since_ms,
              finished_at_ms, record)
    join receipt_chain as chain using (account_id)
    on conflict (id) do update set status = excluded.status, amount_micros = excluded.amount_micros,
      fee_micros = excluded.fee_micros, since_ms = excluded.since_ms, finished_at_ms = excluded.finished_at_ms,
      record = excluded.record
  `.execute(trx);
  if (written.numAffectedRows !== BigInt(funds.length))
    throw new Error('Invariant: the account of every request has been opened');
}
