import { randomUUID } from 'node:crypto';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Desk, iban, openDesk, Trader } from '../../../../../../testkit/money-desk.ts';
import { type Answer, otherHost, TestServer } from '../../../../../../testkit/test-server.ts';

type Operator = Awaited<ReturnType<TestServer['operator']>>;

let server: TestServer;
let desk: Desk;
let cashier: Operator;

beforeAll(async () => {
  server = await TestServer.start();
  desk = await openDesk(server);
  cashier = await server.operator('cashier');
});
afterAll(() => server.stop());

function get(path: string, query: object = {}, by = cashier): Promise<Answer> {
  const headers = { authorization: by.authorization, host: by.host, lang: 'en' };
  return server.call('GET', `/api/console/${path}`, query, headers);
}

function post(path: string, body: object, by = cashier): Promise<Answer> {
  const headers = { authorization: by.authorization, host: by.host, lang: 'en' };
  return server.call('POST', `/api/console/${path}`, body, headers);
}

interface Queue {
  readonly name: string;
  readonly waiting: number;
  readonly late: number;
  readonly oldest_id: number | null;
  readonly oldest_at: number | null;
  readonly p90_ms: number | null;
  readonly mark: string;
}

/** Reads the queues by name, after the reading that all pages share has become too old. */
async function readQueues(by = cashier): Promise<Record<string, Queue>> {
  server.advance(1_001);
  const { data } = await get('queues', {}, by);
  return Object.fromEntries((data.queues as Queue[]).map((queue) => [queue.name, queue]));
}

/** A verified trader with money and an open request to pay it to a bank account of this name. */
async function withdrawsTo(payee: string): Promise<{ trader: Trader; id: number }> {
  const trader = await Trader.verified(server);
  await trader.fund('1000');
  const account = { bank_name: 'Test Bank', bank_swift: 'DEUTDEFF', payee_name: payee, payee_account: iban };
  const fields = { draw_id: desk.bankPayout.id, type: 2, client_id: randomUUID(), ...account };
  const bound = await trader.proved('/api/wallet/bind_draw_method', fields);
  await server.open.pool.query(`update draw_method set usable_at_ms = 1 where id = $1`, [bound.data.id]);
  const { data } = await trader.withdraw(desk, bound.data.id, '500', { draw_currency_id: desk.bankPayout.id });
  return { trader, id: data.id as number };
}

test('R-CON-11 R-CON-12 a withdrawal shows the verified name, the payee as the bank has it, and how they compare', async () => {
  for (const [payee, match] of [
    ['LOVELACE ADA', 'same'],
    ['A. Lovelace', 'close'],
    ['Analytical Engines Ltd', 'other'],
  ] as const) {
    const { trader, id } = await withdrawsTo(payee);
    const seen = { uid: trader.uid, client_name: 'Ada Lovelace', client_language: 'en' };
    const { data } = await get('withdrawals', { uid: trader.uid });
    expect(data.data[0]).toMatchObject({ id, ...seen, payee_name: payee, payee_match: match });
    expect(data.data[0].destination.payee_account).toBe('DE89••••3000');
    expect((await get(`withdrawals/${id}`)).data).toMatchObject({ ...seen, payee_name: payee, payee_match: match });
  }
});

test('R-CON-12 without a verified name the payee is unverified; an address is known a week after it was bound', async () => {
  const { trader, id } = await withdrawsTo('Ada Lovelace');
  await server.open.pool.query(`update verification set status = 'rejected' where user_id = $1`, [trader.id]);
  expect((await get(`withdrawals/${id}`)).data).toMatchObject({ client_name: '', payee_match: 'unverified' });
  const other = await Trader.verified(server);
  await other.fund('1000');
  const methodId = await other.bound(desk.payout.id);
  const first = await other.withdraw(desk, methodId, '20');
  expect((await get(`withdrawals/${first.data.id}`)).data).toMatchObject({ payee_name: '', payee_match: 'new' });
  const bound = server.clock.nowMs() - 8 * 24 * 3_600_000;
  await server.open.pool.query(`update draw_method set created_at_ms = $1 where id = $2`, [bound, methodId]);
  const { data } = await get(`withdrawals/${first.data.id}`);
  expect(data).toMatchObject({ payee_match: 'known', method_bound_at: bound });
});

