import { randomUUID } from 'node:crypto';
import { codes } from '@candor/contracts/codes';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  companyAt,
  type Desk,
  dayMs,
  iban,
  openDesk,
  otherTronAddress,
  Trader,
  tronAddress,
} from '../../../../../../testkit/money-desk.ts';
import { otherHost, TestServer } from '../../../../../../testkit/test-server.ts';
import { toKeyRing } from '../../../adapters/keys/document-keys.ts';
import { SealedTables } from '../../../adapters/postgres/sealed-rows.ts';
import { noteCredentialChange } from '../../../adapters/postgres/user-rows.ts';
import { withTenant } from '../../../adapters/postgres/with-tenant.ts';
import { resealAll } from '../../../services/documents/sealing.ts';

const bind = '/api/wallet/bind_draw_method';
const remove = '/api/wallet/del_draw_method';
const methods = '/api/wallet/get_draw_method';

let server: TestServer;
let desk: Desk;
let otherDesk: Desk;
let trader: Trader;

beforeAll(async () => {
  server = await TestServer.start();
  desk = await openDesk(server);
  otherDesk = await openDesk(server, otherHost);
});
afterAll(() => server.stop());
beforeEach(async () => {
  trader = await Trader.register(server);
});

function bankFields(more: object = {}): object {
  const account = { bank_name: 'Deutsche Testbank', bank_swift: 'deutdeff', payee_name: 'Ada Lovelace' };
  return { draw_id: desk.bankPayout.id, type: 2, ...account, payee_account: 'DE89 3704 0044 0532 0130 00', ...more };
}

const changeCredentials = (atMs: number) =>
  server.open.pool.query(`update app_user set credentials_changed_at_ms = $2 where id = $1`, [trader.id, atMs]);

describe('R-FND-48 credentials changed during a withdrawal hold it', () => {
  beforeEach(async () => {
    await trader.verify();
    await trader.fund('100');
  });

  /** The operators' side of a withdrawal. */
  async function sideOf(id: number) {
    const cashier = await server.operator('cashier');
    const payer = await server.operator('cashier');
    const path = `/api/console/withdrawals/${id}`;
    const asked = (by: typeof cashier) => ({ authorization: by.authorization, host: by.host });
    const look = async () => (await server.call('GET', path, {}, asked(cashier))).data;
    const { payload_hash } = await look();
    return {
      look,
      approve: async () => (await server.call('POST', `${path}/approve`, { payload_hash }, asked(cashier))).code,
      pay: async () =>
        (await server.call('POST', `${path}/paid`, { payload_hash, external_id: `tx-${id}` }, asked(payer))).code,
    };
  }

  test('to an old method: until the freeze ends, before its approval and before its payout', async () => {
    const { data } = await trader.withdraw(desk, await trader.bound(desk.payout.id), '20');
    expect(data.held_until).toBe(null);
    const { look, approve, pay } = await sideOf(data.id);
    const nowMs = server.clock.nowMs();
    await changeCredentials(nowMs);
    expect(await approve()).toBe(codes.fundsOnHold);
    expect((await look()).held_until).toBe(nowMs + dayMs);
    const [row] = (await trader.get('/api/account/draw_list')).data.data;
    expect(row).toMatchObject({ held_until: nowMs + dayMs, state: 'requested' });
    await changeCredentials(nowMs - dayMs);
    expect(await approve()).toBe(codes.ok);
    await changeCredentials(nowMs);
    expect(await pay()).toBe(codes.fundsOnHold);
    expect((await trader.get('/api/account/draw_list')).data.data[0].status_name).toMatch(/^Held until/);
    await changeCredentials(nowMs - dayMs);
    expect(await pay()).toBe(codes.ok);
  });

  test('to a new method: until its hold, restarted by the change, ends too', async () => {
    const { data: bound } = await trader.bind(desk.payout.id);
    const nowMs = server.clock.nowMs();
    const hourMs = dayMs / 24;
    const times = [bound.id, nowMs - 2 * dayMs, nowMs - hourMs];
    await server.open.pool.query('update draw_method set created_at_ms = $2, usable_at_ms = $3 where id = $1', times);
    const { data } = await trader.withdraw(desk, bound.id, '20');
    expect(data.held_until).toBe(null);
    const { look, approve } = await sideOf(data.id);
    // In its hold, and so long ago that the freeze is over.
    await changeCredentials(nowMs - dayMs - hourMs);
    expect(await approve()).toBe(codes.fundsOnHold);
    expect((await look()).held_until).toBe(nowMs + dayMs - hourMs);
    await changeCredentials(nowMs - 3 * dayMs);
    expect(await approve()).toBe(codes.ok);
  });
});

