import type { EngineEvent } from '@candor/domain/engine/event';
import { type Notice, type NoticeKind, noticesOf } from '@candor/domain/engine/notice';
import type { AccountId } from '@candor/domain/values/ids';

const keptMax = 20;

/** What lasts: the later of the two tells how things stand, however long ago it was. */
const lasting: readonly (readonly [NoticeKind, NoticeKind])[] = [
  ['margin-call', 'margin-call-ended'],
  ['stop-out-paused', 'stop-out-resumed'],
];

interface Kept {
  readonly recent: Notice[];
  /** The latest of each lasting pair; null before the first. */
  readonly standing: (Notice | null)[];
}

/**
 * The last notices of each account, from stored entries alone, so that whoever comes back is told what he missed and
 * how his account stands (R-SOC-10). Built from the journal at every start: the same notices with the same ids.
 */
export class NoticeBoard {
  readonly #kept = new Map<AccountId, Kept>();
  readonly #listeners: ((notice: Notice) => void)[] = [];

  /** Takes in a stored entry. */
  take(seq: number, events: readonly EngineEvent[]): void {
    for (const event of events) if (event.type === 'DemoExpired') this.#kept.delete(event.accountId);
    for (const notice of noticesOf(seq, events)) {
      this.#keep(notice);
      for (const listener of this.#listeners) listener(notice);
    }
  }

  /** Oldest first: the recent ones, and those that tell how the account stands. */
  of(accountId: AccountId): readonly Notice[] {
    const kept = this.#kept.get(accountId);
    if (kept === undefined) return [];
    const standing = kept.standing.filter((notice) => notice !== null && !kept.recent.includes(notice)) as Notice[];
    return [...standing, ...kept.recent].sort((a, b) => placeOf(a) - placeOf(b));
  }

  /** Everything kept since a time, then every new one after its commit. */
  follow(sinceMs: number, listener: (notice: Notice) => void): void {
    const missed = [...this.#kept.values()].flatMap(({ recent }) => recent.filter(({ atMs }) => atMs >= sinceMs));
    this.#listeners.push(listener);
    for (const notice of missed.sort((a, b) => placeOf(a) - placeOf(b))) listener(notice);
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

/** Entries are numbered without end, the events of one are few. */
function placeOf({ id }: Notice): number {
  const [seq = 0, index = 0] = id.split('-').map(Number);
  return seq + index / 1_000_000;
}
