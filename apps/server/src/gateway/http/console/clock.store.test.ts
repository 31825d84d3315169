import { codes } from '@candor/contracts/codes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSecondGateway } from '../../../../../../testkit/second-gateway.ts';
import { otherHost, TestServer } from '../../../../../../testkit/test-server.ts';
import type { ClockStep, WatchedClock } from '../../../ports/clock.ts';

let server: TestServer;
let step: ClockStep | null = null;
const forward: ClockStep = { id: 1, kind: 'forward', byMs: 259_200_000, sinceMs: 1 };

beforeAll(async () => {
  server = await TestServer.start();
  server.steps = {
    ...server.clock,
    wallMs: () => server.clock.nowMs() + (step?.byMs ?? 0),
    get step() {
      return step;
    },
    stepCount: 1,
    follow: () => undefined,
    startAfter: () => undefined,
    mark: () => ({ productMs: server.clock.nowMs(), wallMs: server.clock.nowMs(), uptimeMs: null, bootId: null }),
    resumeFrom: () => undefined,
    confirm: () => {
      step = null;
      return { fromMs: server.clock.nowMs(), toMs: server.clock.nowMs() };
    },
  };
  await server.restart();
  server.server.setReady();
});
afterAll(() => server.stop());

const readiness = async () => {
  const reply = await server.server.app.inject({ url: '/readyz' });
  return { status: reply.statusCode, body: reply.json<Record<string, unknown>>() };
};

test('R-TIME-07 a clock step at run time is a warning; a start that waits for confirmation is not ready', async () => {
  step = null;
  expect(await readiness()).toMatchObject({ status: 200, body: { reasons: [], warnings: [], clock: { step: null } } });
  step = forward;
  const shownStep = { kind: 'forward', by_ms: 259_200_000, since_ms: 1 };
  expect(await readiness()).toMatchObject({
    status: 200,
    body: { warnings: ['clock-step'], clock: { steps_seen: 1, step: shownStep } },
  });
  step = { ...forward, kind: 'behind-journal', byMs: -forward.byMs };
  expect(await readiness()).toMatchObject({ status: 503, body: { reasons: ['clock-behind-journal'], warnings: [] } });
});

test('R-TIME-07 the installation’s administrator confirms the step they were shown, and it is recorded', async () => {
  step = forward;
  const admin = await server.operator('admin');
  const as = ({ authorization, host }: { authorization: string; host: string }) => ({ authorization, host });
  const body = { step_id: 1, reason: 'The machine was paused' };
  const confirm = (who: { authorization: string; host: string }, fields: object = body) =>
    server.call('POST', '/api/console/clock/confirm', fields, as(who));
  expect((await confirm(await server.operator('dealer'))).code).toBe(codes.notPermitted);
  expect((await confirm(await server.operator('admin', otherHost))).code).toBe(codes.notPermitted);
  expect((await confirm(admin, { ...body, step_id: 2 })).code).toBe(codes.noClockStep);
  expect((await server.call('GET', '/api/console/clock', {}, as(admin))).data).toMatchObject({
    step: { id: 1, kind: 'forward', by_ms: 259_200_000 },
  });
  expect((await confirm(admin)).data).toMatchObject({ step: null });
  expect((await confirm(admin)).code).toBe(codes.noClockStep);
  const { rows } = await server.open.pool.query(
    `select operator_id, subject, reason from audit_entry where action = 'time-confirmed'`,
  );
  expect(rows).toEqual([{ operator_id: admin.id, subject: 'clock forward 259200000 ms', reason: body.reason }]);
  const stored = await server.open.pool.query(`select payload from journal where payload like '%time-confirmed%'`);
  expect(stored.rows).toHaveLength(1);
});

test('R-TIME-07 a gateway with a clock of its own shows the step of the core, and confirms that', async () => {
  const own = { ...(server.steps as WatchedClock), step: null };
  const gateway = await startSecondGateway(server, { steps: own, clock: { ...server.clock, nowMs: () => 5 } });
  const admin = await server.operator('admin');
  const headers = { authorization: admin.authorization, host: admin.host };
  step = forward;
  const nowMs = server.clock.nowMs();
  const { data } = await gateway.server.call('GET', '/api/console/clock', {}, headers);
  expect(data).toMatchObject({ step: { id: 1, kind: 'forward', by_ms: 259_200_000, since: 1 } });
  expect(data.now as number).toBeGreaterThanOrEqual(nowMs);
  const body = { step_id: 1, reason: 'The machine was paused' };
  const confirmed = await gateway.server.call('POST', '/api/console/clock/confirm', body, headers);
  expect(confirmed.data).toMatchObject({ step: null });
  await gateway.stop();
});

test('R-TIME-04 while the step is unconfirmed an order is refused with that reason', async () => {
  step = forward;
  const headers = { authorization: await server.demo(), host: 'localhost' };
  server.market.give(server.market.specs()[0] as never, '1.15283', '1.15295');
  const order = { type: 1, cont: '0.10', forex_id: server.market.specs()[0]?.id, status: 1, multiple: 100 };
  const answer = await server.call('POST', '/v1/api/forex/submit', order, headers);
  expect(answer.code).toBe(codes.timeUnconfirmed);
  step = null;
});
