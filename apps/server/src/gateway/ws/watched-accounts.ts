import type { Notice } from '@candor/domain/engine/notice';
import type { AccountId, InstrumentId } from '@candor/domain/values/ids';
import { shardOf } from '@candor/domain/values/shard';

/** Figures of an account as JSON, a `ForexTradeLine`: written once, for all its sockets. */
export type TradeText = string & { readonly __brand: 'TradeText' };

export interface AccountListener {
  onTrade(line: TradeText): void;
  onClosed(orderIds: number[]): void;
  /** Sends kept notices first, so that a client learns the state of the account; then each new one. */
  onNotice(notice: Notice): void;
}

const askAgainMs = 1_000;
/** Maximum of new notices that wait for the kept ones. */
const waitingMax = 100;

/** Listener to an account, with the new notices that wait until the kept ones are sent. */
export class Watcher {
  readonly listener: AccountListener;
  isStopped = false;
  /** Null once the kept notices are sent. */
  #waiting: Notice[] | null = [];

  constructor(listener: AccountListener) {
    this.listener = listener;
  }

  onNotice(notice: Notice): void {
    if (this.#waiting === null) this.listener.onNotice(notice);
    // The board keeps fewer: a dropped one is among the kept notices, or would be dropped from them too.
    else if (this.#waiting.push(notice) > waitingMax) this.#waiting.shift();
  }

  /** Sends the kept notices, then those that came meanwhile; asks until the core answers. */
  async sendKept(ask: () => Promise<readonly Notice[]>): Promise<void> {
    let kept: readonly Notice[] | null = null;
    while (kept === null && !this.isStopped) {
      kept = await ask().catch(() => null);
      if (kept === null) await new Promise((resolve) => setTimeout(resolve, askAgainMs).unref());
    }
    if (this.isStopped || kept === null) return;
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    const sent = new Set(kept.map(({ id }) => id));
    for (const notice of kept) this.listener.onNotice(notice);
    for (const notice of waiting) if (!sent.has(notice.id)) this.listener.onNotice(notice);
  }
}

/** Instruments whose price moved lately, in periods of the pushes. */
export class PriceMoves {
  readonly #moved = new Map<InstrumentId, number>();
  #last = Number.NEGATIVE_INFINITY;
  period = 0;

  note(id: InstrumentId): void {
    this.#moved.set(id, this.period);
    this.#last = this.period;
  }

  nextPeriod(): void {
    this.period += 1;
  }

  /**
   * True if a price moved in a period or after it; without instruments, any price. What was asked in the period of a move
   * is asked once more: when a gateway has a quote, the core may not have it yet.
   */
  hasMoved(instruments: readonly InstrumentId[] | null, since: number): boolean {
    const isSince = (moved = Number.NEGATIVE_INFINITY) => moved >= since;
    return isSince(this.#last) && (instruments?.some((id) => isSince(this.#moved.get(id))) ?? true);
  }
}

/** A watched account: its sockets, and what moves its figures. */
class WatchedAccount {
  readonly watchers = new Set<Watcher>();
  /** True if a stored entry may have changed it, or the core could not answer. */
  isDue = true;
  /** Line that every watcher has been sent; null if one has not. */
  sent: TradeText | null = null;
  /** Instruments whose prices move its figures; null for all. */
  #instruments: readonly InstrumentId[] | null = [];
  #askedIn = 0;

  noteAsked(period: number): void {
    this.isDue = false;
    this.#askedIn = period;
  }

  needsFigures(prices: PriceMoves): boolean {
    return this.isDue || (this.#instruments?.length !== 0 && prices.hasMoved(this.#instruments, this.#askedIn));
  }

  /** Sends figures that have changed; `instruments` move them from now on. */
  show(line: TradeText | null, instruments: readonly InstrumentId[] | null): void {
    this.#instruments = instruments;
    if (line === null || this.sent === line) return;
    this.sent = line;
    for (const { listener } of this.watchers) listener.onTrade(line);
  }
}

/** Accounts that sockets watch, by the shard that decides for them. */
export class WatchedAccounts {
  readonly #shards = new Map<number, Map<AccountId, WatchedAccount>>();

  add(accountId: AccountId, watcher: Watcher): void {
    const shard = shardOf(accountId);
    const accounts = this.#shards.get(shard) ?? new Map<AccountId, WatchedAccount>();
    const account = accounts.get(accountId) ?? new WatchedAccount();
    account.watchers.add(watcher);
    // The new one needs figures that others have been sent already.
    account.sent = null;
    this.#shards.set(shard, accounts.set(accountId, account));
  }

  remove(accountId: AccountId, watcher: Watcher): void {
    const shard = shardOf(accountId);
    const accounts = this.#shards.get(shard);
    const watchers = accounts?.get(accountId)?.watchers;
    watchers?.delete(watcher);
    if (watchers?.size === 0) accounts?.delete(accountId);
    if (accounts?.size === 0) this.#shards.delete(shard);
  }

  /** Returns a watched account; null if nobody watches it. */
  find(accountId: AccountId): WatchedAccount | null {
    return this.#shards.get(shardOf(accountId))?.get(accountId) ?? null;
  }

  /** Watchers of an account; none if nobody watches it. */
  watchersOf(accountId: AccountId): Iterable<Watcher> {
    return this.find(accountId)?.watchers ?? [];
  }

  /** Shards with watched accounts. */
  shards(): Iterable<number> {
    return this.#shards.keys();
  }

  /** Lists the watched accounts of a shard that need figures. */
  dueOf(shard: number, prices: PriceMoves): readonly AccountId[] {
    const accounts = [...(this.#shards.get(shard)?.entries() ?? [])];
    return accounts.flatMap(([id, account]) => (account.needsFigures(prices) ? [id] : []));
  }

  /** All watched accounts. */
  *all(): Iterable<WatchedAccount> {
    for (const accounts of this.#shards.values()) yield* accounts.values();
  }
}
