import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codes } from '@candor/contracts/codes';
import type { Instrument } from '@candor/contracts/http/market';
import type { SignedReceipt } from '@candor/contracts/http/receipts';
import type { Order } from '@candor/contracts/http/trade';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPhone } from '../../testkit/browser.ts';
import { FakeVenue } from '../../testkit/fake-venue.ts';
import { quoteFrame, sampleMapping } from '../../testkit/feed-mappings.ts';
import { call, type Product, startProduct } from '../../testkit/product.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { until } from '../../testkit/until.ts';
import { figureOf, PhoneApp } from '../page-models/phone-app.ts';

const bitcoin = 401;
const folder = mkdtempSync(join(tmpdir(), 'candor-live-'));
let venue: FakeVenue;
let product: Product;

beforeAll(async () => {
  venue = await FakeVenue.start();
  venue.onSession = () => quote('91508.20', '91508.31');
  const file = join(folder, 'feed.json');
  writeFileSync(file, JSON.stringify({ ...sampleMapping(`${venue.url}?key=SECRETKEY`), unchanged: 'connection' }));
  product = await startProduct({ env: { FEED: `websocket:${file}` } });
});
afterAll(async () => {
  await product.stop();
  await venue.stop();
  rmSync(folder, { recursive: true, force: true });
});

function quote(bid: string, ask: string): void {
  venue.send(quoteFrame('BTC-USD', bid, ask, Date.now()));
}

async function instruments(): Promise<Instrument[]> {
  return (await call<Instrument[]>(product.callUrl, '/v1/api/forex/trade_list', null)).data;
}

const bitcoinNow = async () => (await instruments()).find(({ Id }) => Id === bitcoin);

test('R-MKT-21 R-MKT-24 R-MKT-26 a venue’s prices are shown and traded at, silence stops trading, and they come back', async () => {
  expect(product.output()).toMatch(/The feed fake \(127\.0\.0\.1:\d+\) prices 2 of \d+ instruments\./);
  expect(product.output()).toMatch(/Without a price, and not tradeable: .*EURUSD/);
  expect(product.output()).not.toContain('SECRETKEY');
  await expect.poll(bitcoinNow).toMatchObject({ Bid: '91508.20', Ask: '91508.31', Source: 'fake', Stale: false });
  const others = (await instruments()).filter(({ Id }) => Id !== bitcoin);
  expect(new Set(others.map(({ Bid, Ask }) => `${Bid} ${Ask}`))).toEqual(new Set(['null null']));

  const phone = await newPhone(await sharedBrowser());
  const page = await phone.newPage();
  const app = new PhoneApp(page, product.url);
  await app.open('/login?from=/');
  await app.startDemo();
  await app.findInstrument('btcusd', 'BTC/USD');
  await expect.poll(async () => figureOf(await app.ask.textContent())).toContain('91508.31');
  quote('91510.017', '91510.113');
  // Finer than the instrument: the bid goes down, the ask up.
  await expect.poll(async () => figureOf(await app.ask.textContent())).toContain('91510.12');
  expect(await bitcoinNow()).toMatchObject({ Bid: '91510.01', Ask: '91510.12' });

  const token = await page.evaluate(() => /"token":"([^"]+)"/.exec(Object.values(localStorage).join())?.[1] ?? '');
  const order = { type: 1, cont: '0.01', forex_id: bitcoin, status: 1, multiple: 10 };
  const submit = () => call<Order>(product.callUrl, '/v1/api/forex/submit', order, token);
  const placed = await submit();
  expect(placed.code, placed.msg).toBe(1);
  const path = `/v1/api/forex/receipts?id=${placed.data.Id}`;
  const receipts = () => call<SignedReceipt[]>(product.callUrl, path, null, token);
  await expect.poll(async () => (await receipts()).data.length).toBe(1);
  const { fields } = (await receipts()).data[0] as SignedReceipt;
  expect(fields).toMatchObject({
    instrument: 'BTCUSD',
    price: '91510.12',
    quote: { source: 'fake', bid: '91510.01', ask: '91510.12' },
  });

  // Half open: the venue neither sends nor answers, and nothing is closed.
  venue.isDeaf = true;
  await until('a stale price', async () => (await bitcoinNow())?.Stale === true);
  expect(await bitcoinNow()).toMatchObject({ Bid: '91510.01' });
  expect(await submit()).toMatchObject({ code: codes.priceStale });
  await until('another connection', () => venue.sessions > 1);

  venue.isDeaf = false;
  await until('a price again', async () => (await bitcoinNow())?.Stale === false);
  expect(await bitcoinNow()).toMatchObject({ Bid: '91508.20' });
  const again = await submit();
  expect(again.code, again.msg).toBe(1);
  await phone.close();
});
