import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { createContext, runInContext } from 'node:vm';
import { signCheckpoint } from '@candor/transparency-log/checkpoint';
import { encodeNoteKey, noteKeyOf } from '@candor/transparency-log/note';
import { expect, test } from 'vitest';
import { buildPage } from './build-page.mjs';

const script = /<script>([^]*)<\/script>/.exec(buildPage())?.[1] ?? '';

interface Section {
  readonly checks: readonly { readonly ok: boolean | null; readonly text: string }[];
  readonly facts: readonly (readonly [string, string])[];
}
interface Inside {
  recognise(text: string): { readonly kind: string; readonly policy?: unknown };
  sectionsOf(given: object, about: object): readonly Section[];
  readKey(text: string): unknown;
}

/** The page's modules, run as a browser would. */
function insidePage(): Inside {
  const [modules = ''] = script.split('// ===== page/main.mjs =====');
  const parts = ['page_read_file', 'page_check_given', 'log_note'].map((name) => `...from_${name}_mjs`);
  return runInContext(`${modules}\n({ ${parts.join(', ')} })`, createContext({ TextEncoder, atob, btoa })) as Inside;
}

const signer = { name: 'log.example/1', privateKey: generateKeyPairSync('ed25519').privateKey };
const checkpoint = signCheckpoint({ origin: signer.name, size: 7, root: Buffer.alloc(32, 7) }, signer);

/** A witness with its key, and its line under the checkpoint (C2SP tlog-cosignature). */
function witnessOf(name: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const key = Buffer.concat([Buffer.of(4), raw]);
  const hash = createHash('sha256').update(`${name}\n`).update(key).digest().subarray(0, 4);
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(1_795_000_000n);
  const text = checkpoint.slice(0, checkpoint.indexOf('\n\n') + 1);
  const signature = sign(null, Buffer.from(`cosignature/v1\ntime 1795000000\n${text}`), privateKey);
  const line = `— ${name} ${Buffer.concat([hash, time, signature]).toString('base64')}\n`;
  return { key: `${name}+${hash.toString('hex')}+${key.toString('base64')}`, line };
}

test('R-VER-14 the page shows who cosigned a checkpoint, and demands what a given policy demands', () => {
  const [one, two] = [witnessOf('witness.example/1'), witnessOf('witness.example/2')];
  const policyOf = (least: number) =>
    `witness w1 ${one.key}\nwitness w2 ${two.key}\ngroup g ${least} w1 w2\nquorum g\n`;
  const page = insidePage();
  const logKey = page.readKey(encodeNoteKey(noteKeyOf(signer)));
  const check = (note: string, policyText: string | null) => {
    const policy = policyText === null ? null : page.recognise(policyText).policy;
    const [section] = page.sectionsOf(page.recognise(note), { keys: null, logKey, policy, receipts: [] });
    if (section === undefined) throw new Error('A checkpoint has a section');
    return section;
  };
  const signed = checkpoint + one.line;
  const unasked = check(signed, null);
  expect(unasked.facts.at(-1)?.join(': ')).toBe('Signed also as: witness.example/1 (checked only by a policy)');
  expect(unasked.checks.map(({ ok }) => ok)).toEqual([true]);
  expect(check(checkpoint, null).facts.at(-1)?.join(': ')).toBe('Signed also as: none');

  const texts = (section: Section) => section.checks.map(({ ok, text }) => `${ok} ${text}`).join('\n');
  expect(texts(check(signed, policyOf(1)))).toContain('true 1 of 2 witnesses cosigned it, as the policy demands.');
  expect(texts(check(signed, policyOf(1)))).toContain('null The witness witness.example/2 has not cosigned');
  expect(texts(check(signed, policyOf(2)))).toContain('false NOT WITNESSED: 1 of 2 witnesses cosigned it');
  const forged = signed.replace(one.line, one.line.replace(/.{4}\n$/, 'AAA=\n'));
  expect(texts(check(forged, policyOf(1)))).toContain('false BAD COSIGNATURE');
  expect(() => page.recognise('witness w1 nothing\nquorum w1\n')).toThrow('It is a policy for witnesses that cannot');
});
