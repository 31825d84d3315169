import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import type { SignedReceipt } from '@candor/contracts/http/receipts';
import { catalogueFacts } from '@candor/domain/engine/rules/catalogue-versions';
import type { RuleEvent } from '@candor/domain/engine/rules/trading-rules';
import type { CompanyId, InstrumentId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { catalogueTerms } from '@candor/domain/values/instrument-terms';
import { signCheckpoint } from '@candor/transparency-log/checkpoint';
import { encodeHiddenLeaf, encodePublicLeaf } from '@candor/transparency-log/leaf';
import { TileTree } from '@candor/transparency-log/make-proof';
import { encodeNoteKey, noteKeyOf } from '@candor/transparency-log/note';
import { encodeQuoteLeaf } from '@candor/transparency-log/quote-leaf';
import { encodeTlogProof } from '@candor/transparency-log/tlog-proof';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testPolicy, testSpecs } from '../../testkit/engine-scenario.ts';
import { receiptsOf } from '../../testkit/receipt-history.ts';
import { asThirdVersion, scenarioOfNights } from '../../testkit/receipt-scenarios.ts';
import { ruleLeaves } from '../../testkit/rule-leaves.ts';
import { signedWith } from '../../testkit/signed-with.ts';
import { TileMemory } from '../../testkit/tile-memory.ts';
import { buildPage } from './build-page.mjs';

const signer = { name: 'log.example/1', privateKey: generateKeyPairSync('ed25519').privateKey };
const key = encodeNoteKey(noteKeyOf(signer));
const salt = Buffer.alloc(32, 9);
const tenantId = 1 as CompanyId;
const folder = mkdtempSync(join(tmpdir(), 'candor-log-rules-'));
let receipts: SignedReceipt[];

beforeAll(async () => {
  receipts = await receiptsOf(scenarioOfNights().events);
});
afterAll(() => rmSync(folder, { recursive: true }));

const terms = { ...catalogueTerms(testSpecs.eurjpy), swapLongE2: -1_347, swapShortE2: 455 };
const policyEvent = (version: number, policy = testPolicy): RuleEvent => {
  return { type: 'RuleSet', atMs: 1, rule: 'policy', tenantId, version, policy };
};
const termsEvent = (version: number, own = terms): RuleEvent => {
  return { type: 'RuleSet', atMs: 1, rule: 'terms', tenantId, instrumentId: testSpecs.eurjpy.id, version, terms: own };
};

/** The catalogue of the test instruments; EUR/JPY has a second version. */
function catalogueEvents(change: Partial<InstrumentSpec> = {}): RuleEvent[] {
  const { eurjpy } = testSpecs;
  const event = (spec: InstrumentSpec, version: number): RuleEvent => {
    const facts = catalogueFacts(spec, null);
    return {
      type: 'RuleSet',
      atMs: 1,
      rule: 'catalogue',
      tenantIds: [tenantId],
      instrumentId: spec.id,
      version,
      facts,
    };
  };
  const first = Object.values(testSpecs).map((spec) => event(spec === eurjpy ? { ...spec, feeRateE8: 1n } : spec, 1));
  return [...first, event({ ...eurjpy, ...change }, 2)];
}

const quotes: readonly [seq: number, id: InstrumentId, timeMs: number, bid: number, ask: number][] = [
  // Another instrument's quote has the same number and time: each instrument counts its own.
  [1, testSpecs.eurusd.id, 1, 115_300, 115_312],
  [1, testSpecs.usdjpy.id, 1, 157_120, 157_134],
  [3, testSpecs.gbpusd.id, 3, 130_600, 130_619],
  [3, testSpecs.eurjpy.id, 3, 181_150, 181_170],
  [3, testSpecs.usdjpy.id, 3, 66_421, 66_427],
];

interface Logged {
  readonly rules: readonly RuleEvent[];
  readonly bid?: number;
  /** Leaves behind the quotes of the first second. */
  readonly later?: readonly Uint8Array[];
}

const startMs = Date.parse('2026-11-17T23:00:00Z');
/** Quotes of another instrument a week later: the log has all of the week. */
const weekLater = quotesAt(startMs / 1_000 + 604_800);

