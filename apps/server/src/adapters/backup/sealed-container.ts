import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { ExplainedError } from '../../ports/explained-error.ts';
import { ByteReader } from './byte-reader.ts';

/**
 * Encrypted container of a backup file: `CANDOR-1`, the key's id (8 bytes), a salt (32 bytes), then chunks. A chunk is its
 * length in 4 bytes, whose highest bit marks the last one, its ciphertext, and a tag of 16 bytes. AES-256-GCM with a key
 * for each file, derived by HKDF-SHA256 from the backup key, the salt and the file's name; the nonce is the chunk's number
 * and its length is authenticated. So no chunk can be altered, dropped, repeated or moved, within a file or between files.
 */
const magic = Buffer.from('CANDOR-1');
const keyIdBytes = 8;
const saltBytes = 32;
const tagBytes = 16;
const nonceBytes = 12;
const lastMark = 0x8000_0000;
export const chunkBytes = 256 * 1_024;
export const keyBytes = 32;

const faults = {
  'not-a-backup': 'is no encrypted file of a Candor backup',
  'wrong-key': 'was encrypted with another key',
  altered: 'was altered, or its parts are out of order',
  truncated: 'is cut off',
  longer: 'has bytes after its end',
};

/** An encrypted file that cannot be opened, with the reason. */
export class BackupContainerError extends ExplainedError {
  override readonly name = 'BackupContainerError';
  readonly fault: keyof typeof faults;

  constructor(file: string, fault: keyof typeof faults) {
    super(`The backup file ${file} ${faults[fault]}.`);
    this.fault = fault;
  }
}

/** Identifies a key without revealing it. */
function keyIdOf(key: Buffer): Buffer {
  return createHash('sha256').update('candor backup key id').update(key).digest().subarray(0, keyIdBytes);
}

function fileKey(key: Buffer, salt: Buffer, name: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `candor backup file ${name}`, keyBytes));
}

function nonceOf(chunk: number): Buffer {
  const nonce = Buffer.alloc(nonceBytes);
  nonce.writeBigUInt64BE(BigInt(chunk), nonceBytes - 8);
  return nonce;
}

/** Encrypts a stream as the container of the file `name`; opens with the same key and name only. */
export async function* seal(source: AsyncIterable<Uint8Array>, key: Buffer, name: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes);
  const sealing = fileKey(key, salt, name);
  yield Buffer.concat([magic, keyIdOf(key), salt]);
  const reader = new ByteReader(source);
  for (let chunk = 0; ; chunk += 1) {
    const plain = await takeUpTo(reader, chunkBytes);
    const isLast = await reader.isAtEnd();
    const head = Buffer.alloc(4);
    head.writeUInt32BE(plain.length + (isLast ? lastMark : 0));
    const cipher = createCipheriv('aes-256-gcm', sealing, nonceOf(chunk)).setAAD(head);
    const body = Buffer.concat([cipher.update(plain), cipher.final()]);
    yield Buffer.concat([head, body, cipher.getAuthTag()]);
    if (isLast) return;
  }
}

async function takeUpTo(reader: ByteReader, count: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let missing = count;
  while (missing > 0 && !(await reader.isAtEnd())) {
    const piece = await reader.takeSome(missing);
    missing -= piece.length;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Decrypts the container of the file `name`. Throws BackupContainerError; what came before it is genuine. */
export async function* open(source: AsyncIterable<Uint8Array>, key: Buffer, name: string): AsyncGenerator<Buffer> {
  const fail = (fault: keyof typeof faults) => new BackupContainerError(name, fault);
  const reader = new ByteReader(source);
  const head = await reader.take(magic.length + keyIdBytes + saltBytes);
  if (head === null || !head.subarray(0, magic.length).equals(magic)) throw fail('not-a-backup');
  if (!head.subarray(magic.length, magic.length + keyIdBytes).equals(keyIdOf(key))) throw fail('wrong-key');
  const opening = fileKey(key, head.subarray(magic.length + keyIdBytes), name);
  for (let chunk = 0; ; chunk += 1) {
    const lengthField = await reader.take(4);
    if (lengthField === null) throw fail('truncated');
    const field = lengthField.readUInt32BE();
    const isLast = field >= lastMark;
    const length = isLast ? field - lastMark : field;
    if (length > chunkBytes) throw fail('altered');
    const body = await reader.take(length + tagBytes);
    if (body === null) throw fail('truncated');
    const decipher = createDecipheriv('aes-256-gcm', opening, nonceOf(chunk)).setAAD(lengthField);
    decipher.setAuthTag(body.subarray(length));
    const plain = decipher.update(body.subarray(0, length));
    try {
      decipher.final();
    } catch {
      throw fail('altered');
    }
    yield plain;
    if (!isLast) continue;
    if (!(await reader.isAtEnd())) throw fail('longer');
    return;
  }
}