describe('R-FND-28 R-MON-11 binding a method', () => {
  test('stores an address or a bank account in canonical form, usable after a day', async () => {
    const coin = await trader.bind(desk.payout.id, ` ${tronAddress} `);
    expect(coin.data).toMatchObject({
      type: 1,
      dc_address: tronAddress,
      payee_account: '',
      draw_currency: { id: desk.payout.id, code: 'USDT', protocol: 'TRC20' },
    });
    expect(coin.data.usable_at - coin.data.created_at).toBe(dayMs);
    const { data: bank } = await trader.proved(bind, bankFields());
    expect(bank).toMatchObject({ type: 2, dc_address: '', bank_swift: 'DEUTDEFF', payee_account: iban });
    expect((await trader.get(methods)).data).toEqual([bank, coin.data]);
    expect((await trader.get(methods, { draw_type: 1 })).data).toEqual([coin.data]);
    expect((await trader.get(methods, { draw_id: desk.bankPayout.id })).data).toEqual([bank]);
    expect((await trader.get(methods, { draw_type: 2, draw_id: 0 })).data).toEqual([bank]);
  });

  test('notifies its owner, with the address masked', async () => {
    const { data } = await trader.bind(desk.payout.id);
    const message = (await server.messagesTo(trader.account)).at(-1);
    expect(message?.subject).toBe('New payout method');
    expect(message?.text).toContain('USDT TRC20 TR7N••••Lj6t');
    expect(message?.text).not.toContain(tronAddress);
    const clock = new Date(data.usable_at as number).toISOString().slice(11, 16);
    expect(message?.text).toMatch(new RegExp(`It can be paid to from .*, ${clock} UTC\\.`));
  });

  test('R-MON-09 R-FND-38 a withdrawal to it is accepted at once, held for a day, and can be cancelled', async () => {
    await trader.verify();
    await trader.fund('100');
    const { data } = await trader.bind(desk.payout.id);
    const early = await trader.withdraw(desk, data.id, '20');
    expect(early.code).toBe(codes.ok);
    expect(early.data).toMatchObject({ state: 'requested', held_until: data.usable_at, can_cancel: true });
    expect(early.data.status_name).toMatch(/^Held until .* \d\d:\d\d UTC$/);
    expect(early.data.state_name).toBe('Requested');
    const taken = await trader.withdraw(desk, data.id, '20');
    expect((await trader.post('/api/account/draw_cancel', { id: taken.data.id })).data.state).toBe('cancelled');
    const cashier = await server.operator('cashier');
    const by = { authorization: cashier.authorization, host: cashier.host };
    const path = `/api/console/withdrawals/${early.data.id}`;
    const { payload_hash, held_until } = (await server.call('GET', path, {}, by)).data;
    expect(held_until).toBe(data.usable_at);
    const approve = () => server.call('POST', `${path}/approve`, { payload_hash }, by);
    expect((await approve()).code).toBe(codes.fundsOnHold);
    await server.open.pool.query(`update draw_method set usable_at_ms = 1 where id = $1`, [data.id]);
    expect((await approve()).code).toBe(codes.fundsOnHold);
  });

  test('R-FND-38 its hold begins after the freeze for changed credentials', async () => {
    await trader.verify();
    const hourMs = dayMs / 24;
    const later = async () => (await trader.get(methods)).data[0].usable_at as number;
    const boundAtMs = (await trader.bind(desk.payout.id)).data.created_at as number;
    expect(await later()).toBe(boundAtMs + dayMs);
    const change = changeCredentials;
    await change(boundAtMs + hourMs);
    expect(await later()).toBe(boundAtMs + hourMs + 2 * dayMs);
    await change(boundAtMs + 2 * dayMs);
    expect(await later()).toBe(boundAtMs + dayMs);
    await change(boundAtMs);
    const { data } = await trader.bind(desk.payout.id, otherTronAddress);
    expect(data.usable_at).toBe(boundAtMs + 2 * dayMs);
  });

  test('R-FND-38 a credential change up to the last moment of its hold restarts it, a later one does not', async () => {
    const { data } = await trader.bind(desk.payout.id);
    const usableAtMs = data.usable_at as number;
    const at = async (changedAtMs: number) => {
      await changeCredentials(changedAtMs);
      return (await trader.get(methods)).data[0].usable_at as number;
    };
    expect(await at(usableAtMs - 1)).toBe(usableAtMs - 1 + 2 * dayMs);
    expect(await at(usableAtMs)).toBe(usableAtMs);
  });

  test('R-FND-38 a second change after the hold does not bring the old time back', async () => {
    const { data } = await trader.bind(desk.payout.id);
    const hourMs = dayMs / 24;
    const after = async (hours: number) => {
      const atMs = (data.created_at as number) + hours * hourMs;
      await withTenant(server.app.db, companyAt('localhost'), (trx) => noteCredentialChange(trx, trader.id, atMs));
      return ((await trader.get(methods)).data[0].usable_at - data.created_at) / hourMs;
    };
    expect([await after(23), await after(25), await after(100)]).toEqual([23 + 48, 25 + 48, 25 + 48]);
  });

  test('needs a second proof', async () => {
    const fresh = await Trader.register(server);
    const answer = await fresh.post(bind, { draw_id: desk.payout.id, type: 1, dc_address: tronAddress });
    expect({ code: answer.code, ways: answer.data.ways }).toEqual({ code: codes.stepUpRequired, ways: ['password'] });
    expect((await fresh.get(methods)).data).toEqual([]);
  });

  test('is done once per client id; a duplicate is refused, also under another id', async () => {
    const fields = { draw_id: desk.payout.id, type: 1, dc_address: tronAddress, client_id: randomUUID() };
    const answers = await Promise.all([1, 2].map(() => trader.proved(bind, fields)));
    expect(answers[0]?.text).toBe(answers[1]?.text);
    expect((await trader.proved(bind, { ...fields, dc_address: otherTronAddress })).code).toBe(
      codes.idempotencyConflict,
    );
    expect((await trader.bind(desk.payout.id)).code).toBe(codes.methodExists);
    expect((await trader.get(methods)).data).toHaveLength(1);
    const other = await Trader.register(server);
    expect((await other.bind(desk.payout.id)).code).toBe(codes.ok);
  });

  test('is limited to ten methods, concurrent requests included', async () => {
    const accounts = Array.from({ length: 12 }, (_, at) => bankFields({ payee_account: `ACCOUNT-${at}` }));
    for (const fields of accounts) await trader.prove(bind, fields);
    const answers = await Promise.all(accounts.map((fields) => trader.post(bind, fields)));
    const outcomes = answers.map(({ code }) => code).toSorted((a, b) => a - b);
    expect(outcomes).toEqual([...Array<number>(10).fill(codes.ok), codes.tooManyMethods, codes.tooManyMethods]);
  });

  test.each([
    ['a mistyped address', { dc_address: `${tronAddress.slice(0, -1)}X` }, 'addressInvalid', 'dc_address'],
    ['no address', { dc_address: '' }, 'addressInvalid', 'dc_address'],
    ['an unknown currency', { draw_id: 999_999 }, 'payWayUnknown', undefined],
    ["another company's currency", () => ({ draw_id: otherDesk.payout.id }), 'payWayUnknown', undefined],
    ['a coin as a bank', { type: 2 }, 'payWayUnknown', undefined],
    ['an account without its bank', () => bankFields({ bank_name: '' }), 'invalidField', 'bank_name'],
    ['an account without its owner', () => bankFields({ payee_name: ' ' }), 'invalidField', 'payee_name'],
    ['a wrong IBAN', () => bankFields({ payee_account: 'DE88370400440532013000' }), 'invalidField', 'payee_account'],
    ['a wrong SWIFT code', () => bankFields({ bank_swift: 'DEUT' }), 'invalidField', 'bank_swift'],
  ] as const)('%s is refused', async (_, change, code, field) => {
    const changed = typeof change === 'function' ? change() : change;
    const answer = await trader.proved(bind, { draw_id: desk.payout.id, type: 1, dc_address: tronAddress, ...changed });
    expect({ code: answer.code, field: answer.data?.field }).toEqual({ code: codes[code], field });
    expect((await trader.get(methods)).data).toEqual([]);
  });

  test('is stored sealed, and a new key seals it again', async () => {
    await trader.bind(desk.payout.id);
    const rows = async () =>
      (
        await server.open.pool.query('select to_jsonb(m)::text as row from draw_method m where user_id = $1', [
          trader.id,
        ])
      ).rows as { row: string }[];
    const [before] = await rows();
    for (const text of [tronAddress, Buffer.from(tronAddress).toString('hex')]) expect(before?.row).not.toContain(text);
    const renewed = toKeyRing(`${'11'.repeat(32)} ${'22'.repeat(32)} ${'33'.repeat(32)}`);
    await resealAll(new SealedTables(server.app.db), renewed, [companyAt('localhost')]);
    expect((await rows())[0]?.row).not.toBe(before?.row);
    server.keyRing = renewed;
    await server.restart();
    expect((await trader.get(methods)).data[0].dc_address).toBe(tronAddress);
  });
});

