import { spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReceiptQuote, SignedReceipt } from '@candor/contracts/http/receipts';
import { type CatalogueFacts, catalogueFacts } from '@candor/domain/engine/rules/catalogue-versions';
import type { CompanyId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { signCheckpoint } from '@candor/transparency-log/checkpoint';
import { encodeHiddenLeaf } from '@candor/transparency-log/leaf';
import { TileTree } from '@candor/transparency-log/make-proof';
import { encodeNoteKey, noteKeyOf } from '@candor/transparency-log/note';
import { encodeQuoteLeaf } from '@candor/transparency-log/quote-leaf';
import { encodeTlogProof } from '@candor/transparency-log/tlog-proof';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EngineScenario, setRule, testSpecs } from '../../testkit/engine-scenario.ts';
import { receiptsOf } from '../../testkit/receipt-history.ts';
import { scenarioOfEveryRule, scenarioOfReasons } from '../../testkit/receipt-scenarios.ts';
import { ruleLeaves } from '../../testkit/rule-leaves.ts';
import { signedWith } from '../../testkit/signed-with.ts';
import { TileMemory } from '../../testkit/tile-memory.ts';

const signer = { name: 'log.example/1', privateKey: generateKeyPairSync('ed25519').privateKey };
const key = encodeNoteKey(noteKeyOf(signer));
const salt = Buffer.alloc(32, 9);
const ids = { EURUSD: 1, GBPUSD: 2, USDJPY: 3, EURJPY: 4, US500USD: 5 } as Readonly<Record<string, number>>;

let folder: string;
let server: Server;
let files: ReadonlyMap<string, Uint8Array | string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'candor-stranger-'));
  copyFileSync(fileURLToPath(new URL('../../examples/recompute-day.mjs', import.meta.url)), join(folder, 'check.mjs'));
  server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    const isAllowed = request.url !== '/receipts' || request.headers.authorization === 'session-1';
    if (file === undefined || !isAllowed) response.writeHead(404).end();
    else response.end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** Every quote that receipts name, with its instrument. */
function quotesIn(receipts: readonly SignedReceipt[]) {
  const found = new Map<number, ReceiptQuote & { readonly instrument: string }>();
  const take = (instrument: string, quote: ReceiptQuote | null) => {
    if (quote !== null) found.set(quote.seq, { ...quote, instrument });
  };
  for (const { fields } of receipts) {
    take(fields.instrument, fields.quote);
    const rates = [fields.rate];
    if (fields.reason?.kind === 'trailed') take(fields.instrument, fields.reason.quote);
    for (const one of fields.reason?.kind === 'stop-out' ? fields.reason.positions : []) {
      take(one.instrument, one.quote);
      rates.push(one.rate);
    }
    for (const rate of rates) if (rate?.pair != null) take(rate.pair.instrument, rate.pair);
  }
  return [...found.values()].toSorted((one, other) => one.seq - other.seq);
}

/** Rules that put the catalogue of the test instruments in force, and their leaves; one fact may be another in the log. */
function catalogueRules(scenario: EngineScenario, change: Partial<InstrumentSpec> = {}): Uint8Array[] {
  const tenantIds = [1 as CompanyId];
  return Object.values(testSpecs).flatMap((spec) => {
    const rule = (facts: CatalogueFacts) => ({ rule: 'catalogue', tenantIds, instrumentId: spec.id, facts }) as const;
    setRule(scenario.state, rule(catalogueFacts(spec, null)));
    const logged = rule(catalogueFacts({ ...spec, ...change }, null));
    return ruleLeaves([{ type: 'RuleSet', atMs: 1, version: 1, ...logged }]);
  });
}

/** Two fills under the catalogue: one is converted. */
function scenarioOfCatalogue(change?: Partial<InstrumentSpec>) {
  const scenario = new EngineScenario({ balance: '3000.00' });
  const first = catalogueRules(scenario, change);
  scenario.quote(testSpecs.usdjpy, '157.120', '157.134');
  scenario.quote(testSpecs.eurjpy, '181.150', '181.170');
  scenario.place(testSpecs.eurjpy, { lots: '0.30' });
  scenario.close(1);
  return { events: scenario.events, first };
}

const ticks = (price: string) => Number(price.replace('.', ''));

interface Changes {
  readonly bid?: number;
  readonly served?: readonly SignedReceipt[];
  /** Leaves at the beginning. */
  readonly first?: readonly Uint8Array[];
}

/** Serves a log of the receipts' quotes and of the receipts, and these with their proofs; each may be changed on the way. */
async function publish(
  receipts: readonly SignedReceipt[],
  { bid = 0, served = receipts, first = [] }: Changes = {},
): Promise<void> {
  const log = new TileMemory();
  for (const leaf of first) log.append(leaf);
  // Longer than a bundle, so that full and partial files are read.
  for (let at = 0; at < 300; at += 1) log.append(Buffer.from(`\u0003{"rule":"halt","at":${at}}`));
  // Another instrument has a quote of the same number and time: sequences are each instrument's own.
  const quotes = quotesIn(receipts).flatMap((quote, at) => {
    const [low, high] = [ticks(quote.bid), ticks(quote.ask)];
    const shifted = at === 0 ? low + bid : low;
    const named = { instrumentId: ids[quote.instrument] ?? 0, seq: quote.seq, timeMs: quote.time };
    return [
      { ...named, bid: shifted, ask: high },
      { ...named, instrumentId: 9, bid: 7_000, ask: 7_002 },
    ];
  });
  const second = Math.floor((quotes[0]?.timeMs ?? 0) / 1_000);
  log.append(encodeQuoteLeaf({ second, source: 'test', quotes }));
  const from = log.edge.size;
  for (const { text } of receipts) log.append(encodeHiddenLeaf('receipt', salt, text));
  const { size } = log.edge;
  const tree = new TileTree(size, log.readTile);
  const checkpoint = signCheckpoint({ origin: signer.name, size, root: await tree.root() }, signer);
  const data = await Promise.all(
    served.map(async (receipt, at) => {
      const proof = await tree.inclusionProof(from + at);
      return { ...receipt, log_proof: encodeTlogProof({ index: from + at, proof, checkpoint, extra: salt }) };
    }),
  );
  const paths = [...log.files()].map(([path, bytes]) => [`/log/${path}`, bytes] as const);
  files = new Map<string, Uint8Array | string>([
    ...paths,
    ['/log/checkpoint', checkpoint],
    ['/receipts', JSON.stringify({ code: 1, data })],
  ]);
}

