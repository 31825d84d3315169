import { randomUUID } from 'node:crypto';
import { type Code, codes } from '@candor/contracts/codes';
import { type SocketCallName, socketCalls } from '@candor/contracts/ws/messages';
import type { Refusal } from '@candor/domain/engine/refusal';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testSpecs } from '../../../../../testkit/engine-scenario.ts';
import { ManualMarket } from '../../../../../testkit/manual-market.ts';
import { testCompany } from '../../../../../testkit/test-company.ts';
import { systemClock } from '../../adapters/clock/system-clock.ts';
import type { CompanyRecord } from '../../ports/company.ts';
import { UnavailableError } from '../../ports/journal.ts';
import type { Outcome, Request, TradingPort } from '../../ports/trading-port.ts';
import type { Session, Tokens } from '../../services/identity/tokens.ts';
import type { OrderHistory } from '../../services/trade/history.ts';
import { buildGateway, plainSecurity, type Security } from '../http/build-gateway.ts';
import { createOrderCalls } from '../http/order-calls.ts';
import { registerTradeRoutes } from '../http/routes/trade.ts';
import { codeNames } from '../http/to-command.ts';
import { RateGate, type RateLimits } from '../rate-gate.ts';
import { OrderDoor, type SocketAsked } from './order-door.ts';

const { eurusd } = testSpecs;
const market = new ManualMarket(Object.values(testSpecs));
const unlimited: RateLimits = { perAccount: 0, perAddress: 0, total: 0 };
const fieldsOf: Record<SocketCallName, object> = {
  submit: { type: 1, cont: '0.50', forex_id: eurusd.id, status: 1, multiple: 100 },
  close: { id: 7 },
  cancel_trade: { id: 7 },
  set_stop_price: { id: 7, stop_loss_price: '1.10000' },
  reverse: { id: 7 },
  break_even: { id: 7 },
  amend_order: { id: 7, target_price: '1.10000' },
  link_orders: { id: 7, other_id: 8 },
};
const names = Object.keys(fieldsOf) as SocketCallName[];

/** Next answer of the core. */
let decide: () => Outcome;
/** Requests to the core, without their times. */
let asked: { key: { clientId: string | null; bodyHash: string | null }; command: object | null }[];
let company: CompanyRecord;
let apps: ReturnType<typeof buildGateway>[];

beforeEach(() => {
  decide = () => ({ kind: 'refused', refusal: 'not-enough-margin' });
  asked = [];
  company = testCompany;
  apps = [];
});
afterEach(() => Promise.all(apps.map((app) => app.close())));

const core = {
  submit: async ({ command, ...key }: Request) => {
    asked.push({ key, command: { ...command, atMs: 0 } });
    return decide();
  },
  recordRefusal: async (_account: number, key: { clientId: string | null; bodyHash: string | null }) => {
    asked.push({ key, command: null });
    return decide();
  },
  findOrder: async (_account: number, id: number) => (id === 7 ? { instrumentId: eurusd.id } : null),
} as unknown as TradingPort;
const session = { user: { companyId: 1, accountId: 42 }, sessionId: 's1' } as unknown as Session;
/** True if the next session is in memory. */
let isKnown = false;
const tokens = {
  known: (token: string) => {
    isKnown = !isKnown;
    return isKnown && token === 'good' ? session : undefined;
  },
  authenticate: async (token: string) => {
    if (token === 'unread') throw new UnavailableError('sessions cannot be read');
    return token === 'good' ? session : null;
  },
} as unknown as Tokens;

/** Opens both doors of one gateway; each answers as text. */
function open(rates: RateLimits = unlimited, changed: Partial<Security> = {}) {
  const rateGate = new RateGate(rates, { nowMs: () => 0, monotonicMs: () => 0 });
  const security = { ...plainSecurity, rateGate, ...changed };
  const companies = { ofHost: () => company, peek: () => company };
  const history = { instrumentOf: async () => null } as unknown as OrderHistory;
  const deps = { core, history, market, clock: systemClock };
  const app = buildGateway(false, companies, security);
  apps.push(app);
  registerTradeRoutes(app, { ...deps, tokens, legacyGetWrites: false });
  const door = new OrderDoor({ security, companies, tokens, orders: createOrderCalls(deps), log: app.log });
  const socket = (call: SocketCallName, fields: unknown, by: Partial<SocketAsked> = {}) =>
    door.answer({ call, fields, token: 'good', host: 'localhost', address: '203.0.113.9', language: 'de', ...by });
  const http = async (call: SocketCallName, fields: unknown, by: Partial<SocketAsked> = {}) => {
    const { token = 'good', host = 'localhost', address = '203.0.113.9' } = by;
    const reply = await app.inject({
      method: 'POST',
      url: socketCalls[call].path,
      headers: { authorization: token, host, lang: 'de', 'content-type': 'application/json' },
      remoteAddress: address,
      payload: JSON.stringify(fields),
    });
    return reply.body;
  };
  /** Asks by both doors; returns the code after both answers were found to be the same bytes. */
  const both = async (...given: Parameters<typeof socket>): Promise<Code> => {
    const answers = [await http(...given), await socket(...given)];
    expect(answers[1]).toBe(answers[0]);
    return (JSON.parse(answers[1] as string) as { code: Code }).code;
  };
  return { http, socket, both };
}

const withId = (call: SocketCallName, more: object = {}) => ({ ...fieldsOf[call], client_id: randomUUID(), ...more });

