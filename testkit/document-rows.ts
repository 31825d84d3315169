import { headersOf, sendPicture } from './send-picture.ts';
import type { TestServer } from './test-server.ts';

/** Somebody at the company of a host who sent documents, and an operator there: a row in each of their tables. */
export async function leaveDocuments(server: TestServer, host: string): Promise<void> {
  const user = await server.realUser(host);
  const [front, reverse] = [await sendPicture(server, user, 1), await sendPicture(server, user, 2)];
  const claim = { name: 'Ada Lovelace', card_id: 'X1234567', front_pic: front.id, reverse_pic: reverse.id };
  await server.call('POST', '/api/user_real/real_name', claim, headersOf(user));
  await server.operator('admin', host);
}
