import { codes } from '../packages/contracts/src/codes.ts';
import type { Answer, TestServer } from './test-server.ts';

interface Who {
  readonly authorization: string;
  readonly host: string;
}

/**
 * Lets a second person approve what a call proposed. Resolves to the answer of the call as it is carried out, or to the
 * call's own answer if it needed nobody else.
 */
export async function withSecondPerson(server: TestServer, proposed: Answer, second: Who): Promise<Answer> {
  if (proposed.code !== codes.approvalNeeded) return proposed;
  const headers = { authorization: second.authorization, host: second.host, lang: 'en' };
  const path = `/api/console/approvals/${proposed.data.approval_id}`;
  const { payload_hash } = (await server.call('GET', path, {}, headers)).data;
  const approved = await server.call('POST', `${path}/approve`, { payload_hash }, headers);
  return approved.code === codes.ok ? { ...approved, data: approved.data.result } : approved;
}