describe('R-FND-30 unbinding a method', () => {
  test('allows binding it again, with a new hold', async () => {
    const { data } = await trader.bind(desk.payout.id);
    expect((await trader.post(remove, { id: data.id })).code).toBe(codes.ok);
    expect((await trader.get(methods)).data).toEqual([]);
    expect((await trader.post(remove, { id: data.id })).code).toBe(codes.methodNotFound);
    server.advance(dayMs);
    const { data: again } = await trader.bind(desk.payout.id);
    expect(again.id).not.toBe(data.id);
    expect(again.usable_at).toBeGreaterThan(server.clock.nowMs());
  });

  test('R-FND-49 notifies its owner, with the address masked', async () => {
    const { data } = await trader.bind(desk.payout.id);
    await trader.post(remove, { id: data.id });
    const removals = async () =>
      (await server.messagesTo(trader.account)).filter(({ subject }) => subject === 'A payout method was removed');
    const [message] = await removals();
    expect(message?.text).toContain('USDT TRC20 TR7N••••Lj6t');
    expect(message?.text).not.toContain(tronAddress);
    expect((await trader.post(remove, { id: data.id })).code).toBe(codes.methodNotFound);
    expect(await removals()).toHaveLength(1);
  });

  test('is refused while a withdrawal to it is in progress, and for another user', async () => {
    await trader.verify();
    await trader.fund('100');
    const id = await trader.bound(desk.payout.id);
    const { data } = await trader.withdraw(desk, id, '20');
    expect((await trader.post(remove, { id })).code).toBe(codes.methodInUse);
    const other = await Trader.register(server);
    expect((await other.post(remove, { id })).code).toBe(codes.methodNotFound);
    await trader.post('/api/account/draw_cancel', { id: data.id });
    expect((await trader.post(remove, { id })).code).toBe(codes.ok);
    const { data: list } = await trader.get('/api/account/draw_list');
    expect(list.data[0].address).toBe('TR7N••••Lj6t');
  });
});
