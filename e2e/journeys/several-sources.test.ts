import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Instrument } from '@candor/contracts/http/market';
import type { SignedReceipt } from '@candor/contracts/http/receipts';
import type { Order } from '@candor/contracts/http/trade';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FakeVenue } from '../../testkit/fake-venue.ts';
import { quoteFrame, sampleMapping } from '../../testkit/feed-mappings.ts';
import { call, type Product, startProduct } from '../../testkit/product.ts';
import { until } from '../../testkit/until.ts';

const bitcoin = 401;
const names = ['first', 'second', 'third'] as const;
const folder = mkdtempSync(join(tmpdir(), 'candor-several-'));
const venues: FakeVenue[] = [];
let product: Product;

beforeAll(async () => {
  for (const [at, source] of names.entries()) {
    const venue = await FakeVenue.start();
    venues.push(venue);
    venue.onSession = () => quote(at, '91508.20', '91508.31');
    const mapping = { ...sampleMapping(venue.url), source, unchanged: 'connection' };
    writeFileSync(join(folder, `${source}.json`), JSON.stringify(mapping));
  }
  const sources = names.map((name) => `websocket:${name}.json`);
  const rules = { outlierBp: 50, outlierMs: 1_000, returnMs: 2_000, asideMs: 600_000 };
  writeFileSync(join(folder, 'several.json'), JSON.stringify({ sources, ...rules }));
  product = await startProduct({ env: { FEED: `several:${join(folder, 'several.json')}` } });
});
afterAll(async () => {
  await product.stop();
  for (const venue of venues) await venue.stop();
  rmSync(folder, { recursive: true, force: true });
});

function quote(at: number, bid: string, ask: string): void {
  venues[at]?.send(quoteFrame('BTC-USD', bid, ask, Date.now()));
}

const bitcoinNow = async () => {
  const { data } = await call<Instrument[]>(product.callUrl, '/v1/api/forex/trade_list', null);
  return data.find(({ Id }) => Id === bitcoin);
};

test('R-MKT-43 R-MKT-44 the next source prices, fills and is named in the receipt once one is gone or mad', async () => {
  await expect.poll(bitcoinNow).toMatchObject({ Source: 'first', Bid: '91508.20', Stale: false });
  const demo = { demo_id: randomUUID() };
  const { token } = (await call<{ token: string }>(product.callUrl, '/api/user/createAccountDemoForU', demo)).data;
  const buy = async () => {
    const order = { type: 1, cont: '0.01', forex_id: bitcoin, status: 1, multiple: 10 };
    const placed = await call<Order>(product.callUrl, '/v1/api/forex/submit', order, token);
    expect(placed.code, placed.msg).toBe(1);
    const receipts = async () =>
      (await call<SignedReceipt[]>(product.callUrl, `/v1/api/forex/receipts?id=${placed.data.Id}`, null, token)).data;
    await until('the receipt', async () => (await receipts()).length === 1);
    return (await receipts())[0]?.fields;
  };
  expect(await buy()).toMatchObject({ price: '91508.31', quote: { source: 'first' } });

  // The first says nothing, answers nothing, and does not hang up.
  const [first] = venues;
  if (first === undefined) throw new Error('there are three');
  first.isDeaf = true;
  quote(1, '91508.50', '91508.61');
  await until('the second', async () => (await bitcoinNow())?.Source === 'second');
  expect(await bitcoinNow()).toMatchObject({ Bid: '91508.50', Stale: false });
  expect(await buy()).toMatchObject({ price: '91508.61', quote: { source: 'second' } });

  // It comes back, and goes mad: nobody ever sees its price.
  first.isDeaf = false;
  await until('the first again', async () => (await bitcoinNow())?.Source === 'first');
  quote(0, '99000.00', '99000.11');
  await until('the second once more', async () => (await bitcoinNow())?.Source === 'second');
  expect(await buy()).toMatchObject({ price: '91508.61', quote: { source: 'second' } });
  const line = await until('the reason in the log', () => /a source is put aside/.exec(product.output()));
  expect(line).not.toBeNull();
  const ready = await fetch(new URL('/readyz', product.callUrl));
  expect(JSON.stringify(await ready.json())).toContain('feed-source');
});
