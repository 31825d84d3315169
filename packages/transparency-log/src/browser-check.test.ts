import { generateKeyPairSync } from 'node:crypto';
import { verifyLogged } from '@candor/receipt-signature/verify-log';
import { expect, test } from 'vitest';
import { naiveLeaf, naivePath, naiveRoot } from '../../../testkit/naive-tree.ts';
import { signCheckpoint } from './checkpoint.ts';
import { encodeHiddenLeaf } from './leaf.ts';
import { encodeNoteKey, noteKeyOf } from './note.ts';
import { encodeTlogProof } from './tlog-proof.ts';

const signer = { name: 'log.example/1', privateKey: generateKeyPairSync('ed25519').privateKey };
const stranger = { ...signer, privateKey: generateKeyPairSync('ed25519').privateKey };
const key = `${encodeNoteKey(noteKeyOf(signer))}\n`;
const salt = new Uint8Array(32).fill(7);
const text = '{"version":"candor-receipt-3"}';

/** A receipt at a place of a log of this size, whose newest checkpoint has `later` more entries. */
function logged(index: number, size: number, later = 0, by = signer) {
  const entries = Array.from({ length: size + later }, (_, at) =>
    at === index ? encodeHiddenLeaf('receipt', salt, text) : Buffer.from(`entry ${at}`),
  );
  const leaves = entries.map(naiveLeaf);
  const signed = (count: number) =>
    signCheckpoint({ origin: signer.name, size: count, root: naiveRoot(leaves.slice(0, count)) }, by);
  const proof = naivePath(index, leaves.slice(0, size));
  const logProof = encodeTlogProof({ index, proof, checkpoint: signed(size), extra: salt });
  return { text, logProof, checkpoint: signed(size + later), key };
}

test('R-VER-17 a receipt at each place of logs of 1 to 20 entries is included, by the log’s own formats', async () => {
  for (let size = 1; size <= 20; size += 1) {
    for (let index = 0; index < size; index += 1) {
      const found = await verifyLogged(logged(index, size, size % 3));
      expect(found).toMatchObject({ verdict: 'included', index, size, newest: { size: size + (size % 3) } });
    }
  }
});

test.each<[string, (given: ReturnType<typeof logged>) => ReturnType<typeof logged>]>([
  ['another text', (given) => ({ ...given, text: `${text} ` })],
  ['another place', (given) => ({ ...given, logProof: given.logProof.replace('index 4', 'index 5') })],
  ['another key', (given) => ({ ...given, key: encodeNoteKey(noteKeyOf(stranger)) })],
  ['a checkpoint of another key', (given) => ({ ...given, checkpoint: logged(4, 11, 2, stranger).checkpoint })],
  ['a proof of another key', (given) => ({ ...given, logProof: logged(4, 11, 0, stranger).logProof })],
  ['a newest checkpoint that is smaller', (given) => ({ ...given, checkpoint: logged(4, 10).checkpoint })],
  [
    'a newest checkpoint of this size with another root',
    (given) => ({ ...given, checkpoint: logged(3, 11).checkpoint }),
  ],
])('R-VER-17 %s is refused', async (_what, change) => {
  expect((await verifyLogged(logged(4, 11, 2))).verdict).toBe('included');
  expect((await verifyLogged(change(logged(4, 11, 2)))).verdict).toBe('wrong');
});

test('R-VER-17 a text of another form throws', async () => {
  await expect(verifyLogged({ ...logged(0, 1), logProof: 'no proof' })).rejects.toThrow('another form');
  await expect(verifyLogged({ ...logged(0, 1), checkpoint: '' })).rejects.toThrow('another form');
});
