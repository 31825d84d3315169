import { codes } from '@candor/contracts/codes';
import { expect, test } from 'vitest';
import { testCompanies } from '../../../../../testkit/test-company.ts';
import { buildGateway } from './build-gateway.ts';
import { RefusalError } from './envelope.ts';

test('R-ORD-29 R-WIRE-02 a temporary refusal has a retry-after header and the usual envelope', async () => {
  const app = buildGateway(false, testCompanies);
  app.get('/v1/busy', () => {
    throw new RefusalError('busy', { httpStatus: 503 });
  });
  app.get('/v1/refused', () => {
    throw new RefusalError('noLeverage');
  });
  const busy = await app.inject({ url: '/v1/busy', headers: { lang: 'en' } });
  expect(busy).toMatchObject({ statusCode: 503, headers: { 'retry-after': '1' } });
  expect(busy.json()).toEqual({ code: codes.busy, msg: expect.stringContaining('busy'), data: null });
  expect((await app.inject({ url: '/v1/refused' })).headers).not.toHaveProperty('retry-after');
  await app.close();
});
