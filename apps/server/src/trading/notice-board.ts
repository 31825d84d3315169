import type { EngineEvent } from '@candor/domain/engine/event';
import { type Notice, type NoticeKind, noticesOf } from '@candor/domain/engine/notice';
import type { AccountId } from '@candor/domain/values/ids';

const keptMax = 20;

/** Lasting pairs: the later notice of a pair is the current state, however old it is. */
const lasting: readonly (readonly [NoticeKind, NoticeKind])[] = [
  ['margin-call', 'margin-call-ended'],
  ['stop-out-paused', 'stop-out-resumed'],
  ['stop-out-noticed', 'stop-out-notice-ended'],
];

interface Kept {
  readonly recent: Notice[];
  /** Latest notice of each lasting pair; null before the first. */
  readonly standing: (Notice | null)[];
}

/** Notices of one account as a snapshot stores them. */
export type NoticeRecord = readonly [AccountId, Kept];

/**
 * Latest notices of each account, from stored entries alone, so that returning users see what they missed and the state
 * of the account (R-SOC-10). Rebuilt at every start with the same ids, from a snapshot and the journal after it.
 */
export class NoticeBoard {
  readonly #kept = new Map<AccountId, Kept>();

  /** Ingests a stored entry and returns its notices. */
  take(seq: number, events: readonly EngineEvent[]): readonly Notice[] {
    for (const { type, accountId } of events)
      if (type === 'DemoExpired' || type === 'AccountClosed') this.#kept.delete(accountId);
    const notices = noticesOf(seq, events);
    for (const notice of notices) this.#keep(notice);
    return notices;
  }

  /** Returns the recent notices and those of the account's current state, oldest first. */
  of(accountId: AccountId): readonly Notice[] {
    const kept = this.#kept.get(accountId);
    if (kept === undefined) return [];
    const recent = new Set(kept.recent.map(({ id }) => id));
    const standing = kept.standing.filter((notice) => notice !== null && !recent.has(notice.id)) as Notice[];
    return [...standing, ...kept.recent].sort((a, b) => placeOf(a) - placeOf(b));
  }

  /** Returns the kept notices of all accounts since a time, oldest first. */
  since(sinceMs: number): readonly Notice[] {
    const kept = [...this.#kept.values()].flatMap(({ recent }) => recent.filter(({ atMs }) => atMs >= sinceMs));
    return kept.sort((a, b) => placeOf(a) - placeOf(b));
  }

  /** Yields the notices of every account, for a snapshot. */
  *records(): Generator<NoticeRecord> {
    yield* this.#kept;
  }

  restore([accountId, kept]: NoticeRecord): void {
    this.#kept.set(accountId, kept);
  }

  #keep(notice: Notice): void {
    let kept = this.#kept.get(notice.accountId);
    if (kept === undefined) {
      kept = { recent: [], standing: lasting.map(() => null) };
      this.#kept.set(notice.accountId, kept);
    }
    kept.recent.push(notice);
    if (kept.recent.length > keptMax) kept.recent.shift();
    const pair = lasting.findIndex((kinds) => kinds.includes(notice.kind));
    if (pair >= 0) kept.standing[pair] = notice;
  }
}

/** Returns a sort key: entry first, then event; an entry has far fewer than a million events. */
function placeOf({ id }: Notice): number {
  const [seq = 0, index = 0] = id.split('-').map(Number);
  return seq + index / 1_000_000;
}
