import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OrderReport } from '@candor/domain/hedging/decide-report';
import type { HedgeOrder } from '@candor/domain/hedging/hedge-records';
import type { CompanyId } from '@candor/domain/values/ids';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { testSpecs } from '../../../../../../testkit/engine-scenario.ts';
import { FixAcceptor, type FixLine, valueOf } from '../../../../../../testkit/fix-acceptor.ts';
import { until } from '../../../../../../testkit/until.ts';
import { FixProvider } from './fix-provider.ts';
import { parseProviderFile } from './provider-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'fix-provider-'));
const company = 1 as CompanyId;
const order: HedgeOrder = {
  ...{ orderId: 'H7-0-0a1b2c3d' as HedgeOrder['orderId'], companyId: company, code: 'EURUSD', currency: 'USD' },
  ...{ side: 'sell', unitsE8: 150_000n * 100_000_000n, limitE8: 109_950_000n },
};
let venue: FixAcceptor;
let provider: FixProvider;
let said: string[];
let reports: OrderReport[];
let positions: (readonly [number, ReadonlyMap<string, bigint>])[];
let files = 0;

const sample = (port: number) => ({
  ...{ host: '127.0.0.1', port, encryption: 'private-line', senderCompId: 'MD', targetCompId: 'LP' },
  rules: 'rules.json',
  companies: [{ company: 1, account: 'ALDER' }],
  instruments: [{ symbol: 'EUR/USD', instrument: 'EURUSD', orderLots: '50.00', positionLots: '200.00' }],
  orderFields: { 207: 'OTC' },
});

function planOf(change: object = {}) {
  const text = JSON.stringify({ ...sample(venue.port), ...change });
  return parseProviderFile(text, 'hedger.json', join(folder, String((files += 1))), Object.values(testSpecs));
}

async function open(change: object = {}): Promise<void> {
  provider = new FixProvider(planOf(change), {
    schedule: (work, afterMs) => {
      const timer = setTimeout(work, Math.min(afterMs, 20));
      return () => clearTimeout(timer);
    },
    monotonicMs: () => performance.now(),
    nowMs: Date.now,
    random: () => 0,
  });
  provider.open({
    loggedOn: () => said.push('on'),
    lost: () => said.push('lost'),
    report: (report) => reports.push(report),
    notCancelled: (orderId) => said.push(`not cancelled ${orderId}`),
    positions: (companyId, byCode) => positions.push([companyId, byCode]),
    fault: (what) => said.push(what),
  });
  await until('the session is on', () => said.includes('on'));
}

beforeEach(async () => {
  venue = await FixAcceptor.start();
  [said, reports, positions] = [[], [], []];
});
afterEach(async () => {
  provider.close();
  await venue.stop();
});
afterAll(() => rmSync(folder, { recursive: true }));

const fields = (line: FixLine | undefined, ...tags: readonly number[]) => tags.map((tag) => valueOf(line ?? [], tag));
const report = (more: string) => venue.send('8', `37=O1|11=${order.orderId}|55=EUR/USD|54=2|${more}`);

test('R-HDG-17 sends an order immediate or cancel, with account, units and limit, exact', async () => {
  await open();
  provider.send(order);
  provider.send({ ...order, side: 'buy', limitE8: null, unitsE8: 50_000_000n });
  await until('two orders', () => venue.of('D').length === 2);
  const [limit, market] = venue.of('D');
  expect(fields(limit, 11, 1, 55, 54, 38, 40, 44, 59, 207)).toEqual([
    ...[order.orderId, 'ALDER', 'EUR/USD', '2', '150000', '2', '1.0995', '3', 'OTC'],
  ]);
  expect(fields(market, 54, 38, 40, 44)).toEqual(['1', '0.5', '1', undefined]);
});

test('R-HDG-17 counts in lots where the provider does', async () => {
  await open({ quantity: 'lots' });
  provider.send(order);
  await until('an order', () => venue.of('D').length === 1);
  expect(fields(venue.of('D')[0], 38)).toEqual(['1.5']);
  report('17=E1|150=F|39=1|14=0.5|151=1|6=1.1|32=0.5|31=1.10000');
  await until('a report', () => reports.length === 1);
  expect(reports[0]).toMatchObject({ cumE8: 5_000_000_000_000n, last: { unitsE8: 5_000_000_000_000n } });
});

test('R-HDG-17 reads fills, ends, statuses and busts, with fees in the quote currency', async () => {
  await open();
  report('17=E1|150=F|39=1|14=100000|151=50000|6=1.10000|32=100000|31=1.10000|12=2.50|13=3|479=USD');
  report('17=E2|150=4|39=4|14=100000|151=0|6=1.100001234567|58=rest');
  report('17=E3|150=I|39=8|14=0|151=0|6=0|58=unknown order');
  report('17=E4|150=H|39=4|14=0|151=0|6=0|19=E1');
  report('17=E5|150=8|39=8|14=0|151=0|6=0|12=3|13=3|479=EUR|97=Y');
  venue.send('8', `37=O1|11=${order.orderId}-c|41=${order.orderId}|55=EUR/USD|17=E6|150=4|39=4|14=7|6=1.1`);
  await until('six reports', () => reports.length === 6);
  const about = { orderId: order.orderId, averageE8: null, last: null, feeE16: null, bustedExecId: null, text: '' };
  expect(reports).toEqual([
    {
      ...{ ...about, execId: 'E1', about: 'report', end: null, cumE8: 10_000_000_000_000n, averageE8: 110_000_000n },
      last: { unitsE8: 10_000_000_000_000n, priceE8: 110_000_000n },
      feeE16: 25_000_000_000_000_000n,
    },
    {
      ...{ ...about, execId: 'E2', about: 'report', end: 'cancelled', cumE8: 10_000_000_000_000n, text: 'rest' },
      averageE8: 110_000_123n,
    },
    { ...about, execId: 'E3', about: 'status', end: 'unknown', cumE8: 0n, text: 'unknown order' },
    { ...about, execId: 'E4', about: 'bust', end: 'cancelled', cumE8: 0n, bustedExecId: 'E1' },
    { ...about, execId: 'E5', about: 'report', end: 'rejected', cumE8: 0n },
    { ...about, execId: 'E6', about: 'report', end: 'cancelled', cumE8: 700_000_000n, averageE8: 110_000_000n },
  ]);
});

