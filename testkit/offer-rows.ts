import type { TestServer } from './test-server.ts';

const reason = 'test';

/** Makes terms, an ended halt, a version of the settings and a waiting change at the company of a host. */
export async function leaveOffers(server: TestServer, host: string): Promise<void> {
  const { authorization } = await server.operator('admin', host);
  const headers = { host, authorization };
  const read = async (path: string) => (await server.call('GET', `/api/console/${path}`, {}, headers)).data;
  const write = async (path: string, fields: object) =>
    (await server.call('POST', `/api/console/${path}`, { ...fields, reason }, headers)).data;
  await write('instruments/1', await read('instruments/1'));
  const halt = await write('halts', { scope: 'company' });
  await write(`halts/${halt.id}/end`, {});
  await write('company', await read('company'));
  await server.operatorAccount('admin', host);
  await write('company', { ...(await read('company')), stop_out_percent: 60 });
}
