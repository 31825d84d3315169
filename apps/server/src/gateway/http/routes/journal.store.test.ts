import { codes } from '@candor/contracts/codes';
import type { Journal } from '@candor/contracts/http/journal';
import { expect, test } from 'vitest';
import { testSpecs } from '../../../../../../testkit/engine-scenario.ts';
import type { TestServer } from '../../../../../../testkit/test-server.ts';
import { marketOrder, submitPath, withTestServer } from '../../../../../../testkit/with-test-server.ts';

const { eurusd, usdjpy, eurjpy } = testSpecs;
const path = '/v1/api/forex/journal';
let server: TestServer;
let auth: { authorization: string };

withTestServer((started, demo) => {
  server = started;
  auth = demo;
});

const journal = async (fields: object = {}) =>
  (await server.call('GET', path, fields, auth)) as { code: number; data: Journal };

/** Parses a plain decimal into millionths, without the product's arithmetic. */
function micros(text: string): bigint {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)\.?(\d*)$/.exec(text) ?? [];
  const value = BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0').slice(0, 6));
  return sign === '-' ? -value : value;
}

const text = (value: bigint) => {
  const digits = String(value < 0n ? -value : value).padStart(7, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`;
};

test('R-JRN-03 the figures of a journal are those of the closed orders, recalculated from their list', async () => {
  expect((await journal()).data).toMatchObject({ count: 0, win_rate: null, expectancy: null, curve: [] });
  const bids = new Map([
    [eurusd, 115_283],
    [usdjpy, 157_418],
    [eurjpy, 181_500],
  ]);
  const specs = [...bids.keys()];
  const price = (value: number, digits: number) => (value / 10 ** digits).toFixed(digits);
  const giveAll = (step: number) => {
    for (const spec of specs) {
      const bid = (bids.get(spec) ?? 0) + ((step * step * 31) % 41) * 11;
      server.market.give(spec, price(bid, spec.digits), price(bid + 12, spec.digits));
    }
  };
  for (let step = 0; step < 12; step += 1) {
    giveAll(step);
    const order = { ...marketOrder, forex_id: specs[step % 3]?.id, type: step % 2 === 0 ? 1 : 2 };
    const { data } = await server.call('POST', submitPath, order, auth);
    giveAll(step + 5);
    const part = step % 4 === 0 ? { cont: '0.10' } : {};
    await server.call('POST', '/v1/api/forex/close', { id: data.Id, ...part }, auth);
  }
  const list = (await server.call('GET', '/v1/api/forex/my_deal', { status: 3 }, auth)).data.data as {
    ForexId: number;
    OrderType: 1 | 2;
    FactProfits: string;
    TradeFee: string;
    Swap: string;
    CloseTime: number;
  }[];
  const trades = list.toReversed();
  expect(trades).toHaveLength(12);
  const nets = trades.map((one) => micros(one.FactProfits) - micros(one.TradeFee) + micros(one.Swap));
  const sum = (values: bigint[]) => values.reduce((total, value) => total + value, 0n);
  const { data } = await journal({ zone: 'UTC' });

  const curve = nets.map((_, at) => sum(nets.slice(0, at + 1)));
  expect(data.curve.map((point) => [point.after, point.sum])).toEqual(curve.map((value, at) => [at + 1, text(value)]));
  const [won, lost] = [nets.filter((net) => net > 0n), nets.filter((net) => net < 0n)];
  expect(won.length * lost.length).toBeGreaterThan(0);
  expect(data).toMatchObject({
    currency: 'USD',
    zone: 'UTC',
    is_cut: false,
    count: 12,
    wins: won.length,
    losses: lost.length,
    gross: text(sum(trades.map((one) => micros(one.FactProfits)))),
    fee: text(sum(trades.map((one) => micros(one.TradeFee)))),
    net: text(sum(nets)),
    profit_factor: (Number(sum(won)) / Number(-sum(lost))).toFixed(2),
  });
  // Ends of a Wilson interval are the roots of n (p̂ − p)² = z² p (1 − p).
  const rate = won.length / 12;
  for (const end of [data.win_rate?.low, data.win_rate?.high].map((percent) => Number(percent) / 100))
    expect(12 * (rate - end) ** 2 - 1.959964 ** 2 * end * (1 - end)).toBeCloseTo(0, 2);
  const mean = Number(sum(nets)) / 12;
  const deviation = Math.sqrt(nets.reduce((total, net) => total + (Number(net) - mean) ** 2, 0) / 11);
  // Student's t of 11 degrees.
  const half = (2.201 * deviation) / Math.sqrt(12);
  expect(Number(data.expectancy?.low) * 1e6).toBeCloseTo(mean - half, -1);
  expect(Number(data.expectancy?.high) * 1e6).toBeCloseTo(mean + half, -1);

  const falls = [0n, ...curve].flatMap((peak, from) =>
    [0n, ...curve].slice(from).map((low, after) => ({ depth: peak - low, from, to: from + after })),
  );
  const deepest = falls.reduce((worst, fall) => (fall.depth > worst.depth ? fall : worst));
  expect(data.drawdown).toEqual({
    depth: text(deepest.depth),
    peak_after: deepest.from,
    trough_after: deepest.to,
  });
  const byHand = specs.map(({ id, showCode: code }) => {
    const own = nets.filter((_, at) => trades[at]?.ForexId === id);
    return { forex_id: id, code, count: own.length, net: text(sum(own)) };
  });
  expect(data.by_instrument).toEqual(byHand);
  for (const groups of [data.by_side, data.by_hour, data.by_weekday]) {
    expect(groups.reduce((count, group) => count + group.count, 0)).toBe(12);
    expect(sum(groups.map(({ net }) => micros(net)))).toBe(sum(nets));
  }

  const late = trades[8]?.CloseTime ?? 0;
  const since = await journal({ since: late });
  expect(since.data.count).toBe(trades.filter(({ CloseTime }) => CloseTime >= late).length);
  // Bad fields are refused by name.
  for (const [fields, field] of [
    [{ zone: 'Mars/Olympus' }, 'zone'],
    [{ zone: '../etc' }, 'zone'],
    [{ since: -1 }, 'since'],
  ] as const)
    expect(await journal(fields)).toMatchObject({ code: codes.invalidField, data: { field } });
});
