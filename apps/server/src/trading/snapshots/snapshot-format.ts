import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { restoreRecord, type StateRecord, stateRecords } from '@candor/domain/engine/state-records';
import type { AccountId } from '@candor/domain/values/ids';
import type { SnapshotHead, SnapshotPart, SnapshotReader } from '../../ports/snapshots.ts';
import type { ActPart } from '../../ports/trading-port.ts';
import { decode, encode } from '../codec.ts';
import type { JournalFold } from '../journal-fold.ts';
import type { NoticeRecord } from '../notice-board.ts';
import { type AnyRecord, convertRecords, isSameHistory } from './convert-records.ts';

/**
 * Number of the format. Raise it with every change of the stored fields, and with every change of what `evolve` makes
 * of stored events, and add the conversion from the format before, because archived entries cannot be replayed at a
 * start. A snapshot of a newer format is not used.
 */
export const snapshotFormat = 5;

const recordsPerPart = 500;
/** Level 1: the time is better spent on the next part. */
const compression = { level: 1 };

/** Values that a fold holds beside the state, by field. */
interface FoldValue {
  notices: NoticeRecord;
  unfinished: readonly [ActPart['of'], AccountId];
  newestMs: number;
  confirmations: JournalFold['confirmations'][number];
}

type FoldRecord = { [Field in keyof FoldValue]: readonly [Field, FoldValue[Field]] }[keyof FoldValue];
/** One record of a snapshot: the field and a plain value. */
type SnapshotRecord = StateRecord | FoldRecord;

/** Treatment of every field of a fold; a field without one does not compile (R-LED-15). */
export const foldTreatment = {
  state: 'stored',
  notices: 'stored',
  unfinished: 'stored',
  newestMs: 'stored',
  confirmations: 'stored',
  seq: 'in the head',
  hash: 'in the head',
  time: 'derived',
  take: 'code',
} as const satisfies Record<keyof JournalFold, 'stored' | 'in the head' | 'derived' | 'code'>;

/** A snapshot that cannot be used; the message is the reason. */
export class SnapshotDamagedError extends Error {
  override readonly name = 'SnapshotDamagedError';
  /** True if another version of the program may be able to use it. */
  readonly isOfOtherFormat: boolean;

  constructor(reason: string, isOfOtherFormat = false) {
    super(reason);
    this.isOfOtherFormat = isOfOtherFormat;
  }
}

function* recordsOf(fold: JournalFold): Generator<SnapshotRecord> {
  yield* stateRecords(fold.state);
  for (const record of fold.notices.records()) yield ['notices', record];
  for (const of of ['tick', 'turn'] as const) for (const id of fold.unfinished[of]) yield ['unfinished', [of, id]];
  yield ['newestMs', fold.newestMs];
  for (const confirmation of fold.confirmations) yield ['confirmations', confirmation];
}

const restoring: { readonly [Field in keyof FoldValue]: (fold: JournalFold, value: FoldValue[Field]) => void } = {
  notices: ({ notices }, value) => notices.restore(value),
  unfinished: ({ unfinished }, [of, id]) => void unfinished[of].add(id),
  newestMs: (fold, value) => {
    fold.newestMs = value;
  },
  confirmations: ({ confirmations }, value) => void confirmations.push(value),
};

function isFoldRecord(record: SnapshotRecord): record is FoldRecord {
  return record[0] in restoring;
}

/** Restores a fold without entries to what the records hold. */
export function restoreRecords(fold: JournalFold, head: SnapshotHead, records: readonly SnapshotRecord[]): void {
  for (const record of records) {
    if (isFoldRecord(record)) (restoring[record[0]] as (fold: JournalFold, value: unknown) => void)(fold, record[1]);
    else restoreRecord(fold.state, record);
  }
  fold.seq = head.seq;
  fold.hash = head.hash;
}

