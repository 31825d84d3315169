import { createHash } from 'node:crypto';
import { codes } from '@candor/contracts/codes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evmHash } from '../../../../../../testkit/fake-evm-node.ts';
import { coinWay, type Desk, openDesk, Trader } from '../../../../../../testkit/money-desk.ts';
import { TestServer } from '../../../../../../testkit/test-server.ts';
import { own, WatchWorld } from '../../../../../../testkit/watch-world.ts';
import type { DepositMethodRecord } from '../../../ports/funds.ts';

const list = '/api/quickCharge/quick_ist';
const audit = { operatorId: null, action: 'set-up', subject: 'test', reason: '' };
const shared = `0x${'ab'.repeat(20)}`;

let server: TestServer;
let desk: Desk;
let world: WatchWorld;
let pool: DepositMethodRecord;
let common: DepositMethodRecord;

beforeAll(async () => {
  server = await TestServer.start();
  desk = await openDesk(server);
  world = await WatchWorld.start(server);
  const { depositMethods } = server.stores;
  const watched = { ...coinWay, watcher: 'evm', protocol: 'TEST', confirmations: 3 };
  pool = await depositMethods.add(own, { ...watched, address: '' }, 1, () => audit);
  common = await depositMethods.add(own, { ...watched, address: shared }, 1, () => audit);
  world.watch(own, shared, null, { id: common.id });
  await world.run.look();
});
afterAll(async () => {
  await world.stop();
  await server.stop();
});

interface Paying {
  readonly by: Trader;
  readonly address: string;
}

/** Registers a user with a pool address. */
async function paying(): Promise<Paying> {
  const by = await Trader.register(server);
  const address = `0x${createHash('sha256').update(by.uid).digest('hex').slice(0, 40)}`;
  await server.stores.depositMethods.addAddresses(own, pool.rootId, [address], 1, audit);
  await by.get('/api/quickCharge/info');
  world.watch(own, address, by.id, { id: pool.id });
  return { by, address };
}

function pay(name: string, address: string, dollars: string): Promise<void> {
  world.pay(name, address, dollars);
  return world.run.look();
}

/** Mines blocks and processes their payments. */
async function confirm(blocks: number): Promise<void> {
  world.evm.mineMany(blocks);
  server.advance(31_000);
  await world.run.look();
}

function report(by: Trader, number: string, tx: string, way: DepositMethodRecord, address: string) {
  return by.post('/api/quickCharge/submit', { number, address, charge_id: way.id, tx });
}

describe('R-FND-72 a payment seen by a watcher', () => {
  test('is listed once among the deposits, from the first block until it is credited', async () => {
    const { by, address } = await paying();
    await pay(`one ${by.id}`, address, '25.50');
    const seen = (await by.get(list)).data;
    expect(seen).toMatchObject({
      total: 1,
      data: [
        {
          number: '25.5',
          type: 0,
          currency_code: 'USDT',
          protocol_code: 'TEST',
          status: 0,
          usd_number: '25.50',
          usd_price: '1',
          confirmations: { seen: 1, needed: 3 },
          tx: evmHash(`one ${by.id}`),
        },
      ],
    });
    expect(seen.data[0].id).toBeLessThan(0);
    expect((await by.get(list, { type: 1 })).data).toEqual({ data: [], total: 0 });
    expect((await (await Trader.register(server)).get(list)).data.total).toBe(0);
    await confirm(2);
    const credited = (await by.get(list)).data;
    expect(credited).toMatchObject({
      total: 1,
      data: [{ status: 1, confirmations: { seen: 3, needed: 3 }, tx: evmHash(`one ${by.id}`) }],
    });
    expect(credited.data[0].id).toBeGreaterThan(0);
  });

  test('appears on the row of its payer’s earlier report', async () => {
    const { by, address } = await paying();
    const byHand = await report(by, '30', evmHash(`told ${by.id}`), pool, address);
    expect(byHand).toMatchObject({ code: codes.ok, data: { confirmations: null } });
    await pay(`told ${by.id}`, address, '30');
    const row = { id: byHand.data.id, status: 0, confirmations: { seen: 1, needed: 3 } };
    expect((await by.get(list)).data).toMatchObject({ total: 1, data: [row] });
    await confirm(2);
    expect((await by.get(list)).data).toMatchObject({ total: 1, data: [{ id: byHand.data.id, status: 1 }] });
  });

  test('comes first in the list, and pages neither lose nor repeat one', async () => {
    const { by, address } = await paying();
    for (let count = 0; count < 21; count += 1) await by.fund('10');
    for (const name of ['x', 'y']) await pay(`${name} ${by.id}`, address, '10');
    const pages = [(await by.get(list)).data, (await by.get(list, { page: 2 })).data];
    expect(pages.map(({ total, data }) => [total, data.length])).toEqual([
      [23, 20],
      [23, 3],
    ]);
    const ids = pages.flatMap(({ data }) => (data as { id: number }[]).map(({ id }) => id));
    expect(new Set(ids).size).toBe(23);
    expect(ids.map((id) => id < 0)).toEqual([true, true, ...Array.from({ length: 21 }, () => false)]);
    await confirm(2);
  });
});

