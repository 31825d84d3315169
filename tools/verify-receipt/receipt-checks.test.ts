import type { SignedReceipt } from '@candor/contracts/http/receipts';
import type { EngineEvent } from '@candor/domain/engine/event';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { toLots } from '@candor/domain/values/lots';
import { toMoney } from '@candor/domain/values/money';
import { toPrice } from '@candor/domain/values/price';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { EngineScenario, testSpecs } from '../../testkit/engine-scenario.ts';
import { keysOf, receiptFailures, receiptsOf } from '../../testkit/receipt-history.ts';
import { asSecondVersion, asThirdVersion, scenarioOfEveryRule } from '../../testkit/receipt-scenarios.ts';
import { testSigner } from '../../testkit/receipt-signer.ts';
import vectors from '../../testkit/receipt-vectors.json' with { type: 'json' };
import vectors2 from '../../testkit/receipt-vectors-2.json' with { type: 'json' };
import vectors3 from '../../testkit/receipt-vectors-3.json' with { type: 'json' };
import vectors4 from '../../testkit/receipt-vectors-4.json' with { type: 'json' };
import { signedWith } from '../../testkit/signed-with.ts';
import { checkReceipts } from './receipt-checks.mjs';

const signer = testSigner();
const { keys } = keysOf(signer);
let receipts: SignedReceipt[];

beforeAll(async () => {
  receipts = await receiptsOf(scenarioOfEveryRule().events);
});

/** The event as journals had it before fills named the second version of receipts. */
function beforeSecondVersion(event: EngineEvent): EngineEvent {
  if (!('fill' in event)) return event;
  const { receipt: _, asked: __, stopOut: ___, rules: ____, ...fill } = event.fill;
  return { ...event, fill };
}

/** Failed checks. */
function failures(signed: readonly SignedReceipt[], published = keys): string[] {
  return receiptFailures(signed, { keys: published });
}

describe('receipts of every rule (R-ORD-25)', () => {
  test('pass every check, alone and together', () => {
    expect(new Set(receipts.map(({ fields }) => fields.rule)).size).toBe(8);
    for (const receipt of receipts) expect(failures([receipt])).toEqual([]);
    expect(failures(receipts)).toEqual([]);
    expect(failures(receipts.toReversed())).toEqual([]);
  });

  test('are the same bytes, whatever batches they were made in', async () => {
    const { events } = scenarioOfEveryRule();
    expect(await receiptsOf(events, [1])).toEqual(receipts);
    expect(await receiptsOf(events, [3, 1, 2])).toEqual(receipts);
  });

  test('are the bytes of the test vectors, which never change within a version', async () => {
    expect(receipts).toEqual(vectors4.receipts);
    const third = scenarioOfEveryRule().events.map(asThirdVersion);
    expect(await receiptsOf(third)).toEqual(vectors3.receipts);
    const second = scenarioOfEveryRule().events.map(asSecondVersion);
    expect(await receiptsOf(second)).toEqual(vectors2.receipts);
    expect(keys).toEqual(vectors2.keys);
    const older = scenarioOfEveryRule().events.map(beforeSecondVersion);
    expect(await receiptsOf(older)).toEqual(vectors.receipts);
    expect(keys).toEqual(vectors.keys);
  });

  test('recompute a fee of the notional as well', async () => {
    const scenario = new EngineScenario({ policy: { feeType: 'of-notional' }, balance: '9000000.00' });
    scenario.quote(testSpecs.usdjpy, '157.121', '157.134');
    scenario.quote(testSpecs.eurjpy, '181.150', '181.170');
    scenario.place(testSpecs.eurjpy, { lots: '0.37' });
    expect(failures(await receiptsOf(scenario.events))).toEqual([]);
  });

  test('of a demo reset before any price close at the opening price', async () => {
    const scenario = new EngineScenario();
    scenario.quote(testSpecs.eurusd, '1.15283', '1.15295');
    scenario.place(testSpecs.eurusd);
    scenario.state.quotes.clear();
    const grant = toMoney(50_000_000_000n);
    scenario.run({ type: 'ResetDemo', atMs: 2_000_000, accountId: scenario.accountId, grant });
    const made = await receiptsOf(scenario.events);
    expect(made.at(-1)?.fields).toMatchObject({ rule: 'demo-reset', quote: null, price: '1.15295' });
    expect(failures(made)).toEqual([]);
  });
});