describe('R-SOC-15 a call over the socket is answered by the bytes of the HTTP call', () => {
  const refusals = Object.keys(codeNames) as Refusal[];

  test('each refusal of the engine that HTTP can give', async () => {
    const { both } = open(unlimited, { checksAnswers: false });
    for (const refusal of refusals) {
      decide = () => ({ kind: 'refused', refusal });
      for (const name of names) expect(await both(name, withId(name))).toBe(codes[codeNames[refusal]]);
    }
  });

  test.each<[string, () => Outcome, Code]>([
    ['another body under the same id', () => ({ kind: 'conflict' }), codes.idempotencyConflict],
    ['too much waits to be stored', () => ({ kind: 'busy' }), codes.busy],
    ['nothing can be stored', () => ({ kind: 'unavailable' }), codes.unavailable],
    [
      'the core is away',
      () => {
        throw new UnavailableError('away');
      },
      codes.unavailable,
    ],
    [
      'a fault of the program, without its details',
      () => {
        throw new Error('secret detail');
      },
      codes.internal,
    ],
    [
      'a refusal that is not in the description',
      () => ({ kind: 'refused', refusal: 'fund-x' as never }),
      codes.internal,
    ],
  ])('%s', async (_, outcome, code) => {
    decide = outcome;
    const { both } = open();
    for (const name of names) expect(await both(name, withId(name))).toBe(code);
  });

  test('every wrong field, by its name', async () => {
    const { both } = open();
    const wrong: readonly unknown[] = [null, 7, 'x', [], {}, true, '1e3', -1, 'NaN', '0.000000001'];
    for (const name of names) {
      for (const field of Object.keys(socketCalls[name].input.shape)) {
        for (const value of wrong) await both(name, withId(name, { [field]: value }));
      }
      for (const fields of [null, [], 'text', 7, {}]) expect(await both(name, fields)).toBe(codes.invalidField);
    }
    expect(await both('submit', withId('submit', { forex_id: 999 }))).toBe(codes.unknownInstrument);
    expect(await both('submit', withId('submit', { cont: '0.505' }))).toBe(codes.lotsOffStep);
    expect(await both('submit', withId('submit', { status: 0 }))).toBe(codes.targetPriceRequired);
    expect(await both('submit', withId('submit', { price: '1.15' }))).toBe(codes.invalidField);
    expect(await both('set_stop_price', withId('set_stop_price', { stop_loss_price: '1.1234567' }))).toBe(1001);
  });

  test('session, company and host', async () => {
    const { both } = open(unlimited, { hosts: { files: 'files.localhost', console: 'console.localhost' } });
    for (const token of ['', 'ended']) expect(await both('submit', withId('submit'), { token })).toBe(999);
    expect(await both('submit', withId('submit'), { token: 'unread' })).toBe(codes.unavailable);
    expect(await both('submit', {}, { token: 'ended' })).toBe(codes.sessionExpired);
    expect(await both('submit', withId('submit'), { host: 'files.localhost' })).toBe(codes.unknownPath);
    expect(await both('submit', withId('submit'), { host: 'console.localhost' })).toBe(codes.unknownPath);
    expect(await both('submit', withId('submit'), { host: 'no_host?' })).toBe(codes.invalidField);
    company = { ...testCompany, status: 1 };
    for (const name of names) expect(await both(name, withId(name))).toBe(codes.companySuspended);
    expect(asked).toEqual([]);
  });

  test('both doors share the limits of an account, of an address and of all', async () => {
    const codeOf = async (answer: Promise<string>) => (JSON.parse(await answer) as { code: number }).code;
    for (const [limits, by] of [
      [{ ...unlimited, perAccount: 1 }, (at: number) => ({ address: `203.0.113.${at}` })],
      [{ ...unlimited, perAddress: 1 }, () => ({})],
      [{ ...unlimited, total: 1 }, (at: number) => ({ address: `203.0.113.${at}` })],
    ] as const) {
      const { http, socket, both } = open(limits);
      // A second allows one; four are allowed at once, two by each door.
      for (const at of [1, 2]) {
        expect(await codeOf(http('submit', withId('submit'), by(at)))).toBe(codes.notEnoughMargin);
        expect(await codeOf(socket('submit', withId('submit'), by(at + 2)))).toBe(codes.notEnoughMargin);
      }
      expect(await both('submit', withId('submit'), by(9))).toBe(codes.tooManyRequests);
    }
  });
});

describe('R-SOC-15 a call over the socket is the same request', () => {
  test('its command, id and hash are those of the HTTP call, however its fields are written', async () => {
    const { both } = open();
    for (const name of names) await both(name, withId(name));
    const client_id = randomUUID();
    const written = withId('submit', { client_id: client_id.toUpperCase(), type: '1', cont: 0.5, t: 7, more: 'x' });
    await both('submit', written);
    await both('close', withId('close', { id: 8 }));
    const pairs = Array.from({ length: asked.length / 2 }, (_, at) => asked.slice(at * 2, at * 2 + 2));
    expect(pairs).toHaveLength(names.length + 2);
    for (const [http, socket] of pairs) {
      expect(socket).toEqual(http);
      expect(socket?.key.bodyHash).toHaveLength(43);
    }
    expect(pairs[names.length]?.[1]?.key.clientId).toBe(client_id.replaceAll('-', ''));
    expect(pairs[names.length + 1]?.[1]?.command).toBeNull();
  });

  test('a client id is required', async () => {
    const { socket } = open();
    for (const name of names) {
      const answer = JSON.parse(await socket(name, fieldsOf[name])) as object;
      expect(answer).toMatchObject({ code: codes.invalidField, data: { field: 'client_id' } });
    }
    expect(asked).toEqual([]);
  });
});
