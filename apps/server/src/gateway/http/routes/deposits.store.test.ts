import { randomUUID } from 'node:crypto';
import { codes } from '@candor/contracts/codes';
import type { CompanyId } from '@candor/domain/values/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  bankWay,
  coinWay,
  type Desk,
  dayMs,
  openDesk,
  otherTronAddress,
  Trader,
} from '../../../../../../testkit/money-desk.ts';
import { sendPicture } from '../../../../../../testkit/send-picture.ts';
import { otherHost, TestServer } from '../../../../../../testkit/test-server.ts';
import { ObservedPaymentTables } from '../../../adapters/postgres/observed-payment-tables.ts';
import type { DepositMethodStore } from '../../../ports/funds.ts';

const own = 1 as CompanyId;
const submit = '/api/quickCharge/submit';
const audit = () => ({ operatorId: null, action: 'set-up', subject: 'test', reason: '' });

let server: TestServer;
let desk: Desk;
let otherDesk: Desk;
let depositMethods: DepositMethodStore;
let trader: Trader;

beforeAll(async () => {
  server = await TestServer.start();
  desk = await openDesk(server);
  otherDesk = await openDesk(server, otherHost);
  ({ depositMethods } = server.stores);
  trader = await Trader.register(server);
});
afterAll(() => server.stop());

function lockedAway(): Promise<Trader> {
  return Trader.register(server);
}

describe('R-FND-20 the pay ways for deposits', () => {
  test('are shared addresses and bank accounts, with rate and minimum amount', async () => {
    const coins = await trader.get('/api/quickCharge/info');
    expect(coins.data).toContainEqual({
      id: desk.coin.id,
      currency_code: 'USDT',
      protocol_code: 'TRC20',
      address: otherTronAddress,
      usd_price: '1',
      min: '5',
      is_watched: false,
      confirmations: 0,
    });
    const { data: currencies } = await trader.get('/api/quickCharge/symbols');
    expect(currencies).toEqual([{ id: desk.bank.id, name: 'EUR' }]);
    const { data: accounts } = await trader.get('/api/quickCharge/wire_info', { bank_coin: desk.bank.id });
    expect(accounts).toMatchObject([{ id: desk.bank.id, payee_account: bankWay.payeeAccount, usd_price: '0.8' }]);
    const unknown = await trader.get('/api/quickCharge/wire_info', { bank_coin: otherDesk.bank.id });
    expect(unknown.code).toBe(codes.payWayUnknown);
  });

  test('give each user one permanent address of a pool; an empty pool offers nothing', async () => {
    const pooled = await depositMethods.add(own, { ...coinWay, currency: 'POOL', address: '' }, 1, audit);
    await depositMethods.addAddresses(own, pooled.id, ['address-one', 'address-two'], 1, audit());
    const offered = async (by: Trader) => {
      const { data } = await by.get('/api/quickCharge/info');
      return (data as { id: number; currency_code: string; address: string }[]).filter(
        (o) => o.currency_code === 'POOL',
      );
    };
    const [first, second] = [await Trader.register(server), await Trader.register(server)];
    const atOnce = await Promise.all([offered(first), offered(first), offered(second)]);
    expect(atOnce[0]).toEqual(atOnce[1]);
    expect(new Set(atOnce.map(([option]) => option?.address))).toEqual(new Set(['address-one', 'address-two']));
    expect(await offered(trader)).toEqual([]);
    expect(await depositMethods.addAddresses(own, pooled.id, ['address-one', 'address-three'], 1, audit())).toEqual({
      added: 1,
      known: 1,
    });
    const dearer = await depositMethods.replace(own, pooled.id, { ...pooled, usdPriceE8: 200_000_000n }, 2, audit);
    expect(await offered(first)).toMatchObject([{ id: dearer?.id, address: atOnce[0]?.[0]?.address }]);
    await depositMethods.replace(own, dearer?.id ?? 0, { ...pooled, isActive: false }, 3, audit);
    expect(await offered(first)).toEqual([]);
  });
});

