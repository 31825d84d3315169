import { levelsOfAlert } from '@candor/domain/engine/alert';
import type { EngineEvent } from '@candor/domain/engine/event';
import { ExposureBook } from '@candor/domain/engine/exposure-book';
import { type OrderRecord, triggersOfOrder } from '@candor/domain/engine/order';
import type { EngineState } from '@candor/domain/engine/state';
import { isReached, type Level } from '@candor/domain/engine/triggers/level-book';
import type { AccountId, OrderId } from '@candor/domain/values/ids';
import type { Quote } from '@candor/domain/values/quote';

/**
 * Checks that the engine's work is proportional to the changes of an input: heap steps are limited to the levels set,
 * released or reached, times the depth of a heap. The engine must hold exactly the valid levels, each once.
 */
export class CostOracle {
  readonly #state: EngineState;
  /** Orders after all events so far. */
  readonly #orders = new Map<OrderId, OrderRecord>();

  constructor(state: EngineState) {
    this.#state = state;
    for (const { orders } of state.accounts.values()) for (const [id, order] of orders) this.#orders.set(id, order);
  }

  /** Runs one input; throws if its cost exceeds its changes. Pending orders with an expiry up to `dueMs` expire. */
  run<Events extends readonly EngineEvent[]>(act: () => Events, quote: Quote | null = null, dueMs = 0): Events {
    const { work, dirtyAccounts } = this.#state;
    const touched = new Set<AccountId>(dirtyAccounts);
    const reached = quote === null ? 0 : this.#reach(quote, touched);
    const due = [...this.#orders.values()].filter((order) => (expiryOf(order) ?? Number.POSITIVE_INFINITY) <= dueMs);
    const bandsBefore = new Map([...this.#state.accounts].map(([id, { bands }]) => [id, [...bands.values()].flat()]));
    const before = { ...work };
    const events = act();
    for (const { accountId } of events) touched.add(accountId);
    let changes = this.#follow(events);
    for (const id of touched) {
      const after = [...(this.#state.accounts.get(id)?.bands.values() ?? [])].flat();
      changes += (bandsBefore.get(id)?.length ?? 0) + after.length;
    }
    const depth = Math.log2(this.#size() + 2) + 2;
    const allowed = { heapSteps: changes * depth + 3 * (reached + due.length) + 16, accountChecks: touched.size };
    for (const kind of ['heapSteps', 'accountChecks'] as const) {
      const spent = work[kind] - before[kind];
      if (spent > allowed[kind]) throw new Error(`The engine spent ${spent} ${kind}, ${allowed[kind]} are due`);
    }
    this.#requireExact();
    return events;
  }

  /** Counts the levels that the quote reaches; adds accounts with a reached band level to `touched`. */
  #reach(quote: Quote, touched: Set<AccountId>): number {
    let reached = 0;
    const count = (levels: readonly Level[]) => levels.filter((level) => isReached(level, quote)).length;
    for (const order of this.#orders.values()) {
      if (order.instrumentId === quote.instrumentId) reached += count(triggersOfOrder(order));
    }
    for (const { alerts } of this.#state.accounts.values())
      for (const alert of alerts.values())
        if ('instrumentId' in alert && alert.instrumentId === quote.instrumentId)
          reached += count(levelsOfAlert(alert));
    for (const { id, bands } of this.#state.accounts.values()) {
      const left = count(bands.get(quote.instrumentId) ?? []);
      if (left > 0) touched.add(id);
      reached += left;
    }
    return reached;
  }

  /** Counts levels and expiries that the events set or released. */
  #follow(events: readonly EngineEvent[]): number {
    let changes = 0;
    for (const event of events) {
      if ('alert' in event) changes += 2;
      if (!('order' in event)) continue;
      const before = levelsOf(this.#orders.get(event.order.id));
      if (/pending|open/.test(event.order.status)) this.#orders.set(event.order.id, event.order);
      else this.#orders.delete(event.order.id);
      const after = levelsOf(this.#orders.get(event.order.id));
      changes += [...before].filter((level) => !after.has(level)).length;
      changes += [...after].filter((level) => !before.has(level)).length;
    }
    return changes;
  }

  #size(): number {
    const { triggers, watches, alertLevels, expiries, alertTimes } = this.#state;
    return sizeOf(triggers) + sizeOf(alertLevels) + sizeOf(watches) + expiries.size + alertTimes.size;
  }

  #requireExact(): void {
    const orders = [...this.#orders.values()];
    const bands = [...this.#state.accounts.values()].flatMap((account) => [...account.bands.values()].flat());
    const alerts = [...this.#state.accounts.values()].flatMap((account) => [...account.alerts.values()]);
    const counts = {
      triggers: [sizeOf(this.#state.triggers), orders.flatMap(triggersOfOrder).length],
      alerts: [sizeOf(this.#state.alertLevels), alerts.flatMap(levelsOfAlert).length],
      'numbered alerts': [this.#state.alertAccounts.size, alerts.length],
      'alert times': [this.#state.alertTimes.size, alerts.filter(({ kind }) => kind === 'swap').length],
      bands: [sizeOf(this.#state.watches), bands.length],
      expiries: [this.#state.expiries.size, orders.filter((order) => expiryOf(order) !== null).length],
    };
    for (const [kind, [rest, count]] of Object.entries(counts)) {
      if (rest !== count) throw new Error(`${rest} ${kind} rest, ${count} count`);
    }
    this.#requireExposures();
  }

  /** The sums of the open orders must be those of a walk over all of them. */
  #requireExposures(): void {
    const walked = new ExposureBook();
    for (const account of this.#state.accounts.values()) {
      const orders = new Map<OrderId, OrderRecord>();
      for (const [id, order] of account.orders)
        walked.change({ ...account, orders: orders.set(id, order) }, undefined, order);
    }
    for (const { tenantId, realm } of this.#state.accounts.values()) {
      const [kept, due] = [this.#state.exposures, walked].map((book) => textOf(book.of(tenantId, realm)));
      if (kept !== due) throw new Error(`Exposure ${kept} is kept, ${due} is due`);
    }
  }
}

function textOf(sums: ReturnType<ExposureBook['of']>): string {
  const rows = [...sums].toSorted(([a], [b]) => a - b);
  return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

function expiryOf(order: OrderRecord): number | null {
  return order.status === 'pending' ? order.expiresAtMs : null;
}

function levelsOf(order: OrderRecord | undefined): Set<string> {
  if (order === undefined) return new Set();
  const levels = triggersOfOrder(order).map(({ quoteSide, when, price }) => `${quoteSide} ${when} ${price}`);
  const expiry = expiryOf(order);
  return new Set(expiry === null ? levels : [...levels, `expires ${expiry}`]);
}

function sizeOf(books: ReadonlyMap<unknown, { readonly size: number }>): number {
  return [...books.values()].reduce((sum, { size }) => sum + size, 0);
}
