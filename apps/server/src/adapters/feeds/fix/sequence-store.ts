import { closeSync, fdatasync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Sequence numbers of a session, which survive its connections and restarts of the program. */
export interface SequenceStore {
  /** Number of the next message to the venue. */
  readonly nextOut: number;
  /** Number that the venue's next message must have. */
  readonly nextIn: number;
  /** Wall-clock time at which the numbers last began at 1. */
  readonly begunMs: number;
  /** True: the numbers are not those of the venue, which must be asked to begin at 1 too. */
  readonly isUnknown: boolean;
  setOut(next: number): void;
  setIn(next: number): void;
  /** Begins both at 1. */
  reset(nowMs: number): void;
  /** Notes that the venue has other numbers: the next logon begins both at 1. */
  forget(): void;
  close(): void;
}

const record = /^v1 (\d{12}) (\d{12}) (\d{15}) (\d{10})\n$/;

/**
 * Keeps the numbers in one small file, rewritten in place by one write before a message leaves: a killed program never
 * sends a number twice. The disk is asked to store it as well, which a power cut may prevent for the last moment.
 */
export class FileSequenceStore implements SequenceStore {
  readonly #file: number;
  #isSyncing = false;
  #isClosed = false;
  nextOut = 1;
  nextIn = 1;
  begunMs = 0;
  isUnknown = false;

  /** Opens or creates the file. A missing or damaged one begins both numbers at 1, and the next logon says so. */
  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const found = readRecord(path);
    this.#file = openSync(path, found === null ? 'w' : 'r+', 0o600);
    if (found === null) this.isUnknown = true;
    else Object.assign(this, found);
  }

  setOut(next: number): void {
    this.nextOut = next;
    this.#save();
    this.#sync();
  }

  setIn(next: number): void {
    this.nextIn = next;
    this.#save();
  }

  reset(nowMs: number): void {
    [this.nextOut, this.nextIn, this.begunMs, this.isUnknown] = [1, 1, nowMs, false];
    this.#save();
  }

  forget(): void {
    this.isUnknown = true;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (!this.#isSyncing) closeSync(this.#file);
  }

  #save(): void {
    if (this.#isClosed) return;
    const text = `v1 ${pad(this.nextOut, 12)} ${pad(this.nextIn, 12)} ${pad(this.begunMs, 15)}`;
    writeSync(this.#file, `${text} ${pad(sumOf(text), 10)}\n`, 0, 'latin1');
  }

  #sync(): void {
    if (this.#isSyncing || this.#isClosed) return;
    this.#isSyncing = true;
    fdatasync(this.#file, () => {
      this.#isSyncing = false;
      if (this.#isClosed) closeSync(this.#file);
    });
  }
}

function readRecord(path: string) {
  let text: string;
  try {
    text = readFileSync(path, 'latin1');
  } catch {
    return null;
  }
  const found = record.exec(text);
  if (found === null || Number(found[4]) !== sumOf(text.slice(0, -12))) return null;
  return { nextOut: Number(found[1]), nextIn: Number(found[2]), begunMs: Number(found[3]) };
}

const pad = (value: number, width: number) => String(value).padStart(width, '0');

/** Checksum that notices a torn or edited record: FNV-1a. */
function sumOf(text: string): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return sum;
}