test('R-CON-11 approvals and proposals name the operator by address', async () => {
  const trader = await Trader.register(server);
  const { data } = await trader.deposit(desk, '20000');
  const { data: one } = await get(`deposits/${data.id}`);
  const approved = await post(`deposits/${data.id}/approve`, { payload_hash: one.payload_hash });
  const { data: me } = await get('me');
  expect(approved.data.approvals).toMatchObject([{ by: me.email }]);
  expect(approved.data).toMatchObject({ client_name: '', uid: trader.uid });
  const correction = await post('corrections', { uid: trader.uid, amount: '1', reason: 'Charged twice' });
  expect(correction.data).toMatchObject({ proposed_by: me.email, uid: trader.uid });
});

test('R-CON-11 the queue of identity checks shows the name that was entered; other companies see none', async () => {
  const trader = await Trader.verified(server);
  const compliance = await server.operator('compliance');
  const { data } = await get('verifications', { status: 'approved' }, compliance);
  expect(data.data).toContainEqual(expect.objectContaining({ uid: trader.uid, name: 'Ada Lovelace' }));
  const elsewhere = await server.operator('compliance', otherHost);
  expect((await get('verifications', { status: 'approved' }, elsewhere)).data.total).toBe(0);
  const names = await server.stores.verifications.approvedNames(2 as CompanyId, [trader.id]);
  expect(names.size).toBe(0);
});

test('R-CON-14 the counts of the queues follow what comes and what is decided; each change is another mark', async () => {
  const before = await readQueues();
  const trader = await Trader.register(server);
  const { data } = await trader.deposit(desk, '20000');
  const came = await readQueues();
  expect(came['deposits']).toMatchObject({ waiting: (before['deposits']?.waiting ?? 0) + 1 });
  const { payload_hash } = (await get(`deposits/${data.id}`)).data as { payload_hash: string };
  await post(`deposits/${data.id}/approve`, { payload_hash });
  const approved = await readQueues();
  expect(approved['deposits']?.waiting).toBe(came['deposits']?.waiting);
  await post(`deposits/${data.id}/reject`, { remark: 'Not found.' });
  const decided = await readQueues();
  expect(decided['deposits']?.waiting).toBe(before['deposits']?.waiting);
  const marks = [before, came, approved, decided].map((queues) => queues['deposits']?.mark);
  expect(new Set(marks.slice(0, 3)).size).toBe(3);
  expect(marks[3]).toBe(marks[0]);
});

test('R-CON-14 an approved withdrawal moves to those to be paid, and what waits past the usual time is late', async () => {
  const { id } = await withdrawsTo('Ada Lovelace');
  const before = await readQueues();
  const { payload_hash } = (await get(`withdrawals/${id}`)).data as { payload_hash: string };
  await post(`withdrawals/${id}/approve`, { payload_hash });
  const after = await readQueues();
  expect(after['withdrawals']?.waiting).toBe((before['withdrawals']?.waiting ?? 0) - 1);
  expect(after['payouts']).toMatchObject({ waiting: 1, oldest_id: id, late: 0, p90_ms: null });
  const payer = await server.operator('cashier');
  for (let paid = 0; paid < 5; paid += 1) {
    const one = paid === 0 ? id : (await withdrawsTo('Ada Lovelace')).id;
    const hash = (await get(`withdrawals/${one}`)).data.payload_hash as string;
    if (paid > 0) await post(`withdrawals/${one}/approve`, { payload_hash: hash });
    const sent = { payload_hash: hash, external_id: `test-${one}` };
    expect((await post(`withdrawals/${one}/paid`, sent, payer)).data.status).toBe('paid');
  }
  server.advance(60_001);
  const known = await readQueues();
  expect(known['payouts']?.p90_ms).toBeGreaterThan(0);
  server.advance(24 * 3_600_000);
  const late = await readQueues(await server.operator('cashier'));
  expect(late['withdrawals']?.late).toBe(late['withdrawals']?.waiting);
  expect(late['withdrawals']?.late).toBeGreaterThan(0);
});

test('R-CON-14 a role reads the counts of the queues that it may open, and of its own company only', async () => {
  expect(Object.keys(await readQueues(await server.operator('dealer')))).toEqual([]);
  const names = Object.keys(await readQueues(await server.operator('cashier')));
  expect(names).toEqual(['withdrawals', 'payouts', 'deposits', 'corrections']);
  const admin = await readQueues(await server.operator('admin', otherHost));
  expect(Object.values(admin).map(({ waiting }) => waiting)).toEqual([0, 0, 0, 0, 0]);
});

test('R-CON-14 fifty pages that ask together cost one reading', async () => {
  const trader = await server.operator('cashier');
  server.advance(1_001);
  let readings = 0;
  server.onStatement = (statement) => {
    if (statement.includes('as waiting')) readings += 1;
  };
  await Promise.all(Array.from({ length: 50 }, () => get('queues', {}, trader)));
  server.onStatement = () => undefined;
  expect(readings).toBe(5);
});

