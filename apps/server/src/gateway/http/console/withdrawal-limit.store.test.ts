import { codes } from '@candor/contracts/codes';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Desk, openDesk, Trader } from '../../../../../../testkit/money-desk.ts';
import { type Answer, TestServer } from '../../../../../../testkit/test-server.ts';

type Operator = Awaited<ReturnType<TestServer['operator']>>;

let server: TestServer;
let desk: Desk;
let second: Operator;

beforeAll(async () => {
  server = await TestServer.start();
  desk = await openDesk(server);
  second = await server.operator('admin');
});
afterAll(() => server.stop());

function post(path: string, body: object, { authorization, host }: Operator): Promise<Answer> {
  return server.call('POST', `/api/console/${path}`, body, { authorization, host, lang: 'en' });
}

test('R-FND-37 a limited user can withdraw no more than the daily limit, a blocked one nothing', async () => {
  const by = await Trader.verified(server);
  await by.fund('1000');
  const id = await by.bound(desk.payout.id);
  const limits = { leverage_max: 0, orders_max: 0, is_opening_blocked: false, is_withdrawal_blocked: false };
  const limit = (change: object) =>
    post(`users/${by.uid}/limits`, { ...limits, withdrawal_day_max: '0', reason: 'a court order', ...change }, second);
  expect((await limit({ withdrawal_day_max: '100' })).code).toBe(codes.ok);
  expect((await by.withdraw(desk, id, '60')).code).toBe(codes.ok);
  const above = await by.withdraw(desk, id, '40.01');
  expect({ code: above.code, max: above.data.max }).toEqual({ code: codes.amountOutOfRange, max: '40.00' });
  expect((await by.withdraw(desk, id, '40')).code).toBe(codes.ok);
  expect((await by.withdraw(desk, id, '10')).code).toBe(codes.amountOutOfRange);
  await limit({ is_withdrawal_blocked: true });
  expect((await by.withdraw(desk, id, '10')).code).toBe(codes.withdrawalsBlocked);
});

test('R-FND-37 the core refuses what is above the limit with a request that came meanwhile, though the turn is lost', async () => {
  const by = await Trader.verified(server);
  await by.fund('1000');
  const id = await by.bound(desk.payout.id);
  const limits = { leverage_max: 0, orders_max: 0, is_opening_blocked: false, is_withdrawal_blocked: false };
  await post(`users/${by.uid}/limits`, { ...limits, withdrawal_day_max: '100', reason: 'a court order' }, second);
  expect((await by.withdraw(desk, id, '20')).code).toBe(codes.ok);
  const { core } = server.server;
  const submit = core.submit.bind(core);
  const lost = vi.spyOn(server.ports.turns, 'run').mockImplementation((_key, work) => work());
  let meanwhile: Answer | null = null;
  const delayed = vi.spyOn(core, 'submit').mockImplementationOnce(async (request) => {
    meanwhile = await by.withdraw(desk, id, '50');
    return submit(request);
  });
  const late = await by.withdraw(desk, id, '40');
  for (const spy of [lost, delayed]) spy.mockRestore();
  expect(meanwhile).toMatchObject({ code: codes.ok });
  expect(late.code).toBe(codes.amountOutOfRange);
  expect((await by.withdraw(desk, id, '30')).code).toBe(codes.ok);
});

test('R-FND-37 the limit counts a withdrawal that another gateway took and the tables here do not have yet', async () => {
  const by = await Trader.verified(server);
  await by.fund('1000');
  const id = await by.bound(desk.payout.id);
  const limits = { leverage_max: 0, orders_max: 0, is_opening_blocked: false, is_withdrawal_blocked: false };
  await post(`users/${by.uid}/limits`, { ...limits, withdrawal_day_max: '100', reason: 'a court order' }, second);
  expect((await by.withdraw(desk, id, '100')).code).toBe(codes.ok);
  const stale = vi.spyOn(server.ports.fundsHistory, 'ofAccount').mockResolvedValue({ funds: [], total: 0 });
  const more = await by.withdraw(desk, id, '99');
  expect(stale).toHaveBeenCalled();
  stale.mockRestore();
  expect({ code: more.code, max: more.data.max }).toEqual({ code: codes.amountOutOfRange, max: '0.00' });
});
