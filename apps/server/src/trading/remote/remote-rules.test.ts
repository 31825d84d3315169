import type { RuleChange } from '@candor/domain/engine/rules/trading-rules';
import type { CompanyId } from '@candor/domain/values/ids';
import { afterEach, expect, test } from 'vitest';
import { testPolicy } from '../../../../../testkit/engine-scenario.ts';
import { accountId, remoteWorlds } from '../../../../../testkit/remote-world.ts';
import { turns } from '../../../../../testkit/tick-role.ts';
import { until } from '../../../../../testkit/until.ts';
import { FencedError } from '../../ports/journal.ts';
import { type CoreAnswer, type CoreEntrance, fromBody, toBody } from './core-wire.ts';

const company = 1 as CompanyId;
const { open, closeAll } = remoteWorlds();
afterEach(closeAll);

const ordersAtMost = (ordersMax: number): RuleChange => ({
  rule: 'policy',
  tenantId: company,
  policy: { ...testPolicy, ordersMax },
});

test('R-RUN-65 a rule that is stored while a process enters again, after the answer was made, is in force there', async () => {
  const world = await open();
  let answers: (() => void)[] = [];
  const { bench, line, port } = world;
  line.hold = (kind, deliver) => {
    if (kind === 'answer') answers.push(deliver);
    return kind === 'answer';
  };
  line.cut();
  line.restore();
  await until('the answer to the process that enters', () => answers.length > 0);
  await bench.core.changeRules([ordersAtMost(3)]);
  await until('the push of the rule', () => port.offers.policy(company).ordersMax === 3);
  expect(port.status).toBeNull();
  line.hold = null;
  for (const deliver of answers) deliver();
  answers = [];
  await world.untilReached();
  expect(port.offers.policy(company).ordersMax).toBe(3);
});

test('R-RUN-65 the ten seconds of a command are counted by the clock of the leader that gets it, not of the one before', async () => {
  const world = await open();
  // The first leader’s clock is ahead by more than the ten seconds.
  world.shiftMs = 3_600_000;
  world.line.cut();
  world.line.restore();
  await world.untilReached();
  const old = await world.replaceLeader({ shiftMs: 0 });
  world.line.fate = (kind) => (kind === 'ask' ? [20] : [0]);
  const outcome = world.place('late');
  world.shiftMs = 11_000;
  expect(await outcome).toEqual({ kind: 'unavailable' });
  expect(world.orders()).toBe(0);
  old.fatal.length = 0;
});

test('R-RUN-66 a core that was replaced answers commands as `unavailable`, never by an exception', async () => {
  const world = await open();
  const fenced = () => Promise.reject(new FencedError('Epoch 1 is superseded by epoch 2'));
  Object.assign(world.bench.core, { submit: fenced, recordRefusal: fenced, findAnswer: fenced });
  expect(await world.place('id-1')).toEqual({ kind: 'unavailable' });
  const key = { clientId: 'id-2', bodyHash: 'b' };
  expect(await world.port.recordRefusal(accountId, key, 'order-not-found')).toEqual({ kind: 'unavailable' });
  await expect(world.port.findAnswer(accountId, 'id-1')).rejects.toMatchObject({ name: 'UnavailableError' });
});

test('R-RUN-65 a command that arrives again after many others is not decided again', async () => {
  const world = await open();
  const { line, bench } = world;
  const again: (() => void)[] = [];
  line.hold = (kind, deliver) => {
    if (kind === 'ask') again.push(deliver);
    return false;
  };
  await Promise.all(Array.from({ length: 150 }, () => world.place(null)));
  line.hold = null;
  expect(world.orders()).toBe(150);
  for (const deliver of again) deliver();
  await bench.core.drain();
  await turns();
  expect(world.orders()).toBe(150);
});

test('limits of accounts are known to the core alone', async () => {
  const world = await open();
  const limits = { leverageMax: null, ordersMax: 0, isOpeningBlocked: false };
  await world.bench.core.changeRules([{ rule: 'limits', accountId, limits }, ordersAtMost(4)]);
  expect(await world.place(null)).toMatchObject({ kind: 'refused' });
  const answer = fromBody(await world.client.ask('core.enter', toBody({ args: [] }))) as CoreAnswer;
  const { rules } = ('value' in answer ? answer.value : null) as CoreEntrance;
  expect(rules.map(({ rule }) => rule)).toEqual(['policy']);
});
