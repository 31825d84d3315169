import { codes } from '@candor/contracts/codes';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TestServer } from '../../../../../../testkit/test-server.ts';

type Who = Awaited<ReturnType<TestServer['operator']>>;

const reason = 'came back from leave';

let server: TestServer;
let author: Who;
let second: Who;

beforeEach(async () => {
  server = await TestServer.start();
  author = await server.operator('admin');
  second = await server.operator('admin');
  await server.realUser();
});
afterEach(() => server.stop());

const headersOf = ({ host, authorization }: Who) => ({ host, authorization, lang: 'en' });
const get = (path: string, by: Who = author) => server.call('GET', `/api/console/${path}`, {}, headersOf(by));
const post = (path: string, fields: object = {}, by: Who = author) =>
  server.call('POST', `/api/console/${path}`, fields, headersOf(by));
const change = (id: number, role: string, is_disabled: boolean, by: Who = author) =>
  post(`operators/${id}`, { role, is_disabled, reason }, by);
const shown = async (id: number) => (await get(`approvals/${id}`, second)).data;

test('R-OPS-94 a role is raised by two persons also while the operator is disabled, and every approval names it', async () => {
  const { id, email } = await server.operatorAccount('support');
  expect((await change(id, 'admin', true)).code).toBe(codes.approvalNeeded);
  expect((await change(id, 'support', true)).code).toBe(codes.ok);
  const raised = await change(id, 'admin', true);
  expect(raised).toMatchObject({ status: 202, code: codes.approvalNeeded });
  const rights = (await shown(raised.data.approval_id)).changes.find(
    ({ field }: { field: string }) => field === 'rights_since',
  );
  expect(rights).toEqual({ field: 'rights_since', before: rights.after, after: expect.stringMatching(/^\d{4}-.*Z$/) });
  const enabled = await change(id, 'support', false);
  expect((await shown(enabled.data.approval_id)).changes).toEqual([
    { field: 'email', before: email, after: email },
    { field: 'role', before: 'support', after: 'support' },
    rights,
    { field: 'is_disabled', before: 'true', after: 'false' },
  ]);
  const reset = await post(`operators/${second.id}/reset-totp`, { reason });
  expect((await shown(reset.data.approval_id)).changes).toContainEqual({
    field: 'role',
    before: 'admin',
    after: 'admin',
  });
});

test('R-OPS-13 R-OPS-94 an added operator is invited by mail once the second person approved: neither author nor approver gets the invitation', async () => {
  const email = 'carol@example.com';
  const asked = await post('operators', { email, role: 'admin' });
  const path = `approvals/${asked.data.approval_id}`;
  expect(await server.messagesTo(email)).toEqual([]);
  const { payload_hash } = await shown(asked.data.approval_id);
  const done = await post(`${path}/approve`, { payload_hash }, second);
  expect(done.data).toMatchObject({ status: 'done', result: { email } });
  const [mail] = await server.messagesTo(email);
  const token = /(?:#|invitation:\n\n)(\S{40,})$/m.exec(mail?.text ?? '')?.[1] ?? '';
  expect(token).not.toBe('');
  const seen = [done, await get(path), await get(path, second), await get(`operators/${done.data.result.id}`)];
  for (const { text } of seen) expect(text).not.toContain(token);
  expect(Object.keys(done.data.result)).not.toContain('token');
  const accepted = { token, new_password: 'nine quiet harbours' };
  await server.call('POST', '/api/console/invitation', accepted, { host: author.host });
  const password = accepted.new_password;
  const signedIn = await server.call('POST', '/api/console/login', { email, password }, { host: author.host });
  expect(signedIn.data.operator.needs).toEqual(['totp']);
});

test('R-OPS-98 one operator cannot fill the list: twenty wait, and twenty are proposed in a day', async () => {
  const { data: present } = await get('funds-settings');
  const ask = (freeze_hours: number, by: Who = author) => post('funds-settings', { ...present, freeze_hours }, by);
  const ids: number[] = [];
  for (let hours = 30; hours < 50; hours += 1) ids.push((await ask(hours)).data.approval_id);
  expect((await ask(50)).code).toBe(codes.tooManyApprovals);
  expect((await ask(30)).data.approval_id).toBe(ids[0]);
  expect((await ask(50, second)).code).toBe(codes.approvalNeeded);
  await post(`approvals/${ids[0]}/withdraw`);
  expect(await ask(51)).toMatchObject({ status: 429, code: codes.tooManyRequests });
  server.advance(24 * 3_600_000);
  author = await server.signInAgain(author);
  expect((await ask(51)).code).toBe(codes.approvalNeeded);
  expect((await ask(52)).code).toBe(codes.tooManyApprovals);
});