describe('R-FND-73 a report of a known payment', () => {
  test('returns the existing row and creates no request; of another user it is refused', async () => {
    const { by, address } = await paying();
    const other = await paying();
    const name = `known ${by.id}`;
    await pay(name, address, '40');
    const [seen] = (await by.get(list)).data.data;
    const capitals = evmHash(name).toUpperCase().replace('0X', '');
    for (const tx of [evmHash(name), capitals]) expect((await report(by, '40', tx, pool, address)).data).toEqual(seen);
    expect((await report(other.by, '40', evmHash(name), pool, other.address)).code).toBe(codes.depositKnown);
    expect([world.waiting(by.id), world.waiting(other.by.id)]).toEqual([[], []]);
    await confirm(2);
    const [credited] = (await by.get(list)).data.data;
    expect((await report(by, '40', evmHash(name), pool, address)).data).toEqual(credited);
    expect((await report(other.by, '40', evmHash(name), pool, other.address)).code).toBe(codes.depositKnown);
    expect([world.balance(by.id), world.waiting(by.id), world.waiting(other.by.id)]).toEqual(['40.00', [], []]);
  });

  test('of a payment without an owner carries its name, once', async () => {
    const by = await Trader.register(server);
    const name = `shared ${by.id}`;
    await pay(name, shared, '60');
    const first = await report(by, '60', evmHash(name), common, shared);
    const again = await report(by, '60', evmHash(name), common, shared);
    expect([first.code, again.data]).toEqual([codes.ok, first.data]);
    const [payment] = await world.store.ofTransaction(own, [evmHash(name)]);
    expect(world.waiting(by.id).map(({ externalId }) => externalId)).toEqual([payment?.externalId]);
    await confirm(2);
    expect((await by.get(list)).data).toMatchObject({ total: 1, data: [{ id: first.data.id, status: 0 }] });
  });
});

