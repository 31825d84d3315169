import { randomBytes } from 'node:crypto';
import type { CompanyId } from '@candor/domain/values/ids';
import { beforeEach, describe, expect, test } from 'vitest';
import { toKeyRing } from '../../adapters/keys/document-keys.ts';
import type { FileStore } from '../../ports/documents.ts';
import { blindIndexOf, SealBrokenError, type SealContext, seal, sealKeyIdOf, unsealWithRing } from './sealing.ts';
import { Vault } from './vault.ts';

const word = () => randomBytes(32).toString('hex');
const context: SealContext = { companyId: 1 as CompanyId, userId: 7, name: 'ab'.repeat(16) };
const others: SealContext[] = [
  { ...context, companyId: 2 as CompanyId },
  { ...context, userId: 8 },
  { ...context, name: 'cd'.repeat(16) },
];
const words = [word(), word()];
const ring = toKeyRing(words.join(' '));
const plain = Buffer.from('what the passport shows');

describe('R-KYC-04 a sealed value', () => {
  test('opens only in its context', () => {
    const sealed = seal(ring.current, context, plain);
    expect(unsealWithRing(ring, context, sealed)).toEqual(plain);
    expect(sealed.includes(plain)).toBe(false);
    for (const other of others) expect(() => unsealWithRing(ring, other, sealed)).toThrow(SealBrokenError);
  });

  test('does not open with a byte changed, removed or added', () => {
    const sealed = seal(ring.current, context, plain);
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => unsealWithRing(ring, context, changed)).toThrow(SealBrokenError);
    }
    for (const wrong of [sealed.subarray(0, -1), Buffer.concat([sealed, Buffer.of(0)]), Buffer.alloc(3)])
      expect(() => unsealWithRing(ring, context, wrong)).toThrow(SealBrokenError);
  });

  test('names its key and opens only while that is on the ring', () => {
    const sealed = seal(ring.current, context, plain);
    expect(sealKeyIdOf(sealed)).toBe(ring.current.id);
    expect(unsealWithRing(toKeyRing([...words, word()].join(' ')), context, sealed)).toEqual(plain);
    expect(() => unsealWithRing(toKeyRing(`${words[0]} ${word()}`), context, sealed)).toThrow(SealBrokenError);
  });

  test('differs each time', () => {
    expect(seal(ring.current, context, plain)).not.toEqual(seal(ring.current, context, plain));
  });
});

test('R-KYC-06 equal values have equal indexes only within a company and ring', () => {
  const index = blindIndexOf(ring, 'number', 1 as CompanyId, 'X1');
  expect(blindIndexOf(toKeyRing([...words, word()].join(' ')), 'number', 1 as CompanyId, 'X1')).toEqual(index);
  expect(blindIndexOf(ring, 'number', 2 as CompanyId, 'X1')).not.toEqual(index);
  expect(blindIndexOf(ring, 'number', 1 as CompanyId, 'X2')).not.toEqual(index);
  expect(blindIndexOf(toKeyRing(`${word()} ${words[1]}`), 'number', 1 as CompanyId, 'X1')).not.toEqual(index);
});

describe('R-KYC-04 a file in the vault', () => {
  const held = new Map<string, Uint8Array>();
  const files: FileStore = {
    write: async (_, name, sealed) => void held.set(name, sealed),
    read: async (_, name) => held.get(name) ?? null,
    remove: async (_, name) => void held.delete(name),
  };
  const vault = new Vault(files, ring);
  let sealedKey: Buffer;
  beforeEach(async () => {
    await vault.write(context, plain, async (key) => {
      sealedKey = key;
      return true;
    });
  });

  test('is unreadable without its key and has a key of its own', async () => {
    expect(await vault.read(context, sealedKey)).toEqual(plain);
    const [first] = held.values();
    expect(Buffer.from(first ?? []).includes(plain)).toBe(false);
    const before = sealedKey;
    await vault.write(context, plain, async (key) => {
      sealedKey = key;
      return true;
    });
    await expect(vault.read(context, before)).rejects.toThrow(SealBrokenError);
    expect(await vault.read(context, sealedKey)).toEqual(plain);
  });

  test('cannot replace another, and is not shown if changed on disk', async () => {
    for (const other of others) {
      held.set(other.name, held.get(context.name) ?? Buffer.alloc(0));
      await expect(vault.read(other, sealedKey)).rejects.toThrow(SealBrokenError);
    }
    const bytes = Buffer.from(held.get(context.name) ?? []);
    bytes[40] = (bytes[40] ?? 0) ^ 1;
    held.set(context.name, bytes);
    await expect(vault.read(context, sealedKey)).rejects.toThrow(SealBrokenError);
  });

  test('is not written if its key was not stored', async () => {
    held.clear();
    expect(await vault.write(context, plain, async () => false)).toBe(false);
    expect(held.size).toBe(0);
  });
});
