import type { CompanyId } from '@candor/domain/values/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { otherHost, TestServer } from '../../../../../testkit/test-server.ts';
import { createSecrets } from '../keys/secrets-file.ts';
import { SealedFactors } from './sealed-factors.ts';
import { trialCompanyId } from './trial-company.ts';

let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

test('R-SES-33 every secret of second factors is resealed, in every company, and opens with the new key alone', async () => {
  const place = (id: number) => `totp/1/${id}`;
  const user = await server.realUser();
  const add = 'insert into user_totp (company_id, user_id, sealed, confirmed_at_ms) values (1, $1, $2, 1)';
  await server.open.pool.query(add, [user.id, server.secrets.seal(place(user.id), Buffer.from('a secret'))]);
  const operators = [await server.operator('admin'), await server.operator('support', otherHost)];
  const fresh = Buffer.alloc(32, 9);
  const both = createSecrets(Buffer.alloc(32, 7), [fresh]);
  const rows = new SealedFactors(server.app.db);
  const reseal = (company: number) =>
    rows.reseal(company as CompanyId, both.keyId, (at, sealed) => both.seal(at, both.unseal(at, sealed)));
  expect([await reseal(1), await reseal(trialCompanyId)]).toEqual([2, 1]);
  expect([await reseal(1), await reseal(trialCompanyId)]).toEqual([0, 0]);
  const alone = createSecrets(fresh);
  const found = await server.open.pool.query('select sealed from user_totp where user_id = $1', [user.id]);
  const [row] = found.rows as { sealed: Buffer }[];
  expect(alone.unseal(place(user.id), row?.sealed ?? Buffer.alloc(0)).toString()).toBe('a secret');
  for (const { id, host } of operators) {
    const company = host === otherHost ? trialCompanyId : 1;
    const { rows: sealed } = await server.open.pool.query('select totp_sealed from operator where id = $1', [id]);
    const [operator] = sealed as { totp_sealed: Buffer }[];
    alone.unseal(`operator-totp/${company}/${id}`, operator?.totp_sealed ?? Buffer.alloc(0));
  }
});
