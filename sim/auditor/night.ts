import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { type Rate, swapOf } from './arithmetic.ts';
import { lastRoll, rollsBetween } from './calendar.ts';
import { type Account, event, type Happening, type Order, openOrders } from './facts.ts';

/** Books that a roll charges. */
interface Books {
  readonly accounts: ReadonlyMap<number, Account>;
  spec(id: number): InstrumentSpec;
  rateOf(instrumentId: number, account: Account): Rate | null | undefined;
  take(happening: Happening): void;
}

interface Due {
  readonly order: Order;
  readonly rolls: readonly number[];
}

/**
 * Expected rolls: each order is charged once for every 17:00 New York at which it was open, as soon as its rate is known
 * (R-ORD-14). A roll takes the accounts in the order in which they were opened, in pieces of at most `pieceMax` charges
 * (R-LED-27).
 */
export class Night {
  readonly #books: Books;
  readonly #pieceMax: number;
  /** Latest roll begun. */
  #rolledMs = 0;
  /** Accounts left of the roll in progress; null if none is. */
  #left: Iterator<number> | null = null;
  /** Account that the last piece had no place for. */
  #held: number | null = null;

  constructor(books: Books, pieceMax: number) {
    this.#books = books;
    this.#pieceMax = pieceMax;
  }

  get isRolling(): boolean {
    return this.#left !== null;
  }

  /** Forgets the rolls begun: a confirmed time may be earlier. */
  restart(): void {
    this.#rolledMs = 0;
    this.#left = null;
    this.#held = null;
  }

  /** Begins the roll due by a time, or the charges that lacked a rate; false if there is nothing new to charge. */
  begin(dueMs: number): boolean {
    const rollMs = lastRoll(dueMs);
    if (rollMs > this.#rolledMs) {
      this.#rolledMs = rollMs;
      this.#left = this.#books.accounts.keys();
      this.#held = null;
      return true;
    }
    if (this.#left !== null) return false;
    const unpaid = [...this.#books.accounts.values()].filter((account) => this.#duesOf(account).length > 0);
    if (!unpaid.some((account) => this.#duesOf(account).some(({ order }) => this.#rateOf(account, order) != null)))
      return false;
    const ids = unpaid.map(({ id }) => id).sort((a, b) => a - b);
    this.#left = ids.values();
    return true;
  }

  /** Charges the next piece, already applied. */
  piece(atMs: number): Happening[] {
    const events: Happening[] = [];
    while (events.length < this.#pieceMax) {
      const id = this.#held ?? this.#left?.next().value;
      this.#held = null;
      if (id === undefined) {
        this.#left = null;
        break;
      }
      const account = this.#books.accounts.get(id);
      const count = account === undefined ? 0 : this.#duesOf(account).reduce((sum, { rolls }) => sum + rolls.length, 0);
      if (events.length > 0 && count > 0 && events.length + count > this.#pieceMax) {
        this.#held = id;
        break;
      }
      events.push(...this.#charge(id, atMs));
    }
    return events;
  }

  /** Charges an account before anything is decided about it; nothing while no roll is in progress. */
  charge(id: number, atMs: number): Happening[] {
    return this.isRolling ? this.#charge(id, atMs) : [];
  }

  #charge(id: number, atMs: number): Happening[] {
    const account = this.#books.accounts.get(id);
    const events: Happening[] = [];
    if (account === undefined) return events;
    for (const { order: held, rolls } of this.#duesOf(account)) {
      const rate = this.#rateOf(account, held);
      if (rate == null) continue;
      let order = held;
      for (const rollMs of rolls) {
        const swap = order.swap + swapOf(this.#books.spec(order.instrumentId), order, rollMs, rate);
        order = { ...order, swap, swapRollMs: rollMs };
        const charged = event('SwapCharged', atMs, id, { order });
        this.#books.take(charged);
        events.push(charged);
      }
    }
    return events;
  }

  #duesOf(account: Account): Due[] {
    return openOrders(account).flatMap((order) => {
      const rolls = rollsBetween(Math.max(order.openedAtMs ?? 0, order.swapRollMs ?? 0), this.#rolledMs);
      return rolls.length === 0 ? [] : [{ order, rolls }];
    });
  }

  #rateOf(account: Account, { instrumentId }: Order): Rate | null | undefined {
    return this.#books.rateOf(instrumentId, account);
  }
}
