import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { CompanyId } from '@candor/domain/values/ids';
import { signCheckpoint } from '@candor/transparency-log/checkpoint';
import { witnessesOf } from '@candor/transparency-log/cosignature';
import { sha256 } from '@candor/transparency-log/merkle';
import { noteKeyOf } from '@candor/transparency-log/note';
import { expect, test } from 'vitest';
import type { SignedCheckpoint } from '../../ports/transparency-log.ts';
import { AskWitnesses } from './ask-witnesses.ts';

const company = 1 as CompanyId;
const pair = () => generateKeyPairSync('ed25519').privateKey;
const log = { name: 'log.example/1', privateKey: pair() };

function keyOf(name: string, privateKey: KeyObject) {
  const bytes = Buffer.concat([Buffer.of(4), noteKeyOf({ name, privateKey }).publicKey]);
  const id = Buffer.from(sha256(Buffer.from(`${name}\n`), bytes)).subarray(0, 4);
  return { id, text: `${name}+${id.toString('hex')}+${bytes.toString('base64')}` };
}

function signedAt(size: number): SignedCheckpoint {
  const checkpoint = signCheckpoint({ origin: log.name, size, root: Buffer.alloc(32, 1) }, log);
  return { size, checkpoint, proofFrom: async (from) => [Buffer.alloc(32, from)] };
}

/** One witness that answers from a list, and the requests that it got. */
function world(answers: readonly (number | 'cosigns' | 'other' | 'never' | { readonly seen: number })[]) {
  const privateKey = pair();
  const name = 'witness.example/w1';
  const { id, text } = keyOf(name, privateKey);
  const bodies: string[] = [];
  const stored: string[] = [];
  const left = [...answers];
  const cosign = (checkpoint: string) => {
    const time = Buffer.alloc(8, 0);
    const note = checkpoint.slice(0, checkpoint.lastIndexOf('\n\n') + 1);
    const signature = sign(null, Buffer.from(`cosignature/v1\ntime 0\n${note}`), privateKey);
    return `— ${name} ${Buffer.concat([id, time, signature]).toString('base64')}\n`;
  };
  const asked = new AskWitnesses({
    store: { cosign: async (_company, _from, cosigned) => void stored.push(cosigned) },
    witnesses: async () => witnessesOf(`witness w ${text} https://w.example\nquorum w\n`),
    call: async (url, body) => {
      expect(url).toBe('https://w.example');
      bodies.push(body);
      const answer = left.shift() ?? 500;
      if (answer === 'never') throw new Error('no answer in time');
      if (typeof answer === 'number') return { status: answer, text: '' };
      if (typeof answer === 'object') return { status: 409, text: `${answer.seen}\n` };
      const checkpoint = answer === 'cosigns' ? body.slice(body.indexOf('\n\n') + 2) : signedAt(1).checkpoint;
      return { status: 200, text: cosign(checkpoint) };
    },
  });
  return { asked, bodies, stored, failures: () => [...asked.failures.values()] };
}

const firstLines = (bodies: readonly string[]) => bodies.map((body) => body.split('\n')[0]);

test('R-LOG-31 a witness is asked from what it has seen, and its line is added to the checkpoint', async () => {
  const { asked, bodies, stored, failures } = world([{ seen: 5 }, 'cosigns', 'cosigns']);
  await asked.ask(company, signedAt(9));
  await asked.ask(company, signedAt(12));
  expect(firstLines(bodies)).toEqual(['old 0', 'old 5', 'old 9']);
  expect(bodies[0]?.split('\n')[1]).toBe('');
  expect(bodies[1]?.split('\n')[1]).toBe(Buffer.alloc(32, 5).toString('base64'));
  expect(stored.map((note) => note.trimEnd().split('\n').length)).toEqual([6, 6]);
  expect(stored[1]?.startsWith(signedAt(12).checkpoint)).toBe(true);
  expect(failures()).toEqual([]);
});

test.each<[string, Parameters<typeof world>[0], RegExp]>([
  ['no answer', ['never'], /no answer in time/],
  ['another log before', [422], /a split view/],
  ['another log of the same size', [{ seen: 4 }, { seen: 4 }], /it answers 409/],
  ['more than this log has', [{ seen: 99 }], /it has seen 99 entries of this log, and ours has 9/],
  ['another log', [404], /it does not know this log/],
  ['another key', [403], /another key/],
  ['a cosignature of another checkpoint', ['other'], /does not fit the checkpoint/],
])('R-LOG-31 %s is a named failure, and the checkpoint stays as it is', async (_name, answers, expected) => {
  const { asked, stored, failures, bodies } = world(answers);
  await asked.ask(company, signedAt(9));
  expect(failures()).toMatchObject([expect.stringMatching(expected)]);
  expect(failures()[0]).toContain('log of company 1: ');
  expect(stored).toEqual([]);
  expect(bodies.length).toBeLessThanOrEqual(2);
});

test('R-LOG-31 a failure ends with the next cosignature', async () => {
  const { asked, failures } = world(['never', 'cosigns']);
  await asked.ask(company, signedAt(9));
  expect(failures()).toHaveLength(1);
  await asked.ask(company, signedAt(10));
  expect(failures()).toEqual([]);
});

test('R-LOG-31 a failure ends when the policy no longer names its witness', async () => {
  let named = `witness w ${keyOf('w', pair()).text} https://w.example\n`;
  const store = { cosign: () => Promise.resolve() };
  const call = () => Promise.reject(new Error('no answer'));
  const asked = new AskWitnesses({ store, call, witnesses: async () => witnessesOf(named) });
  for (const id of [company, 11 as CompanyId]) await asked.ask(id, signedAt(9));
  named = '';
  await asked.ask(company, signedAt(10));
  expect([...asked.failures.keys()]).toEqual(['w 11']);
});

test('R-LOG-31 while a round runs, the next checkpoint of its log is not asked for', async () => {
  const { asked, bodies } = world(['cosigns', 'cosigns']);
  await Promise.all([asked.ask(company, signedAt(9)), asked.ask(company, signedAt(10))]);
  expect(firstLines(bodies)).toEqual(['old 0']);
});

test.each(['witness w x https://w.example', `witness w ${keyOf('w', pair()).text} ftp://w.example`])(
  'R-LOG-31 a policy that cannot be used is a failure: %s',
  async (line) => {
    const store = { cosign: () => Promise.resolve() };
    const call = () => Promise.reject(new Error('nobody is asked'));
    const asked = new AskWitnesses({ store, call, witnesses: async () => witnessesOf(line) });
    await asked.ask(company, signedAt(9));
    expect([...asked.failures.values()]).toMatchObject([expect.stringMatching(/^policy: /)]);
  },
);

test('R-LOG-31 of more than 16 witnesses none is asked', () => {
  const line = `witness w ${keyOf('w', pair()).text} https://w.example\n`;
  expect(() => witnessesOf(line.repeat(17))).toThrow('At most 16 witnesses are asked');
});
