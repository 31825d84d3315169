import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import type { SignedReceipt } from '@candor/contracts/http/receipts';
import { describe, expect, test } from 'vitest';
import { keysOf, receiptsOf } from '../../testkit/receipt-history.ts';
import { scenarioOfNights, scenarioOfReasons } from '../../testkit/receipt-scenarios.ts';
import { testSigner } from '../../testkit/receipt-signer.ts';
import { scratchFolder } from '../../testkit/scratch-folder.ts';
import { buildPage } from './build-page.mjs';
import { checkReceipts } from './receipt-checks.mjs';

const { keys } = keysOf(testSigner());
const script = /<script>([^]*)<\/script>/.exec(buildPage())?.[1] ?? '';
const style = /<style>([^]*)<\/style>/.exec(buildPage())?.[1] ?? '';

interface Given {
  readonly kind: string;
}
interface Verdict {
  readonly state: string;
  readonly title: string;
  readonly text: string;
}
interface Check {
  readonly ok: boolean | null;
  readonly text: string;
}
/** Modules of the page, run as a browser would: nothing of Node is there. */
interface Inside {
  recognise(text: string): Given;
  judge(checks: readonly object[]): Verdict;
  checkReceipts(receipts: readonly object[], keys: unknown): readonly { readonly checks: readonly Check[] }[];
  secondOpinion(signatures: readonly object[]): Promise<{ isSame: boolean; text: string }>;
  takeSignatures(): object[];
  logAt(origin: string, signal: AbortSignal): (path: string) => Promise<Uint8Array | null>;
}

function insidePage(more: object = {}): Inside {
  const parts = ['read-file', 'read-log', 'judge', 'second-opinion'].map(
    (name) => `...from_page_${name.replace('-', '_')}_mjs`,
  );
  parts.push('...from_receipt_checks_mjs', '...from_primitives_mjs');
  // Without the last module, which listens to the page.
  const [modules = ''] = script.split('// ===== page/main.mjs =====');
  const world = createContext({ TextEncoder, atob, btoa, ...more });
  return runInContext(`${modules}\n({ ${parts.join(', ')} })`, world) as Inside;
}