describe('R-FND-21 R-MON-01 R-MON-02 R-MON-04 a reported deposit', () => {
  test('waits, with the shown rate and the resulting credit', async () => {
    const proofImg = await trader.picture();
    const fields = { number: '100.50', proofImg, address: otherTronAddress, charge_id: desk.coin.id, tx: 'abc' };
    const { code, data } = await trader.post(submit, { ...fields, usd_price: '1.00' });
    expect({ code, data }).toMatchObject({
      code: codes.ok,
      data: {
        number: '100.5',
        type: 0,
        currency_code: 'USDT',
        protocol_code: 'TRC20',
        status: 0,
        usd_number: '100.50',
        usd_price: '1',
        tx: 'abc',
        confirmations: null,
        remark: '',
      },
    });
    const { data: wired } = await trader.post('/api/quickCharge/wire_submit', {
      number: '80.40',
      proofImg: (await sendPicture(server, trader.headers)).url,
      wire_id: desk.bank.id,
    });
    expect(wired).toMatchObject({ type: 1, usd_number: '100.50', usd_price: '0.8', status: 0 });
    const all = await trader.get('/api/quickCharge/quick_ist');
    expect(all.data).toEqual({ data: [wired, data], total: 2 });
    expect((await trader.get('/api/quickCharge/quick_ist', { type: 0 })).data).toEqual({ data: [data], total: 1 });
    expect((await trader.get('/v1/api/main/account/forexDetail')).data.balance).toBe('0.00');
  });

  test('is stored once per client id, however often it is sent', async () => {
    const by = await lockedAway();
    const client_id = randomUUID();
    const proofImg = await by.picture();
    const fields = { number: '60', proofImg, address: otherTronAddress, charge_id: desk.coin.id, client_id };
    const answers = await Promise.all([1, 2, 3].map(() => by.post(submit, fields)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.code).toBe(codes.ok);
    await server.restart();
    expect((await by.post(submit, fields)).text).toBe(answers[0]?.text);
    expect((await by.get(submit, fields)).text).toBe(answers[0]?.text);
    expect((await by.post(submit, { ...fields, number: '61' })).code).toBe(codes.idempotencyConflict);
    expect((await by.get('/api/quickCharge/quick_ist')).data.total).toBe(1);
  });

  test.each([
    ['another option', { charge_id: 999_999 }, 'payWayUnknown'],
    ["another company's option", () => ({ charge_id: otherDesk.coin.id }), 'payWayUnknown'],
    ['an option of another kind', () => ({ charge_id: desk.bank.id }), 'payWayUnknown'],
    ['another address', { address: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU8' }, 'payWayUnknown'],
    ['nothing', { number: '0' }, 'amountOutOfRange'],
    ['less than the least', { number: '4.99' }, 'amountOutOfRange'],
    ['a negative amount', { number: '-5' }, 'amountOutOfRange'],
    ['more than a billion', { number: '1000000001' }, 'amountOutOfRange'],
    ['another rate than there is', { usd_price: '1.01' }, 'rateChanged'],
    ['no picture', { proofImg: '' }, 'proofMissing'],
    ['a picture that nobody sent', { proofImg: 'f'.repeat(32) }, 'uploadNotFound'],
    ['no picture at all', { proofImg: 'https://example.com/my.jpg' }, 'uploadNotFound'],
  ] as const)('%s is refused', async (_, change, code) => {
    const by = await lockedAway();
    const fields = { number: '50', address: otherTronAddress, charge_id: desk.coin.id };
    const changed = typeof change === 'function' ? change() : change;
    const answer = await by.post(submit, { ...fields, proofImg: await by.picture(), ...changed });
    expect(answer.code).toBe(codes[code]);
    expect((await by.get('/api/quickCharge/quick_ist')).data.total).toBe(0);
  });

  test('with another user’s picture is refused', async () => {
    const other = await lockedAway();
    const answer = await trader.deposit(desk, '50', { proofImg: await other.picture() });
    expect(answer.code).toBe(codes.uploadNotFound);
  });

  test('to a bank with fractions of a cent is refused', async () => {
    const fields = { number: '80.401', proofImg: await trader.picture(), wire_id: desk.bank.id };
    const answer = await trader.post('/api/quickCharge/wire_submit', fields);
    expect({ code: answer.code, data: answer.data }).toEqual({ code: codes.invalidField, data: { field: 'number' } });
  });

  test('keeps its picture; a picture without a report is not kept', async () => {
    const by = await lockedAway();
    const [kept, left] = [await by.picture(), await by.picture()];
    await by.deposit(desk, '50', { proofImg: kept });
    const { rows } = await server.open.pool.query(
      `select id from upload where user_id = $1 and submitted_at_ms is not null`,
      [by.id],
    );
    expect(rows).toEqual([{ id: kept }]);
    expect(left).not.toBe(kept);
  });

  test('at an outdated rate is refused with the new rate, and accepted at it', async () => {
    const euro = await depositMethods.add(own, { ...bankWay, currency: 'CHF' }, 1, audit);
    const dearer = await depositMethods.replace(
      own,
      euro.id,
      { ...euro, usdPriceE8: 50_000_000n },
      server.clock.nowMs(),
      audit,
    );
    const by = await lockedAway();
    const fields = { number: '40', proofImg: await by.picture(), wire_id: euro.id };
    const refused = await by.post('/api/quickCharge/wire_submit', fields);
    expect({ code: refused.code, data: refused.data }).toEqual({
      code: codes.rateChanged,
      data: { id: dearer?.id, usd_price: '0.5', usd_number: '80.00' },
    });
    const taken = await by.post('/api/quickCharge/wire_submit', { ...fields, usd_price: '0.5' });
    expect(taken.data).toMatchObject({ usd_number: '80.00', usd_price: '0.5' });
  });

  test('to a removed account can be reported for three days', async () => {
    const way = await depositMethods.add(own, { ...bankWay, currency: 'SEK' }, 1, audit);
    await depositMethods.replace(
      own,
      way.id,
      { ...way, payeeAccount: 'GB29NWBK60161331926819' },
      server.clock.nowMs(),
      audit,
    );
    const by = await lockedAway();
    const fields = { number: '40', proofImg: await by.picture(), wire_id: way.id };
    expect((await by.post('/api/quickCharge/wire_submit', fields)).code).toBe(codes.ok);
    server.advance(3 * dayMs + 1);
    const late = await lockedAway();
    const again = { ...fields, proofImg: await late.picture() };
    expect((await late.post('/api/quickCharge/wire_submit', again)).code).toBe(codes.payWayUnknown);
  });

  test('is refused while ten others are in progress', async () => {
    const by = await lockedAway();
    for (let count = 0; count < 10; count += 1) expect((await by.deposit(desk, '50')).code).toBe(codes.ok);
    expect((await by.deposit(desk, '50')).code).toBe(codes.tooManyFundsRequests);
  });

  test('needs no picture if a watcher sees its payment', async () => {
    const watched = { ...coinWay, currency: 'WTCH', watcher: 'node', confirmations: 12 };
    const way = await depositMethods.add(own, watched, 1, audit);
    const by = await lockedAway();
    const answer = await by.deposit(desk, '50', { charge_id: way.id, proofImg: '' });
    expect(answer.code).toBe(codes.ok);
    const { data } = await by.get('/api/quickCharge/info');
    expect(data).toContainEqual(expect.objectContaining({ id: way.id, is_watched: true, confirmations: 12 }));
  });
});

test('R-FND-24 that a watcher saw shows its confirmations', async () => {
  const by = await Trader.register(server);
  const { data } = await by.deposit(desk, '50');
  const observedPayments = new ObservedPaymentTables(server.app.db);
  const place = { network: 'test', address: otherTronAddress, currency: 'USDT', amount: 5_000_000_000n };
  const observedPayment = {
    ...place,
    externalId: `test:${data.id}:0`,
    transaction: `tx-${data.id}`,
    confirmations: 3,
    block: null,
  };
  const event = { id: 'one', bodyHash: 'one', atMs: 1, observedPayment, isDropped: false };
  const terms = { method: 'coin', wayId: desk.coin.id, rate: 100_000_000n, confirmationsNeeded: 12, note: '' } as const;
  await observedPayments.takeEvent(own, 'payer', event, { ...terms, userId: by.id }, 1);
  const [seen] = await observedPayments.ofUser(own, by.id, 1);
  if (seen === undefined) throw new Error('The payment was seen.');
  await observedPayments.change(seen, { state: 'requested', fundsId: data.id }, 2);
  const { data: list } = await by.get('/api/quickCharge/quick_ist');
  expect(list.data[0].confirmations).toEqual({ seen: 3, needed: 12 });
  expect(data.confirmations).toBe(null);
});

test('R-SES-14 of a demo account is refused: real accounts only', async () => {
  const headers = { authorization: await server.demo() };
  const paths = ['info', 'symbols', 'wire_info', 'quick_ist', 'submit', 'wire_submit'].map(
    (name) => `/api/quickCharge/${name}`,
  );
  for (const path of paths) {
    const answer = await server.call('GET', path, {}, headers);
    expect({ path, code: answer.code }).toEqual({ path, code: codes.onlyRealAccount });
  }
});
