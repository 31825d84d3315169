import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { expect, test } from 'vitest';

type Hash = (bytes: Uint8Array) => Uint8Array;
const load = async <Module>(name: string) => (await import(new URL(name, import.meta.url).href)) as Module;

test('R-VER-02 the page’s own SHA-256 and SHA-512 are Node’s, at every length around a block', async () => {
  const { ownSha256, ownSha512 } = await load<{ ownSha256: Hash; ownSha512: Hash }>('sha2.mjs');
  for (let length = 0; length <= 260; length += 1) {
    const bytes = randomBytes(length);
    for (const [own, name] of [
      [ownSha256, 'sha256'],
      [ownSha512, 'sha512'],
    ] as const)
      expect(Buffer.from(own(bytes)), `${name} of ${length}`).toEqual(createHash(name).update(bytes).digest());
  }
});

test('R-VER-02 the page’s own Ed25519 accepts what Node signs, and nothing that was changed', async () => {
  const { ownVerify } = await load<{ ownVerify: (...given: Uint8Array[]) => boolean }>('ed25519.mjs');
  for (let round = 0; round < 8; round += 1) {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const key = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
    const message = randomBytes(round * 40);
    const signature = sign(null, message, privateKey);
    expect(ownVerify(key, message, signature)).toBe(true);
    const flipped = (bytes: Buffer, at: number) =>
      Buffer.from(bytes.map((byte, own) => (own === at ? byte ^ 1 : byte)));
    for (let at = round; at < 64; at += 8) expect(ownVerify(key, message, flipped(signature, at))).toBe(false);
    for (let at = round; at < 32; at += 8) expect(ownVerify(flipped(key, at), message, signature)).toBe(false);
    expect(ownVerify(key, Buffer.concat([message, Buffer.of(0)]), signature)).toBe(false);
    // The same signature with the order of the base point added to its factor: RFC 8032 has one form only.
    const order = 2n ** 252n + 27742317777372353535851937790883648493n;
    let factor = order + BigInt(`0x${Buffer.from(signature.subarray(32).toReversed()).toString('hex')}`);
    const other = Buffer.from(signature);
    for (let at = 32; at < 64; at += 1, factor >>= 8n) other[at] = Number(factor & 255n);
    expect(ownVerify(key, message, other)).toBe(false);
    expect(ownVerify(key, message, signature.subarray(1))).toBe(false);
    // y = the field's prime is no point.
    const none = Buffer.concat([Buffer.of(0xed), Buffer.alloc(30, 0xff), Buffer.of(0x7f)]);
    expect(ownVerify(none, message, signature)).toBe(false);
  }
});
