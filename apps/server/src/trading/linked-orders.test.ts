import type { AccountId, CompanyId, OrderId } from '@candor/domain/values/ids';
import { toLots } from '@candor/domain/values/lots';
import { toMoney } from '@candor/domain/values/money';
import { expect, test } from 'vitest';
import { ActBench } from '../../../../testkit/act-bench.ts';
import { priceOf, testSpecs } from '../../../../testkit/engine-scenario.ts';

const { eurusd } = testSpecs;
const market = { kind: 'open', ageMs: 0 } as const;
const accounts = 300;

type Side = 'buy' | 'sell';

/** 299 accounts with a pair of pending orders each, after one with a single order, so that an entry ends within a pair. */
async function pairs(secondSide: Side) {
  const bench = await ActBench.start(0);
  const place = (accountId: AccountId, side: Side, target: string, linkTo?: OrderId) =>
    bench.submit({
      type: 'PlaceOrder',
      atMs: bench.nowMs,
      accountId,
      instrumentId: eurusd.id,
      side,
      lots: toLots(1),
      leverage: 100,
      targetPrice: priceOf(eurusd, target),
      stopLoss: null,
      takeProfit: null,
      expiresAtMs: null,
      expected: null,
      quoteSeq: null,
      market,
      ...(linkTo !== undefined && { linkTo }),
    });
  for (let at = 1; at <= accounts; at += 1) {
    const accountId = at as AccountId;
    const grant = toMoney(50_000_000_000n);
    const opening = { tenantId: 1 as CompanyId, realm: 'demo', currency: 'USD', grant } as const;
    void bench.submit({ type: 'OpenAccount', atMs: bench.nowMs, accountId, ...opening });
    void place(accountId, 'buy', '1.14000');
    const first = bench.core.state.lastOrderId as OrderId;
    if (at > 1) void place(accountId, secondSide, secondSide === 'buy' ? '1.13900' : '1.16000', first);
    if (at % 50 === 0) await bench.core.drain();
  }
  await bench.core.drain();
  return bench;
}

/** Benches after a crash that kept 0, 1, … of the entries of an act. */
async function* afterCrashes(bench: ActBench, act: () => void | Promise<void>) {
  const [before, offset] = [bench.journal.entries.length, bench.log.length];
  await act();
  await bench.settle();
  const entries = bench.journal.entries.length - before;
  expect(entries).toBeGreaterThan(1);
  for (let kept = 0; kept <= entries; kept += 1) {
    const again = await bench.crashedAfter(before + kept, kept === entries ? bench.log.length : offset);
    await again.settle();
    yield { kept, again };
  }
}

const ordersOf = (bench: ActBench) =>
  [...bench.core.state.accounts.values()].flatMap(({ orders }) => [...orders.values()]);

test('R-ORD-39 of a pair that one quote reaches one order fills, also after a crash between two entries of its act', async () => {
  const bench = await pairs('buy');
  for await (const { kept, again } of afterCrashes(bench, () => bench.tick('1.13000', '1.13010'))) {
    const opened = again.events.flat().filter(({ type }) => type === 'OrderOpened');
    expect(opened, `kept ${kept}`).toHaveLength(accounts);
    expect(ordersOf(again)).toHaveLength(accounts);
  }
});

test('R-ORD-39 after such a crash no later quote ends a position without a close', async () => {
  const bench = await pairs('sell');
  for await (const { kept, again } of afterCrashes(bench, () => bench.tick('1.13000', '1.13010'))) {
    again.tick('1.17000', '1.17010');
    await again.settle();
    const ended = again.events
      .flat()
      .filter((event) => event.type === 'OrderCancelled' && event.order.openPrice !== null);
    expect(ended, `kept ${kept}`).toEqual([]);
  }
});