describe('a changed receipt (R-ORD-25)', () => {
  const flip = (text: string, at: number, bit: number) => {
    const bytes = Buffer.from(text);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
    return bytes.toString('latin1');
  };

  test.each(
    [...vectors.receipts, ...vectors2.receipts, ...vectors3.receipts].map(
      (receipt) => [receipt.fields.rule, receipt] as const,
    ),
  )('fails if any byte of text, hash or signature is flipped: %s', (_rule, receipt) => {
    const { fields: _, ...bare } = receipt as SignedReceipt;
    expect(failures([bare as SignedReceipt])).toEqual([]);
    for (const field of ['id', 'text', 'signature', 'hash', 'key_id'] as const) {
      // Without its readable copy a receipt is known only by the name in its text.
      const whole = field === 'id' ? (receipt as SignedReceipt) : bare;
      for (let at = 0; at < receipt[field].length; at += 1) {
        const touched = { ...whole, [field]: flip(receipt[field], at, at % 8) } as SignedReceipt;
        expect(failures([touched]).length, `${field} byte ${at}`).toBeGreaterThan(0);
      }
    }
  });

  test('fails if its readable fields differ, or its key is another', () => {
    const receipt = receipts[0] ?? fail();
    expect(failures([{ ...receipt, fields: { ...receipt.fields, price: '1.15294' } }])).toHaveLength(1);
    expect(failures([{ ...receipt, id: '2-open' }])).toHaveLength(1);
    expect(failures([receipt], keysOf(testSigner(8)).keys)).toHaveLength(1);
    const posing = keysOf(testSigner(8)).keys.map((key) => ({ ...key, key_id: signer.key.keyId }));
    expect(failures([receipt], posing)).toHaveLength(1);
    expect(failures([{ ...receipt, key_id: testSigner(8).key.keyId }], keysOf(testSigner(8)).keys)).toHaveLength(1);
  });

  test.each(['', '{}', 'null', '[]', '"x"', '{"version":"candor-receipt-1"}', '{"rule":"toString"}'])(
    'fails without throwing: %s',
    (text) => {
      expect(failures([{ ...(receipts[0] ?? fail()), text }]).length).toBeGreaterThan(0);
    },
  );
});

