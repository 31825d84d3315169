import { codes } from '@candor/contracts/codes';
import type { OrderRecord } from '@candor/domain/engine/order';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startHandMarket } from '../../../../../../testkit/hand-feed.ts';
import { testCompanies } from '../../../../../../testkit/test-company.ts';
import type { HistoryStore } from '../../../ports/projection.ts';
import type { Request, TradingPort } from '../../../ports/trading-port.ts';
import type { Session, Tokens } from '../../../services/identity/tokens.ts';
import type { RunningMarket } from '../../../services/market/create-market.ts';
import { createOrderHistory } from '../../../services/trade/history.ts';
import { buildGateway } from '../build-gateway.ts';
import { registerTradeRoutes } from './trade.ts';

// Changes of orders that the core no longer holds, while the projector does not advance.

const ended = { id: 11, instrumentId: 1, status: 'closed' } as unknown as OrderRecord;
const clock = { nowMs: () => 1_800_000_000_000, monotonicMs: () => 0 };
const session = { user: { accountId: 7, companyId: 1 } } as unknown as Session;

let running: RunningMarket;
let app: FastifyInstance;
let looks: number;
let submitted: string[];
beforeEach(async () => {
  looks = 0;
  submitted = [];
  running = await startHandMarket([1], clock);
  app = buildGateway(false, testCompanies);
  const store = {
    async findOrder(_companyId: unknown, _accountId: unknown, id: number) {
      looks += 1;
      return id === ended.id ? ended : null;
    },
  } as unknown as HistoryStore;
  const core = {
    findOrder: async () => null,
    async submit({ command }: Request) {
      submitted.push(command.type);
      return { kind: 'refused', refusal: 'order-not-found' };
    },
  } as unknown as TradingPort;
  const tokens = { known: () => session } as unknown as Tokens;
  const history = createOrderHistory({ store, caughtUp: () => new Promise(() => undefined) });
  registerTradeRoutes(app, { core, history, market: running.market, tokens, clock, legacyGetWrites: false });
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
  await running.stop();
});

const change = (call: 'close' | 'set_stop_price', id: number) =>
  app.inject({ method: 'POST', url: `/v1/api/forex/${call}`, headers: { authorization: 'good' }, payload: { id } });

test.each([
  ['close', 'CloseOrder'],
  ['set_stop_price', 'AmendStops'],
] as const)('R-LED-25 %s of an ended order does not wait for the tables', async (call, command) => {
  const answer = await change(call, ended.id);
  expect(answer.json()).toMatchObject({ code: codes.orderNotFound });
  expect(submitted).toEqual([command]);
});

test('R-LED-25 a change of an order that the tables do not hold yet is answered "unavailable" after two seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let status = 0;
  const answered = change('close', 12).then((answer) => {
    status = answer.statusCode;
    return answer;
  });
  // `waitUntil` would advance the timers.
  while (looks === 0 || vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(1_999);
  expect(status).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect((await answered).json()).toMatchObject({ code: codes.unavailable });
});
