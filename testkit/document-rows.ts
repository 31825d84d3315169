import { headersOf, sendPicture } from './send-picture.ts';
import type { TestServer } from './test-server.ts';

/** Makes a user with documents and an operator at the company of a host: a row in each of their tables. */
export async function leaveDocuments(server: TestServer, host: string): Promise<void> {
  const user = await server.realUser(host);
  const [front, reverse] = [await sendPicture(server, user, 1), await sendPicture(server, user, 2)];
  const claim = { name: 'Ada Lovelace', card_id: 'X1234567', front_pic: front.id, reverse_pic: reverse.id };
  await server.call('POST', '/api/user_real/real_name', claim, headersOf(user));
  await server.open.pool.query(
    `insert into name_word (company_id, word, user_id) select company_id, '\\x01', id from app_user where id = $1`,
    [user.id],
  );
  const admin = headersOf(await server.operator('admin', host));
  const limits = { leverage_max: 0, orders_max: 0, withdrawal_day_max: '0' };
  const open = { is_opening_blocked: false, is_withdrawal_blocked: false, reason: 'test' };
  await server.call('POST', `/api/console/users/${user.uid}/limits`, { ...limits, ...open }, admin);
}
