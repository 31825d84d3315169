import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { decodeBase64, encodeBase64 } from './base64.ts';
import { LogError } from './log-error.ts';
import { sha256 } from './merkle.ts';

/** Signature type of a plain Ed25519 signature (C2SP signed-note). */
const ed25519 = 1;
const noteBytesMax = 1_000_000;
/** Signature lines that a reader accepts; the format demands at least 16. */
const signaturesMax = 64;

/** Public key of a log: its name, and the raw Ed25519 key of 32 bytes. */
export interface NoteKey {
  readonly name: string;
  readonly publicKey: Uint8Array;
}

/** A private Ed25519 key with the name that it signs for. */
export interface NoteSigner {
  readonly name: string;
  readonly privateKey: KeyObject;
}

/** Name of a company's log: the first 16 hex digits of the SHA-256 of the key, and the company's number. */
export function originOf(privateKey: KeyObject, company: number): string {
  const { publicKey } = noteKeyOf({ name: 'log', privateKey });
  return `candor.log/${Buffer.from(sha256(publicKey)).toString('hex').slice(0, 16)}/${company}`;
}

/** Signs a text as a note (C2SP signed-note). Throws `bad-note`, `bad-key-name` or `bad-key`. */
export function signNote(text: string, { name, privateKey }: NoteSigner): string {
  requireText(text);
  if (!text.endsWith('\n') || text === '\n') throw new LogError('bad-note', 'A note is lines, the last one ended too.');
  const signature = sign(null, Buffer.from(text), privateKey);
  return `${text}\n— ${name} ${encodeBase64(Buffer.concat([keyHash(noteKeyOf({ name, privateKey })), signature]))}\n`;
}

/** Public half of a signer. Throws `bad-key` unless it is Ed25519. */
export function noteKeyOf({ name, privateKey }: NoteSigner): NoteKey {
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new LogError('bad-key', 'The key of a log is an Ed25519 key.');
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return { name, publicKey: Buffer.from(x, 'base64url') };
}

/**
 * Returns the text of a note that this key signed; signatures of unknown keys are ignored. Throws `bad-note`,
 * `note-too-long`, `bad-base64`, `unknown-signer`, or `bad-signature`.
 */
export function openNote(note: Uint8Array, key: NoteKey): string {
  const { text, signatures } = splitNote(note);
  const id = keyHash(key);
  const own = signatures.filter(({ name, bytes }) => name === key.name && id.every((byte, at) => byte === bytes[at]));
  if (own.length === 0) throw new LogError('unknown-signer', `The note is not signed by ${key.name} with this key.`);
  const publicKey = toKeyObject(key.publicKey);
  for (const { bytes } of own) {
    if (!verify(null, Buffer.from(text), publicKey, bytes.subarray(4)))
      throw new LogError('bad-signature', `The signature of ${key.name} does not fit the note.`);
  }
  return text;
}

interface NoteSignature {
  readonly name: string;
  /** Key id of 4 bytes, then the signature. */
  readonly bytes: Uint8Array;
}

function splitNote(note: Uint8Array): { readonly text: string; readonly signatures: readonly NoteSignature[] } {
  if (note.length > noteBytesMax) throw new LogError('note-too-long', `A note has at most ${noteBytesMax} bytes.`);
  const whole = decodeUtf8(note);
  requireText(whole);
  const blank = whole.lastIndexOf('\n\n');
  if (blank < 1 || !whole.endsWith('\n')) throw new LogError('bad-note', 'A note is a text, a blank line, signatures.');
  const lines = whole.slice(blank + 2, -1).split('\n');
  if (lines.length > signaturesMax) throw new LogError('bad-note', `A note has at most ${signaturesMax} signatures.`);
  const signatures = lines.map((line) => {
    const [, name = '', base64 = ''] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    if (name === '' || !isKeyName(name)) throw new LogError('bad-note', 'A line is not a signature.');
    const bytes = decodeBase64(base64);
    if (bytes.length < 5) throw new LogError('bad-note', 'A signature is too short.');
    return { name, bytes };
  });
  return { text: whole.slice(0, blank + 1), signatures };
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new LogError('bad-note', 'A note is UTF-8.');
  }
}

function requireText(text: string): void {
  for (const letter of text)
    if (letter < ' ' && letter !== '\n') throw new LogError('bad-note', 'A note has no control characters.');
}

/** True if signature lines can name it: not empty, no spaces, no plus. */
function isKeyName(name: string): boolean {
  return /^[^\p{White_Space}\p{Cc}+]+$/u.test(name);
}

/** First bytes of SHA-256(name ‖ newline ‖ type ‖ key). Throws `bad-key-name` or `bad-key`. */
function keyHash({ name, publicKey }: NoteKey): Uint8Array {
  if (!isKeyName(name)) throw new LogError('bad-key-name', 'The name of a key has no spaces and no plus.');
  if (publicKey.length !== 32) throw new LogError('bad-key', 'An Ed25519 key has 32 bytes.');
  return sha256(Buffer.from(`${name}\n`), Uint8Array.of(ed25519), publicKey).subarray(0, 4);
}

/** Text form of a public key: `<name>+<key id>+<base64 of type and key>`. */
export function encodeNoteKey(key: NoteKey): string {
  const id = Buffer.from(keyHash(key)).toString('hex');
  return `${key.name}+${id}+${encodeBase64(Buffer.concat([Uint8Array.of(ed25519), key.publicKey]))}`;
}

/** Parses the text form of a public key. Throws `bad-key`, `bad-key-name` or `bad-base64`. */
export function decodeNoteKey(text: string): NoteKey {
  const [, name = '', id = '', base64 = ''] = /^([^+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
  if (name === '') throw new LogError('bad-key', 'Not a public key of the form name+id+key.');
  const bytes = decodeBase64(base64);
  if (bytes[0] !== ed25519) throw new LogError('bad-key', 'Not an Ed25519 key.');
  const key = { name, publicKey: bytes.subarray(1) };
  if (Buffer.from(keyHash(key)).toString('hex') !== id) throw new LogError('bad-key', 'The key does not fit its id.');
  return key;
}

function toKeyObject(publicKey: Uint8Array): KeyObject {
  return createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey).toString('base64url') },
    format: 'jwk',
  });
}
