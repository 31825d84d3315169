import { decodeBase64, encodeBase64 } from './base64.ts';
import { LogError } from './log-error.ts';
import { hashBytes, requireHash, requireSize } from './merkle.ts';
import { type NoteKey, type NoteSigner, openNote, signNote } from './note.ts';

/** State of a log: all of its leaves up to a size, by their root hash. */
export interface Checkpoint {
  /** Name of the log. */
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
}

/** Signs a checkpoint as its log (C2SP tlog-checkpoint). Throws `bad-size`, `bad-hash` or `bad-checkpoint`. */
export function signCheckpoint({ origin, size, root }: Checkpoint, signer: NoteSigner): string {
  requireSize(size);
  requireHash(root);
  if (origin === '' || origin.includes('\n')) throw new LogError('bad-checkpoint', 'The origin is one line.');
  return signNote(`${origin}\n${size}\n${encodeBase64(root)}\n`, signer);
}

/**
 * Returns the checkpoint that the log of this key signed; its origin is the name of the key. Throws the errors of
 * `openNote`, `bad-checkpoint`, `bad-size` or `wrong-origin`.
 */
export function openCheckpoint(note: Uint8Array, key: NoteKey): Checkpoint {
  const checkpoint = parseCheckpoint(openNote(note, key));
  if (checkpoint.origin !== key.name)
    throw new LogError('wrong-origin', `The checkpoint is of the log ${checkpoint.origin}, not of ${key.name}.`);
  return checkpoint;
}

/** Parses the text of a checkpoint; lines after the third are ignored. */
function parseCheckpoint(text: string): Checkpoint {
  const lines = text.slice(0, -1).split('\n');
  const [origin, size, root] = lines;
  if (origin === undefined || size === undefined || root === undefined || lines.includes(''))
    throw new LogError('bad-checkpoint', 'A checkpoint is at least three lines, none of them empty.');
  const hash = decodeBase64(root);
  if (hash.length !== hashBytes) throw new LogError('bad-checkpoint', 'The root of a checkpoint has 32 bytes.');
  return { origin, size: parseCount(size), root: hash };
}

/** Parses a decimal count without leading zeros. Throws `bad-size`. */
export function parseCount(text: string): number {
  const value = /^(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value)) throw new LogError('bad-size', 'A count is a decimal number below 2⁵³.');
  return value;
}