describe('R-FND-44 a payment to a shared address that two users report', () => {
  const waitingText = /reported more than once/;
  const cashierHeaders = async () => {
    const { authorization, host } = await server.operator('cashier');
    return { authorization, host, lang: 'en' };
  };

  test('belongs to neither the first reporter nor the payer: both claims are contested until an operator compares them', async () => {
    const [copier, payer] = [await Trader.register(server), await Trader.register(server)];
    const name = `contested ${payer.id}`;
    const first = await report(copier, '60', evmHash(name), common, shared);
    await pay(name, shared, '60');
    await confirm(2);
    const second = await report(payer, '60', evmHash(name).toUpperCase().replace('0X', ''), common, shared);
    expect([first.code, second.code]).toEqual([codes.ok, codes.ok]);
    const shown = [(await copier.get(list)).data.data[0], (await payer.get(list)).data.data[0]];
    for (const [at, row] of shown.entries()) {
      expect(row).toMatchObject({
        id: [first, second][at]?.data.id,
        status: 0,
        remark: expect.stringMatching(waitingText),
      });
      const other = [payer, copier][at];
      expect(JSON.stringify(row)).not.toContain(other?.uid);
      expect(JSON.stringify(row)).not.toContain(String([second, first][at]?.data.id));
    }
    const germans = { ...payer.headers, lang: 'de' };
    expect((await server.call('GET', list, {}, germans)).data.data[0].remark).toMatch(/mehr als einmal gemeldet/);

    const headers = await cashierHeaders();
    const path = (id: number, act: string) => `/api/console/deposits/${id}/${act}`;
    const { data: compared } = await server.call('GET', path(first.data.id, 'claims'), {}, headers);
    expect(compared).toMatchObject({
      claims: [
        { id: first.data.id, uid: copier.uid, paid: '60', contested: 'rival' },
        { id: second.data.id, uid: payer.uid, paid: '60', contested: 'rival' },
      ],
      credited: null,
      payments: [{ transaction: evmHash(name), amount: '60', address: shared, confirmations: 3, is_reverted: false }],
    });
    const [{ payload_hash: copiers }, { payload_hash }] = compared.claims;
    for (const [id, hash] of [
      [first.data.id, copiers],
      [second.data.id, payload_hash],
    ])
      expect((await server.call('POST', path(id, 'approve'), { payload_hash: hash }, headers)).code).toBe(
        codes.fundsContested,
      );
    const decide = { payload_hash, reason: 'The sending address is the payer’s.' };
    const wrong = await server.call('POST', path(second.data.id, 'decide'), { ...decide, rivals: [1] }, headers);
    expect(wrong.code).toBe(codes.claimsChanged);
    const rivals = [first.data.id];
    const decided = await server.call('POST', path(second.data.id, 'decide'), { ...decide, rivals }, headers);
    expect(decided).toMatchObject({ code: codes.ok, data: { status: 'credited', contested: null } });
    expect([world.balance(payer.id), world.balance(copier.id)]).toEqual(['60.00', '0.00']);
    const lost = (await copier.get(list)).data.data[0];
    expect(lost).toMatchObject({ id: first.data.id, status: 2, remark: expect.stringMatching(/was not yours/) });
    const { rows } = await server.open.pool.query(
      `select action, reason from audit_entry where subject like $1 order by seq`,
      [`deposit ${second.data.id},%`],
    );
    expect(rows).toContainEqual({
      action: 'deposit-claim-approved',
      reason: `content ${payload_hash}, against ${first.data.id}: The sending address is the payer’s.`,
    });
  });

  test('reported at the same moment is contested too, in any spelling', async () => {
    const [one, other] = [await Trader.register(server), await Trader.register(server)];
    const name = `raced ${one.id}`;
    await pay(name, shared, '60');
    const spelt = [evmHash(name), evmHash(name).replace('0x', '').toUpperCase()];
    const answers = await Promise.all([one, other].map((by, at) => report(by, '60', spelt[at] ?? '', common, shared)));
    expect(answers.map(({ code }) => code)).toEqual([codes.ok, codes.ok]);
    for (const by of [one, other]) expect((await by.get(list)).data.data[0].remark).toMatch(waitingText);
    await confirm(2);
    expect([world.balance(one.id), world.balance(other.id)]).toEqual(['0.00', '0.00']);
  });

  test('reported as an explorer link is the same payment', async () => {
    const [one, other] = [await Trader.register(server), await Trader.register(server)];
    const hash = evmHash(`link ${one.id}`);
    await report(one, '60', hash, common, shared);
    await report(other, '60', `https://explorer.example/tx/${hash}?tab=logs`, common, shared);
    for (const by of [one, other]) expect((await by.get(list)).data.data[0].remark).toMatch(waitingText);
  });

  test('R-FND-06 to another user’s own address is not credited to somebody who claimed it before it was seen', async () => {
    const owner = await paying();
    const copier = await Trader.register(server);
    const name = `early ${owner.by.id}`;
    const claimed = await report(copier, '40', evmHash(name), common, shared);
    await pay(name, owner.address, '40');
    await confirm(2);
    expect(world.balance(owner.by.id)).toBe('40.00');
    const headers = await cashierHeaders();
    const path = `/api/console/deposits/${claimed.data.id}`;
    const { payload_hash } = (await server.call('GET', path, {}, headers)).data as { payload_hash: string };
    expect((await server.call('POST', `${path}/approve`, { payload_hash }, headers)).code).toBe(codes.depositKnown);
    expect(world.balance(copier.id)).toBe('0.00');
  });

  test('R-FND-45 already credited becomes a dispute, and the credit stays', async () => {
    const [copier, payer] = [await Trader.register(server), await Trader.register(server)];
    const name = `disputed ${payer.id}`;
    await pay(name, shared, '60');
    const first = await report(copier, '60', evmHash(name), common, shared);
    const headers = await cashierHeaders();
    const path = `/api/console/deposits/${first.data.id}`;
    const { payload_hash } = (await server.call('GET', path, {}, headers)).data as { payload_hash: string };
    expect((await server.call('POST', `${path}/approve`, { payload_hash }, headers)).code).toBe(codes.ok);
    const late = await report(payer, '60', evmHash(name), common, shared);
    expect(late).toMatchObject({ code: codes.ok, data: { status: 0, remark: expect.stringMatching(waitingText) } });
    const dispute = `/api/console/deposits/${late.data.id}`;
    const { data: compared } = await server.call('GET', `${dispute}/claims`, {}, headers);
    expect(compared).toMatchObject({
      claims: [{ id: late.data.id, contested: 'credited' }],
      credited: { id: first.data.id, uid: copier.uid, status: 'credited' },
    });
    const hash = { payload_hash: compared.claims[0].payload_hash };
    expect((await server.call('POST', `${dispute}/approve`, hash, headers)).code).toBe(codes.depositKnown);
    expect([world.balance(payer.id), world.balance(copier.id)]).toEqual(['0.00', '60.00']);
    expect((await report(copier, '60', evmHash(name), common, shared)).code).toBe(codes.depositKnown);
  });

  test('R-FND-45 has at most five open claims, and a user makes at most three rival claims a day', async () => {
    const names = [1, 2, 3, 4].map((at) => `bound ${at}`);
    for (const name of names) {
      await pay(name, shared, '60');
      await report(await Trader.register(server), '60', evmHash(name), common, shared);
    }
    const claimant = await Trader.register(server);
    const byHand = [];
    for (const name of names) byHand.push((await report(claimant, '60', evmHash(name), common, shared)).code);
    expect(byHand).toEqual([codes.ok, codes.ok, codes.ok, codes.tooManyRivalClaims]);
    const more = [];
    for (let at = 0; at < 4; at += 1)
      more.push((await report(await Trader.register(server), '60', evmHash('bound 1'), common, shared)).code);
    expect(more).toEqual([codes.ok, codes.ok, codes.ok, codes.tooManyClaims]);
  });
});

