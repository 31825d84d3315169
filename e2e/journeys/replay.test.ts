import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Envelope } from '@candor/contracts/envelope';
import type { Instrument, WireCandle } from '@candor/contracts/http/market';
import type { Order } from '@candor/contracts/http/trade';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newPhone } from '../../testkit/browser.ts';
import { type Product, startProduct } from '../../testkit/product.ts';
import { type RecordedBar, readBars, writeBarPair } from '../../testkit/recorded-bars.ts';
import { sharedBrowser } from '../../testkit/shared-browser.ts';
import { until } from '../../testkit/until.ts';
import { PhoneApp } from '../page-models/phone-app.ts';

// REPLAY_BID and REPLAY_ASK, set to a pair of real GBP/USD bar files, run the same checks on those files.

const folder = mkdtempSync(join(tmpdir(), 'candor-replay-'));
const made = writeBarPair(folder, 40, 120);
const files = { bid: process.env['REPLAY_BID'] ?? made.bid, ask: process.env['REPLAY_ASK'] ?? made.ask };
const bars = readBars(files.bid);
const gbpusd = 2;

let browser: Browser;
let product: Product | null = null;

beforeAll(async () => {
  browser = await sharedBrowser();
});
afterEach(async () => {
  await product?.stop();
  product = null;
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

async function startReplay(speed: string): Promise<Product> {
  product = await startProduct({ env: { FEED: `replay:${files.bid},${files.ask}`, FEED_SPEED: speed } });
  return product;
}

async function get<Data>(url: string, headers: Record<string, string> = {}): Promise<Data> {
  return ((await (await fetch(url, { headers })).json()) as Envelope<Data>).data;
}

/** Collects finished one-minute candles while the file plays, until there is one for every bar. */
async function gatherCandles(url: string): Promise<Map<number, WireCandle>> {
  const seen = new Map<number, WireCandle>();
  await until('a candle for every bar', async () => {
    const candles = await get<WireCandle[]>(`${url}/v1/api/forex/kline?forex_id=${gbpusd}&period=1min&limit=1000`);
    for (const candle of candles.slice(0, -1)) seen.set(candle.Time, candle);
    return seen.size >= bars.length - 1;
  });
  return seen;
}

function isEqual(candle: WireCandle | undefined, bar: RecordedBar): boolean {
  const { open, high, low, close } = bar;
  return candle?.Open === open && candle.High === high && candle.Low === low && candle.Close === close;
}

describe('a replayed file (R-RPL-01, R-RPL-02, R-MKT-08)', () => {
  test('yields the file’s bars as one-minute candles; other instruments have no price', async () => {
    const { url } = await startReplay(bars.length > 1_000 ? '30000' : '1800');
    const candles = await gatherCandles(url);
    // The last bar has no successor that would finish its candle.
    const missing = bars.slice(0, -1).filter((bar) => !isEqual(candles.get(bar.timeMs), bar));
    console.log(`${bars.length - 1 - missing.length} of ${bars.length - 1} bars equal`);
    expect(missing).toEqual([]);
    const list = await get<Instrument[]>(`${url}/v1/api/forex/trade_list`);
    expect(list.find(({ Id }) => Id === gbpusd)).toMatchObject({ MarketStatus: 1, Source: 'replay' });
    expect(
      new Set(list.filter(({ Id }) => Id !== gbpusd).map(({ MarketStatus, Bid }) => `${MarketStatus} ${Bid}`)),
    ).toEqual(new Set(['2 null']));
  });

  test('a stop-loss fires at the file’s first bid through it (R-ORD-06)', async () => {
    const { url } = await startReplay(bars.length > 1_000 ? '1200' : '240');
    const phone = await newPhone(browser);
    const page = await phone.newPage();
    const app = new PhoneApp(page, url);
    await app.open('/login?from=/');
    await app.startDemo();
    await app.findInstrument('gbpusd', 'GBP/USD');
    await app.ask.click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('switch', { name: 'Stop loss' }).click();
    const openedMs =
      (await get<Instrument[]>(`${url}/v1/api/forex/trade_list`)).find(({ Id }) => Id === gbpusd)?.Time ?? 0;
    await app.submitOrder(sheet);
    await expect.poll(() => app.orderAnswers.length).toBe(1);
    const opened = (app.orderAnswers[0] as Envelope<Order>).data;
    const stored = await page.evaluate(() => Object.values(localStorage).join());
    const authorization = /"token":"([^"]+)"/.exec(stored)?.[1] ?? '';
    await app.tab('order').click();
    await app.orderRow.first().waitFor();
    await page.getByText('No open positions').waitFor({ timeout: 90_000 });

    const { data } = await get<{ data: Order[] }>(`${url}/v1/api/forex/my_deal?status=3`, { authorization });
    expect(data[0]).toMatchObject({ Id: opened.Id, CloseReason: 'stop_loss' });
    expect(data[0]?.UpdatePrice).toBe(firstBidThrough(Number(opened.TargetLossPrice), openedMs));
    console.log(`stop at ${opened.TargetLossPrice} filled at ${data[0]?.UpdatePrice}`);
    await phone.close();
  });
});

/** Fill price of a stop: the open of the first bar through it if at or below the stop, else the low of that bar. */
function firstBidThrough(stop: number, openedMs: number): string | undefined {
  const bar = bars.find(({ timeMs, low }) => timeMs + 60_000 > openedMs && Number(low) <= stop);
  return bar && (Number(bar.open) <= stop ? bar.open : bar.low);
}
