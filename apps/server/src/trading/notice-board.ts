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

  /** Takes in a stored entry and returns its notices. */
  take(seq: number, events: readonly EngineEvent[]): readonly Notice[] {
    for (const event of events) if (event.type === 'DemoExpired') this.#kept.delete(event.accountId);
    const notices = noticesOf(seq, events);
    for (const notice of notices) this.#keep(notice);
    return notices;
  }

  /** Oldest first: the recent ones, and those that tell how the account stands. */
  of(accountId: AccountId): readonly Notice[] {
    const kept = this.#kept.get(accountId);
    if (kept === undefined) return [];
    const standing = kept.standing.filter((notice) => notice !== null && !kept.recent.includes(notice)) as Notice[];
    return [...standing, ...kept.recent].sort((a, b) => placeOf(a) - placeOf(b));
  }

  /** Kept notices of all accounts since a time, oldest first. */
  since(sinceMs: number): readonly Notice[] {
    const kept = [...this.#kept.values()].flatMap(({ recent }) => recent.filter(({ atMs }) => atMs >= sinceMs));
    return kept.sort((a, b) => placeOf(a) - placeOf(b));
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
