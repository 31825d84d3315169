import type { CompanyId } from '@candor/domain/values/ids';
import type { NewMessage } from '../../ports/messages.ts';
import type { Db } from './database.ts';
import { addUserNotice } from './notice-rows.ts';
import { takeSms } from './sms-use-rows.ts';

/**
 * Due messages of a company at the time $1, at most a thousand, and since when the oldest waits: since it was written, also
 * if it is tried again later.
 */
export const dueMessages = `
  select count(*)::integer as count, min(created_at_ms) as since_ms from (
    select created_at_ms from message_outbox
    where state = 'waiting' and route <> 'none' and next_at_ms <= $1 order by next_at_ms limit 1000
  ) as due`;

/** Stores a message in the transaction of its cause (R-SES-22). */
export async function addMessage(trx: Db, companyId: CompanyId, message: NewMessage | null): Promise<void> {
  if (message === null) return;
  await insertMessage(trx, companyId, message, await isPaidFor(trx, companyId, message)).execute();
  await addUserNotice(trx, companyId, message);
}

/** Stores a code's message, whose SMS is already charged. */
export async function addCountedMessage(trx: Db, companyId: CompanyId, message: NewMessage): Promise<void> {
  await insertMessage(trx, companyId, message, true).execute();
}

/** Stores a message unless its id exists. */
export async function addMessageOnce(trx: Db, companyId: CompanyId, message: NewMessage): Promise<void> {
  const known = trx.selectFrom('message_outbox').select('id').where('id', '=', message.id);
  if ((await known.executeTakeFirst()) !== undefined) return;
  await insertMessage(trx, companyId, message, await isPaidFor(trx, companyId, message))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** True if the day's budget has room for the SMS; a mail needs none. */
async function isPaidFor(trx: Db, companyId: CompanyId, { charge, route, createdAtMs }: NewMessage): Promise<boolean> {
  return charge === null || route !== 'sms' || takeSms(trx, companyId, charge, createdAtMs, 'notice');
}

/** Stores a message; one without budget as failed. */
function insertMessage(trx: Db, companyId: CompanyId, message: NewMessage, isPaid: boolean) {
  const unpaid = { state: 'failed', subject: null, body: null, settled_at_ms: String(message.createdAtMs) } as const;
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
    reason: isPaid ? null : 'sms budget used up',
    ...(isPaid ? {} : unpaid),
  });
}