describe('operators', () => {
  const headersOf = ({ authorization, host }: { authorization: string; host: string }) => ({ authorization, host });

  test('R-FND-72 see the payment under review, and that its chain reverted it', async () => {
    const cashier = headersOf(await server.operator('cashier'));
    const { by, address } = await paying();
    await pay(`large ${by.id}`, address, '1500');
    await confirm(2);
    const queue = () => server.call('GET', '/api/console/deposits', { uid: by.uid }, cashier);
    const [row] = (await queue()).data.data;
    const observedPayment = await world.observedPayment(by.id);
    expect(observedPayment).toMatchObject({ state: 'waiting', note: 'above-limit' });
    const confirmations = { seen: 3, needed: 3, is_reverted: false };
    expect(row).toMatchObject({ status: 'waiting', external_id: observedPayment?.externalId, confirmations });
    world.evm.undo(3);
    await confirm(5);
    expect((await queue()).data.data).toMatchObject([{ id: row.id, confirmations: { seen: 0, is_reverted: true } }]);
    const unseen = await by.deposit(desk, '50');
    expect((await queue()).data.data).toContainEqual(
      expect.objectContaining({ id: unseen.data.id, confirmations: null }),
    );
  });

  test('R-FND-14 cannot mark two withdrawals as paid by one payment', async () => {
    const operator = headersOf(await server.operator('admin'));
    const payer = headersOf(await server.operator('cashier'));
    const by = await Trader.verified(server);
    await by.fund('100');
    const methodId = await by.bound(desk.payout.id);
    const paid = async (external_id: string): Promise<() => Promise<number>> => {
      const path = `/api/console/withdrawals/${(await by.withdraw(desk, methodId, '20')).data.id}`;
      const { payload_hash } = (await server.call('GET', path, {}, operator)).data as { payload_hash: string };
      await server.call('POST', `${path}/approve`, { payload_hash }, operator);
      return async () => (await server.call('POST', `${path}/paid`, { payload_hash, external_id }, payer)).code;
    };
    const acts = [await paid('payout-1'), await paid('PAYOUT-1')];
    const answers = await Promise.all(acts.map((act) => act()));
    expect(new Set(answers)).toEqual(new Set([codes.ok, codes.depositKnown]));
    expect(await (await paid('payout-2'))()).toBe(codes.ok);
  });
});
