import { randomUUID } from 'node:crypto';
import type { CompanyId } from '@candor/domain/values/ids';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../testkit/postgres.ts';
import { type OpenDatabase, openDatabase } from '../../adapters/postgres/database.ts';
import { migrateConnection } from '../../adapters/postgres/migrations/migrate.ts';
import { addMessage } from '../../adapters/postgres/outbox-rows.ts';
import { OutboxTables } from '../../adapters/postgres/outbox-tables.ts';
import { withTenant } from '../../adapters/postgres/with-tenant.ts';
import type { Delivery, MessageRoute, OutgoingMessage } from '../../ports/messages.ts';
import { type MessageDelivery, startMessageDelivery } from './deliver-messages.ts';

const company = 1 as CompanyId;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

let database: TestDatabase;
let app: OpenDatabase;
let nowMs: number;
let answer: (message: OutgoingMessage) => Delivery | Promise<Delivery>;
let sent: string[];
let errors: Error[];
const running: MessageDelivery[] = [];

beforeAll(async () => {
  database = await createTestDatabase(migrateConnection);
  app = openDatabase(database.connectionString, () => undefined, 8, 'candor_app');
});
afterAll(async () => {
  await app.close();
  await database.drop();
});
beforeEach(async () => {
  nowMs = 1_000_000;
  answer = () => ({ kind: 'sent' });
  sent = [];
  errors = [];
  await withTenant(app.db, company, (trx) => trx.deleteFrom('message_outbox').execute());
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((delivery) => delivery.stop()));
  expect(errors).toEqual([]);
});

function start(): MessageDelivery {
  const channel = {
    send: async (message: OutgoingMessage) => {
      sent.push(message.id);
      return answer(message);
    },
  };
  const delivery = startMessageDelivery({
    routes: ['mail', 'sms'],
    store: new OutboxTables(app.db),
    channels: () => ({ mail: channel, sms: channel }),
    companies: () => Promise.resolve([{ id: company }]),
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
    onError: (error) => errors.push(error),
  });
  running.push(delivery);
  return delivery;
}

async function add(route: MessageRoute = 'mail', lifeMs = dayMs): Promise<string> {
  const id = randomUUID();
  const times = { createdAtMs: nowMs, expiresAtMs: nowMs + lifeMs };
  const parts = { charge: null, subject: 'Your code', text: 'It is 123456.', ...times };
  await withTenant(app.db, company, (trx) => addMessage(trx, company, { id, route, to: 'rosa@example.com', ...parts }));
  return id;
}

async function rowOf(id: string) {
  const query = withTenant(app.db, company, (trx) =>
    trx
      .selectFrom('message_outbox')
      .select(['state', 'subject', 'body', 'attempts', 'reason'])
      .where('id', '=', id)
      .executeTakeFirst(),
  );
  return query;
}

test('R-SES-22 a stored message is sent once and its text deleted', async () => {
  const id = await add();
  const delivery = start();
  await delivery.deliver();
  await delivery.deliver();
  expect(sent).toEqual([id]);
  expect(await rowOf(id)).toEqual({ state: 'sent', subject: null, body: null, attempts: 1, reason: null });
});

test('R-SES-22 a message of a rolled-back transaction is never sent', async () => {
  const failing = withTenant(app.db, company, async (trx) => {
    const parts = { to: 'rosa@example.com', subject: '', text: '', createdAtMs: nowMs, expiresAtMs: nowMs + dayMs };
    await addMessage(trx, company, { id: randomUUID(), route: 'mail', charge: null, ...parts });
    throw new Error('something else failed');
  });
  await expect(failing).rejects.toThrow('something else failed');
  await start().deliver();
  expect(sent).toEqual([]);
});

test('R-SES-22 pauses grow; after eight attempts the message has failed', async () => {
  const id = await add();
  const delivery = start();
  answer = () => ({ kind: 'later', reason: 'ECONNREFUSED' });
  await delivery.deliver();
  expect(sent).toHaveLength(1);
  for (const [at, seconds] of [5, 15, 60, 300, 900, 3_600, 14_400].entries()) {
    nowMs += seconds * 1_000 - 1;
    await delivery.deliver();
    expect(sent).toHaveLength(at + 1);
    nowMs += 1;
    await delivery.deliver();
    expect(sent).toHaveLength(at + 2);
  }
  nowMs += dayMs - 1;
  await delivery.deliver();
  expect(sent).toHaveLength(8);
  expect(await rowOf(id)).toMatchObject({ state: 'failed', body: null, reason: 'ECONNREFUSED' });
});

test.each<[MessageRoute, Delivery['kind'], number]>([
  ['mail', 'never', 1],
  ['sms', 'never', 1],
  ['mail', 'unknown', 2],
  ['sms', 'unknown', 1],
  ['sms', 'later', 2],
])('R-SES-22 %s answered "%s" goes out %i times', async (route, kind, times) => {
  await add(route);
  const delivery = start();
  answer = () => (sent.length > 1 || kind === 'sent' ? { kind: 'sent' } : { kind, reason: 'test' });
  await delivery.deliver();
  nowMs += minuteMs;
  await delivery.deliver();
  expect(sent).toHaveLength(times);
});

test('R-SES-22 after a crash while sending, a mail is resent under the same id and an SMS is not', async () => {
  const [mail, sms] = [await add('mail'), await add('sms')];
  const store = new OutboxTables(app.db);
  expect(await store.claim(company, nowMs, minuteMs, 10, ['mail', 'sms'])).toHaveLength(2);
  const delivery = start();
  await delivery.deliver();
  expect(sent).toEqual([]);
  nowMs += minuteMs;
  await delivery.deliver();
  expect(sent).toEqual([mail]);
  expect(await rowOf(sms)).toMatchObject({ state: 'failed', reason: 'interrupted', body: null });
});

test('a message claimed again is not settled by the first attempt', async () => {
  const id = await add();
  const store = new OutboxTables(app.db);
  const [late] = await store.claim(company, nowMs, minuteMs, 1, ['mail', 'sms']);
  nowMs += minuteMs;
  await store.claim(company, nowMs, minuteMs, 1, ['mail', 'sms']);
  if (late !== undefined) await store.settle(company, late, { kind: 'failed', reason: 'late' }, nowMs);
  expect(await rowOf(id)).toMatchObject({ state: 'waiting', attempts: 2 });
});

test('R-SES-22 two processes share the work, and no message goes out twice', async () => {
  const ids = await Promise.all(Array.from({ length: 40 }, () => add()));
  const both = [start(), start()];
  await Promise.all(both.flatMap((delivery) => [delivery.deliver(), delivery.deliver()]));
  expect(sent.toSorted()).toEqual(ids.toSorted());
});

test('an expired message is not sent; one without a route leaves no row', async () => {
  const [expired, nowhere] = [await add('mail', minuteMs), await add('none')];
  nowMs += minuteMs;
  await start().deliver();
  expect(sent).toEqual([]);
  expect(await rowOf(expired)).toMatchObject({ state: 'failed', reason: 'expired', body: null });
  expect(await rowOf(nowhere)).toBeUndefined();
});

test('delivery wakes for a new message and polls on its own', async () => {
  const delivery = start();
  const id = await add();
  delivery.wake(company);
  await expect.poll(() => sent).toEqual([id]);
});
