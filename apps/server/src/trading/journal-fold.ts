import { evolve, evolveRule } from '@candor/domain/engine/evolve';
import type { TradingPolicy } from '@candor/domain/engine/rules/trading-rules';
import { createState, type EngineState } from '@candor/domain/engine/state';
import type { JournalEntry } from '../ports/journal.ts';
import type { StoredDecision } from '../ports/trading-port.ts';
import type { TimeHistory } from './clock-keeper.ts';
import { decodeDecision } from './codec.ts';
import { eventsOf } from './decision-log.ts';
import { chainHash, genesisHash } from './hash-chain.ts';
import { NoticeBoard } from './notice-board.ts';

/** First order id of an installation. */
export const firstOrderId = 8_000_001;

/** Ids are answered for this long (R-WIRE-09). */
export const idsKeptMs = 7 * 24 * 3_600_000;
const markEvery = 1_000;
/**
 * Kept confirmations of a changed time. A start needs those since the stored clock mark, which is written right after
 * each of them.
 */
const confirmationsMax = 1_000;

/** Ages of client ids by entry, sampled. */
export interface IdAges {
  /** Ids of the entries up to this one are older than seven days. */
  afterSeq: number;
  latestMs: number;
  /** Sampled entries with the latest time up to them, oldest first; all within seven days. */
  readonly marks: { readonly seq: number; readonly atMs: number }[];
}

/**
 * Everything that the journal up to an entry gives: engine state, notices, time and the ages of ids. Grows with open
 * accounts and orders, not with entries (R-LED-17).
 */
export class JournalFold {
  readonly state: EngineState;
  readonly notices: NoticeBoard;
  /** Last entry taken, and its hash. */
  seq = 0;
  hash: Buffer = genesisHash;
  newestMs = 0;
  readonly confirmations: { readonly seq: number; readonly byMs: number }[] = [];
  readonly ids: IdAges = { afterSeq: 0, latestMs: 0, marks: [] };

  /** `state` and `notices` must be empty. */
  constructor(state: EngineState, notices: NoticeBoard) {
    this.state = state;
    this.notices = notices;
  }

  get time(): TimeHistory {
    return { newestMs: this.newestMs, confirmations: this.confirmations };
  }

  /** Checks the next entry's number and hash (R-LED-06) and applies it. Throws if it does not follow. */
  take(entry: JournalEntry): void {
    const seq = this.seq + 1;
    if (entry.seq !== seq) throw new Error(`Invariant: journal is dense, entry ${seq} was ${entry.seq}`);
    const hash = chainHash(this.hash, entry);
    if (!hash.equals(entry.hash))
      throw new Error(`Invariant: journal entry ${seq} is as it was written; its hash differs`);
    const decision = decodeDecision(entry.payload);
    const events = eventsOf(decision);
    for (const event of events) evolve(this.state, event);
    if (decision.kind === 'rules-changed') for (const rule of decision.rules) evolveRule(this.state, rule);
    this.notices.take(seq, events);
    this.#noteTime(entry, decision);
    this.#noteAge(entry);
    this.seq = seq;
    this.hash = entry.hash;
  }

  #noteTime({ seq, atMs }: JournalEntry, decision: StoredDecision): void {
    if (decision.kind !== 'time-confirmed') {
      this.newestMs = Math.max(this.newestMs, atMs);
      return;
    }
    // A confirmed time may be earlier than previous decisions.
    this.newestMs = atMs;
    this.confirmations.push({ seq, byMs: decision.toMs - decision.fromMs });
    if (this.confirmations.length > confirmationsMax) this.confirmations.shift();
  }

  #noteAge({ seq, atMs }: JournalEntry): void {
    const { ids } = this;
    ids.latestMs = Math.max(ids.latestMs, atMs);
    if (seq % markEvery !== 0) return;
    ids.marks.push({ seq, atMs: ids.latestMs });
    while ((ids.marks[0]?.atMs ?? Number.POSITIVE_INFINITY) < ids.latestMs - idsKeptMs)
      ids.afterSeq = ids.marks.shift()?.seq ?? ids.afterSeq;
  }
}

/** Creates an empty fold that decides nothing: applying stored events needs no instruments. */
export function createFold(policy: TradingPolicy): JournalFold {
  return new JournalFold(createState([], policy, firstOrderId), new NoticeBoard());
}
