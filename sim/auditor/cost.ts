import type { Prices } from './arithmetic.ts';
import { require } from './compare.ts';
import type { Alert, Order } from './facts.ts';
import type { Model } from './model.ts';

interface Level {
  readonly quoteSide: 'bid' | 'ask';
  readonly when: 'at-or-below' | 'at-or-above';
  readonly price: number;
}

type Books = ReadonlyMap<number, { readonly size: number }>;

/** The engine's work counters and the content of its heaps. */
export interface LiveCost {
  readonly work: { readonly heapSteps: number; readonly accountChecks: number };
  readonly triggers: Books;
  readonly watches: Books;
  readonly alertLevels: Books;
  readonly expiries: { readonly size: number };
  /** Swap alerts by their next check. */
  readonly alertTimes: { readonly size: number };
  /** Accounts due for a check. */
  readonly dirtyAccounts: ReadonlySet<number>;
  readonly accounts: ReadonlyMap<number, { readonly bands: ReadonlyMap<number, readonly Level[]> }>;
}

interface Rest {
  readonly instrumentId: number;
  readonly levels: readonly Level[];
}

/**
 * Compares the engine's work with what changed, event by event: heap steps are linear in the levels that moved or were
 * reached, times the depth, and accounts are checked only for a reason. The heaps hold only live levels.
 */
export class CostAudit {
  #orders = new Map<string, Rest>();
  #bands = new Map<string, Rest>();
  #work = { heapSteps: 0, accountChecks: 0 };
  #moves = 0;
  #looked = 0;
  #dirtyAccounts = 0;
  #isBegun = false;