describe('a false receipt signed by the platform is found (R-ORD-24, R-ORD-25)', () => {
  const opening = () => receipts.find(({ fields }) => fields.rule === 'stop-fill');
  const closing = () => receipts.find(({ fields }) => fields.rule === 'take-profit');

  test.each<[string, () => SignedReceipt | undefined, Record<string, unknown>, RegExp]>([
    ['a price that is not the quote’s', opening, { price: '181.282' }, /opens at the ask/],
    ['the other side of the quote', closing, { price: '181.436' }, /closes at the bid/],
    ['a crossed quote', closing, { 'quote.ask': '181.414' }, /closes at the bid/],
    ['no quote', closing, { quote: null }, /No quote had come/],
    ['a level that was not reached', opening, { level: '181.282' }, /at or above the level/],
    ['no level', opening, { level: null }, /needs a level/],
    ['a level where there is none', () => receipts[0], { level: '1.1' }, /has no level/],
    ['another rule', opening, { rule: 'market-open' }, /rule is a known one/],
    ['a margin that is too high', opening, { margin: '346.116837' }, /^Margin/],
    ['a fee that is too high', opening, { fee: '2.100001' }, /^Fee/],
    ['a profit that is too low', closing, { profit: '25.584399' }, /^Profit/],
    ['a fee at closing', closing, { fee: '1.000000' }, /takes no margin and no fee/],
    ['a rate off the middle', opening, { 'rate.numerator': '200001' }, /at the middle of USDJPY/],
    ['a pair of other currencies', opening, { 'rate.pair.instrument': 'USDCHF' }, /at the middle of/],
    ['a rate from nowhere', opening, { 'rate.pair': null }, /Nothing is converted/],
    ['an amount that is none', closing, { swap: '1e3' }, /cannot be calculated/],
    ['a first receipt that names another', () => receipts[0], { previous: 'a'.repeat(64) }, /receipt 1/],
    ['a later receipt that names none', closing, { previous: '0'.repeat(64) }, /receipt 5/],
  ])('%s', async (_, receipt, change, expected) => {
    const found = failures([await signedWith(receipt(), change)]);
    expect(
      found.some((text) => expected.test(text)),
      found.join('\n'),
    ).toBe(true);
  });

  test('two receipts for one place, and a broken chain', async () => {
    const [first, second, third] = receipts;
    const other = await signedWith(second, { time: 1 });
    expect(failures([first, second, other] as SignedReceipt[])).toHaveLength(1);
    expect(failures([first, other, third] as SignedReceipt[])).toHaveLength(1);
    expect(failures([first, third] as SignedReceipt[])).toEqual([]);
  });

  test('a missing, repeated or misplaced receipt, if the chain is said to be whole', async () => {
    const failuresOf = (signed: readonly SignedReceipt[]) =>
      checkReceipts(signed, keys, { isWhole: true }).flatMap(({ checks }) => checks.filter(({ ok }) => ok === false));
    expect(failuresOf(receipts)).toEqual([]);
    for (const [at, receipt] of receipts.entries()) {
      const others = receipts.toSpliced(at, 1);
      // No receipt names the last one, so that its absence cannot be detected.
      if (at < receipts.length - 1) expect(failuresOf(others).length, `${receipt.id} missing`).toBeGreaterThan(0);
      expect(failuresOf([...receipts, receipt]).length, `${receipt.id} twice`).toBeGreaterThan(0);
      const next = receipts[at + 1];
      if (next === undefined) continue;
      const { number, previous } = receipt.fields;
      const swapped = [
        await signedWith(receipt, { number: next.fields.number, previous: next.fields.previous }),
        await signedWith(next, { number, previous }),
      ];
      expect(failuresOf(receipts.toSpliced(at, 2, ...swapped)).length, `${receipt.id} swapped`).toBeGreaterThan(0);
    }
  });

  test('a close whose opening price differs from its order’s', async () => {
    const [first, second] = receipts;
    const bent = await signedWith(second, { openPrice: '1.15296', profit: '-2.210000' });
    expect(failures([bent])).toEqual([]);
    expect(failures([first, bent] as SignedReceipt[])).toHaveLength(1);
  });
});

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('quote' as const),
      at: fc.nat(2),
      move: fc.integer({ min: -90, max: 90 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('place' as const),
      account: fc.integer({ min: 1, max: 2 }),
      at: fc.nat(2),
      isBuy: fc.boolean(),
      lots: fc.integer({ min: 1, max: 90 }),
      stop: fc.integer({ min: 0, max: 60 }),
      target: fc.integer({ min: -40, max: 40 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('close' as const),
      pick: fc.nat(20),
      part: fc.integer({ min: 0, max: 60 }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const pairs = [testSpecs.eurusd, testSpecs.usdjpy, testSpecs.eurjpy];
const market = { kind: 'open', ageMs: 0 } as const;

function historyOf(steps: readonly Step[]): readonly EngineEvent[] {
  const scenario = new EngineScenario({ balance: '4000.00' });
  const grant = toMoney(900_000_000n);
  const book = { tenantId: 1 as CompanyId, realm: 'demo', currency: 'USD', grant } as const;
  scenario.run({ type: 'OpenAccount', atMs: 1_000_000, accountId: 2 as AccountId, ...book });
  const bids = [115_000, 157_000, 181_000];
  const give = (at: number) => {
    const spec = pairs[at] ?? testSpecs.eurusd;
    const text = (ticks: number) => (ticks / 10 ** spec.digits).toFixed(spec.digits);
    scenario.quote(spec, text(bids[at] ?? 0), text((bids[at] ?? 0) + 12));
  };
  for (const at of [0, 1, 2]) give(at);
  for (const action of steps) {
    if (action.kind === 'quote') {
      bids[action.at] = (bids[action.at] ?? 0) + action.move;
      give(action.at);
    } else if (action.kind === 'place') place(scenario, action);
    else close(scenario, action);
  }
  return scenario.events;
}

function place(scenario: EngineScenario, action: Step & { kind: 'place' }): void {
  const spec = pairs[action.at] ?? testSpecs.eurusd;
  const quote = scenario.state.quotes.get(spec.id);
  if (quote === undefined) return;
  const sign = action.isBuy ? 1 : -1;
  const entry = (action.isBuy ? quote.ask : quote.bid) + action.target;
  const from = action.target === 0 ? (action.isBuy ? quote.bid : quote.ask) : entry;
  scenario.run({
    type: 'PlaceOrder',
    atMs: quote.timeMs,
    accountId: action.account as AccountId,
    instrumentId: spec.id,
    side: action.isBuy ? 'buy' : 'sell',
    lots: toLots(action.lots),
    leverage: 400,
    targetPrice: action.target === 0 ? null : toPrice(entry),
    stopLoss: action.stop === 0 ? null : toPrice(from - sign * action.stop),
    takeProfit: action.stop === 0 ? null : toPrice(from + sign * action.stop),
    expiresAtMs: null,
    expected: null,
    quoteSeq: null,
    market,
  });
}

function close(scenario: EngineScenario, action: Step & { kind: 'close' }): void {
  const orders = [...scenario.state.accounts.values()].flatMap((account) => [...account.orders.values()]);
  const order = orders[action.pick % Math.max(1, orders.length)];
  if (order === undefined) return;
  const lots = action.part === 0 || action.part >= order.lots ? null : toLots(action.part);
  scenario.run({ type: 'CloseOrder', atMs: 1_000_000, accountId: order.accountId, orderId: order.id, lots, market });
}

describe('random histories (R-ORD-24, R-ORD-25)', () => {
  test('each fill has exactly one receipt, and all receipts verify together', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
        async (steps, batches) => {
          const events = historyOf(steps);
          const wanted = events.flatMap((event) => {
            if (event.type === 'OrderOpened') return [`${event.order.id}-open`];
            if (event.type === 'OrderClosed') return [`${event.order.id}-close`];
            return event.type === 'OrderReduced' ? [`${event.closed.id}-close`] : [];
          });
          const made = await receiptsOf(events, batches);
          expect(made.map(({ id }) => id)).toEqual(wanted);
          expect(new Set(wanted).size).toBe(wanted.length);
          expect(failures(made)).toEqual([]);
          const together = checkReceipts(made, keys).at(-1)?.checks ?? [];
          expect(together.filter(({ ok }) => ok === null)).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });
});

function fail(): never {
  throw new Error('The scenario has this receipt');
}
