import type { SignedReceipt } from '@candor/contracts/http/receipts';
import { beforeAll, describe, expect, test } from 'vitest';
import { keysOf, receiptFailures, receiptsOf } from '../../testkit/receipt-history.ts';
import {
  asThirdVersion,
  scenarioOfEveryRule,
  scenarioOfNights,
  scenarioOfReasons,
} from '../../testkit/receipt-scenarios.ts';
import { testSigner } from '../../testkit/receipt-signer.ts';
import vectors3 from '../../testkit/receipt-vectors-3.json' with { type: 'json' };
import vectors4 from '../../testkit/receipt-vectors-4.json' with { type: 'json' };
import { signedWith } from '../../testkit/signed-with.ts';
import { checkReceipts } from './receipt-checks.mjs';

const keys = keysOf(testSigner());
let every: SignedReceipt[];
let reasons: SignedReceipt[];
let nights: SignedReceipt[];

beforeAll(async () => {
  [every, reasons, nights] = (await Promise.all(
    [scenarioOfEveryRule(), scenarioOfReasons(), scenarioOfNights()].map(({ events }) => receiptsOf(events)),
  )) as [SignedReceipt[], SignedReceipt[], SignedReceipt[]];
});

const failures = (...signed: SignedReceipt[]) => receiptFailures(signed, keys);
/** Failed checks of all receipts of an account. */
const failuresOfAll = (signed: readonly SignedReceipt[]) =>
  checkReceipts(signed, keys.keys, { isWhole: true }).flatMap(({ checks }) => checks.filter(({ ok }) => ok === false));
const found = (receipts: readonly SignedReceipt[], id: string) => {
  const receipt = receipts.find((one) => one.id === id);
  if (receipt === undefined) throw new Error(`The scenario has ${id}`);
  return receipt;
};

/** Each value of a receipt with its path; lists are entered. */
function valuesOf(value: unknown, path = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, inner]) => valuesOf(inner, path === '' ? name : `${path}.${name}`));
}

/** The next value of its kind: a number one higher, a text with another first letter. */
function changed(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return 7;
  return value.replace(/[\dA-Za-z]/, (first) =>
    /\d/.test(first) ? `${(Number(first) % 9) + 1}` : first === 'Q' ? 'R' : 'Q',
  );
}

/**
 * Values that say what is outside the account's receipts: names of quotes, the other side of a quote, versions of rules and
 * the threshold are compared with the log; a closing's terms of opening, the balance, and whether another market was shut,
 * give no figure of this fill.
 */
const outside = new RegExp(
  [
    '(^|\\.)(seq|source|time|terms|catalogue)$',
    '^(quote|asked)\\.',
    '^rules\\.',
    '^contract\\.(digits|marginMode|marginPerLot|feeType|feeRate)$',
    '^reason\\.(balance|stopOutPercent)$',
    '\\.closable$',
  ].join('|'),
);
/** Facts of a night that counts no day, the triple day where only one night is listed, the swap of a position that stays open. */
const idle =
  /^4-close swaps\.steps\.0\.tripleDay$|^1-close swaps\.steps\.[45]\.points$|^4-close reason\.positions\.0\.swap$/;

describe('R-LOG-25 a changed field of any reason is found, also if the platform signs it', () => {
  test.each<[string, () => SignedReceipt[], string]>([
    ['a limit order', () => every, '2-open'],
    ['a stop order', () => every, '3-open'],
    ['a stop-loss', () => every, '1-close'],
    ['a take-profit', () => every, '3-close'],
    ['a stop that trailed', () => reasons, '1-close'],
    ['a stop-out', () => reasons, '2-close'],
    ['a further stop-out', () => reasons, '3-close'],
    ['a part with two nights', () => nights, '3-close'],
    ['a close with nights, of which a part was closed', () => nights, '1-close'],
    ['a stop-out with a night', () => nights, '4-close'],
  ])('%s', async (_name, scenario, id) => {
    const all = scenario();
    const one = found(all, id);
    expect(failuresOfAll(all)).toEqual([]);
    const values = valuesOf(one.fields).filter(([path]) => !outside.test(path) && !idle.test(`${id} ${path}`));
    expect(values.length).toBeGreaterThan(25);
    const unseen: string[] = [];
    for (const [path, value] of values) {
      const forged = await signedWith(one, { [path]: changed(value) });
      if (failuresOfAll(all.map((other) => (other === one ? forged : other))).length === 0) unseen.push(path);
    }
    expect(unseen).toEqual([]);
  });
});

describe('R-LOG-25 a closing lists the nights that its swap is made of', () => {
  test('they are the bytes of the test vectors, whatever batches they were made in', async () => {
    expect(nights).toMatchObject(vectors4.nights);
    expect(await receiptsOf(scenarioOfNights().events.map(asThirdVersion))).toMatchObject(vectors3.nights);
    expect(await receiptsOf(scenarioOfNights().events, [1])).toEqual(nights);
    expect(await receiptsOf(scenarioOfNights().events, [2, 3])).toEqual(nights);
  });

  test('every night with its days, and the share that a part took along', () => {
    expect(failures(...nights)).toEqual([]);
    const { swaps } = found(nights, '1-close').fields;
    expect(swaps?.steps.map((step) => (step.kind === 'night' ? step.nights : step.receipt))).toEqual([
      3,
      1,
      '3-close',
      1,
      0,
      0,
    ]);
    const texts = checkReceipts(nights, keys.keys).flatMap(({ checks }) => checks);
    expect(texts.filter(({ ok }) => ok === null)).toEqual([]);
  });

  test.each<[string, (steps: object[]) => object[]]>([
    ['a night left out', (steps) => steps.toSpliced(1, 1)],
    ['the first left out', (steps) => steps.slice(1)],
    ['the last three left out', (steps) => steps.slice(0, -3)],
    ['a night twice', (steps) => steps.toSpliced(1, 0, steps[1] ?? fail())],
    ['another order', (steps) => steps.toReversed()],
    ['none', () => []],
  ])('%s is found', async (_name, change) => {
    const closing = found(nights, '1-close');
    const steps = change([...(closing.fields.swaps?.steps ?? [])]);
    expect(failures(await signedWith(closing, { 'swaps.steps': steps }))).not.toEqual([]);
  });

  test('another time of opening than the opening receipt’s is found', async () => {
    const opening = found(nights, '1-open');
    const closing = found(nights, '1-close');
    const opened = (closing.fields.swaps?.opened ?? 0) + 1;
    expect(failures(opening, await signedWith(closing, { 'swaps.opened': opened }))).not.toEqual([]);
  });

  test('nights of journals without their facts are not listed, and it says so', async () => {
    const events = scenarioOfNights().events.map((event) => {
      if (event.type !== 'SwapCharged' || (event.order.swapRollMs ?? 0) > Date.parse('2026-11-19')) return event;
      const { night: _, ...older } = event;
      return older;
    });
    const [receipt] = (await receiptsOf(events)).filter(({ id }) => id === '1-close');
    expect(receipt?.fields.swaps).toMatchObject({ whole: false });
    const checks = checkReceipts([receipt ?? fail()], keys.keys).flatMap((section) => section.checks);
    expect(checks.filter(({ ok }) => ok === false)).toEqual([]);
    expect(checks.filter(({ ok }) => ok === null)).toMatchObject([
      { text: expect.stringContaining('older ones are') as string },
    ]);
  });
});

function fail(): never {
  throw new Error('The scenario has this');
}
