import type { TenantId } from '@candor/domain/values/ids';
import type { NewMessage } from '../../ports/outbox-store.ts';
import type { Db } from './database.ts';

/** Stores a message in the transaction of what it tells of (R-SES-22). */
export async function addMessage(trx: Db, companyId: TenantId, message: NewMessage | null): Promise<void> {
  if (message === null) return;
  await insertMessage(trx, companyId, message).execute();
}

/** The same, where a message of this id may be there already. */
export async function addMessageOnce(trx: Db, companyId: TenantId, message: NewMessage): Promise<void> {
  await insertMessage(trx, companyId, message)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function insertMessage(trx: Db, companyId: TenantId, message: NewMessage) {
  return trx.insertInto('message_outbox').values({
    company_id: companyId,
    id: message.id,
    route: message.route,
    recipient: message.to,
    subject: message.subject,
    body: message.text,
    created_at_ms: String(message.createdAtMs),
    expires_at_ms: String(message.expiresAtMs),
    next_at_ms: String(message.createdAtMs),
    settled_at_ms: null,
    reason: null,
  });
}
