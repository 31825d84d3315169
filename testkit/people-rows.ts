import { randomUUID } from 'node:crypto';
import { trialCompanyId } from '../apps/server/src/adapters/postgres/trial-company.ts';
import { anAddress, codeSentTo, goodPassword } from './people.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';
import { type Answer, otherHost, type TestServer } from './test-server.ts';

/** Makes a user at the company of a host with a row in every table of people. */
export async function leavePeople(server: TestServer, host: string): Promise<void> {
  const account = anAddress();
  const origin = `https://${host}`;
  const headers: Record<string, string> = { host, origin };
  const post = async (path: string, fields: object = {}): Promise<Answer> => {
    const answer = await server.call('POST', path, fields, headers);
    if (answer.code !== 1) throw new Error(`${path} was refused: ${answer.text}`);
    return answer;
  };
  await post('/api/notify/send_sms', { to: '+33612345678', type: 2 });
  await post('/api/notify/send_email', { to: account, type: 1 });
  const sms_code = await codeSentTo(server, account);
  const passwords = { password: goodPassword, re_password: goodPassword };
  const { data } = await post('/api/user/register', { account, ...passwords, sms_code, client_id: randomUUID() });
  headers['authorization'] = data.token as string;
  await post('/api/user/step_up', { password: goodPassword });
  await post('/api/user/totp_begin');
  const begun = await post('/api/user/passkey_begin');
  const passkey = new SoftwareAuthenticator().create(begun.data, origin);
  await post('/api/user/passkey_finish', { name: 'Phone', passkey });
  await post('/api/user/passkey_begin');
  const anchor = `insert into sign_in_anchor (company_id, seq, hash) values ($1, 1, $2) on conflict do nothing`;
  await server.open.pool.query(anchor, [host === otherHost ? trialCompanyId : 1, Buffer.alloc(32)]);
}