  /** Takes the work after an input; `tick` is the quote, if the input was one. */
  take(model: Model, live: LiveCost, tick: (Prices & { readonly instrumentId: number }) | null, where: string): void {
    const [orders, bands] = [ordersAtRest(model), bandsAtRest(live)];
    const moves = model.moves - this.#moves;
    // Some were left over from earlier input.
    const looked = model.looked - this.#looked + this.#dirtyAccounts;
    const spent = {
      heapSteps: live.work.heapSteps - this.#work.heapSteps,
      accountChecks: live.work.accountChecks - this.#work.accountChecks,
    };
    const reached = tick === null ? 0 : countReached(this.#orders, tick) + countReached(this.#bands, tick);
    const changed = countMoved(this.#orders, orders) + 4 * moves + countMoved(this.#bands, bands) * Math.max(1, looked);
    const isBegun = this.#isBegun;
    this.#orders = orders;
    this.#bands = bands;
    this.#work = { ...live.work };
    this.#dirtyAccounts = live.dirtyAccounts.size;
    [this.#moves, this.#looked, this.#isBegun] = [model.moves, model.looked, true];
    requireExact(model, live, orders, bands, where);
    if (!isBegun) return;
    const depth = Math.log2(orders.size + bands.size + 2) + 3;
    const allowed = { heapSteps: changed * depth + 3 * reached + 16, accountChecks: 2 * looked + 2 };
    for (const kind of ['heapSteps', 'accountChecks'] as const) {
      const isWithin = spent[kind] <= allowed[kind];
      require(isWithin, 'K1-cost', () => `${where}: ${spent[kind]} ${kind}, ${allowed[kind]} are due`);
    }
  }
}

function requireExact(
  model: Model,
  live: LiveCost,
  orders: ReadonlyMap<string, Rest>,
  bands: ReadonlyMap<string, Rest>,
  where: string,
): void {
  const sum = (books: Books) => [...books.values()].reduce((total, { size }) => total + size, 0);
  const count = (rests: ReadonlyMap<string, Rest>) =>
    [...rests.values()].reduce((total, { levels }) => total + levels.length, 0);
  const expiring = model.ordersOf(null).filter((order) => order.status === 'pending' && order.expiresAtMs !== null);
  const checks = [...model.alerts.values()].filter(({ dueMs }) => dueMs !== undefined);
  const wanted = [count(orders), count(bands), expiring.length, checks.length];
  const held = [
    sum(live.triggers) + sum(live.alertLevels),
    sum(live.watches),
    live.expiries.size,
    live.alertTimes.size,
  ];
  const [want, have] = [wanted.join(' '), held.join(' ')];
  require(want === have, 'K2-rest', () => `${where}: levels, bands, expiries and checks are ${have}, not ${want}`);
}

/** Levels that each order waits for; of take-profit and next step of a trailing stop the nearer one (R-ORD-06 to R-ORD-09, R-ORD-34). */
function levelsOf(order: Order): Level[] {
  const isBuy = order.side === 'buy';
  if (order.status === 'pending') {
    const when = isBuy === (order.kind === 'limit') ? 'at-or-below' : 'at-or-above';
    return [{ quoteSide: isBuy ? 'ask' : 'bid', when, price: order.targetPrice ?? 0 }];
  }
  const quoteSide = isBuy ? 'bid' : 'ask';
  const [loss, win] = isBuy ? (['at-or-below', 'at-or-above'] as const) : (['at-or-above', 'at-or-below'] as const);
  const levels: Level[] = [];
  if (order.stopLoss !== null) levels.push({ quoteSide, when: loss, price: order.stopLoss });
  const ahead = [order.takeProfit, nextStep(order)].filter((price) => price !== null);
  if (ahead.length > 0) levels.push({ quoteSide, when: win, price: isBuy ? Math.min(...ahead) : Math.max(...ahead) });
  return levels;
}

function nextStep({ side, stopLoss, trailing }: Order): number | null {
  if (stopLoss === null || trailing == null) return null;
  const gap = trailing + Math.max(1, Math.trunc(trailing / 10));
  return side === 'buy' ? stopLoss + gap : stopLoss - gap;
}

/** Levels of an alert on a price (R-ALR-13). */
function alertLevels({ quoteSide, when, price, from, percentE2 = 0 }: Alert): Level[] {
  if (quoteSide === undefined) return [];
  if (from === undefined) return [{ quoteSide, when: when ?? 'at-or-above', price: price ?? 0 }];
  let move = 0;
  for (let step = 2 ** 40; step >= 1; step /= 2) if ((move + step) * 10_000 < from * percentE2) move += step;
  const above = { quoteSide, when: 'at-or-above', price: from + move + 1 } as const;
  return from > move + 1 ? [above, { quoteSide, when: 'at-or-below', price: from - move - 1 }] : [above];
}

/** Levels of orders and of alerts. */
function ordersAtRest(model: Model): Map<string, Rest> {
  const rests = new Map<string, Rest>();
  for (const order of model.ordersOf(null))
    rests.set(`${order.id}`, { instrumentId: order.instrumentId, levels: levelsOf(order) });
  for (const alert of model.alerts.values())
    rests.set(`alert ${alert.id}`, { instrumentId: alert.instrumentId ?? 0, levels: alertLevels(alert) });
  return rests;
}

function bandsAtRest({ accounts }: LiveCost): Map<string, Rest> {
  return new Map(
    [...accounts].flatMap(([id, { bands }]) =>
      [...bands].map(([instrumentId, levels]) => [`${id}/${instrumentId}`, { instrumentId, levels }] as const),
    ),
  );
}

function countReached(rests: ReadonlyMap<string, Rest>, tick: Prices & { readonly instrumentId: number }): number {
  let count = 0;
  for (const { instrumentId, levels } of rests.values()) {
    if (instrumentId !== tick.instrumentId) continue;
    count += levels.filter(({ quoteSide, when, price }) =>
      when === 'at-or-below' ? tick[quoteSide] <= price : tick[quoteSide] >= price,
    ).length;
  }
  return count;
}

/** Counts levels that are new, and levels that are gone. */
function countMoved(before: ReadonlyMap<string, Rest>, after: ReadonlyMap<string, Rest>): number {
  let count = 0;
  const isAmong = (levels: readonly Level[], { quoteSide, when, price }: Level) =>
    levels.some((level) => level.quoteSide === quoteSide && level.when === when && level.price === price);
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(key)?.levels ?? [], after.get(key)?.levels ?? []];
    if (old === now) continue;
    count += old.filter((level) => !isAmong(now, level)).length + now.filter((level) => !isAmong(old, level)).length;
  }
  return count;
}