/** Runs the copied file alone, from its own folder. */
async function run(day = '1970-01-01') {
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const options = ['--key', key, '--receipts', `${base}/receipts`, '--token', 'session-1', '--day', day];
  const child = spawn(process.execPath, ['check.mjs', `${base}/log`, ...options], { cwd: folder, env: {} });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (output += piece.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, output };
}

describe('R-LOG-33 one file, without anything of the repository, recomputes a day', () => {
  test('every fill of every rule, from the log’s own quotes', async () => {
    expect(readdirSync(folder)).toEqual(['check.mjs']);
    const receipts = await receiptsOf(scenarioOfEveryRule().events);
    await publish(receipts);
    const { code, output } = await run();
    expect(output).toContain(`RECOMPUTED. All ${receipts.length} fills are as stated.`);
    expect(code, output).toBe(0);
  });

  test('fills of other days are left out, and counted', async () => {
    const receipts = await receiptsOf(scenarioOfEveryRule().events);
    await publish(receipts);
    const { code, output } = await run('1970-01-02');
    expect(output).toContain(`– ${receipts.length} fills are of other days`);
    expect(output).toContain('RECOMPUTED. All 0 fills');
    expect(code, output).toBe(0);
  });

  test('an option that it does not have is refused', async () => {
    const args = ['check.mjs', 'http://127.0.0.1:9/log', '--key', key, '--receipts', 'r.json', '--policy', 'p'];
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    expect(stdout).toContain('Usage: node recompute-day.mjs');
    expect(status).toBe(2);
  });

  test('stop-outs and stops that trailed', async () => {
    const receipts = await receiptsOf(scenarioOfReasons().events);
    await publish(receipts);
    expect(await run()).toMatchObject({ code: 0 });
  });

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['a price', { price: '1.15296' }, /its price is not that of its quote/],
    ['a margin', { margin: '576.470000' }, /its margin is 576.470000/],
    ['a fee', { fee: '3.400000' }, /its fee is 3.400000/],
  ])('%s that the platform changed and signed is found', async (_name, change, expected) => {
    const [first, ...others] = await receiptsOf(scenarioOfEveryRule().events);
    await publish([await signedWith(first, change), ...others]);
    const { code, output } = await run();
    expect(output).toMatch(expected);
    expect(code).toBe(1);
  });

  test('a quote that was rewritten in the log, and a receipt that is not in it', async () => {
    const receipts = await receiptsOf(scenarioOfEveryRule().events);
    await publish(receipts, { bid: -1 });
    expect(await run()).toMatchObject({ code: 1, output: expect.stringMatching(/is another in the log/) });
    const other = await signedWith(receipts[0], { margin: '1.000000' });
    await publish(receipts, { served: [other, ...receipts.slice(1)] });
    expect(await run()).toMatchObject({ code: 1, output: expect.stringContaining('it is not entry 301 of the log') });
  });

  test('R-LOG-27 the catalogue that receipts name is read from the log, and compared', async () => {
    const { events, first } = scenarioOfCatalogue();
    const receipts = await receiptsOf(events);
    await publish(receipts, { first });
    expect(await run()).toMatchObject({ code: 0, output: expect.stringContaining('RECOMPUTED. All 2 fills') });
    await publish(receipts);
    expect((await run()).output).toContain('the log has no version 1 of the catalogue');
    const another = await signedWith(receipts[0], { 'rate.pair.instrument': 'GBPUSD' });
    await publish([another, ...receipts.slice(1)], { first, served: [another] });
    expect((await run()).output).toContain('is another in the log');
  });

  test.each<[string, Partial<InstrumentSpec>, RegExp]>([
    ['contract size', { unitsPerLot: 1_000 }, /its contract size is 100000/],
    ['digits', { digits: 2 }, /its count of digits is 3/],
    ['margin', { marginPerLotMicros: 7n }, /its margin a lot is 0.000000/],
    ['fee', { feeRateE8: 7n }, /its rate of the fee is 7.00000000/],
    ['kind of margin', { marginMode: 'fixed-per-lot' }, /instrument or kind of margin/],
  ])('R-LOG-27 another %s in the catalogue is found', async (_name, change, expected) => {
    const { events, first } = scenarioOfCatalogue(change);
    await publish(await receiptsOf(events), { first });
    const { code, output } = await run();
    expect(output).toMatch(expected);
    expect(code).toBe(1);
  });

  test('a tile or an entry that is not the signed one', async () => {
    await publish(await receiptsOf(scenarioOfEveryRule().events));
    const all = files;
    for (const path of ['/log/tile/0/000', '/log/tile/entries/000']) {
      const changed = Buffer.from(all.get(path) ?? '');
      changed[9] = (changed[9] ?? 0) ^ 1;
      files = new Map(all).set(path, changed);
      expect(await run(), path).toMatchObject({ code: 1, output: expect.stringMatching(/signed/) });
    }
  });
});
