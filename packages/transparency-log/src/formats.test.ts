import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openCheckpoint, parseCount, signCheckpoint } from './checkpoint.ts';
import { sha256 } from './merkle.ts';
import { decodeNoteKey, encodeNoteKey, noteKeyOf, openNote, signNote } from './note.ts';
import { decodeEntries, decodeTile, encodeEntries, requireEntry } from './tile-bytes.ts';
import { parseTilePath, tilePath } from './tile-path.ts';
import { decodeTlogProof, encodeTlogProof } from './tlog-proof.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const signer = { name: 'log.example/1', privateKey };
const key = noteKeyOf(signer);
const bytes = (text: string) => Buffer.from(text);
const failing = (code: string) => expect.objectContaining({ name: 'LogError', code });

describe('tile paths (R-LOG-03)', () => {
  test('are those of the specification', () => {
    expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).toBe('tile/0/x001/x234/067');
    expect(tilePath({ level: 1, index: 0, width: 17 })).toBe('tile/1/000.p/17');
    expect(tilePath({ level: 'entries', index: 999, width: 256 })).toBe('tile/entries/999');
  });

  test('lead back to their tile', () => {
    const level = fc.oneof(fc.integer({ min: 0, max: 6 }), fc.constant('entries' as const));
    const index = fc.oneof(fc.nat(), fc.maxSafeInteger().map(Math.abs));
    fc.assert(
      fc.property(level, index, fc.integer({ min: 1, max: 256 }), (level, index, width) => {
        const address = { level, index, width };
        expect(parseTilePath(tilePath(address))).toEqual(address);
      }),
    );
  });

  test('in any other form are refused', () => {
    for (const path of [
      ...['', 'tile', 'tile/0', 'tile/0/', '/tile/0/000', 'tile/0/000/', 'tile/0/0', 'tile/0/0000', 'tile/00/000'],
      ...['tile/7/000', 'tile/63/000', 'tile/-1/000', 'tile/a/000', 'tile/0/x000/000', 'tile/0/x000/x001/000'],
      ...['tile/0/001/000', 'tile/0/x001', 'tile/0/000.p/0', 'tile/0/000.p/256', 'tile/0/000.p/01', 'tile/0/000.p/'],
      ...['tile/0/000.p', 'tile/0/000.p/1/', 'tile/0/../000', 'tile/0/000\n', 'tile/entries', 'tile/Entries/000'],
      'tile/0/x999/x999/x999/x999/x999/999',
    ])
      expect(() => parseTilePath(path), path).toThrow(failing('bad-path'));
    for (const width of [0, 257, 1.5])
      expect(() => tilePath({ level: 0, index: 0, width })).toThrow(failing('bad-path'));
    expect(() => tilePath({ level: 7, index: 0, width: 1 })).toThrow(failing('bad-path'));
    expect(() => tilePath({ level: 0, index: -1, width: 1 })).toThrow(failing('bad-path'));
  });
});

describe('bytes of tiles and entries (R-LOG-03)', () => {
  test('entries come back, each behind its length', () => {
    expect(Buffer.from(encodeEntries([bytes('ab'), bytes('')])).toString('hex')).toBe('000261620000');
    const entries = fc.array(fc.uint8Array({ maxLength: 700 }), { minLength: 1, maxLength: 256 });
    fc.assert(
      fc.property(entries, (some) => {
        const back = decodeEntries(encodeEntries(some), some.length);
        expect(back.map((one) => Buffer.from(one))).toEqual(some.map((one) => Buffer.from(one)));
      }),
      { numRuns: 50 },
    );
  });

  test('a bundle that is cut off, has other entries, or more bytes, is refused', () => {
    const bundle = encodeEntries([bytes('one'), bytes('three')]);
    for (let end = 0; end < bundle.length; end += 1)
      expect(() => decodeEntries(bundle.subarray(0, end), 2)).toThrow(failing('bad-entries'));
    expect(() => decodeEntries(bundle, 1)).toThrow(failing('bad-entries'));
    expect(() => decodeEntries(bundle, 3)).toThrow(failing('bad-entries'));
    expect(() => decodeEntries(Buffer.concat([bundle, Buffer.of(0)]), 2)).toThrow(failing('bad-entries'));
    for (const width of [0, 257]) expect(() => decodeEntries(bundle, width)).toThrow(failing('bad-entries'));
    expect(() => encodeEntries([])).toThrow(failing('bad-entries'));
    expect(() => encodeEntries(Array.from({ length: 257 }, () => bytes('')))).toThrow(failing('bad-entries'));
    expect(() => requireEntry(Buffer.alloc(65_536))).toThrow(failing('entry-too-long'));
    expect(decodeEntries(encodeEntries([Buffer.alloc(65_535)]), 1)[0]?.length).toBe(65_535);
  });

  test('a tile of another length is refused', () => {
    expect(decodeTile(Buffer.alloc(64), 2).length).toBe(2);
    for (const [length, width] of [
      [63, 2],
      [65, 2],
      [64, 3],
      [0, 0],
      [257 * 32, 257],
    ] as const)
      expect(() => decodeTile(Buffer.alloc(length), width)).toThrow(failing('bad-tile'));
  });
});

