import { createHash } from 'node:crypto';
import type { DepositRecord } from '@candor/domain/engine/funds/funds-record';
import type { Sighting } from '../../ports/payment-watcher.ts';

type Named = Pick<Sighting, 'externalId' | 'transaction'>;

/** What people may have written for a payment: its name, its transaction, each with or without `0x`, in any case of letters. */
export function namesOf({ externalId, transaction }: Named): readonly string[] {
  const bare = transaction.replace(/^0x/i, '');
  const written = [externalId, transaction, bare, `0x${bare}`, `0x${bare.toUpperCase()}`, bare.toUpperCase()];
  return [...new Set(written)];
}

/** Whether somebody who reported a deposit meant this payment. */
export function isNamed(deposit: Pick<DepositRecord, 'externalId'>, payment: Named): boolean {
  const name = bareName(deposit.externalId ?? '');
  return name !== '' && namesOf(payment).some((one) => bareName(one) === name);
}

function bareName(text: string): string {
  return text.trim().toLowerCase().replace(/^0x/, '');
}

/** An id of its own for one step with one payment: the same after a crash, so that the core answers what it decided. */
export function stepId(companyId: number, externalId: string, step: string): string {
  return createHash('sha256').update(`${companyId}/${step}/${externalId}`).digest('hex').slice(0, 32);
}
