import type { Notice } from '@candor/domain/engine/notice';
import type { AccountId, CompanyId, InstrumentId, OrderId, Realm } from '@candor/domain/values/ids';
import { toMoney } from '@candor/domain/values/money';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../testkit/postgres.ts';
import { type OpenDatabase, openDatabase } from '../../adapters/postgres/database.ts';
import { IdentityTables } from '../../adapters/postgres/identity-tables.ts';
import { migrateConnection } from '../../adapters/postgres/migrations/migrate.ts';
import { OutboxTables } from '../../adapters/postgres/outbox-tables.ts';
import { PushTables } from '../../adapters/postgres/push-tables.ts';
import { withTenant } from '../../adapters/postgres/with-tenant.ts';
import type { OutboxStore } from '../../ports/messages.ts';
import { messageOf } from '../messages/message-text.ts';
import { isQuiet } from '../notices/notice-ways.ts';
import { NoticeMail } from './notice-mail.ts';

const company = 1 as CompanyId;

let database: TestDatabase;
let app: OpenDatabase;
let accountId: AccountId;
let realm: Realm;
let errors: Error[];
let woken: CompanyId[];

beforeAll(async () => {
  database = await createTestDatabase(migrateConnection);
  app = openDatabase(database.connectionString, () => undefined, 4, 'candor_app');
});
afterAll(async () => {
  await app.close();
  await database.drop();
});
beforeEach(async () => {
  realm = 'real';
  errors = [];
  woken = [];
  await withTenant(app.db, company, (trx) => trx.deleteFrom('message_outbox').execute());
  accountId = await addUser('rosa@example.com');
});

let users = 0;
const limits = { company: 2, country: 2, prefix: 2 };

