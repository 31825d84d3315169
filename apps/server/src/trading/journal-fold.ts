import { evolve } from '@candor/domain/engine/evolve';
import type { TradingPolicy } from '@candor/domain/engine/rules/trading-rules';
import { createState, type EngineState } from '@candor/domain/engine/state';
import type { AccountId } from '@candor/domain/values/ids';
import { firstNumbersOf, mainShard } from '@candor/domain/values/shard';
import type { JournalEntry } from '../ports/journal.ts';
import type { ActPart, StoredDecision } from '../ports/trading-port.ts';
import type { TimeHistory } from './clock-keeper.ts';
import { decodeDecision } from './codec.ts';
import { eventsOf } from './decision-log.ts';
import { chainHash, genesisHash } from './hash-chain.ts';
import { NoticeBoard } from './notice-board.ts';

/** First order id of an installation. */
export const firstOrderId = firstNumbersOf(mainShard).orderId;

/**
 * Kept confirmations of a changed time. A start needs those since the stored clock mark, which is written right after
 * each of them.
 */
const confirmationsMax = 1_000;

/** Accounts of acts of several entries whose last one is not stored, to be rechecked when the act goes on (R-LED-27). */
export type UnfinishedActs = Readonly<Record<ActPart['of'], Set<AccountId>>>;

/**
 * Everything that the journal up to an entry gives: engine state, notices and time. Grows with open accounts and
 * orders, not with entries (R-LED-17).
 */
export class JournalFold {
  readonly state: EngineState;
  readonly notices: NoticeBoard;
  /** Last entry taken, and its hash. */
  seq = 0;
  hash: Buffer = genesisHash;
  newestMs = 0;
  readonly confirmations: { readonly seq: number; readonly byMs: number }[] = [];
  readonly unfinished: UnfinishedActs = { tick: new Set(), turn: new Set() };

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
    if (decision.kind === 'rules-changed') for (const rule of decision.rules) this.state.rules.evolve(rule);
    this.notices.take(seq, events);
    this.#notePart(decision);
    this.#noteTime(entry, decision);
    this.seq = seq;
    this.hash = entry.hash;
  }

  #notePart(decision: StoredDecision): void {
    if (decision.kind !== 'done' || decision.part === undefined) return;
    const accounts = this.unfinished[decision.part.of];
    if (decision.part.isLast) accounts.clear();
    else for (const { accountId } of decision.events) accounts.add(accountId);
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
}

/** Creates an empty fold that decides nothing: applying stored events needs no instruments. */
export function createFold(policy: TradingPolicy, shard: number = mainShard): JournalFold {
  const { orderId, fundsId, alertId } = firstNumbersOf(shard);
  return new JournalFold(createState([], policy, orderId, undefined, fundsId, alertId), new NoticeBoard());
}
