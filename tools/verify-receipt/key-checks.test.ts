import { generateKeyPairSync } from 'node:crypto';
import { createContext, runInContext } from 'node:vm';
import type { SignedReceipt } from '@candor/contracts/http/receipts';
import { signCheckpoint } from '@candor/transparency-log/checkpoint';
import { encodeHiddenLeaf } from '@candor/transparency-log/leaf';
import { TileTree } from '@candor/transparency-log/make-proof';
import { encodeNoteKey, noteKeyOf } from '@candor/transparency-log/note';
import { encodeTlogProof } from '@candor/transparency-log/tlog-proof';
import { beforeAll, describe, expect, test } from 'vitest';
import { keysOf, receiptsOf } from '../../testkit/receipt-history.ts';
import { scenarioOfReasons } from '../../testkit/receipt-scenarios.ts';
import { testSigner } from '../../testkit/receipt-signer.ts';
import { TileMemory } from '../../testkit/tile-memory.ts';
import { buildPage } from './build-page.mjs';
import { type Check, checkReceipts } from './receipt-checks.mjs';

interface Inside {
  checkReceipts: typeof checkReceipts;
  readKey(text: string): unknown;
}
const [modules = ''] = (/<script>([^]*)<\/script>/.exec(buildPage())?.[1] ?? '').split('// ===== page/main.mjs =====');
const world = createContext({ TextEncoder, TextDecoder, atob, btoa });
const page = runInContext(`${modules}\n({ ...from_receipt_checks_mjs, ...from_log_note_mjs })`, world) as Inside;

const signer = { name: 'log.example/1', privateKey: generateKeyPairSync('ed25519').privateKey };
const logKey = page.readKey(encodeNoteKey(noteKeyOf(signer)));
let receipt: SignedReceipt;
let timeMs: number;

beforeAll(async () => {
  const [first] = await receiptsOf(scenarioOfReasons().events);
  if (first === undefined) throw new Error('The scenario has a fill');
  receipt = first;
  timeMs = first.fields.time;
});

interface Times {
  readonly until?: number | null;
  readonly compromised?: number | null;
}

/** Checks of the receipt under a key with these times, the same by the command's module and by the page. */
function check(times: Times, given: SignedReceipt = receipt, key: unknown = null): Check[] {
  const keys = keysOf(testSigner()).keys.map((one) => ({ ...one, ...times }));
  const mine = checkReceipts([given], keys, { logKey: key })[0]?.checks ?? [];
  const its = page.checkReceipts([given], keys, { logKey: key })[0]?.checks ?? [];
  expect(JSON.parse(JSON.stringify(its))).toEqual(JSON.parse(JSON.stringify(mine)));
  return [...mine];
}

const failed = (checks: readonly Check[]) => checks.filter(({ ok }) => ok === false).map(({ text }) => text);

/** The receipt with its proof in a log that has it alone. */
async function logged(): Promise<SignedReceipt> {
  const log = new TileMemory();
  const salt = Buffer.alloc(32, 9);
  log.append(encodeHiddenLeaf('receipt', salt, receipt.text));
  const tree = new TileTree(1, log.readTile);
  const checkpoint = signCheckpoint({ origin: signer.name, size: 1, root: await tree.root() }, signer);
  const proof = encodeTlogProof({ index: 0, proof: await tree.inclusionProof(0), checkpoint, extra: salt });
  return { ...receipt, log_proof: proof };
}

describe('R-LOG-36 a receipt and the times of its key', () => {
  test('a key without times, or that ended after the receipt, verifies it', () => {
    for (const times of [{}, { until: null, compromised: null }, { until: timeMs }, { until: timeMs + 1 }])
      expect(failed(check(times))).toEqual([]);
  });

  test('a receipt that an ended key signed after its end is refused, by the command and on the page', () => {
    expect(failed(check({ until: timeMs - 1 }))).toEqual([expect.stringMatching(/^KEY ENDED: /)]);
  });

  test('since a key was compromised nothing of it is accepted', () => {
    expect(failed(check({ until: timeMs + 9, compromised: timeMs }))).toEqual([
      expect.stringMatching(/^KEY COMPROMISED: /),
    ]);
    expect(failed(check({ compromised: timeMs - 1 }))).toHaveLength(1);
  });

  test('before that time it holds only with a checked proof of the public log', async () => {
    const times = { until: timeMs + 9, compromised: timeMs + 1 };
    const alone = check(times);
    expect(failed(alone)).toEqual([]);
    expect(alone.some(({ ok, text }) => ok === null && text.includes('only its proof of the public log'))).toBe(true);
    const proven = await logged();
    // The proof that nobody checked shows nothing.
    expect(check(times, proven).some(({ ok, text }) => ok === null && text.includes('only its proof'))).toBe(true);
    const whole = check(times, proven, logKey);
    expect(failed(whole)).toEqual([]);
    expect(whole.some(({ ok, text }) => ok === true && text.includes('so it is no forgery'))).toBe(true);
    // Without a proof, or with another one, it may be the thief's, who states any time.
    const without = [expect.stringMatching(/^KEY COMPROMISED: .* no proof of the public log/)];
    expect(failed(check(times, receipt, logKey))).toEqual(without);
    expect(failed(check(times, { ...receipt, log_proof: null }, logKey))).toEqual(without);
    const other = { ...proven, log_proof: proven.log_proof?.replace(/index 0/, 'index 1') ?? null };
    expect(failed(check(times, other, logKey))).toContainEqual(without[0]);
  });
});