describe('signed notes (R-LOG-03)', () => {
  const peter = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
  const text = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
  const note = `${text}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`;

  test('of the format’s well-known vector open', () => {
    expect(openNote(bytes(note), decodeNoteKey(peter))).toBe(text);
    expect(encodeNoteKey(decodeNoteKey(peter))).toBe(peter);
  });

  test('carry a key id of SHA-256(name, newline, type, key)', () => {
    const seed = Buffer.from('302e020100300506032b657004220420' + '07'.repeat(32), 'hex');
    const fixed = { name: 'a.example', privateKey: createPrivateKey({ key: seed, format: 'der', type: 'pkcs8' }) };
    const { publicKey } = noteKeyOf(fixed);
    const id = sha256(bytes('a.example\n'), Buffer.of(1), publicKey).subarray(0, 4);
    expect(encodeNoteKey(noteKeyOf(fixed)).split('+')[1]).toBe(Buffer.from(id).toString('hex'));
  });

  test('with a changed byte, at any place, are refused by a named error', () => {
    const signed = bytes(signNote('one\ntwo\n', signer));
    for (let at = 0; at < signed.length; at += 1)
      for (const flipped of [1, 2, 32, 128]) {
        const changed = Buffer.from(signed);
        changed[at] = (changed[at] ?? 0) ^ flipped;
        expect(() => openNote(changed, key), `byte ${at}`).toThrow(expect.objectContaining({ name: 'LogError' }));
      }
    for (let end = 0; end < signed.length; end += 1)
      expect(() => openNote(signed.subarray(0, end), key)).toThrow(expect.objectContaining({ name: 'LogError' }));
  });

  test('open beside signatures of others, and only by the key asked for', () => {
    const other = { name: 'witness.example', privateKey: generateKeyPairSync('ed25519').privateKey };
    const line = (whole: string) => whole.slice(whole.lastIndexOf('—'));
    const both = `${signNote('a\n', signer)}${line(signNote('a\n', other))}`;
    expect(openNote(bytes(both), key)).toBe('a\n');
    expect(openNote(bytes(both), noteKeyOf(other))).toBe('a\n');
    const namesake = noteKeyOf({ ...other, name: signer.name });
    expect(() => openNote(bytes(both), namesake)).toThrow(failing('unknown-signer'));
    // A second signature under the key's own id that does not fit makes the whole note suspect.
    const forged = `${both}${line(signNote('b\n', signer))}`;
    expect(() => openNote(bytes(forged), key)).toThrow(failing('bad-signature'));
    const many = `${both}${line(signNote('a\n', other)).repeat(63)}`;
    expect(() => openNote(bytes(many), key)).toThrow(failing('bad-note'));
  });

  test('in any other form are refused', () => {
    const signed = signNote('a\n', signer);
    const line = signed.slice(3);
    for (const [whole, code] of [
      ['', 'bad-note'],
      ['a\n', 'bad-note'],
      [`\n\n${line}`, 'unknown-signer'],
      [`a\r\n\n${line}`, 'bad-note'],
      [`a\0\n\n${line}`, 'bad-note'],
      [signed.slice(0, -1), 'bad-note'],
      [`${signed}\n`, 'bad-note'],
      [`a\n\n${line.replace('—', '-')}`, 'bad-note'],
      [`a\n\n— log.example/1 AAAA\n`, 'bad-note'],
      [`a\n\n— log.example/1 ${'A'.repeat(7)}\n`, 'bad-base64'],
      [`a\n\n— log+1 ${'A'.repeat(8)}\n`, 'bad-note'],
      [`a\n\n—  ${'A'.repeat(8)}\n`, 'bad-note'],
      [`${'a'.repeat(1_000_000)}\n\n${line}`, 'note-too-long'],
    ] as const) {
      if (code === 'unknown-signer')
        expect(() => openNote(bytes(whole), key)).toThrow(expect.objectContaining({ name: 'LogError' }));
      else expect(() => openNote(bytes(whole), key), whole.slice(0, 40)).toThrow(failing(code));
    }
    expect(() => openNote(Buffer.concat([Buffer.of(0xff), bytes(signed)]), key)).toThrow(failing('bad-note'));
    for (const text of ['', 'a', '\n', 'a\tb\n']) expect(() => signNote(text, signer)).toThrow(failing('bad-note'));
    for (const name of ['', 'a b', 'a+b', 'a\u2003b'])
      expect(() => signNote('a\n', { name, privateKey })).toThrow(failing('bad-key-name'));
    const { privateKey: rsa } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    expect(() => signNote('a\n', { name: 'a', privateKey: rsa })).toThrow(failing('bad-key'));
  });

  test('keys in any other form are refused', () => {
    for (const text of [
      '',
      'a',
      'a+00000000+AQ==',
      peter.slice(1),
      peter.replace('c74f', 'C74F'),
      peter.replace('+AR', '+BR'),
    ])
      expect(() => decodeNoteKey(text), text).toThrow(failing('bad-key'));
    expect(() => decodeNoteKey(`${peter}=`)).toThrow(failing('bad-base64'));
  });
});