function quotesAt(second: number): Uint8Array {
  const quote = { seq: 99, instrumentId: 5 as InstrumentId, timeMs: second * 1_000, bid: 1, ask: 2 };
  return encodeQuoteLeaf({ second, source: 'test', quotes: [quote] });
}

/** Writes a log of rules, then the receipt, then the quotes of the scenario's first second, and the receipt with its proof. */
async function verify(
  receipt: SignedReceipt,
  { rules, bid = 0, later = [] }: Logged,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const log = new TileMemory();
  for (const leaf of ruleLeaves(rules)) log.append(leaf);
  const index = log.edge.size;
  log.append(encodeHiddenLeaf('receipt', salt, receipt.text));
  const listed = quotes.map(([seq, instrumentId, timeMs, low, high]) => {
    return { seq, instrumentId, timeMs: startMs + timeMs, bid: low + bid, ask: high };
  });
  log.append(encodeQuoteLeaf({ second: startMs / 1_000, source: 'test', quotes: listed }));
  for (const leaf of later) log.append(leaf);
  for (const leaf of ruleLeaves([policyEvent(7), termsEvent(9)])) log.append(leaf);
  const { size } = log.edge;
  const tree = new TileTree(size, log.readTile);
  const checkpoint = signCheckpoint({ origin: signer.name, size, root: await tree.root() }, signer);
  const proof = encodeTlogProof({ index, proof: await tree.inclusionProof(index), checkpoint, extra: salt });
  const put = (name: string, bytes: Uint8Array | string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  };
  for (const [path, bytes] of log.files()) put(path, bytes);
  put('checkpoint', checkpoint);
  put('receipt.json', JSON.stringify({ ...receipt, log_proof: proof }));
  const args = ['tools/verify-receipt/verify-log.mjs', folder, '--key', key, '--receipt', join(folder, 'receipt.json')];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const onPage = await comparedOnPage([...log.files(), ['checkpoint', Buffer.from(checkpoint)]], {
    ...receipt,
    log_proof: proof,
  });
  expect(stdout).toBe(
    onPage.some(({ ok }) => ok === false) ? linesOf(onPage) : `${linesOf(onPage)}\n${lastLine(stdout)}\n`,
  );
  return { code: status, output: stdout };
}

interface Check {
  readonly ok: boolean | null;
  readonly text: string;
}
interface Inside {
  logIn(files: readonly object[], signal: object): (path: string) => Promise<Uint8Array | null>;
  compareLog(given: object): Promise<Check[]>;
  readKey(text: string): unknown;
}

const linesOf = (checks: readonly Check[]) =>
  checks.map(({ ok, text }) => `${ok === null ? '–' : ok ? '✓' : '✗'} ${text}\n`).join('');
const lastLine = (output: string) => output.trimEnd().split('\n').at(-1) ?? '';

const [modules = ''] = (/<script>([^]*)<\/script>/.exec(buildPage())?.[1] ?? '').split('// ===== page/main.mjs =====');
const parts = ['page_read_log', 'log_compare', 'log_note'].map((name) => `...from_${name}_mjs`);
const world = createContext({ TextEncoder, TextDecoder, atob, btoa });
const page = runInContext(`${modules}\n({ ${parts.join(', ')} })`, world) as Inside;

/** R-VER-18: what the page finds in the same log, given as a folder, by modules that have nothing of Node. */
function comparedOnPage(files: readonly (readonly [string, Uint8Array])[], receipt: object): Promise<Check[]> {
  const given = files.map(([path, bytes]) => {
    const file = { size: bytes.length, arrayBuffer: () => Promise.resolve(Uint8Array.from(bytes).buffer) };
    return { path: `copy/log/${path}`, file };
  });
  const read = page.logIn(given, { aborted: false });
  const note = Buffer.from(files.find(([path]) => path === 'checkpoint')?.[1] ?? []).toString();
  return page.compareLog({ read, key: page.readKey(key), note, seen: null, receipts: [receipt], policy: null });
}