async function addUser(email: string | null, mobile: string | null = null): Promise<AccountId> {
  users += 1;
  const { id } = await withTenant(app.db, company, (trx) =>
    trx
      .insertInto('app_user')
      .values({
        company_id: company,
        uid: String(1000 + users),
        email: email === null ? null : `${users}.${email}`,
        mobile,
        is_demo: false,
        demo_device_hash: null,
        currency: 'USD',
        invite_code: String(users),
        created_at_ms: '0',
        language: 'de',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return id as AccountId;
}

function start(outbox: Pick<OutboxStore, 'addOnce'> = new OutboxTables(app.db), smsLimits = limits): NoticeMail {
  return new NoticeMail({
    store: new IdentityTables(app.db),
    outbox,
    accountOf: async () => ({ tenantId: company, realm, currency: 'USD', marginLevelE2: 8_453n }),
    companyName: () => Promise.resolve('Candor'),
    writeText: ({ kind, values }, language) => messageOf(kind, language, values),
    writeSwap: ({ swap }, _account, language) => ({ code: 'EUR/USD', change: `${language} ${swap?.afterE2}` }),
    addLink: (text) => Promise.resolve(text),
    chargeOf: (number) => ({ country: number.slice(0, 3), prefix: number.slice(0, -4), limits: smsLimits }),
    nowMs: () => 1_000_000,
    wake: (id) => woken.push(id),
    onError: (error) => errors.push(error),
  });
}

function noticed(kind: Notice['kind'], id = '7-0'): Notice {
  const order = { id: 8_000_017 as OrderId, instrumentId: 1 as InstrumentId };
  return { id, accountId, kind, atMs: 1_000_000, order: kind === 'stop-out' ? order : null, amount: null };
}

async function mails() {
  const read = () =>
    withTenant(app.db, company, (trx) =>
      trx.selectFrom('message_outbox').select(['id', 'recipient', 'subject', 'body']).orderBy('id').execute(),
    );
  return read();
}

test('R-ORD-41 the notice of a higher stop-out level is mailed with level and time; its end is not', async () => {
  const mail = start();
  mail.take({ ...noticed('stop-out-noticed'), stopOut: { percent: 60, fromMs: Date.UTC(2026, 10, 27, 17, 5) } });
  mail.take({ ...noticed('stop-out-notice-ended', '8-0'), stopOut: { percent: 60, fromMs: null } });
  await expect.poll(() => woken.length).toBe(1);
  await mail.stop();
  const stored = await mails();
  expect(stored.map(({ id }) => id)).toEqual(['notice-7-0']);
  expect(stored[0]?.subject).toContain('60,00');
  expect(stored[0]?.body).toContain('27.11.2026, 17:05 UTC');
});

test('R-ORD-45 a worse swap is mailed once in the owner’s language', async () => {
  const swap = { instrumentId: 1 as InstrumentId, side: 'buy', beforeE2: -70, afterE2: -4_000, fromMs: 1_000 } as const;
  const mail = start();
  for (let times = 0; times < 2; times += 1) mail.take({ ...noticed('swap-noticed'), swap });
  await expect.poll(() => woken.length).toBe(2);
  await mail.stop();
  const stored = await mails();
  expect(stored.map(({ id }) => id)).toEqual(['notice-7-0']);
  expect(stored[0]).toMatchObject({ subject: 'Ihr Swap für EUR/USD wird schlechter' });
  expect(stored[0]?.body).toContain('de -4000');
});

test('R-ORD-16 margin calls and stop-outs are mailed once in the owner’s language, however often notified', async () => {
  const mail = start();
  for (const notice of [noticed('margin-call'), noticed('margin-call'), noticed('stop-out', '9-2')]) mail.take(notice);
  await expect.poll(() => woken.length).toBe(3);
  await mail.stop();
  // After a restart the last day's notices are sent again.
  const again = start();
  again.take(noticed('margin-call'));
  await expect.poll(() => woken.length).toBe(4);
  await again.stop();
  const stored = await mails();
  expect(stored.map(({ id }) => id)).toEqual(['notice-7-0', 'notice-9-2']);
  expect(stored[0]?.recipient).toMatch(/rosa@example\.com$/);
  expect(stored[0]?.body).toContain('84,53');
  expect(stored[1]?.body).toContain('8000017');
  expect(errors).toEqual([]);
});

test('R-FND-13 decisions about money are mailed with the amount in the owner’s language', async () => {
  const mail = start();
  const kinds = [
    'deposit-credited',
    'deposit-rejected',
    'withdrawal-requested',
    'withdrawal-approved',
    'withdrawal-paid',
    'withdrawal-rejected',
    'withdrawal-taken-back',
  ];
  for (const [at, kind] of [...kinds, 'correction-posted'].entries())
    mail.take({ ...noticed(kind as Notice['kind'], `3-${at}`), amount: toMoney(-1_234_567_890n) });
  await expect.poll(() => woken.length).toBe(kinds.length + 1);
  await mail.stop();
  const stored = await mails();
  expect(new Set(stored.map(({ subject }) => subject)).size).toBe(kinds.length + 1);
  for (const { body } of stored) expect(body).toContain('-1234.57 USD');
});

test('R-ALR-12 mails that cannot be switched off come in quiet hours, too', async () => {
  // All minutes of the day but the last; the mail is due in the 17th.
  const quiet = { from: 0, to: 1_439, zone: 'UTC' };
  expect(isQuiet(quiet, 1_000_000)).toBe(true);
  await new PushTables(app.db).choose(company, accountId, { quiet });
  const mail = start();
  mail.take({ ...noticed('deposit-credited'), amount: toMoney(1_000_000n) });
  await expect.poll(() => woken.length).toBe(1);
  await mail.stop();
  expect((await mails()).map(({ id }) => id)).toEqual(['notice-7-0']);
});

test('demos, owners without an address and other notices get no mail', async () => {
  const mail = start();
  mail.take(noticed('margin-call-ended'));
  mail.take(noticed('order-expired'));
  realm = 'demo';
  mail.take(noticed('margin-call', '8-0'));
  realm = 'real';
  accountId = await addUser(null);
  mail.take(noticed('margin-call', '8-1'));
  accountId = await addUser('last@example.com');
  mail.take(noticed('margin-call', '8-2'));
  await expect.poll(() => woken.length).toBe(1);
  await mail.stop();
  expect((await mails()).map(({ id }) => id)).toEqual(['notice-8-2']);
});

test('a short database outage loses no mail', async () => {
  const outbox = new OutboxTables(app.db);
  let failures = 1;
  const mail = start({
    async addOnce(companyId, message) {
      failures -= 1;
      if (failures >= 0) throw new Error('the database is away');
      await outbox.addOnce(companyId, message);
    },
  });
  mail.take(noticed('margin-call', '5-0'));
  await expect.poll(() => woken.length).toBe(1);
  await mail.stop();
  expect(errors.map(({ message }) => message)).toEqual(['the database is away']);
  expect((await mails()).map(({ id }) => id)).toEqual(['notice-5-0']);
});

test('R-FND-46 a withdrawal request is also sent by SMS, once, within the budget', async () => {
  const [both, phone] = [await addUser('lily@example.com', '+447700900123'), await addUser(null, '+447700900124')];
  const mail = start();
  const asked = (id: string, owner: AccountId) => ({ ...noticed('withdrawal-requested', id), accountId: owner });
  for (const notice of [asked('20-0', both), asked('21-0', phone), asked('21-0', phone), asked('22-0', accountId)])
    mail.take(notice);
  mail.take({ ...noticed('withdrawal-paid', '23-0'), accountId: both });
  await expect.poll(() => woken.length).toBe(5);
  const stored = () =>
    withTenant(app.db, company, (trx) =>
      trx.selectFrom('message_outbox').select(['id', 'route', 'recipient', 'state']).orderBy('id').execute(),
    );
  expect(await stored()).toEqual([
    { id: 'notice-20-0', route: 'mail', recipient: expect.stringContaining('lily'), state: 'waiting' },
    { id: 'notice-20-0-sms', route: 'sms', recipient: '+447700900123', state: 'waiting' },
    { id: 'notice-21-0-sms', route: 'sms', recipient: '+447700900124', state: 'waiting' },
    { id: 'notice-22-0', route: 'mail', recipient: expect.stringContaining('rosa'), state: 'waiting' },
    { id: 'notice-23-0', route: 'mail', recipient: expect.stringContaining('lily'), state: 'waiting' },
  ]);
  // The day's budget of two and the reserve for security notices are used up.
  mail.take(asked('24-0', both));
  await expect.poll(() => woken.length).toBe(6);
  await mail.stop();
  expect((await stored()).slice(-2)).toEqual([
    { id: 'notice-24-0', route: 'mail', recipient: expect.stringContaining('lily'), state: 'waiting' },
    { id: 'notice-24-0-sms', route: 'sms', recipient: '+447700900123', state: 'failed' },
  ]);
  expect(errors).toEqual([]);
});

test('R-FND-46 a user with only a number gets all money decisions by SMS', async () => {
  const phone = await addUser(null, '+447700900999');
  const mail = start(new OutboxTables(app.db), { company: 99, country: 99, prefix: 99 });
  const kinds = [
    'deposit-credited',
    'deposit-rejected',
    'withdrawal-approved',
    'withdrawal-paid',
    'withdrawal-rejected',
  ];
  for (const [at, kind] of [...kinds, 'withdrawal-taken-back', 'correction-posted'].entries())
    mail.take({ ...noticed(kind as Notice['kind'], `30-${at}`), accountId: phone, amount: toMoney(250_000_000n) });
  mail.take({ ...noticed('margin-call', '31-0'), accountId: phone });
  await expect.poll(() => woken.length).toBe(8);
  await mail.stop();
  const stored = await mails();
  expect(stored.map(({ id }) => id)).toEqual(Array.from({ length: 7 }, (_, at) => `notice-30-${at}-sms`));
  expect(stored[0]).toMatchObject({ recipient: '+447700900999', subject: '' });
  expect(stored[0]?.body).toMatch(/^Candor: .*250\.00 USD/);
  expect(new Set(stored.map(({ body }) => body)).size).toBe(7);
  expect(errors).toEqual([]);
});
