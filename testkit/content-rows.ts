import { headersOf } from './send-picture.ts';
import type { TestServer } from './test-server.ts';

/** Makes a user at the company of a host with a row in each table of content. */
export async function leaveContent(server: TestServer, host: string): Promise<void> {
  const user = await server.realUser(host);
  const post = async (path: string, fields: object, headers = headersOf(user)) => {
    const answer = await server.call('POST', path, fields, headers);
    if (answer.code !== 1) throw new Error(`${path} was refused: ${answer.text}`);
    return answer;
  };
  const operator = headersOf(await server.operator('admin', host));
  const article = {
    kind: 'announcement',
    format: 'markdown',
    published_at: 1,
    texts: [{ language: 'en', title: 'Upkeep', source: 'On Sunday.' }],
  };
  await post('/api/console/articles', article, operator);
  await post(`/api/console/ranking/${user.id}/hide`, { reason: 'asked for it' }, operator);
  await post('/api/news/read', { ids: [0] });
  await post('/api/user/preferences', { theme: 'dark', ranking_opt_in: true });
  await post('/api/user/favourites', { ids: [1, 2] });
}
