import type { EngineEvent } from '@candor/domain/engine/event';
import type { UsedPayment } from '@candor/domain/engine/funds/funds-request';
import { isOfPair } from '@candor/domain/engine/pending-end';
import type { Journal, JournalEntry, Leadership } from '../ports/journal.ts';
import {
  type ActPart,
  type DecidedEntry,
  type Decision,
  entryEventsMax,
  type IdempotencyKey,
  type StoredBatch,
  type StoredDecision,
} from '../ports/trading-port.ts';
import { decodeDecision, encodeDecision } from './codec.ts';
import { GroupCommit, type GroupCommitHooks } from './group-commit.ts';
import type { NoticeBoard } from './notice-board.ts';

/** Maximum unstored decisions before opens are answered `busy`. */
export const backlogMax = 5_000;

/** Time and cause of a decision; account and key are null if no command caused it. */
export interface DecisionSource extends IdempotencyKey {
  readonly atMs: number;
  readonly accountId: number | null;
  /** Payment that the decision used. */
  readonly payment?: UsedPayment | undefined;
}

/** Source fields of decisions caused by quotes, time or operators. */
export const noCommand = { accountId: null, clientId: null, bodyHash: null } as const;

interface StagedDecision {
  readonly decision: StoredDecision;
  readonly bodyHash: string | null;
}

/**
 * Queue of decisions into the journal: staged, stored in groups, and handed to followers once stored. Finds a stored
 * decision by its sequence.
 */
export class DecisionLog {
  readonly commit: GroupCommit;
  readonly #journal: Journal;
  readonly #notices: NoticeBoard;
  /** Staged decisions not stored yet, by sequence. */
  readonly #staged = new Map<number, StagedDecision>();
  readonly #followers: ((batch: StoredBatch) => void)[] = [];
  #stagedSeq: number;

  constructor(
    journal: Journal,
    leadership: Leadership,
    notices: NoticeBoard,
    hooks: Omit<GroupCommitHooks, 'onCommitted'>,
  ) {
    this.#journal = journal;
    this.#notices = notices;
    this.#stagedSeq = leadership.lastSeq;
    const onCommitted = (entries: readonly JournalEntry[]) => this.#notifyStored(entries);
    this.commit = new GroupCommit(journal, leadership, { ...hooks, onCommitted });
  }

  /** Stages a decision and returns the sequence of its entry. */
  stage(decision: StoredDecision, source: DecisionSource): number {
    this.#stagedSeq += 1;
    this.#staged.set(this.#stagedSeq, { decision, bodyHash: source.bodyHash });
    this.commit.stage({ payload: encodeDecision(decision), ...source });
    return this.#stagedSeq;
  }

  /**
   * Stages events that no command caused, in entries of at most 500; nothing if there are none. `isRest`: an earlier
   * entry began the act (R-LED-27).
   */
  stageEvents(events: readonly EngineEvent[], atMs: number, isRest = false): void {
    for (const { decision } of entriesOf(events, 'turn', isRest)) this.stage(decision, { atMs, ...noCommand });
  }

  /**
   * Stages all that a tick caused, in entries of at most 500 events, and counts the ticks before `nextOffset` as
   * ingested. Only the last entry carries that offset, so that a crash between two of them replays the tick, which
   * then decides the rest (R-LED-12, R-LED-27).
   */
  stageTick(events: readonly EngineEvent[], atMs: number, nextOffset: number, isRest: boolean): void {
    for (const { decision, isLast } of entriesOf(events, 'tick', isRest)) {
      if (isLast) this.commit.tickOffset = nextOffset;
      this.stage(decision, { atMs, ...noCommand });
    }
    this.commit.tickOffset = nextOffset;
  }

  /** Returns the decision of an entry and the body hash of its command, once the entry is stored. */
  async find(seq: number): Promise<{ readonly decision: Decision; readonly bodyHash: string | null }> {
    const pending = this.#staged.get(seq);
    await this.commit.whenCommitted();
    const { decision, bodyHash } = pending ?? (await this.#read(seq));
    if (decision.kind !== 'done' && decision.kind !== 'refused')
      throw new Error(`Invariant: entry ${seq} answers a command`);
    return { decision, bodyHash };
  }

  /** Calls `follower` with each batch once it is stored; returns a function that stops it. */
  follow(follower: (batch: StoredBatch) => void): () => void {
    this.#followers.push(follower);
    return () => {
      const index = this.#followers.indexOf(follower);
      if (index >= 0) this.#followers.splice(index, 1);
    };
  }

  async #read(seq: number): Promise<StagedDecision> {
    const [entry] = await this.#journal.read(seq - 1, 1);
    if (entry?.seq !== seq) throw new Error(`Invariant: the journal holds entry ${seq}`);
    return { decision: decodeDecision(entry.payload), bodyHash: entry.bodyHash };
  }

  #notifyStored(stored: readonly JournalEntry[]): void {
    const entries = stored.map(({ seq, hash, payload }) => ({ seq, hash, decision: this.#takeStaged(seq), payload }));
    const notices = entries.flatMap(({ seq, decision }) => this.#notices.take(seq, eventsOf(decision)));
    const events = entries.flatMap(({ decision }) => eventsOf(decision));
    const batch: StoredBatch = { entries, events, notices, committedSeq: this.commit.committedSeq };
    notifyAll(this.#followers.slice(), batch);
  }

  #takeStaged(seq: number): DecidedEntry['decision'] {
    const staged = this.#staged.get(seq);
    if (staged === undefined) throw new Error(`Invariant: entry ${seq} was staged`);
    this.#staged.delete(seq);
    return staged.decision;
  }
}

/** Divides the events of an act into entries; only those of an act of several entries say so. */
function entriesOf(events: readonly EngineEvent[], of: ActPart['of'], isRest: boolean) {
  const pieces = piecesOf(events, isOfPair);
  const isPart = isRest || pieces.length > 1;
  return pieces.map((piece, at): { readonly decision: Decision; readonly isLast: boolean } => {
    const isLast = at === pieces.length - 1;
    return { decision: { kind: 'done', events: piece, ...(isPart && { part: { of, isLast } }) }, isLast };
  });
}

/** Divides a list into pieces that an entry can hold, never before an item that belongs to the one before it. */
export function piecesOf<Item>(
  items: readonly Item[],
  belongsToPrevious: (item: Item) => boolean = () => false,
): (readonly Item[])[] {
  if (items.length <= entryEventsMax) return items.length === 0 ? [] : [items];
  const pieces: (readonly Item[])[] = [];
  let from = 0;
  while (from < items.length) {
    const belongs = (at: number) => at < items.length && belongsToPrevious(items[at] as Item);
    let to = Math.min(from + entryEventsMax, items.length);
    while (to > from + 1 && belongs(to)) to -= 1;
    pieces.push(items.slice(from, to));
    from = to;
  }
  return pieces;
}

/** Returns the trading events of a decision; rule changes and confirmed times have none. */
export function eventsOf(decision: StoredDecision): readonly EngineEvent[] {
  return decision.kind === 'done' ? decision.events : [];
}

/** Calls every follower even if some throw, then throws the first error. */
function notifyAll(followers: readonly ((batch: StoredBatch) => void)[], batch: StoredBatch): void {
  const errors: unknown[] = [];
  for (const follower of followers) {
    try {
      follower(batch);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
