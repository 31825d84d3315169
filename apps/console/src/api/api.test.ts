import { codes } from '@candor/contracts/codes';
import { auditCalls } from '@candor/contracts/console/people';
import { signInCalls } from '@candor/contracts/console/sign-ins';
import { text } from '@candor/texts/console';
import { afterEach, expect, test, vi } from 'vitest';
import { createApi, isOutcomeKnown, problemOf } from './api.ts';

afterEach(() => vi.restoreAllMocks());

test('R-OPS-19 the check of a chain has a longer time limit than other calls', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  const data = { entries: 100_000, is_whole: true, broken_at: null };
  const fetch = async () => Response.json({ code: 1, msg: '', data });
  const api = createApi({ fetch, token: () => null });
  expect(await api.call(auditCalls.verify)).toEqual(data);
  expect(await api.call(signInCalls.verify)).toEqual(data);
  await api.call(auditCalls.list).catch(() => undefined);
  expect(timeout.mock.calls).toEqual([[300_000], [300_000], [20_000]]);
});

test('R-OPS-73 an answer to a sign-in of another form is refused', async () => {
  const operator = { id: 1, email: 'ada@test.example', role: 'admin', is_installation: false, needs: ['totp'] };
  const signIn = (data: unknown) =>
    createApi({ fetch: async () => Response.json({ code: 1, msg: '', data }), token: () => null }).signIn({
      email: 'ada@test.example',
      password: 'four quiet herons',
    });
  expect(await signIn({ token: 'one', operator })).toEqual({ token: 'one', operator });
  for (const wrong of [
    null,
    { operator },
    { token: 'one' },
    { token: 'one', operator: { ...operator, role: 'owner' } },
  ])
    await expect(signIn(wrong)).rejects.toMatchObject({ message: text.errors.unknownAnswer });
});

test('an invalid field is named by its label, and only “this entry” at the field itself', () => {
  expect(problemOf(codes.invalidField, 'Please check the field “usd_price”.', 'usd_price')).toEqual({
    problem: 'Please check: Units of the currency per 1 USD.',
    fields: { usd_price: 'Please check this entry.' },
  });
});

test('another refusal of a field keeps the server’s reason', () => {
  const reason = 'This host belongs to another company.';
  expect(problemOf(codes.companyHostTaken, reason, 'hosts')).toEqual({ problem: reason, fields: { hosts: reason } });
});

test('R-WIRE-09 a request keeps its id while its outcome is unknown', () => {
  expect([0, codes.unavailable, codes.internal].map(isOutcomeKnown)).toEqual([false, false, false]);
  expect([codes.payloadChanged, codes.busy].map(isOutcomeKnown)).toEqual([true, true]);
});
