import { codes } from '@candor/contracts/codes';
import { describeCall } from '@candor/contracts/http/call';
import { integerField } from '@candor/contracts/http/fields';
import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { testCompanies } from '../../../../../testkit/test-company.ts';
import type { Session, Tokens } from '../../services/identity/tokens.ts';
import { buildGateway, plainSecurity } from './build-gateway.ts';
import { RefusalError } from './envelope.ts';
import { registerCall } from './register-call.ts';

const call = describeCall('placeOrder', {
  summary: 'A call that doubles a number',
  who: 'session',
  alsoByGet: true,
  input: z.object({ number: integerField(1, 10) }),
  answer: z.strictObject({ twice: z.number() }),
  refusals: ['notEnoughMargin'],
});

const session = { user: { accountId: 7, isDemo: true } } as Session;
const tokens = {
  known: () => undefined,
  authenticate: async (token: string) => (token === 'good' ? session : null),
} as unknown as Tokens;

let app: ReturnType<typeof buildGateway>;
afterEach(() => app.close());

function serve(
  handler: (number: number) => unknown,
  options: { checksAnswers?: boolean; legacyGetWrites?: boolean } = {},
) {
  const { checksAnswers = true, legacyGetWrites = true } = options;
  app = buildGateway(false, testCompanies, { ...plainSecurity, checksAnswers });
  registerCall(app, { tokens, legacyGetWrites }, call, ({ input }) => handler(input.number) as { twice: number });
  return async (
    method: 'GET' | 'POST',
    fields: object,
    headers: Record<string, string> = { authorization: 'good' },
  ) => {
    const fieldsOf = method === 'GET' ? { query: fields as Record<string, string> } : { payload: fields };
    const { statusCode, body } = await app.inject({ method, url: call.path, headers, ...fieldsOf });
    return { status: statusCode, ...(JSON.parse(body) as { code: number; data: unknown }) };
  };
}

const double = (number: number) => ({ twice: number * 2 });

describe('a registered call', () => {
  test('answers POST, and GET if its description allows it', async () => {
    const ask = serve(double);
    expect(await ask('POST', { number: 4 })).toMatchObject({ status: 200, code: codes.ok, data: { twice: 8 } });
    expect(await ask('GET', { number: '4' })).toMatchObject({ status: 200, code: codes.ok, data: { twice: 8 } });
  });

  test('R-WIRE-08 refuses GET writes if the setting is off, before it checks the session', async () => {
    const ask = serve(double, { legacyGetWrites: false });
    expect(await ask('GET', { number: '4' }, {})).toMatchObject({ status: 405, code: codes.getWritesOff });
  });

  test('R-SEC-11 refuses GET from another site’s page', async () => {
    const headers = { authorization: 'good', 'sec-fetch-site': 'cross-site' };
    expect(await serve(double)('GET', { number: '4' }, headers)).toMatchObject({ code: codes.crossSite });
  });

  test('refuses a missing session before an invalid field, and names the field', async () => {
    const ask = serve(double);
    expect(await ask('POST', { number: 11 }, {})).toMatchObject({ code: codes.sessionExpired });
    expect(await ask('POST', { number: 11 })).toMatchObject({ code: codes.invalidField, data: { field: 'number' } });
  });

  test('passes on a refusal listed in its description', async () => {
    const ask = serve(() => {
      throw new RefusalError('notEnoughMargin');
    });
    expect(await ask('POST', { number: 4 })).toMatchObject({ status: 200, code: codes.notEnoughMargin });
  });
});

describe('in development and tests', () => {
  test('an answer that does not match the description is an internal error', async () => {
    expect(await serve(() => ({ twice: '8' }))('POST', { number: 4 })).toMatchObject({ code: codes.internal });
    await app.close();
    expect(await serve(() => ({ twice: 8, more: 1 }))('POST', { number: 4 })).toMatchObject({ code: codes.internal });
  });

  test('a refusal that the description does not list is an internal error', async () => {
    const ask = serve(() => {
      throw new RefusalError('orderNotFound');
    });
    expect(await ask('POST', { number: 4 })).toMatchObject({ code: codes.internal });
  });

  test('in production both are sent unchanged', async () => {
    const ask = serve(
      (number) => {
        if (number === 1) throw new RefusalError('orderNotFound');
        return { twice: '8' };
      },
      { checksAnswers: false },
    );
    expect(await ask('POST', { number: 4 })).toMatchObject({ code: codes.ok, data: { twice: '8' } });
    expect(await ask('POST', { number: 1 })).toMatchObject({ code: codes.orderNotFound });
  });
});

test('a call that needs a session cannot be registered without a session store', () => {
  app = buildGateway(false, testCompanies, plainSecurity);
  expect(() => registerCall(app, {}, call, () => ({ twice: 2 }))).toThrow(/sessions/);
});