interface TieOutAnswer {
  readonly ledgers: readonly (Record<string, string> & { readonly currency: string })[];
  readonly locks: Readonly<Record<'ledger' | 'requests' | 'difference', string>>;
  readonly breaks: readonly string[];
}

/** Reads the control accounts after the reading that all pages share has become too old. */
async function readTieOut(by = cashier): Promise<TieOutAnswer> {
  server.advance(5_001);
  return (await get('tie-out', {}, by)).data as TieOutAnswer;
}

test('R-CON-20 client money ties out to the cent, and locked money to the withdrawals that lock it', async () => {
  const by = await server.operator('cashier');
  const before = await readTieOut(by);
  await withdrawsTo('Ada Lovelace');
  const after = await readTieOut(by);
  expect(after.breaks).toEqual([]);
  const [was, is] = [before.ledgers[0], after.ledgers[0]];
  expect(is).toMatchObject({ currency: 'USD', difference: '0.000000' });
  const grown = (name: string) => Number(is?.[name]) - Number(was?.[name]);
  expect(['deposits', 'received', 'locked', 'free', 'clients', 'firm'].map(grown)).toEqual([
    1000, 1000, 500, 500, 1000, 0,
  ]);
  expect(Number(is?.['locked'])).toBeGreaterThan(0);
  expect(after.locks).toMatchObject({ requests: after.locks.ledger, difference: '0.000000' });
});

test('R-CON-20 an account that closes with a rest below a cent leaves no difference', async () => {
  const by = await server.operator('cashier');
  const one = await Trader.verified(server);
  await one.fund('0.009999');
  const was = (await readTieOut(by)).ledgers[0];
  const command = { type: 'CloseAccount', atMs: server.clock.nowMs(), accountId: one.id as AccountId } as const;
  await server.server.core.submit({ command, clientId: null, bodyHash: null });
  const after = await readTieOut(by);
  expect(after).toMatchObject({ breaks: [], ledgers: [{ remainders: '0.009999', difference: '0.000000' }] });
  expect(Number(after.ledgers[0]?.['clients'])).toBeCloseTo(Number(was?.['clients']) - 0.009999, 6);
});

test('R-CON-20 a cent too much is the difference of its ledger; a lost request is a break of the locks', async () => {
  const by = await server.operator('cashier');
  const { id, trader } = await withdrawsTo('Ada Lovelace');
  const shift = (micros: number) =>
    server.open.pool.query(`update ledger_balance set balance_micros = balance_micros + $1 where ledger_key = $2`, [
      micros,
      `1/real/USD/cash/${trader.id}`,
    ]);
  // The tables hold the withdrawal before its balance is changed behind them.
  expect((await readTieOut(by)).breaks).toEqual([]);
  await shift(10_000);
  const broken = await readTieOut(by);
  expect(broken).toMatchObject({ breaks: ['ledger'], ledgers: [{ difference: '-0.010000' }] });
  await shift(-10_000);
  await server.open.pool.query(`update funds_request set amount_micros = amount_micros - 10000 where id = $1`, [id]);
  expect(await readTieOut(by)).toMatchObject({ breaks: ['locks'], locks: { difference: '0.010000' } });
  await server.open.pool.query(`update funds_request set amount_micros = amount_micros + 10000 where id = $1`, [id]);
  expect((await readTieOut(by)).breaks).toEqual([]);
  expect((await readTieOut(await server.operator('admin', otherHost))).ledgers).toEqual([]);
});

test('R-CON-21 today counts open markets, those without a fresh price by name, and the halts in force', async () => {
  const dealer = await server.operator('dealer');
  const { data: fresh } = await get('today', {}, dealer);
  expect(fresh).toMatchObject({ halts: 0, oldest_halt: null });
  expect(fresh.feeds.open).toBeGreaterThan(0);
  const halt = { scope: 'symbol', instrument_id: 1, reason: 'Source under test' };
  const begun = await post('halts', halt, dealer);
  const { data: halted } = await get('today', {}, dealer);
  expect(halted).toMatchObject({ halts: 1, oldest_halt: { scope: 'symbol', reason: 'Source under test' } });
  await post(`halts/${begun.data.id}/end`, { reason: 'Test over' }, dealer);
  expect((await get('today', {}, dealer)).data.halts).toBe(0);
  server.market.age = 3_600_000;
  const { data: stale } = await get('today', {}, dealer);
  expect(stale.feeds.stale).toBe(stale.feeds.open);
  expect(stale.feeds.stale_symbols.length).toBeLessThanOrEqual(5);
  server.market.age = 0;
});
