import type { ForexTradeLine } from '@candor/contracts/ws/messages';
import type { EngineEvent } from '@candor/domain/engine/event';
import type { Notice } from '@candor/domain/engine/notice';
import type { AccountId } from '@candor/domain/values/ids';
import { formatBalance, formatMoney } from '@candor/domain/values/money';
import { formatPrice } from '@candor/domain/values/price';
import { shardOf } from '@candor/domain/values/shard';
import type { Market } from '../../ports/market.ts';
import type { AccountView, StoredBatch, TradingPort } from '../../ports/trading-port.ts';
import { stampOrders, toPercent } from '../http/to-order.ts';

export interface AccountListener {
  onTrade(line: ForexTradeLine): void;
  onClosed(orderIds: number[]): void;
  /** Sends kept notices first, so that a client learns the state of the account; then each new one. */
  onNotice(notice: Notice): void;
}

/** Live figures and closed orders of the accounts that sockets watch. */
export interface AccountTopics {
  /** Sends the current figures at once, then on every change; returns the function that stops. */
  watch(accountId: number, listener: AccountListener): () => void;
  stop(): void;
}

const pushEveryMs = 250;
/** Accounts that are asked for together. */
const sliceMax = 100;

/**
 * Creates the account topics: only watched accounts are computed, a few times a second, outside the core, and nothing
 * uncommitted is pushed.
 */
export function createAccountTopics(
  core: Pick<TradingPort, 'followEvents' | 'noticesOf' | 'viewAccounts'>,
  market: Market,
): AccountTopics {
  const watched = new Map<AccountId, Set<Watcher>>();
  const lastSent = new Map<AccountId, string>();
  /** Number of quotes and stored batches so far. */
  let changes = 0;
  /** Changes that each shard's last figures were made after; a shard that is slow or away delays no other's. */
  const pushed = new Map<number, number>();
  const pushing = new Set<number>();

  const stopQuotes = market.onQuote(() => {
    changes += 1;
  });
  const stopEvents = core.followEvents((batch) => {
    passOn(watched, batch);
    changes += 1;
  });

  async function push(accountIds: readonly AccountId[], force: boolean): Promise<void> {
    const views = await core.viewAccounts(accountIds);
    for (const [at, id] of accountIds.entries()) {
      const line = toLine(market, views[at] ?? null);
      const text = JSON.stringify(line);
      if (line === null || (!force && lastSent.get(id) === text)) continue;
      lastSent.set(id, text);
      for (const { listener } of watched.get(id) ?? []) listener.onTrade(line);
    }
  }

  const timer = setInterval(() => {
    for (const [shard, ids] of byShard(watched.keys())) {
      if ((pushed.get(shard) ?? 0) === changes || pushing.has(shard)) continue;
      pushed.set(shard, changes);
      pushing.add(shard);
      inSlices(ids, (slice) => push(slice, false))
        // The core cannot answer: sockets are notified (R-SOC-13), and get figures once it can, even if no price moves.
        .catch(() => pushed.set(shard, -1))
        .finally(() => pushing.delete(shard));
    }
  }, pushEveryMs);
  timer.unref();

  return {
    watch(id, listener) {
      const accountId = id as AccountId;
      const watcher = new Watcher(listener);
      const watchers = watched.get(accountId) ?? new Set();
      watched.set(accountId, watchers.add(watcher));
      void watcher.sendKept(() => core.noticesOf(accountId));
      push([accountId], true).catch(() => {
        lastSent.delete(accountId);
        pushed.set(shardOf(accountId), -1);
      });
      return () => {
        watcher.isStopped = true;
        watchers.delete(watcher);
        if (watchers.size > 0) return;
        watched.delete(accountId);
        lastSent.delete(accountId);
      };
    },
    stop() {
      clearInterval(timer);
      stopQuotes();
      stopEvents();
    },
  };
}

/** Passes closed orders and notices of stored events on to the watchers of their accounts. */
function passOn(watched: ReadonlyMap<AccountId, Iterable<Watcher>>, { events, notices }: StoredBatch): void {
  for (const [accountId, ids] of endedOrders(events)) {
    for (const { listener } of watched.get(accountId) ?? []) listener.onClosed(ids);
  }
  for (const notice of notices) {
    for (const watcher of watched.get(notice.accountId) ?? []) watcher.onNotice(notice);
  }
}

function byShard(accountIds: Iterable<AccountId>): ReadonlyMap<number, AccountId[]> {
  const shards = new Map<number, AccountId[]>();
  for (const id of accountIds) {
    const own = shards.get(shardOf(id));
    if (own === undefined) shards.set(shardOf(id), [id]);
    else own.push(id);
  }
  return shards;
}

/** Runs accounts in slices, so that orders are decided between them. */
async function inSlices(ids: readonly AccountId[], run: (slice: readonly AccountId[]) => Promise<void>): Promise<void> {
  for (let at = 0; at < ids.length; at += sliceMax) await run(ids.slice(at, at + sliceMax));
}

const askAgainMs = 1_000;
/** Maximum of new notices that wait for the kept ones. */
const waitingMax = 100;

/** Listener to an account, with the new notices that wait until the kept ones are sent. */
class Watcher {
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

function endedOrders(events: readonly EngineEvent[]): Map<AccountId, number[]> {
  const ended = new Map<AccountId, number[]>();
  for (const event of events) {
    if (event.type !== 'OrderClosed' && event.type !== 'OrderCancelled' && event.type !== 'OrderExpired') continue;
    ended.set(event.accountId, [...(ended.get(event.accountId) ?? []), event.order.id]);
  }
  return ended;
}

function toLine(market: Market, view: AccountView | null): ForexTradeLine | null {
  if (view === null) return null;
  const { summary } = view;
  const orders = view.orders.flatMap(({ order, mark, profit }) => {
    const spec = market.spec(order.instrumentId);
    if (order.status !== 'open' || mark === null || spec === null) return [];
    return [{ Id: order.id, UpdatePrice: formatPrice(mark, spec.digits), FactProfits: formatMoney(profit) }];
  });
  return {
    ProfitsTotal: formatMoney(view.openProfit),
    HazardRate: toPercent(summary.riskRateE2),
    CautionMoneyAll: formatMoney(summary.margin),
    Balance: formatBalance(summary.balance),
    Equity: formatMoney(summary.equity),
    FreeMargin: formatMoney(summary.freeMargin),
    MarginLevel: toPercent(summary.marginLevelE2),
    TransOrder: orders,
    OrdersStamp: stampOrders(view),
  };
}
