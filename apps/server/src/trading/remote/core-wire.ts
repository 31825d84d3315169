import type { RuleChange } from '@candor/domain/engine/rules/trading-rules';
import type { InstrumentId } from '@candor/domain/values/ids';
import { UnavailableError } from '../../ports/journal.ts';
import { AnswererError, LineBusyError } from '../../ports/lines.ts';
import type { DecidedEntry, ShardPort } from '../../ports/trading-port.ts';
import { decode, encode } from '../codec.ts';

// Messages between the core and the processes that use it. Bodies are JSON by the journal's codec; the table is in
// docs/lines.md.

/** Topics that a core publishes. */
export const topics = { stored: 'core.stored', status: 'core.status' } as const;

/** Methods of the core's port that other processes ask for. */
export type AskedMethod = {
  [Name in keyof ShardPort]: ShardPort[Name] extends (...args: never[]) => Promise<unknown> ? Name : never;
}[keyof ShardPort];

/** Kind of each method: one that changes something is executed at most once, a view as often as it arrives. */
export const askedMethods = {
  submit: 'change',
  recordRefusal: 'change',
  changeRules: 'change',
  confirmTime: 'change',
  findAnswer: 'view',
  viewAccount: 'view',
  viewAccounts: 'view',
  viewAlerts: 'view',
  viewWithdrawable: 'view',
  viewPayment: 'view',
  waitingDeposits: 'view',
  findAccount: 'view',
  findOrder: 'view',
  hasOrders: 'view',
  heldBy: 'view',
  summaryOf: 'view',
  profitsOf: 'view',
  exposureOf: 'view',
  nearestToStopOut: 'view',
  viewClock: 'view',
  noticesOf: 'view',
  noticesSince: 'view',
} as const satisfies Record<AskedMethod, 'view' | 'change'>;

/** Methods of one kind. */
export type MethodOf<Kind extends 'view' | 'change'> = {
  [Name in AskedMethod]: (typeof askedMethods)[Name] extends Kind ? Name : never;
}[AskedMethod];

/** Returns the name of a method's question on the line. */
export function questionOf(name: AskedMethod): string {
  return `core.${name}`;
}

/** Questions besides the methods: the entrance of a process, the last stored sequence, a part of a long answer, the hand-over. */
export const coreQuestions = {
  enter: 'core.enter',
  seq: 'core.seq',
  part: 'core.part',
  handOver: 'core.hand-over',
} as const;

/** Question with the arguments of a method of the core's port. */
export interface CoreQuestion {
  readonly args: readonly unknown[];
  /** Unique number of a question that changes something: a duplicate is not executed again. */
  readonly once?: string;
  /** Deadline on the core's monotonic clock; a later request is refused. */
  readonly dueMs?: number;
}

/** Answer, or the number of parts that it must be fetched in. */
export type CoreAnswer =
  | { readonly seq: number; readonly value: unknown }
  | { readonly parts: number; readonly id: number };

/** State of a core that other processes need at all times. */
export interface CoreStatus {
  /** Last stored entry. */
  readonly seq: number;
  readonly isStalled: boolean;
  readonly isTimeUnconfirmed: boolean;
  readonly wideSpreads: readonly InstrumentId[];
  /** Monotonic clock of the core's process. */
  readonly atMs: number;
}

/** Answer to a process that enters: status and rules, as of the same moment. */
export interface CoreEntrance {
  readonly status: CoreStatus;
  /** Policies, terms and halts; limits of accounts are known to the core alone. */
  readonly rules: readonly RuleChange[];
}

/** Stored entries `from` to `to`; null if they are too long for a message and must be read from the journal. */
export interface StoredPush {
  readonly from: number;
  readonly to: number;
  readonly entries: readonly DecidedEntry[] | null;
}

/** Maximum of one part of an answer and of one push, in bytes. */
export const partMax = 250_000;

export function toBody(value: unknown): Buffer {
  return Buffer.from(encode(value));
}

export function fromBody(body: Uint8Array): unknown {
  return decode(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString());
}

/** Makes pushes of a bounded length of stored entries, with each decision as it was encoded for the journal. */
export function toPushes(entries: readonly DecidedEntry[]): Buffer[] {
  const pushes: Buffer[] = [];
  let [texts, bytes, from] = [[] as string[], 0, entries[0]?.seq ?? 0];
  const flush = (to: number) => {
    if (texts.length > 0) pushes.push(Buffer.from(`{"from":${from},"to":${to},"entries":[${texts.join(',')}]}`));
    [texts, bytes, from] = [[], 0, to + 1];
  };
  for (const entry of entries) {
    const { seq, hash, payload } = entry;
    // The text of a long one need not be made to know that it is too long.
    const isLong = (payload?.length ?? 0) > partMax;
    const text = isLong ? '' : `[${seq},"${hash.toString('hex')}",${payload ?? encode(entry.decision)}]`;
    const length = isLong ? Number.POSITIVE_INFINITY : Buffer.byteLength(text);
    if (bytes + length > partMax) flush(seq - 1);
    if (length > partMax) {
      pushes.push(toBody({ from: seq, to: seq, entries: null }));
      from = seq + 1;
      continue;
    }
    texts.push(text);
    bytes += length + 1;
  }
  flush(entries.at(-1)?.seq ?? 0);
  return pushes;
}

export function fromPush(body: Uint8Array): StoredPush {
  const { from, to, entries } = fromBody(body) as {
    readonly from: number;
    readonly to: number;
    readonly entries: readonly (readonly [number, string, DecidedEntry['decision']])[] | null;
  };
  const decided = entries?.map(([seq, hash, decision]) => ({ seq, hash: Buffer.from(hash, 'hex'), decision }));
  return { from, to, entries: decided ?? null };
}

/** The core, or the line to it, has too much to do; nothing was decided. */
export class BusyError extends UnavailableError {
  override readonly name = 'BusyError';
}

const unavailable = new Set(['UnavailableError', 'FencedError', 'RepeatedError', 'LineBrokenError']);

/** Returns the error that the core's port promises for one of the line. */
export function toPortError(error: Error): Error {
  if (error instanceof LineBusyError) return new BusyError(error.message);
  if (error instanceof AnswererError && unavailable.has(error.name)) return new UnavailableError(error.message);
  return error;
}
