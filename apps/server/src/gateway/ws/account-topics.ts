import type { EngineEvent } from '@candor/domain/engine/event';
import type { AccountId } from '@candor/domain/values/ids';
import type { Market } from '../../ports/market.ts';
import type { StoredBatch, TradingPort } from '../../ports/trading-port.ts';
import { TradeLines } from './trade-line.ts';
import { type AccountListener, PriceMoves, WatchedAccounts, Watcher } from './watched-accounts.ts';

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
 * uncommitted is pushed. The core is asked for an account only after a stored entry of its own, or while prices of its
 * open orders move, so that connected accounts without open orders cost it nothing (R-SOC-14).
 */
export function createAccountTopics(
  core: Pick<TradingPort, 'followEvents' | 'noticesOf' | 'viewAccounts'>,
  market: Market,
): AccountTopics {
  const watched = new WatchedAccounts();
  const prices = new PriceMoves();
  const lines = new TradeLines(market);
  /** Shards that are being asked; one that is slow or away delays no other's figures. */
  const pushing = new Set<number>();
  /** Shards without due accounts since the last quote or stored batch. */
  const idle = new Set<number>();

  const stopQuotes = market.onQuote(({ instrumentId }) => {
    prices.note(instrumentId);
    lines.forgetPrice(instrumentId);
    idle.clear();
  });
  const stopEvents = core.followEvents((batch) => {
    passOn(watched, batch);
    markChanged(watched, batch);
    idle.clear();
  });

  async function push(accountIds: readonly AccountId[]): Promise<void> {
    const asked = accountIds.flatMap((id) => watched.find(id) ?? []);
    for (const account of asked) account.noteAsked(prices.period);
    const views = await core.viewAccounts(accountIds).catch((error: unknown) => {
      // Sockets are notified (R-SOC-13), and get figures once the core can answer, even if no price moves.
      for (const account of asked) account.isDue = true;
      idle.clear();
      throw error;
    });
    for (const [at, id] of accountIds.entries()) watched.find(id)?.show(...lines.of(views[at] ?? null));
  }

  const timer = setInterval(() => {
    for (const shard of watched.shards()) {
      if (idle.has(shard) || pushing.has(shard)) continue;
      const due = watched.dueOf(shard, prices);
      if (due.length === 0) idle.add(shard);
      else {
        pushing.add(shard);
        const done = () => pushing.delete(shard);
        inSlices(due, push).then(done, done);
      }
    }
    prices.nextPeriod();
  }, pushEveryMs);
  timer.unref();

  return {
    watch(id, listener) {
      const accountId = id as AccountId;
      const watcher = new Watcher(listener);
      watched.add(accountId, watcher);
      void watcher.sendKept(() => core.noticesOf(accountId));
      push([accountId]).catch(() => undefined);
      return () => {
        watcher.isStopped = true;
        watched.remove(accountId, watcher);
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
function passOn(watched: WatchedAccounts, { events, notices }: StoredBatch): void {
  for (const [accountId, ids] of endedOrders(events)) {
    for (const { listener } of watched.watchersOf(accountId)) listener.onClosed(ids);
  }
  for (const notice of notices) {
    for (const watcher of watched.watchersOf(notice.accountId)) watcher.onNotice(notice);
  }
}

/** Marks the accounts that stored entries may have changed: a rule may concern any. */
function markChanged(watched: WatchedAccounts, { entries, events }: StoredBatch): void {
  for (const { accountId } of events) {
    const account = watched.find(accountId);
    if (account !== null) account.isDue = true;
  }
  if (entries.some(({ decision }) => decision.kind === 'rules-changed'))
    for (const account of watched.all()) account.isDue = true;
}

/** Runs accounts in slices, so that orders are decided between them. */
async function inSlices(ids: readonly AccountId[], run: (slice: readonly AccountId[]) => Promise<void>): Promise<void> {
  for (let at = 0; at < ids.length; at += sliceMax) await run(ids.slice(at, at + sliceMax));
}

function endedOrders(events: readonly EngineEvent[]): Map<AccountId, number[]> {
  const ended = new Map<AccountId, number[]>();
  for (const event of events) {
    if (event.type !== 'OrderClosed' && event.type !== 'OrderCancelled' && event.type !== 'OrderExpired') continue;
    ended.set(event.accountId, [...(ended.get(event.accountId) ?? []), event.order.id]);
  }
  return ended;
}