describe('R-VER-01 the page', () => {
  test('is one file that loads nothing and allows only its own script and style, by their hashes', () => {
    const page = buildPage();
    const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(page)?.[1] ?? '';
    const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src ${hashOf(script)}`,
      `style-src ${hashOf(style)}`,
      "connect-src 'self' https:",
      "form-action 'none'",
      "base-uri 'none'",
    ]);
    expect(page.match(/<(?:script|style|link|img|iframe|object)\b[^>]*>/g)).toEqual(['<style>', '<script>']);
    expect(page.match(/\bsrc=|url\(|@import|\bimport\(|innerHTML|insertAdjacent|\beval\b|new Function/g)).toBeNull();
    // The three requests that a reader asks for: the keys at an address, its log, and the page itself for a copy.
    expect(script.match(/\bfetch\(/g)).toHaveLength(3);
  });

  test('R-VER-06 is short enough to be read, and written to be read', () => {
    const page = buildPage();
    const lines = page.split('\n');
    // Checkers read the lines that calculate; the texts are tables, one line for each text.
    const [head = '', ...modules] = page.split(/^(?=\/\/ ===== )/m);
    const isText = (module: string) => module.startsWith('// ===== page/texts/');
    const code = [head, ...modules.filter((module) => !isText(module))].join('');
    expect(Buffer.byteLength(code)).toBeLessThan(176 * 1024);
    expect(code.split('\n').length).toBeLessThan(4_000);
    const texts = modules.filter(isText);
    expect(texts).toHaveLength(14);
    for (const table of texts) {
      expect(Buffer.byteLength(table)).toBeLessThan(16 * 1024);
      expect(
        table
          .trim()
          .split('\n')
          .filter((line) => !/^(?: {2}\w+:| {4}'|\/\/|const |\}|return )/.test(line)),
      ).toEqual([]);
    }
    const long = lines.filter(
      (line) => line.length > 220 && !line.includes('Content-Security-Policy') && !/content="default-src/.test(line),
    );
    expect(long).toEqual([]);
    expect(lines.filter((line) => /^\s*(?:\/\/|\/\*\*|\*)/.test(line)).length).toBeGreaterThan(100);
  });

  test('R-VER-02 has the modules of the commands as they are, and none of them needs Node', () => {
    const folder = import.meta.dirname;
    const names = [...script.matchAll(/^\/\/ ===== (.*) =====$/gm)].map(([, name = '']) => name);
    expect(names).toContain('receipt-checks.mjs');
    for (const name of names) {
      const text = readFileSync(join(folder, name), 'utf8');
      expect(text.match(/from 'node:|\bBuffer\.|require\(/g), name).toBeNull();
      // Imports are on top; each becomes a line that names the module that it comes from.
      const body = text.split(/^import \{[^}]*\} from '[^']+';\n/m).at(-1) ?? '';
      expect(script.includes(body.replace(/^export /gm, '').trim()), name).toBe(true);
    }
  });
});

describe('R-VER-11 the page is built to the same bytes', () => {
  test('twice, and from a copy in another folder', () => {
    const folder = scratchFolder('candor-page-');
    cpSync(import.meta.dirname, join(folder, 'elsewhere'), { recursive: true });
    const built = join(folder, 'verify.html');
    const args = [join(folder, 'elsewhere', 'build-page.mjs'), built];
    const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    const page = readFileSync(built, 'utf8');
    rmSync(folder, { recursive: true });
    expect(page).toBe(buildPage());
    expect(stdout).toBe(`${createHash('sha256').update(page).digest('hex')}  ${built}\n`);
  });

  test('from sources that need no package', () => {
    const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
    const imports = sources
      .filter((name) => name.endsWith('.mjs'))
      .flatMap((name) => [...readFileSync(join(import.meta.dirname, name), 'utf8').matchAll(/from '([^']+)';/g)]);
    expect(imports.map(([, from = '']) => from).filter((from) => !/^(?:\.|node:)/.test(from))).toEqual([]);
  });
});

describe('R-VER-03 the page and the command', () => {
  test('say the same of every receipt, and of one with any changed field', async () => {
    const inside = insidePage();
    const receipts = await receiptsOf(scenarioOfReasons().events);
    const nights = await receiptsOf(scenarioOfNights().events);
    const same = (given: readonly SignedReceipt[], with_: unknown) =>
      expect(JSON.parse(JSON.stringify(inside.checkReceipts(given, with_)))).toEqual(
        JSON.parse(JSON.stringify(checkReceipts(given, with_ as typeof keys))),
      );
    same(receipts, keys);
    same(receipts, null);
    same(nights, keys);
    const ofNight = nights.filter(({ fields }) => fields.swaps?.steps.some(({ kind }) => kind === 'night')).slice(0, 1);
    expect(ofNight).toHaveLength(1);
    same(receipts, keysOf(testSigner(8)).keys);
    for (const receipt of [...receipts.slice(0, 4), ...ofNight])
      for (const name of Object.keys(receipt.fields)) {
        const fields = { ...receipt.fields, [name]: name === 'leverage' ? 77 : 'x' };
        const text = JSON.stringify(fields);
        same([{ ...receipt, text, fields: JSON.parse(text) as SignedReceipt['fields'] }], keys);
      }
  });

  test('never call what was not checked verified', () => {
    const { judge } = insidePage();
    const [holds, fails, open] = [true, false, null].map((ok) => ({ ok, text: 'One.' }));
    const stated = { ok: null, isStated: true, text: 'Swap.' };
    const title = (...checks: (object | undefined)[]) => judge(checks.filter((check) => check !== undefined)).title;
    expect(title(holds, holds)).toBe('Verified');
    expect(title(holds, stated)).toBe('Verified');
    expect(title(holds, open)).toBe('Not complete');
    expect(title(open)).toBe('Not complete');
    expect(title(holds, open, fails)).toBe('Not verified');
    expect(title(holds, { ...fails, isKey: true })).toBe('Wrong key');
    expect(title(fails, { ...fails, isKey: true })).toBe('Not verified');
    expect(title(fails, { ...fails, isUnjustified: true })).toBe('Not justified');
    expect(title()).toBe('Not complete');
    expect(judge([]).text).toContain('Nothing was checked');
    const two = judge([holds, open].filter((check) => check !== undefined)).text;
    expect(two).toBe('Checks that were made and hold: 1 of 1. Not made (–): 1. \u2068One.\u2069');
  });

  test('R-VER-02 a browser whose own Ed25519 disagrees is reported, and one without it said to have none', async () => {
    const receipts = await receiptsOf(scenarioOfReasons().events);
    const opinion = async (more: object) => {
      const inside = insidePage(more);
      inside.checkReceipts(receipts.slice(0, 2), keys);
      return inside.secondOpinion(inside.takeSignatures());
    };
    expect(await opinion({ crypto })).toEqual({
      isSame: true,
      text: 'Signatures: 2 checked by this page, and again by the browser’s own Ed25519.',
    });
    expect(await opinion({})).toMatchObject({ isSame: true, text: expect.stringContaining('by this page alone') });
    const lies = { subtle: { importKey: () => Promise.resolve({}), verify: () => Promise.resolve(false) } };
    expect(await opinion({ crypto: lies })).toMatchObject({ isSame: false });
  });
});

describe('R-VER-05 a given text', () => {
  const { recognise } = insidePage();

  test.each([
    ['a receipt', '{"text":"{}","signature":"0"}', 'receipts'],
    ['an answer of the server', '{"code":1,"data":[{"text":"{}","signature":"0"}]}', 'receipts'],
    ['keys', '{"keys":[{"key_id":"1","algorithm":"Ed25519","public_key":"2"}]}', 'keys'],
    ['the key of a log', 'log.test/1+0123abcd+AQ==\n', 'log-key'],
    ['a proof of what is owed', '{"version":"candor-liabilities-1"}', 'liability'],
    ['a statement', '{"version":"candor-statement-1","text":"{}","signature":"0"}', 'statement'],
    ['a checkpoint', 'log.test/1\n5\nAAAA\n\n— log.test/1 AAAA\n', 'checkpoint'],
    ['a copy of the page', '<!doctype html>\n<html>', 'page'],
  ])('is recognised: %s', (_name, text, kind) => {
    expect(recognise(text).kind).toBe(kind);
  });

  test.each([
    ['nothing', ' ', 'It is empty.'],
    ['a PDF', '%PDF-1.7', 'carries no signature'],
    ['a CSV', 'date;amount', 'It is no receipt'],
    [
      'a file of blank lines, without being read again from each of them',
      `a${'\n'.repeat(150_000)}b`,
      'It is no receipt',
    ],
    ['a file cut off', '{"text":"{', 'may be cut off'],
    ['an unsigned statement', '{"data":{"postings":[]}}', 'is not signed'],
    ['a statement without its text', '{"version":"candor-statement-1"}', 'without its text'],
    ['no receipt', '{"a":1}', 'no receipt, statement, proof or list of keys'],
    ['null', 'null', 'no receipt, statement, proof or list of keys'],
    ['an empty list', '[]', 'an empty list'],
    ['bad keys', '{"keys":[{}]}', 'cannot be read'],
    [
      'too many receipts',
      `[${'{"text":"{}","signature":"0"},'.repeat(500)}{"text":"{}","signature":"0"}]`,
      '501 receipts',
    ],
  ])('is refused by name: %s', (_name, text, expected) => {
    expect(() => recognise(text)).toThrow(expected);
  });
});

test('R-VER-18 a reader who stops while the server has too many calls ends the reading, and says nothing about the log', async () => {
  const stop = new AbortController();
  let asked = 0;
  const busy = async () => {
    asked += 1;
    return { status: 429, headers: new Headers({ 'retry-after': '1' }) };
  };
  const wait = (work: () => void) => {
    stop.abort('stopped by the reader');
    work();
  };
  const page = insidePage({ fetch: busy, AbortSignal, setTimeout: wait });
  const failure = await page
    .logAt(
      'https://broker.example',
      stop.signal,
    )('checkpoint')
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ isReading: true, message: 'stopped by the reader' });
  expect(asked).toBe(1);
});