const receiptOf = (id: string) => {
  const receipt = receipts.find((one) => one.id === id);
  if (receipt === undefined) throw new Error(`The scenario has ${id}`);
  return receipt;
};
const inForce = [
  ...catalogueEvents(),
  policyEvent(1),
  termsEvent(2, { ...terms, swapLongE2: -9 }),
  policyEvent(2),
  termsEvent(3),
];

const others = inForce.filter(({ rule }) => rule !== 'catalogue');

describe('R-LOG-24, R-LOG-27, R-VER-18 the log is compared with what a receipt says about rules and quotes', () => {
  test('the last rules before it are those it names, and its quotes are in the log', async () => {
    const { code, output } = await verify(receiptOf('1-open'), { rules: inForce });
    expect(output).toContain('✓ Receipt 1-open: version 2 of the policy and version 3 of the terms were in force');
    expect(output).toContain('✓ Receipt 1-open: version 2 of the catalogue was in force, and it fits it');
    expect(output).not.toContain('–');
    expect(code, output).toBe(0);
  });

  test('R-LOG-27 a change of the catalogue that no receipt names is found, as is one that the receipt never had', async () => {
    const silent = [...inForce.filter(({ rule }) => rule !== 'catalogue'), ...catalogueEvents({ unitsPerLot: 1_000 })];
    const { code, output } = await verify(receiptOf('1-open'), { rules: silent });
    expect(output).toMatch(/OTHER RULES: the contract size is 1000/);
    expect(code).toBe(1);
    const third = await receiptsOf(scenarioOfNights().events.map(asThirdVersion));
    const older = third.find(({ id }) => id === '1-open') as SignedReceipt;
    expect((await verify(older, { rules: inForce })).output).toMatch(
      /catalogue was in force, not none, which it names/,
    );
    const before = await verify(older, { rules: others });
    expect(before.output).toContain('– Receipt 1-open: the catalogue that it was decided by is older than the log');
    expect(before.code, before.output).toBe(0);
  });

  test('R-LOG-36 the newest list of keys in the log is compared: an end that was not published is found', async () => {
    const receipt = receiptOf('1-open');
    const { time } = receipt.fields;
    const listOf = (keyId: string, until: number | null, compromised: number | null) =>
      encodePublicLeaf(
        'keys',
        JSON.stringify({ version: 'candor-keys-1', keys: [{ key_id: keyId, until, compromised }] }),
      );
    const outputOf = async (...later: Uint8Array[]) => (await verify(receipt, { rules: inForce, later })).output;
    const first = listOf(receipt.key_id, null, null);
    expect(await outputOf(first)).toContain(`its key ${receipt.key_id} was in use, by the log`);
    expect(await outputOf(first, listOf(receipt.key_id, time - 1, null))).toContain('KEY ENDED: by the log');
    expect(await outputOf(first, listOf(receipt.key_id, time + 1, time))).toContain('KEY COMPROMISED: by the log');
    expect(await outputOf(listOf('0123456789abcdef', null, null))).toContain('OTHER KEYS: the log has no key');
    expect(await outputOf(first, listOf('0123456789abcdef', null, null))).toContain('OTHER KEYS: the log has no key');
    // A later list that has lost an end takes none back.
    expect(await outputOf(listOf(receipt.key_id, time - 1, null), first)).toContain('KEY ENDED: by the log');
    const sooner = listOf(receipt.key_id, time + 1, time);
    expect(await outputOf(sooner, listOf(receipt.key_id, time + 1, time + 9))).toContain('KEY COMPROMISED: by the log');
  });

  test('a receipt of a part says which quotes the log lacks', async () => {
    const { code, output } = await verify(receiptOf('3-close'), { rules: inForce });
    expect(output).toContain('– Receipt 3-close: 2 of the quotes that it names are not in the log yet');
    expect(output).toContain('VERIFIED. The log holds in every check that was made; 1 was not (–).');
    expect(code, output).toBe(0);
  });

  test('R-LOG-28 a quote of another instrument for a position of a stop-out, or for a pair, is found', async () => {
    // The log has this quote, of GBP/USD: before instruments were compared it passed as one of EUR/USD.
    const pound = { source: 'test', seq: 3, bid: '1.30600', ask: '1.30619', time: startMs + 3 };
    const made = await signedWith(receiptOf('4-close'), { 'reason.positions.0.quote': pound });
    const { code, output } = await verify(made, { rules: inForce, later: [weekLater] });
    expect(output).toContain('OTHER QUOTE: quote 3 of the log is one of another instrument');
    expect(code).toBe(1);
    const pair = await signedWith(receiptOf('1-open'), { 'rate.pair.instrument': 'GBPUSD' });
    expect((await verify(pair, { rules: inForce, later: [weekLater] })).output).toContain('OTHER QUOTE: quote 1');
    const digits = { 'rate.pair.bid': '1.57120', 'rate.pair.ask': '1.57134' };
    const shifted = await signedWith(receiptOf('1-open'), digits);
    expect((await verify(shifted, { rules: inForce })).output).toContain('OTHER QUOTE: quote 1 has not the digits');
  });

  test('R-LOG-26 a quote that the log lacks is a fault once the log has the others of its time', async () => {
    const made = await signedWith(receiptOf('1-open'), { 'quote.seq': 4_711 });
    const early = await verify(made, { rules: inForce, later: [quotesAt(startMs / 1_000 + 4)] });
    expect(early.output).toContain('– Receipt 1-open: 1 of the quotes that it names are not in the log yet');
    expect(early.code, early.output).toBe(0);
    const { code, output } = await verify(made, { rules: inForce, later: [quotesAt(startMs / 1_000 + 6)] });
    expect(output).toMatch(/✗ Receipt 1-open: QUOTE NOT IN LOG: quote 4711 of test at 2026-11-17T23:00:00.003Z/);
    expect(code, output).toBe(1);
    // No quote of the parts and nights of this one is in the log.
    const part = await verify(receiptOf('3-close'), { rules: inForce, later: [weekLater] });
    expect(part.output.match(/QUOTE NOT IN LOG/g)).toHaveLength(2);
  });

  test('R-LOG-26 quotes that the log states as missing, or that are older than it, are not called faults', async () => {
    const gap = encodePublicLeaf('rule', '{"rule":"quotes-missing","atMs":1}');
    const missing = await verify(receiptOf('3-close'), { rules: inForce, later: [gap, weekLater] });
    expect(missing.output).toContain('– Receipt 3-close: 2 of the quotes that it names are of a time whose quotes');
    expect(missing.code, missing.output).toBe(0);
    const older = await signedWith(receiptOf('1-open'), { 'quote.seq': 4_711, 'quote.time': startMs - 1 });
    const { code, output } = await verify(older, { rules: inForce, later: [weekLater] });
    expect(output).toContain('– Receipt 1-open: 1 of the quotes that it names are of a time whose quotes');
    expect(code, output).toBe(0);
  });

  test.each<[string, string, Record<string, unknown>, readonly RuleEvent[], RegExp]>([
    ['an earlier policy', '1-open', { 'rules.policy': 1 }, inForce, /OTHER RULES: version 2 of the policy was/],
    ['a policy that never was', '1-open', {}, [termsEvent(3)], /OTHER RULES: version none of the policy/],
    ['earlier terms', '1-open', { 'rules.terms': 2 }, inForce, /OTHER RULES: version 3 of the terms was/],
    ['the catalogue’s terms', '1-open', { 'rules.terms': null }, inForce, /OTHER RULES: version 3 of the terms was/],
    ['terms that never were', '1-open', {}, [policyEvent(2)], /OTHER RULES: the log has no terms of version 3/],
    ['another fee', '1-open', { 'contract.feeRate': '8.00000000' }, inForce, /OTHER RULES: the fee is another/],
    ['another kind of fee', '1-open', { 'contract.feeType': 'of-notional' }, inForce, /OTHER RULES: the fee is of/],
    ['a leverage not offered', '1-open', { leverage: 99 }, inForce, /OTHER RULES: the leverage 99/],
    [
      'a worse swap',
      '1-close',
      { 'swaps.steps.0.points': '-13.48' },
      inForce,
      /OTHER RULES: the swap of -13.48 is worse/,
    ],
    ['a night under terms that never were', '1-close', { 'swaps.steps.0.terms': 4 }, inForce, /no terms of version 4/],
    [
      'a raised threshold',
      '4-close',
      { 'reason.stopOutPercent': 400 },
      inForce,
      /the stop-out level was 50 %, not 400 %/,
    ],
    ['another quote', '1-open', { 'quote.bid': '181.149' }, inForce, /OTHER QUOTE: quote 3/],
    [
      'a quote of another instrument',
      '1-open',
      { 'rules.instrument': 5, 'rules.terms': null },
      inForce,
      /OTHER QUOTE: quote 3/,
    ],
    [
      'an earlier catalogue',
      '1-open',
      { 'rules.catalogue': 1 },
      inForce,
      /version 2 of the catalogue was in force, not 1/,
    ],
    ['a catalogue that never was', '1-open', {}, others, /the log has no version 2 of the catalogue/],
    ['another contract size', '1-open', { 'contract.unitsPerLot': '1000' }, inForce, /the contract size is 100000/],
    ['another currency', '1-open', { 'rate.from': 'CHF' }, inForce, /it is priced in JPY/],
    ['other digits', '1-open', { 'contract.digits': 2 }, inForce, /prices have 3 digits/],
    ['another margin', '1-open', { 'contract.marginMode': 'fixed-per-lot' }, inForce, /the margin is leverage/],
    ['another margin a lot', '1-open', { 'contract.marginPerLot': '1.000000' }, inForce, /the margin a lot is another/],
    ['another instrument', '1-open', { instrument: 'EURUSD' }, inForce, /instrument 4 is EURJPY, not EURUSD/],
    [
      'a night of a catalogue that never was',
      '1-close',
      { 'swaps.steps.0.catalogue': 9 },
      inForce,
      /no version 9 of the/,
    ],
    ['another day of three nights', '1-close', { 'swaps.steps.0.tripleDay': 4 }, inForce, /the day of three nights is/],
    [
      'another size of a position',
      '4-close',
      { 'reason.positions.0.unitsPerLot': '9' },
      inForce,
      /contract size of order \d is another/,
    ],
    ['a position of no instrument', '4-close', { 'reason.positions.0.instrument': 'EURXXX' }, inForce, /has no EURXXX/],
    ['a fee of the catalogue', '4-open', { 'contract.feeRate': '1.00000000' }, inForce, /the fee of the catalogue is/],
    ['a leverage of the catalogue', '4-open', { leverage: 99 }, inForce, /99 was not offered by the catalogue/],
    ['lots of the catalogue', '4-open', { lots: '9999.00' }, inForce, /9999.00 lots were not offered/],
    ['another quote of the pair', '1-open', { 'rate.pair.ask': '157.135' }, inForce, /OTHER QUOTE: quote 1/],
  ])('%s is found', async (_name, id, change, rules, expected) => {
    const { code, output } = await verify(await signedWith(receiptOf(id), change), { rules, later: [weekLater] });
    expect(output).toMatch(expected);
    expect(code, output).toBe(1);
  });

  test('O5: one operator raises the stop-out level to 400 %: any reader of the log sees the version, its time and the fill', async () => {
    const raised = [...inForce, policyEvent(3, { ...testPolicy, stopOutPercent: 400 })];
    const before = await verify(receiptOf('4-close'), { rules: raised });
    expect(before.output).toMatch(/OTHER RULES: version 3 of the policy was in force, not 2/);
    const named = await signedWith(receiptOf('4-close'), { 'rules.policy': 3, 'reason.stopOutPercent': 401 });
    expect((await verify(named, { rules: raised })).output).toMatch(/the stop-out level was 400 %, not 401 %/);
  });

  test('O6: a quote that the platform rewrote in the log is not the one of the receipt', async () => {
    const { code, output } = await verify(receiptOf('1-open'), { rules: inForce, bid: -3 });
    expect(output).toContain('✗ Receipt 1-open: OTHER QUOTE: quote 3');
    expect(code).toBe(1);
  });
});
