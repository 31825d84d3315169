import { calculateSwap, nightsAtRoll } from '../calc/order-formulas.ts';
import { nextTradingDayStart } from '../calc/trading-day.ts';
import type { AccountId, OrderId } from '../values/ids.ts';
import { toMoney } from '../values/money.ts';
import type { EngineEvent, SwapCharged } from './event.ts';
import { evolve } from './evolve.ts';
import { type CanClose, contractOf, conversionFacts } from './facts.ts';
import type { NightFacts } from './fill-facts.ts';
import { isOpen, type OpenOrder } from './order.ts';
import { recheckMargin } from './recheck-margin.ts';
import type { AccountState, EngineState } from './state.ts';

/** Maximum charges of one piece of a roll; only an account with more due charges of its own exceeds it. */
export const rollPieceMax = 100;
/** Maximum accounts and orders that one piece looks at. */
const visitsMax = 2_000;

interface DueSwaps {
  readonly account: AccountState;
  readonly orders: readonly { readonly order: OpenOrder; readonly rolls: readonly number[] }[];
  /** Number of charges. */
  readonly count: number;
}

/**
 * Charges every roll (17:00 New York) up to `rollMs` to orders that were open at it and are not charged yet, by account,
 * id and roll; missed rolls are charged one by one (R-ORD-14). Works in pieces of whole accounts, from a cursor
 * (R-LED-27). Each order stores its last roll, so that a second pass charges only what the first one left.
 */
export class NightRoll {
  readonly #state: EngineState;
  readonly #rollMs: number;
  /** Cursor; keeps its place when accounts open or end. */
  readonly #accounts: Iterator<AccountId>;
  /** Account taken from the cursor and left to the next piece. */
  #next: AccountId | null = null;
  readonly #waiting = new Set<OrderId>();
  #isDone = false;

  /** `accountIds`: accounts to charge, all by default. */
  constructor(state: EngineState, rollMs: number, accountIds: Iterable<AccountId> = state.accounts.keys()) {
    this.#state = state;
    this.#rollMs = rollMs;
    this.#accounts = accountIds[Symbol.iterator]();
  }

  /** True once the cursor has passed every account. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** Orders found without a conversion rate, to be retried. */
  get waiting(): ReadonlySet<OrderId> {
    return this.#waiting;
  }

  /** Charges the next accounts. Returns the events, already applied; the accounts are due for a margin check. */
  piece(atMs: number): EngineEvent[] {
    const { work } = this.#state;
    const from = work.rollVisits;
    const events: EngineEvent[] = [];
    while (events.length < rollPieceMax && work.rollVisits - from < visitsMax) {
      const id = this.#take();
      if (id === null) {
        this.#isDone = true;
        break;
      }
      const due = this.#dueOf(id);
      if (due === null) continue;
      if (events.length > 0 && events.length + due.count > rollPieceMax) {
        this.#next = id;
        break;
      }
      this.#charge(due, atMs, events);
    }
    return events;
  }

  /** Charges these accounts now, before the cursor reaches them. Returns the events, already applied. */
  charge(accountIds: readonly AccountId[], atMs: number): EngineEvent[] {
    const events: EngineEvent[] = [];
    for (const id of accountIds) {
      const due = this.#dueOf(id);
      if (due !== null) this.#charge(due, atMs, events);
    }
    return events;
  }

  #take(): AccountId | null {
    const held = this.#next;
    this.#next = null;
    if (held !== null) return held;
    const { value, done } = this.#accounts.next();
    return done === true ? null : value;
  }

  #dueOf(id: AccountId): DueSwaps | null {
    const account = this.#state.accounts.get(id);
    if (account === undefined) return null;
    this.#state.work.rollVisits += 1 + account.orders.size;
    const orders: { order: OpenOrder; rolls: number[] }[] = [];
    let count = 0;
    for (const order of account.orders.values()) {
      if (!isOpen(order)) continue;
      const rolls: number[] = [];
      for (let dueMs = nextRoll(order); dueMs <= this.#rollMs; dueMs = nextTradingDayStart(dueMs)) rolls.push(dueMs);
      if (rolls.length > 0) orders.push({ order, rolls });
      count += rolls.length;
    }
    return count === 0 ? null : { account, orders, count };
  }

  #charge({ account, orders }: DueSwaps, atMs: number, events: EngineEvent[]): void {
    for (const { order, rolls } of orders) {
      let charged = order;
      for (const rollMs of rolls) {
        const event = chargeSwap(this.#state, account, charged, rollMs, atMs);
        if (event === null) {
          this.#waiting.add(order.id);
          break;
        }
        evolve(this.#state, event);
        events.push(event);
        charged = event.order;
      }
    }
  }
}

export interface Rolled {
  /** Events, already applied to the state. */
  readonly events: EngineEvent[];
  /** Orders without a conversion rate, to be retried. */
  readonly waiting: readonly OrderId[];
}

/** Charges a whole roll and rechecks the charged accounts. With `orderIds` only the accounts of these orders are charged. */
export function rollOver(
  state: EngineState,
  rollMs: number,
  atMs: number,
  canClose: CanClose,
  orderIds: readonly OrderId[] | null = null,
): Rolled {
  const roll = new NightRoll(state, rollMs, orderIds === null ? undefined : accountsOf(state, orderIds));
  const events: EngineEvent[] = [];
  while (!roll.isDone) for (const event of roll.piece(atMs)) events.push(event);
  return { events: [...events, ...recheckMargin(state, canClose, atMs)], waiting: [...roll.waiting] };
}

/** Returns the accounts of the orders that still exist, each once, by id. */
export function accountsOf(state: EngineState, orderIds: Iterable<OrderId>): AccountId[] {
  const ids = new Set<AccountId>();
  for (const orderId of orderIds) {
    const id = state.orderAccounts.get(orderId);
    if (id !== undefined) ids.add(id);
  }
  return [...ids].sort((a, b) => a - b);
}

/** Returns the first roll after the opening or after the last charged roll. */
function nextRoll({ openedAtMs, swapRollMs }: OpenOrder): number {
  return nextTradingDayStart(Math.max(openedAtMs ?? 0, swapRollMs ?? 0));
}

function chargeSwap(
  state: EngineState,
  account: AccountState,
  order: OpenOrder,
  rollMs: number,
  atMs: number,
): (SwapCharged & { readonly order: OpenOrder }) | null {
  const { spec, rate, path, versions } = contractOf(state, account, order.instrumentId);
  if (rate === null) return null;
  const swaps = state.rules.swapsOf(spec, account.tenantId, order.openedAtMs ?? 0, rollMs);
  const nights = nightsAtRoll(spec, rollMs);
  const swap = calculateSwap({ ...spec, ...swaps }, order.side, order.lots, nights, rate);
  const charged = { ...order, swap: toMoney(order.swap + swap), swapRollMs: rollMs };
  const { digits, lotStepE8, unitsPerLot, swapTripleDay, quoteCurrency } = spec;
  const night: NightFacts = {
    digits,
    lotStepE8,
    unitsPerLot,
    swapTripleDay,
    quoteCurrency,
    swapE2: order.side === 'buy' ? swaps.swapLongE2 : swaps.swapShortE2,
    nights,
    amount: swap,
    accountCurrency: account.currency,
    rate,
    conversion: conversionFacts(state, path),
    terms: versions.terms,
    ...(versions.catalogue !== undefined && { catalogue: versions.catalogue }),
  };
  return { type: 'SwapCharged', atMs, accountId: account.id, order: charged, night, transfers: [] };
}