describe('checkpoints (R-LOG-03)', () => {
  const checkpoint = { origin: signer.name, size: 42, root: sha256(bytes('root')) };

  test('are three lines, signed by the log of their origin', () => {
    const note = signCheckpoint(checkpoint, signer);
    expect(note.split('\n').slice(0, 3)).toEqual([signer.name, '42', Buffer.from(checkpoint.root).toString('base64')]);
    expect(openCheckpoint(bytes(note), key)).toEqual(checkpoint);
  });

  test('of another log, or in any other form, are refused', () => {
    const root = Buffer.from(checkpoint.root).toString('base64');
    for (const [text, code] of [
      [`other.example\n1\n${root}\n`, 'wrong-origin'],
      [`${signer.name}\n1\n`, 'bad-checkpoint'],
      [`${signer.name}\n1\n\n${root}\n`, 'bad-checkpoint'],
      [`${signer.name}\n1\n${root}\n\nmore\n`, 'bad-checkpoint'],
      [`${signer.name}\n01\n${root}\n`, 'bad-size'],
      [`${signer.name}\n-1\n${root}\n`, 'bad-size'],
      [`${signer.name}\n1e3\n${root}\n`, 'bad-size'],
      [`${signer.name}\n9007199254740992\n${root}\n`, 'bad-size'],
      [`${signer.name}\n1\n${root.slice(4)}\n`, 'bad-checkpoint'],
      [`${signer.name}\n1\n${root.slice(1)}\n`, 'bad-base64'],
    ] as const)
      expect(() => openCheckpoint(bytes(signNote(text, signer)), key), text).toThrow(failing(code));
    const extended = signNote(`${signer.name}\n42\n${root}\nextension\n`, signer);
    expect(openCheckpoint(bytes(extended), key)).toEqual(checkpoint);
    expect(parseCount('9007199254740991')).toBe(2 ** 53 - 1);
    expect(() => signCheckpoint({ ...checkpoint, size: -1 }, signer)).toThrow(failing('bad-size'));
    expect(() => signCheckpoint({ ...checkpoint, root: bytes('short') }, signer)).toThrow(failing('bad-hash'));
    for (const origin of ['', 'a\nb'])
      expect(() => signCheckpoint({ ...checkpoint, origin }, signer)).toThrow(failing('bad-checkpoint'));
  });
});

describe('proofs as text (R-LOG-03)', () => {
  const checkpoint = signCheckpoint({ origin: signer.name, size: 42, root: sha256() }, signer);
  const proof = [sha256(bytes('1')), sha256(bytes('2'))];

  test('come back', () => {
    for (const extra of [null, bytes('salt')]) {
      const whole = { index: 7, proof, checkpoint, extra };
      const text = encodeTlogProof(whole);
      expect(text.startsWith('c2sp.org/tlog-proof@v1\n')).toBe(true);
      expect(decodeTlogProof(text)).toEqual(whole);
    }
    const lone = { index: 0, proof: [], checkpoint, extra: null };
    expect(decodeTlogProof(encodeTlogProof(lone))).toEqual(lone);
  });

  test('in any other form are refused', () => {
    const hash = Buffer.from(sha256()).toString('base64');
    const first = 'c2sp.org/tlog-proof@v1';
    for (const [text, code] of [
      ['', 'bad-proof'],
      [`${first}\nindex 1\n${hash}\n`, 'bad-proof'],
      [`c2sp.org/tlog-proof@v2\nindex 1\n\n${checkpoint}`, 'bad-proof'],
      [`${first}\n\n${checkpoint}`, 'bad-proof'],
      [`${first}\n${hash}\nindex 1\n\n${checkpoint}`, 'bad-proof'],
      [`${first}\nindex 01\n\n${checkpoint}`, 'bad-size'],
      [`${first}\nextra \nindex 1\n\n${checkpoint}`, 'bad-base64'],
      [`${first}\nindex 1\nAAAA\n\n${checkpoint}`, 'bad-proof'],
      [`${first}\nindex 1\n${hash.slice(1)}\n\n${checkpoint}`, 'bad-base64'],
      [`${first}\nindex 1\n${`${hash}\n`.repeat(54)}\n${checkpoint}`, 'bad-proof'],
      ['a'.repeat(1_000_001), 'bad-proof'],
    ] as const)
      expect(() => decodeTlogProof(text), text.slice(0, 60)).toThrow(failing(code));
    const whole = { index: 7, proof, checkpoint, extra: null };
    expect(() => encodeTlogProof({ ...whole, index: -1 })).toThrow(failing('bad-size'));
    expect(() => encodeTlogProof({ ...whole, proof: [bytes('short')] })).toThrow(failing('bad-hash'));
    expect(() => encodeTlogProof({ ...whole, extra: bytes('') })).toThrow(failing('bad-proof'));
    expect(() => encodeTlogProof({ ...whole, proof: Array.from({ length: 54 }, () => sha256()) })).toThrow(
      failing('bad-proof'),
    );
  });
});
