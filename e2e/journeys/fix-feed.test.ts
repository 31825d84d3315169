import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codes } from '@candor/contracts/codes';
import type { Instrument } from '@candor/contracts/http/market';
import type { SignedReceipt } from '@candor/contracts/http/receipts';
import type { Order } from '@candor/contracts/http/trade';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPhone } from '../../testkit/browser.ts';
import { FixAcceptor, valueOf } from '../../testkit/fix-acceptor.ts';
import { sampleFixConfig } from '../../testkit/fix-plans.ts';
import { call, type Product, startProduct } from '../../testkit/product.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { until } from '../../testkit/until.ts';
import { figureOf, PhoneApp } from '../page-models/phone-app.ts';

const folder = mkdtempSync(join(tmpdir(), 'candor-fix-'));
const instruments = [{ symbol: 'BTC/USD', instrument: 'BTCUSD', digits: 2, hours: 'always' }];
let provider: FixAcceptor;
let product: Product;

beforeAll(async () => {
  provider = await FixAcceptor.start();
  provider.onMessage = (line) => {
    if (valueOf(line, 263) === '1') snapshot('91508.20', '91508.31');
  };
  const file = join(folder, 'fix.json');
  writeFileSync(file, JSON.stringify({ ...sampleFixConfig(provider.port), instruments }));
  product = await startProduct({ env: { FEED: `fix:${file}` } });
});
afterAll(async () => {
  await product.stop();
  await provider.stop();
  rmSync(folder, { recursive: true, force: true });
});

function snapshot(bid: string, ask: string): void {
  const id = valueOf(provider.of('V').at(-1) ?? [], 262) ?? '';
  provider.send('W', `262=${id}|55=BTC/USD|268=2|269=0|270=${bid}|271=5|269=1|270=${ask}|271=5`);
}

const bitcoin = async () => {
  const { data } = await call<Instrument[]>(product.callUrl, '/v1/api/forex/trade_list', null);
  return data.find(({ Id }) => Id === 401);
};

test('R-MKT-33 R-MKT-34 R-MKT-37 a provider’s prices are traded at, a gap and a silence stop that, and they come back', async () => {
  expect(product.output()).toMatch(/The feed lp \(127\.0\.0\.1:\d+\) prices 1 of \d+ instruments\./);
  await expect.poll(bitcoin).toMatchObject({ Bid: '91508.20', Ask: '91508.31', Source: 'lp', Stale: false });

  const phone = await newPhone(await sharedBrowser());
  const page = await phone.newPage();
  const app = new PhoneApp(page, product.url);
  await app.open('/login?from=/');
  await app.startDemo();
  await app.findInstrument('btcusd', 'BTC/USD');
  await expect.poll(async () => figureOf(await app.ask.textContent())).toContain('91508.31');
  const token = await page.evaluate(() => /"token":"([^"]+)"/.exec(Object.values(localStorage).join())?.[1] ?? '');
  const order = { type: 1, cont: '0.01', forex_id: 401, status: 1, multiple: 10 };
  const submit = () => call<Order>(product.callUrl, '/v1/api/forex/submit', order, token);
  const placed = await submit();
  expect(placed.code, placed.msg).toBe(1);
  const receipts = () =>
    call<SignedReceipt[]>(product.callUrl, `/v1/api/forex/receipts?id=${placed.data.Id}`, null, token);
  await expect.poll(async () => (await receipts()).data.length).toBe(1);
  expect((await receipts()).data[0]?.fields).toMatchObject({ price: '91508.31', quote: { source: 'lp' } });

  // Messages are lost, and the provider does not send them again.
  provider.nextOut += 3;
  const first = provider.nextOut - 3;
  snapshot('91000.00', '91001.00');
  await until('a request for the missing', () => provider.of('2').length === 1);
  provider.send('4', `43=Y|123=Y|36=${provider.nextOut}`, first);
  await until('new prices', async () => (await bitcoin())?.Bid === '91508.20' && provider.of('V').length === 3);

  // Half open: nothing comes, not even the answer to a test request.
  provider.isDeaf = true;
  provider.onMessage = () => undefined;
  await until('a stale price', async () => (await bitcoin())?.Stale === true);
  expect(await submit()).toMatchObject({ code: codes.priceStale });
  await until('another connection', () => provider.connections > 1);
  provider.isDeaf = false;
  await until('a request', () => provider.of('V').length === 4);
  snapshot('91600.00', '91601.00');
  await until('a price again', async () => (await bitcoin())?.Bid === '91600.00' && (await bitcoin())?.Stale === false);
  expect(product.output()).not.toContain('SECRETPASS');
  await phone.close();
});
