import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openReceiptSigner } from './receipt-key-file.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-keys-'));
  path = join(folder, 'keys', 'receipt-ed25519.pem');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('R-ORD-25 the key is generated once, readable by its owner only, and identified by its public key', async () => {
  const [first, twin] = await Promise.all([openReceiptSigner(path), openReceiptSigner(path)]);
  expect(twin.key).toEqual(first.key);
  expect((await openReceiptSigner(path)).key).toEqual(first.key);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'keys')).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(folder, 'keys'))).toEqual(['receipt-ed25519.pem']);
  const bytes = Buffer.from(first.key.publicKey, 'hex');
  expect(first.key.keyId).toBe(createHash('sha256').update(bytes).digest('hex').slice(0, 16));
});

test('R-ORD-25 a text always has the same signature, which the public key verifies', async () => {
  const signer = await openReceiptSigner(path);
  const signature = await signer.sign('what was filled');
  expect(await signer.sign('what was filled')).toBe(signature);
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(signer.key.publicKey, 'hex').toString('base64url') };
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  expect(verify(null, Buffer.from('what was filled'), key, Buffer.from(signature, 'hex'))).toBe(true);
  expect(verify(null, Buffer.from('what was killed'), key, Buffer.from(signature, 'hex'))).toBe(false);
});

test('a key that was moved away is replaced by a new one; a key of another type is refused', async () => {
  const first = await openReceiptSigner(path);
  renameSync(path, `${path}.old`);
  expect((await openReceiptSigner(path)).key).not.toEqual(first.key);
  const { privateKey } = generateKeyPairSync('ed448');
  writeFileSync(path, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  await expect(openReceiptSigner(path)).rejects.toThrow('must be an Ed25519 key');
});
