import { codes } from '@candor/contracts/codes';
import { languageCodes } from '@candor/contracts/languages';
import { expect, test } from 'vitest';
import { testCompanies } from '../../../../../testkit/test-company.ts';
import { buildGateway } from './build-gateway.ts';
import { okText, RefusalError } from './envelope.ts';
import { textOf } from './texts/text-of.ts';

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

test('R-WIRE-02 the text of an accepted answer is the JSON of its envelope, in each language', () => {
  for (const language of languageCodes)
    for (const data of [null, undefined, 'é"', [1], { Id: 7, more: { at: null } }]) {
      const wanted = JSON.stringify({ code: codes.ok, msg: textOf(codes.ok, language), data });
      expect(okText(language, data)).toBe(wanted);
      expect(okText(language, data)).toBe(wanted);
    }
});
