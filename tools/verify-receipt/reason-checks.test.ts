import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReceiptReason, SignedReceipt } from '@candor/contracts/http/receipts';
import { beforeAll, describe, expect, test } from 'vitest';
import { keysOf, receiptFailures, receiptsOf } from '../../testkit/receipt-history.ts';
import { asSecondVersion, asThirdVersion, scenarioOfReasons } from '../../testkit/receipt-scenarios.ts';
import { testSigner } from '../../testkit/receipt-signer.ts';
import vectors from '../../testkit/receipt-vectors-2.json' with { type: 'json' };
import vectors3 from '../../testkit/receipt-vectors-3.json' with { type: 'json' };
import vectors4 from '../../testkit/receipt-vectors-4.json' with { type: 'json' };
import { signedWith } from '../../testkit/signed-with.ts';
import { checkReceipts } from './receipt-checks.mjs';

const keys = keysOf(testSigner());
let receipts: SignedReceipt[];
let [asked, trailed, first, further]: SignedReceipt[] = [];

beforeAll(async () => {
  receipts = await receiptsOf(scenarioOfReasons().events);
  [asked] = receipts;
  const ofKind = (kind: ReceiptReason['kind']) => receipts.find(({ fields }) => fields.reason?.kind === kind);
  [trailed, first, further] = [ofKind('trailed'), ofKind('stop-out'), ofKind('further-stop-out')] as SignedReceipt[];
});

const given = (...signed: (SignedReceipt | undefined)[]) => signed.filter((one) => one !== undefined);
const failures = (...signed: (SignedReceipt | undefined)[]) => receiptFailures(given(...signed), keys);
const checksOf = (...signed: (SignedReceipt | undefined)[]) =>
  checkReceipts(given(...signed), keys.keys).flatMap(({ checks }) => checks);

describe('R-ORD-40 a receipt states why its fill happened', () => {
  test('each holds alone, and all together', () => {
    for (const receipt of receipts) expect(failures(receipt), receipt.id).toEqual([]);
    expect(failures(...receipts)).toEqual([]);
  });

  test('they are the bytes of the test vectors', async () => {
    expect(await receiptsOf(scenarioOfReasons().events.map(asSecondVersion))).toMatchObject(vectors.reasons);
    expect(await receiptsOf(scenarioOfReasons().events.map(asThirdVersion))).toMatchObject(vectors3.reasons);
    expect(receipts).toMatchObject(vectors4.reasons);
  });

  test('an order at a price that its trader saw names it', () => {
    expect(asked?.fields).toMatchObject({ asked: { price: '1.15290', deviation: '0.00012', quote: 2 }, reason: null });
    expect(receipts.filter(({ fields }) => fields.asked !== null)).toHaveLength(1);
  });

  test('a stop that trailed names its distance, its moves and the quote of the last', () => {
    expect(trailed?.fields).toMatchObject({
      rule: 'stop-loss',
      level: '1.15223',
      reason: { kind: 'trailed', distance: '0.00200', moves: 2, quote: { bid: '1.15423' } },
    });
  });

  test('the first close of a stop-out lists the account, and further ones name it', () => {
    expect(first?.fields).toMatchObject({ order: 2, reason: { stopOutPercent: 50 } });
    const reason = first?.fields.reason;
    const positions = reason?.kind === 'stop-out' ? reason.positions : [];
    expect(positions.map(({ order, closable }) => [order, closable])).toEqual([
      [2, true],
      [3, true],
      [4, true],
      [5, false],
    ]);
    expect(further?.fields).toMatchObject({ order: 3, reason: { first: '2-close' } });
    const texts = checksOf(first, further).map(({ text }) => text);
    expect(texts.filter((text) => text.startsWith('Justified'))).toHaveLength(2);
  });

  test('a further close alone says what is needed to check it', () => {
    expect(checksOf(further).filter(({ ok }) => ok === null)).toMatchObject([
      { text: expect.stringContaining('receipt 2-close') as string },
    ]);
  });
});