/** Encodes a fold part by part, so that memory does not hold the whole; `close` returns the head once all are taken. */
export function encodeSnapshot(fold: JournalFold, engineVersion: string, madeAtMs: number) {
  const checksums: Buffer[] = [];
  function* parts(): Generator<SnapshotPart> {
    for (const { text, checksum } of textsOf(fold)) {
      checksums.push(checksum);
      yield { part: checksums.length - 1, bytes: gzipSync(text, compression), checksum };
    }
  }
  const close = (): SnapshotHead => {
    const head = { seq: fold.seq, hash: fold.hash, format: snapshotFormat, engineVersion, parts: checksums.length };
    return { ...head, checksum: headChecksum(head, checksums), madeAtMs };
  };
  return { parts: parts(), close };
}

/**
 * True if a readable snapshot holds what the fold does: byte by byte, or but for moved amounts that a snapshot of format 2
 * had forgotten. `records` are those that were read.
 */
export function isSnapshotOf(fold: JournalFold, head: SnapshotHead, records: readonly unknown[]): boolean {
  if (fold.seq !== head.seq || !fold.hash.equals(head.hash)) return false;
  const hasSameBytes = head.format === snapshotFormat && headChecksum(head, checksumsOf(fold)).equals(head.checksum);
  return hasSameBytes || isSameHistory(records as AnyRecord[], [...recordsOf(fold)]);
}

function checksumsOf(fold: JournalFold): Buffer[] {
  return Array.from(textsOf(fold), ({ checksum }) => checksum);
}

function* textsOf(fold: JournalFold): Generator<{ readonly text: string; readonly checksum: Buffer }> {
  for (const records of inGroups(recordsOf(fold), recordsPerPart)) {
    const text = encode(records);
    yield { text, checksum: sha256(text) };
  }
}

/**
 * Reads a stored snapshot whole and checks its format, parts and checksums. Throws SnapshotDamagedError with the
 * reason.
 */
export async function readSnapshot(
  store: Pick<SnapshotReader, 'parts'>,
  head: SnapshotHead,
): Promise<SnapshotRecord[]> {
  const records: AnyRecord[] = [];
  // Before the parts are read: nothing is done in vain.
  if (convertRecords(records, head.format, snapshotFormat) === null)
    throw new SnapshotDamagedError(
      `format ${head.format} of version ${head.engineVersion} is not format ${snapshotFormat} of this program`,
      true,
    );
  const checksums: Buffer[] = [];
  for await (const stored of store.parts(head.seq)) {
    if (stored.part !== checksums.length) throw new SnapshotDamagedError(`part ${checksums.length} is missing`);
    for (const record of readPart(stored)) records.push(record);
    checksums.push(stored.checksum);
  }
  if (checksums.length < head.parts) throw new SnapshotDamagedError(`part ${checksums.length} is missing`);
  if (!headChecksum(head, checksums).equals(head.checksum))
    throw new SnapshotDamagedError('the checksum of the closing row differs');
  // Not null, as the formats were compared before.
  return (convertRecords(records, head.format, snapshotFormat) ?? []) as SnapshotRecord[];
}

function readPart({ part, bytes, checksum }: SnapshotPart): AnyRecord[] {
  let text: string;
  try {
    text = gunzipSync(bytes).toString();
  } catch {
    throw new SnapshotDamagedError(`part ${part} cannot be decompressed`);
  }
  if (!sha256(text).equals(checksum)) throw new SnapshotDamagedError(`the checksum of part ${part} differs`);
  return decode(text) as AnyRecord[];
}

function headChecksum(head: Omit<SnapshotHead, 'checksum' | 'madeAtMs'>, checksums: readonly Buffer[]): Buffer {
  const { seq, hash, format, engineVersion } = head;
  const about = JSON.stringify([seq, hash.toString('hex'), format, engineVersion, checksums.length]);
  return createHash('sha256')
    .update(about)
    .update(Buffer.concat([...checksums]))
    .digest();
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function* inGroups<Item>(items: Iterable<Item>, size: number): Generator<Item[]> {
  let group: Item[] = [];
  for (const item of items) {
    group.push(item);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