test('R-HDG-17 asks for status, cancellation and positions, and reads every position of an answer', async () => {
  await open();
  provider.askStatus(order);
  provider.cancel(order);
  provider.askPositions(company);
  provider.askPositions(company);
  await until('two requests', () => venue.of('AN').length === 2);
  expect(fields(venue.of('H')[0], 11, 55, 54, 1)).toEqual([order.orderId, 'EUR/USD', '2', 'ALDER']);
  expect(fields(venue.of('F')[0], 41, 11)).toEqual([order.orderId, `${order.orderId}-c`]);
  venue.send('9', `37=O1|11=x|41=${order.orderId}|39=2|434=1`);
  const [earlier, first] = venue.of('AN').map((line) => valueOf(line, 710));
  expect(fields(venue.of('AN')[0], 1, 581)).toEqual(['ALDER', '1']);
  // An answer to a request that another one has replaced may be of a position before later fills.
  venue.send('AO', `721=P0|710=${earlier}|727=0|728=2|729=0|1=ALDER|581=1`);
  venue.send('AO', `721=P1|710=${first}|727=2|728=0|729=0|1=ALDER|581=1`);
  venue.send('AP', `721=P2|710=${first}|727=2|728=0|55=EUR/USD|702=1|703=TQ|704=0|705=150000|706=0`);
  expect(positions).toEqual([]);
  venue.send('AP', `721=P3|710=${first}|727=2|728=0|55=XAG/USD|702=1|703=TQ|704=3|705=0|706=0`);
  await until('an answer', () => positions.length === 1);
  provider.askPositions(company);
  await until('another request', () => venue.of('AN').length === 3);
  venue.send('AO', `721=P4|710=${valueOf(venue.of('AN')[2] ?? [], 710)}|727=0|728=2|729=0|1=ALDER|581=1`);
  await until('two answers', () => positions.length === 2);
  expect(positions).toEqual([
    [
      company,
      new Map([
        ['EURUSD', -15_000_000_000_000n],
        ['XAG/USD', 300_000_000n],
      ]),
    ],
    [company, new Map()],
  ]);
  expect(said).toContain(`not cancelled ${order.orderId}`);
});

test('R-HDG-17 never sends an order again: not after a reconnection, nor when the provider asks for it', async () => {
  await open({ sequence: 'keep' });
  provider.send(order);
  await until('the order', () => venue.of('D').length === 1);
  venue.send('2', '7=1|16=0');
  await until('a gap fill', () => venue.of('4').length === 1);
  expect(fields(venue.of('4')[0], 123, 43)).toEqual(['Y', 'Y']);
  expect(said).toContain('messages to the provider are missing');
  said.length = 0;
  venue.drop();
  provider.send(order);
  await until('another logon', () => said.includes('on'));
  expect(said[0]).toBe('lost');
  provider.askStatus(order);
  await until('the question', () => venue.of('H').length === 1);
  expect(venue.of('D')).toHaveLength(1);
});

test('R-HDG-17 reports messages that it cannot read, and goes on', async () => {
  await open();
  report('17=E1|150=F|39=1|14=100000|151=50000|6=1.1|32=abc|31=1.1');
  report('17=E2|150=F|39=1|151=50000|6=1.1|32=1|31=1.1');
  venue.send('j', '372=H|380=3|58=no status here');
  report('17=E3|150=0|39=0|14=0|151=150000|6=0');
  await until('a report', () => reports.length === 1);
  expect(said.filter((one) => one !== 'on')).toEqual([
    ...['an execution report cannot be read', 'an execution report cannot be read'],
    'a message was refused: no status here',
  ]);
});

test.each([
  ['no rules', { rules: undefined }, 'rules is missing: it must be the path of the file with the routing rules'],
  [
    'lots of zero',
    { instruments: [{ ...sample(1).instruments[0], orderLots: '0' }] },
    'orderLots must be the largest order',
  ],
  [
    'another instrument',
    { instruments: [{ ...sample(1).instruments[0], instrument: 'ABC' }] },
    'is not in the catalogue',
  ],
  [
    'one account twice',
    { companies: [1, 2].map((one) => ({ company: one, account: 'A' })) },
    'the same companies[].account',
  ],
  ['a field of the order', { orderFields: { 11: 'x' } }, 'orderFields must not contain 11'],
  ['a field of the session', { logonFields: { 34: '1' } }, 'logonFields must not contain 34'],
  ['a certificate without TLS', { serverName: 'lp' }, 'belong to "encryption": "tls"'],
])('R-HDG-16 refuses a file with %s by name, without a value of it', (_, change, message) => {
  expect(() => planOf({ password: 'SECRETPASS', ...change })).toThrow(message);
  expect(() => planOf({ password: 'SECRETPASS', ...change })).toThrow('of the setting HEDGER cannot be used');
  expect(() => planOf({ password: 'SECRETPASS', ...change })).not.toThrow('SECRETPASS');
});
