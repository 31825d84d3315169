import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import type { ArchivedFile, StoredEntry } from '../ports/archive.ts';
import { ExplainedError } from '../ports/explained-error.ts';
import { chainHash, type JournalHead } from '../trading/hash-chain.ts';

/** A file of the archive is missing, or not what was written; the message names it. */
export class ArchiveDamagedError extends ExplainedError {
  override readonly name = 'ArchiveDamagedError';
}

const format = 'candor-journal-1';
const newline = 0x0a;
/** Bytes hashed in one turn of the event loop. */
const sliceBytes = 256 * 1_024;
const gunzipChunkBytes = 64 * 1_024;

/**
 * Writes entries as one gzipped text: a header in JSON, then a line an entry with its hash, its lease epoch and the very
 * JSON array that is hashed, separated by tabs (docs/runbook/journal-archive.md).
 */
export class ArchiveFileWriter {
  readonly #shard: number;
  readonly #before: JournalHead;
  readonly #gzip = createGzip();
  readonly #parts: Buffer[] = [];
  readonly #hash = createHash('sha256');
  #head: JournalHead;
  #firstHash: Buffer | null = null;
  #rawBytes = 0;

  /** `before` is the entry before the first one. */
  constructor(shard: number, before: JournalHead) {
    this.#shard = shard;
    this.#before = before;
    this.#head = before;
    this.#gzip.on('data', (part: Buffer) => {
      this.#parts.push(part);
      this.#hash.update(part);
    });
    const header = { format, shard, from_seq: before.seq + 1, previous_hash: before.hash.toString('hex') };
    this.#gzip.write(`${JSON.stringify(header)}\n`);
  }

  get head(): JournalHead {
    return this.#head;
  }

  get rawBytes(): number {
    return this.#rawBytes;
  }

  /** Throws if an entry does not follow the one before it. */
  async add(entries: readonly StoredEntry[]): Promise<void> {
    let text = '';
    for (const entry of entries) {
      requireNext(this.#head, entry, 'the journal');
      this.#head = entry;
      this.#firstHash ??= entry.hash;
      text += lineOf(entry);
    }
    this.#rawBytes += text.length;
    if (!this.#gzip.write(text)) await once(this.#gzip, 'drain');
  }

  async finish(): Promise<{ readonly file: ArchivedFile; readonly bytes: Buffer }> {
    this.#gzip.end();
    await once(this.#gzip, 'end');
    const bytes = Buffer.concat(this.#parts);
    const [fromSeq, toSeq] = [this.#before.seq + 1, this.#head.seq];
    if (this.#firstHash === null) throw new Error('Invariant: an archived file has entries');
    return {
      bytes,
      file: {
        fromSeq,
        toSeq,
        firstHash: this.#firstHash,
        lastHash: this.#head.hash,
        name: nameOf(this.#shard, fromSeq, toSeq),
        sha256: this.#hash.digest(),
        bytes: bytes.length,
      },
    };
  }
}

const seqDigits = 12;

/** Names sort in the order of the entries. */
function nameOf(shard: number, fromSeq: number, toSeq: number): string {
  const digits = (seq: number) => String(seq).padStart(seqDigits, '0');
  return `journal-${shard}-${digits(fromSeq)}-${digits(toSeq)}.ndjson.gz`;
}

function lineOf({ seq, atMs, accountId, clientId, bodyHash, payload, epoch, hash }: StoredEntry): string {
  return `${hash.toString('hex')}\t${epoch}\t${JSON.stringify([seq, atMs, accountId, clientId, bodyHash, payload])}\n`;
}

/**
 * Reads a file's entries and checks everything: length, checksum, format, and the chain from `previousHash` to the last
 * hash of the list. Throws ArchiveDamagedError; entries handed out before that are right.
 */
export async function* readArchiveFile(
  file: ArchivedFile,
  bytes: Uint8Array | null,
  previousHash: Buffer | null,
): AsyncGenerator<StoredEntry[]> {
  const fail = (reason: string) => new ArchiveDamagedError(`The archived file ${file.name} ${reason}`);
  if (bytes === null) throw fail('is missing');
  if (bytes.length !== file.bytes || !(await sha256Of(bytes)).equals(file.sha256))
    throw fail('is not what was written: its checksum differs');
  let head: JournalHead | null = null;
  for await (const lines of linesOf(bytes)) {
    const entries: StoredEntry[] = [];
    for (const line of lines) {
      if (head === null) {
        head = { seq: file.fromSeq - 1, hash: previousHashOf(line, file) };
        if (previousHash !== null && !head.hash.equals(previousHash)) throw fail('does not follow the one before it');
        continue;
      }
      const entry = toEntry(line);
      requireNext(head, entry, `The archived file ${file.name}`);
      head = entry;
      entries.push(entry);
    }
    if (entries.length > 0) yield entries;
  }
  if (head?.seq !== file.toSeq || !head.hash.equals(file.lastHash)) throw fail('does not end where its list says');
}

function requireNext({ seq, hash }: JournalHead, entry: StoredEntry, place: string): void {
  if (entry.seq !== seq + 1)
    throw new ArchiveDamagedError(`${place} lacks entry ${seq + 1}, found ${entry.seq} in its place`);
  if (!chainHash(hash, entry).equals(entry.hash))
    throw new ArchiveDamagedError(`${place} holds entry ${entry.seq} not as it was written: its hash differs`);
}

async function sha256Of(bytes: Uint8Array): Promise<Buffer> {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    hash.update(bytes.subarray(at, at + sliceBytes));
    await new Promise((resolve) => setImmediate(resolve));
  }
  return hash.digest();
}

/** Yields the complete lines of each unpacked piece. */
async function* linesOf(bytes: Uint8Array): AsyncGenerator<string[]> {
  const gunzip = createGunzip({ chunkSize: gunzipChunkBytes });
  Readable.from([bytes]).pipe(gunzip);
  let rest: Buffer[] = [];
  for await (const piece of gunzip as AsyncIterable<Buffer>) {
    const end = piece.lastIndexOf(newline);
    if (end < 0) {
      rest.push(piece);
      continue;
    }
    const whole = Buffer.concat([...rest, piece.subarray(0, end)]).toString('utf8');
    rest = [piece.subarray(end + 1)];
    yield whole.split('\n');
  }
}

function previousHashOf(line: string, { name, fromSeq }: ArchivedFile): Buffer {
  const header = JSON.parse(line) as { format?: unknown; from_seq?: unknown; previous_hash?: unknown };
  if (header.format !== format || header.from_seq !== fromSeq)
    throw new ArchiveDamagedError(`The archived file ${name} has another format or another first entry`);
  return Buffer.from(String(header.previous_hash), 'hex');
}

function toEntry(line: string): StoredEntry {
  const [hash = '', epoch = '', text = ''] = line.split('\t', 3);
  const fields = JSON.parse(text) as [number, number, number | null, string | null, string | null, string];
  const [seq, atMs, accountId, clientId, bodyHash, payload] = fields;
  return { seq, atMs, accountId, clientId, bodyHash, payload, epoch: Number(epoch), hash: Buffer.from(hash, 'hex') };
}
