import { createPublicKey, verify } from 'node:crypto';
import { decodeBase64, encodeBase64 } from './base64.ts';
import { LogError } from './log-error.ts';
import { sha256 } from './merkle.ts';

/** Signature type of a witness (C2SP tlog-cosignature, Ed25519). */
const cosignature = 4;
const signatureBytes = 76;
const witnessesMax = 16;

/** A witness that is asked: its public key, and where. */
export interface Witness {
  readonly name: string;
  readonly keyHash: Uint8Array;
  readonly publicKey: Uint8Array;
  /** Address below which `add-checkpoint` is. */
  readonly url: string;
}

/**
 * Returns the witnesses of a policy file that have an address (C2SP tlog-policy): lines `witness <name> <key> [url]`; its
 * other lines are for verifiers. Throws `bad-policy`, `bad-key` or `bad-base64`.
 */
export function witnessesOf(policy: string): readonly Witness[] {
  const witnesses = policy.split('\n').flatMap((line): Witness[] => {
    const [kind, , key = '', url] = (line.split('#')[0] ?? '').trim().split(/\s+/);
    if (kind !== 'witness' || url === undefined) return [];
    if (!/^https?:\/\//.test(url) || !URL.canParse(url))
      throw new LogError('bad-policy', 'The address of a witness begins with https://.');
    return [{ ...decodeWitnessKey(key), url: url.replace(/\/+$/, '') }];
  });
  if (witnesses.length > witnessesMax) throw new LogError('bad-policy', `At most ${witnessesMax} witnesses are asked.`);
  return witnesses;
}

/** Parses the public key of a witness, name+id+key. Throws `bad-key` or `bad-base64`. */
function decodeWitnessKey(text: string): Omit<Witness, 'url'> {
  const [, name = '', id = '', base64 = ''] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
  const bytes = decodeBase64(base64);
  if (name === '' || bytes[0] !== cosignature || bytes.length !== 33)
    throw new LogError('bad-key', 'Not the key of a witness that cosigns by Ed25519.');
  const keyHash = sha256(Buffer.from(`${name}\n`), bytes).subarray(0, 4);
  if (Buffer.from(keyHash).toString('hex') !== id) throw new LogError('bad-key', 'The key does not fit its id.');
  return { name, keyHash, publicKey: bytes.subarray(1) };
}

/**
 * Returns the signature line of a witness among those that it answered, verified over the text of a checkpoint. Throws
 * `unknown-signer` or `bad-signature`.
 */
export function cosignatureLine(answer: string, checkpoint: string, { name, keyHash, publicKey }: Witness): string {
  for (const line of answer.split('\n').slice(0, witnessesMax)) {
    const [, signer, base64 = ''] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    if (signer !== name) continue;
    const bytes = decodeBase64(base64);
    if (bytes.length !== signatureBytes || !keyHash.every((byte, at) => byte === bytes[at])) continue;
    const seconds = Buffer.from(bytes).readBigUInt64BE(4);
    const text = checkpoint.slice(0, checkpoint.lastIndexOf('\n\n') + 1);
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey).toString('base64url') },
      format: 'jwk',
    });
    if (!verify(null, Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`), key, bytes.subarray(12)))
      throw new LogError('bad-signature', `The cosignature of ${name} does not fit the checkpoint.`);
    return `— ${name} ${encodeBase64(bytes)}\n`;
  }
  throw new LogError('unknown-signer', `The answer has no cosignature of ${name}.`);
}

/** Names of those who signed a checkpoint beside its log, as the note states them: no signature is verified here. */
export function cosignersOf(checkpoint: string, origin: string): readonly string[] {
  const lines = checkpoint.slice(checkpoint.lastIndexOf('\n\n') + 2).split('\n');
  const names = lines.flatMap((line) => /^— (\S+) \S+$/.exec(line)?.[1] ?? []);
  return [...new Set(names)].filter((name) => name !== origin);
}

/** Body of a request to a witness (C2SP tlog-witness): the size that it has seen, the proof from there, the checkpoint. */
export function addCheckpointBody(oldSize: number, proof: readonly Uint8Array[], checkpoint: string): string {
  return [`old ${oldSize}\n`, ...proof.map((hash) => `${encodeBase64(hash)}\n`), '\n', checkpoint].join('');
}