describe('R-ORD-40 a false reason signed by the platform is found', () => {
  const position = 'reason.positions.0';
  const cases: [string, () => SignedReceipt | undefined, Record<string, unknown>, RegExp][] = [
    ['a lower threshold than the level', () => first, { 'reason.stopOutPercent': 5 }, /^NOT JUSTIFIED.*above the 5 %/],
    ['no threshold', () => first, { 'reason.stopOutPercent': 0 }, /^NOT JUSTIFIED/],
    ['a higher balance', () => first, { 'reason.balance': '1900.000000' }, /^NOT JUSTIFIED/],
    [
      'smaller margins',
      () => first,
      { [`${position}.margin`]: '1', 'reason.positions.1.margin': '1' },
      /^NOT JUSTIFIED/,
    ],
    ['a position with another price', () => first, { [`${position}.openPrice`]: '1.15200' }, /largest loss/],
    ['a position with other lots', () => first, { [`${position}.lots`]: '0.41' }, /largest loss/],
    ['a position with another swap', () => first, { [`${position}.swap`]: '-0.100000' }, /largest loss/],
    ['a position on the other side', () => first, { [`${position}.side`]: 'sell' }, /^NOT JUSTIFIED/],
    ['another quote than the fill', () => first, { [`${position}.quote.seq`]: 99 }, /largest loss/],
    ['a crossed quote', () => first, { 'reason.positions.2.quote.bid': '182.000' }, /^Order 4:/],
    ['a rate off the middle', () => first, { 'reason.positions.2.rate.numerator': '7' }, /^Order 4:/],
    ['an order that could not be closed', () => first, { [`${position}.closable`]: false }, /was not the one to close/],
    ['an order that is not the worst', () => first, { order: 3, id: '3-close', opening: '3-open' }, /was not the one/],
    ['an account without positions', () => first, { 'reason.positions': [] }, /^NOT JUSTIFIED/],
    ['no reason', () => first, { reason: null }, /reason is one/],
    ['the reason of another rule', () => trailed, { 'reason.kind': 'stop-out' }, /reason is one/],
    ['a reason where there is none', () => asked, { reason: { kind: 'trailed' } }, /reason is one/],
    ['another distance', () => trailed, { 'reason.distance': '0.00199' }, /stop followed the price/],
    ['another level', () => trailed, { level: '1.15224' }, /stop followed the price/],
    ['no moves', () => trailed, { 'reason.moves': 0 }, /stop followed the price/],
    ['a move at the quote of the fill', () => trailed, { 'reason.quote.seq': 7 }, /stop followed the price/],
    ['a fill beyond the deviation', () => asked, { 'asked.deviation': '0.00004' }, /is within it/],
    ['a fill worse than seen', () => asked, { 'asked.price': '1.15280' }, /is within it/],
    ['a price seen by nobody', () => trailed, { asked: { price: '1', deviation: '0', quote: 1 } }, /no price that/],
    ['a price that is none', () => asked, { 'asked.price': 'x' }, /cannot be calculated/],
  ];

  test.each(cases)('%s', async (_name, receipt, change, expected) => {
    const found = failures(await signedWith(receipt(), change));
    expect(
      found.some((text) => expected.test(text)),
      found.join('\n'),
    ).toBe(true);
  });

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['the balance of a further close', { 'reason.balance': '9.000000' }, /leave the balance/],
    ['the order of a further close', { order: 4, id: '4-close', opening: '4-open' }, /NOT JUSTIFIED/],
    ['the swap of a further close', { swap: '-1.000000' }, /largest loss/],
  ])('%s', async (_name, change, expected) => {
    const found = failures(first, await signedWith(further, change));
    expect(
      found.some((text) => expected.test(text)),
      found.join('\n'),
    ).toBe(true);
  });

  test('the verifier ends with NOT JUSTIFIED for a stop-out that its own figures do not carry', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'candor-reasons-'));
    const verify = (name: string, content: unknown) => {
      writeFileSync(join(folder, name), JSON.stringify(content));
      const args = ['tools/verify-receipt/verify-receipt.mjs', join(folder, name), '--keys', join(folder, 'keys.json')];
      return spawnSync(process.execPath, args, { encoding: 'utf8' });
    };
    writeFileSync(join(folder, 'keys.json'), JSON.stringify(keys));
    const good = verify('good.json', receipts);
    expect([good.status, good.stdout]).toEqual([0, expect.stringContaining('VERIFIED. These')]);
    const bad = verify('bad.json', await signedWith(first, { 'reason.stopOutPercent': 5 }));
    expect([bad.status, bad.stdout]).toEqual([1, expect.stringMatching(/\nNOT JUSTIFIED\. 1 check/)]);
    rmSync(folder, { recursive: true });
  });
});

test('R-ORD-40 many closes of one stop-out list the positions once', async () => {
  const { EngineScenario, testSpecs } = await import('../../testkit/engine-scenario.ts');
  const sizeOf = async (count: number) => {
    const scenario = new EngineScenario({ balance: '10000.00' });
    scenario.quote(testSpecs.eurusd, '1.15283', '1.15295');
    for (let at = 0; at < count; at += 1) scenario.place(testSpecs.eurusd, { lots: '0.20' });
    scenario.quote(testSpecs.eurusd, '1.00000', '1.00012');
    const texts = (await receiptsOf(scenario.events)).filter(({ fields }) => fields.rule === 'stop-out');
    expect(texts).toHaveLength(count);
    return texts.reduce((sum, { text }) => sum + text.length, 0);
  };
  expect((await sizeOf(40)) / (await sizeOf(20))).toBeLessThan(2.1);
});
