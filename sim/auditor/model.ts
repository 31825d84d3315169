import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { converterOf, feeOf, marginOf, partOf, profitOf, type Rate, rateBetween } from './arithmetic.ts';
import { isOneSession, isTrading } from './calendar.ts';
import {
  type Account,
  type Alert,
  cancelled,
  cashOf,
  closePriceOf,
  copyAccount,
  event,
  type Halt,
  type Happening,
  houseOf,
  type Level,
  type MarketOf,
  type MayClose,
  newAccount,
  type Order,
  openOrders,
  type Posting,
  posting,
  type Rules,
  swapPostings,
  type Tick,
  takeFlag,
} from './facts.ts';
import {
  dependsOn,
  forget,
  heldAt,
  isHaltedBy,
  isTargetMet,
  isWide,
  pairOf,
  stopReason,
  trailedTo,
  withoutOrders,
  worstOf,
} from './market-rules.ts';
import { accountAlertOf, checkSwaps, dropAlerts, dropOrder, fireAlerts, takeAlert } from './model-alerts.ts';
import { Night } from './night.ts';
import { levelOf } from './stop-out-levels.ts';
import { takeFunds } from './take-funds.ts';

// The expected state, computed the plain way: checks every order and every account, with no index.

export class Model {
  readonly rules: Rules;
  readonly accounts = new Map<number, Account>();
  readonly ended = new Set<number>();
  readonly halts = new Map<number, Halt>();
  /** Stop-out levels of companies that have set one. */
  readonly levels = new Map<number, Level>();
  readonly balances = new Map<string, bigint>();
  /** Last quote of a session for each instrument, and quotes outside it since. */
  readonly prices = new Map<number, Tick>();
  readonly marks = new Map<number, Tick>();
  /** Instruments with a wide spread in their last quote. */
  readonly wide = new Set<number>();
  /** Time of the current decision, and the state of markets for it. */
  timeMs = 0;
  marketOf: MarketOf = () => ({ kind: 'open', ageMs: 0 });
  /** True while a step of the wall clock is unconfirmed: nothing rolls, expires or opens. */
  isHeld = false;
  /** Quote that is being applied. */
  tick: Tick | null = null;
  /** Accounts changed since their last check. */
  readonly changed = new Set<number>();
  /** Events that moved an order's levels, and checked accounts. */
  moves = 0;
  looked = 0;
  lastOrderId: number;
  lastFundsId = 1_000_000;
  lastAlertId = 0;
  /** Alerts of all accounts that have not fired, as set. */
  readonly alerts = new Map<number, Alert>();
  /** Payments with the account they were credited to, and payments that paid withdrawals, by company. */
  readonly credited = new Map<string, number>();
  readonly paidBy = new Set<string>();

  readonly night: Night;

  constructor(rules: Rules, lastOrderId: number) {
    this.rules = rules;
    this.night = new Night(this, rules.rollPieceMax);
    this.lastOrderId = lastOrderId;
  }

  /** Copies accounts, orders and balances; prices and pending checks do not survive a restart. */
  copy(): Model {
    const copy = new Model(this.rules, this.lastOrderId);
    for (const [id, account] of this.accounts) copy.accounts.set(id, copyAccount(account));
    copy.lastFundsId = this.lastFundsId;
    copy.lastAlertId = this.lastAlertId;
    for (const [id, alert] of this.alerts) copy.alerts.set(id, alert);
    for (const [payment, id] of this.credited) copy.credited.set(payment, id);
    for (const payment of this.paidBy) copy.paidBy.add(payment);
    for (const id of this.ended) copy.ended.add(id);
    for (const [key, balance] of this.balances) copy.balances.set(key, balance);
    for (const [id, halt] of this.halts) copy.halts.set(id, halt);
    for (const [id, level] of this.levels) copy.levels.set(id, level);
    return copy;
  }

  /** Applies one event of any source. */
  take(event: Happening): void {
    if (event.alert !== undefined) return takeAlert(this, event);
    for (const { from, to, amount } of event.transfers) {
      this.balances.set(from, (this.balances.get(from) ?? 0n) - amount);
      this.balances.set(to, (this.balances.get(to) ?? 0n) + amount);
    }
    this.changed.add(event.accountId);
    if (event.order !== undefined && event.type !== 'SwapCharged') this.moves += 1;
    if (event.type === 'AccountOpened') {
      const { accountId: id, tenantId = 0, realm = '', currency = '' } = event;
      this.accounts.set(id, newAccount({ id, tenantId, realm, currency }));
      return;
    }
    const account = this.account(event.accountId);
    takeFlag(account, event);
    if (event.type === 'DemoExpired' || event.type === 'AccountClosed') {
      dropAlerts(this, account.id);
      forget(this, account);
    }
    for (const order of [event.order, event.closed]) {
      if (order === undefined) continue;
      this.lastOrderId = Math.max(this.lastOrderId, order.id);
      if (order.status === 'open' || order.status === 'pending') account.orders.set(order.id, order);
      else dropOrder(this, account, order.id);
    }
    if (event.funds === undefined) return;
    if (event.type === 'DepositRequested' && event.funds.contested !== undefined) account.rivalries.push(event.atMs);
    takeFunds(this, account, event.funds);
  }

  /** A quote of the running session prices its instrument, others only mark it. True if it may decide (R-ORD-32). */
  price(tick: Tick, timeMs: number): boolean {
    const { instrumentId: id, timeMs: saidMs } = tick;
    const isLive = isOneSession(this.spec(id).calendar, saidMs, timeMs);
    if (isLive || !this.prices.has(id)) {
      this.prices.set(id, tick);
      this.marks.delete(id);
    } else this.marks.set(id, tick);
    if (isWide(tick, this.rules.spreadLimitBp)) this.wide.add(id);
    else this.wide.delete(id);
    return isLive;
  }

  isTrading(instrumentId: number): boolean {
    return isTrading(this.spec(instrumentId).calendar, this.timeMs);
  }

  /** True if the price is of the running session. */
  isOfNow(instrumentId: number): boolean {
    const tick = this.prices.get(instrumentId);
    return tick !== undefined && isOneSession(this.spec(instrumentId).calendar, tick.timeMs, this.timeMs);
  }

  onTick(tick: Tick, dueMs: number, atMs: number, mayClose: MayClose): Happening[] {
    const isLive = this.price(tick, dueMs);
    const events = this.expire(dueMs, atMs);
    if (!isLive) return this.changed.size === 0 ? events : [...events, ...this.settle(mayClose, atMs)];
    this.#closeWaiting(tick.instrumentId, atMs, mayClose, events);
    const resting = this.ordersOf(tick.instrumentId).filter((order) => order.openQuote?.seq !== tick.seq);
    for (const order of resting) {
      const reason = stopReason(order, tick);
      const stopLoss = reason === null ? trailedTo(order, tick) : null;
      if (stopLoss !== null) {
        const trailed = { moves: 1 + (order.trailed?.moves ?? 0), quote: tick };
        this.#happen(events, event('StopTrailed', atMs, order.accountId, { order: { ...order, stopLoss, trailed } }));
      }
      if (reason === null) continue;
      const closing = this.close(order, order.lots, reason, atMs);
      if (closing !== null) this.#happen(events, closing);
    }
    for (const { id, accountId } of resting) {
      const account = this.account(accountId);
      const order = account.orders.get(id);
      if (order?.status !== 'pending' || !isTargetMet(order, tick)) continue;
      if (this.isHeld || this.wide.has(tick.instrumentId)) continue;
      if (isHaltedBy(this.halts.values(), account.tenantId, tick.instrumentId, dueMs)) continue;
      if (this.rateOf(order.instrumentId, account) == null || !this.isPriced(account)) continue;
      const opening = this.open(order, atMs) ?? cancelled(order, 'not-enough-margin', atMs);
      this.#happen(events, opening);
    }
    events.push(...fireAlerts(this, tick, atMs));
    for (const account of this.accounts.values())
      if (dependsOn(account, tick.instrumentId, this.rules.specs)) this.changed.add(account.id);
    this.tick = tick;
    events.push(...this.settle(mayClose, atMs));
    this.tick = null;
    return events;
  }

  /** Closes orders waiting for a price at the first fresh one of their session (R-ORD-33). */
  #closeWaiting(instrumentId: number, atMs: number, mayClose: MayClose, events: Happening[]): void {
    if (!mayClose(instrumentId)) return;
    for (const order of this.ordersOf(instrumentId)) {
      if (order.waitingClose == null) continue;
      const converter = this.converterOf(order);
      if (converter !== null && this.isTrading(converter) && !mayClose(converter)) continue;
      const closing = this.close(order, order.waitingClose.lots ?? order.lots, 'user', atMs);
      if (closing !== null) this.#happen(events, closing);
    }
  }

  /** Pair whose price converts an order's results; null if none is needed. */
  converterOf({ instrumentId, accountId }: Pick<Order, 'instrumentId' | 'accountId'>): number | null {
    const { quoteCurrency } = this.spec(instrumentId);
    return converterOf(quoteCurrency, this.account(accountId).currency, this.rules.specs);
  }

  expire(dueMs: number, atMs: number): Happening[] {
    this.timeMs = dueMs;
    const events: Happening[] = [];
    if (this.isHeld) return events;
    for (const { id, accountId } of this.ordersOf(null)) {
      const order = this.account(accountId).orders.get(id);
      if (order?.status !== 'pending' || order.expiresAtMs === null || order.expiresAtMs > dueMs) continue;
      const expired = { ...order, status: 'expired', endedAtMs: atMs };
      this.#happen(events, event('OrderExpired', atMs, order.accountId, { order: expired }));
    }
    return [...events, ...checkSwaps(this, dueMs, atMs)];
  }

  /** Begins the roll due by a time with its first piece, and checks what changed (R-ORD-14). */
  roll(mayClose: MayClose, dueMs: number, atMs: number): Happening[] {
    this.timeMs = dueMs;
    const isBegun = this.night.begin(dueMs);
    return isBegun ? this.rollOn(mayClose, atMs) : this.settle(mayClose, atMs);
  }

  /** Charges the next piece of the roll in progress. */
  rollOn(mayClose: MayClose, atMs: number): Happening[] {
    if (!this.night.isRolling) return [];
    const charges = this.night.piece(atMs);
    return [...charges, ...this.settle(mayClose, atMs)];
  }

  /** Charges accounts before a decision about them; nothing while no roll is in progress (R-LED-27). */
  chargeFirst(accountIds: readonly number[], mayClose: MayClose, atMs: number): Happening[] {
    if (!this.night.isRolling) return [];
    const charges = accountIds.flatMap((id) => this.night.charge(id, atMs));
    return [...charges, ...this.settle(mayClose, atMs)];
  }

  settle(mayClose: MayClose, atMs: number, ids: Iterable<number> = this.changed): Happening[] {
    const events: Happening[] = [];
    for (const id of [...ids].sort((a, b) => a - b)) {
      this.looked += 1;
      let isCharged = false;
      let first: number | null = null;
      const decide = () => this.#next(id, mayClose, atMs, first);
      for (let next = decide(); next !== null; next = decide()) {
        const charges = isCharged ? [] : this.night.charge(id, atMs);
        isCharged = true;
        events.push(...charges);
        if (charges.length > 0) continue;
        if (next.type === 'OrderClosed') first ??= next.order?.id ?? null;
        this.#happen(events, next);
      }
      this.changed.delete(id);
    }
    return events;
  }

  /** Opens an order at the current price; null if the account could not carry it, with `freed` of its margin free. */
  open(order: Order, atMs: number, freed = 0n): Happening | null {
    const account = this.account(order.accountId);
    const spec = this.spec(order.instrumentId);
    const tick = this.prices.get(order.instrumentId);
    const rate = this.rateOf(order.instrumentId, account);
    if (tick === undefined || rate == null) throw new Error('auditor: opens with a price');
    const openPrice = order.side === 'buy' ? tick.ask : tick.bid;
    const margin = marginOf(spec, order.lots, openPrice, order.leverage, rate);
    const fee = feeOf(spec, this.rules.feeType, order.lots, openPrice, rate);
    const now = { openPrice, openedAtMs: atMs, openQuote: tick, openRate: rate };
    const opened = { ...order, ...now, linkedId: undefined, status: 'open', margin, fee };
    const spread = profitOf(spec, opened, closePriceOf(order, tick), rate);
    const { equity, margin: used } = this.figures(account);
    if (equity - fee + spread - (used - freed) - margin < 0n) return null;
    const transfers = fee === 0n ? [] : [posting('trade-fee', cashOf(account), houseOf(account, 'fee'), fee)];
    return event('OrderOpened', atMs, account.id, { order: opened, transfers });
  }

  /** Closes an order or a part at the current price; null while its profit cannot be converted. */
  close(held: Order, lots: number, closeReason: string, atMs: number): Happening | null {
    const order = { ...held, waitingClose: undefined };
    const account = this.account(order.accountId);
    const tick = this.prices.get(order.instrumentId);
    const rate = this.rateOf(order.instrumentId, account);
    if (tick === undefined || rate == null) return null;
    const closePrice = closePriceOf(order, tick);
    const part = lots === order.lots ? order : partOf(order, lots, this.lastOrderId + 1);
    const profit = profitOf(this.spec(order.instrumentId), part, closePrice, rate);
    const ending = { status: 'closed', closePrice, closeReason, endedAtMs: atMs, closeQuote: tick, closeRate: rate };
    const closed = { ...part, ...ending, profit };
    const [cash, house] = [cashOf(account), houseOf(account, 'profit-and-loss')];
    const transfers: Posting[] = [];
    if (profit > 0n) transfers.push(posting('trade-profit', house, cash, profit));
    if (profit < 0n) transfers.push(posting('trade-loss', cash, house, -profit));
    transfers.push(...swapPostings(account, part.swap));
    if (part === order) return event('OrderClosed', atMs, account.id, { order: closed, transfers });
    const rest = {
      ...order,
      lots: order.lots - lots,
      margin: order.margin - part.margin,
      fee: order.fee - part.fee,
      swap: order.swap - part.swap,
    };
    return event('OrderReduced', atMs, account.id, { order: rest, closed, transfers });
  }

  figures(account: Account): { balance: bigint; equity: bigint; margin: bigint } {
    const balance = this.balances.get(cashOf(account)) ?? 0n;
    let [equity, margin] = [balance, 0n];
    for (const order of account.orders.values()) {
      if (order.status !== 'open') continue;
      equity += this.resultOf(order);
      margin += order.margin;
    }
    return { balance, equity, margin };
  }

  resultOf(order: Order): bigint {
    const tick = this.prices.get(order.instrumentId);
    const rate = this.rateOf(order.instrumentId, this.account(order.accountId));
    if (tick === undefined || rate == null) return order.swap;
    return profitOf(this.spec(order.instrumentId), order, closePriceOf(order, tick), rate) + order.swap;
  }

  isPriced(account: Account): boolean {
    return openOrders(account).every(
      ({ instrumentId }) => this.prices.has(instrumentId) && this.rateOf(instrumentId, account) != null,
    );
  }

  rateOf(instrumentId: number, account: Account): Rate | null | undefined {
    const { quoteCurrency } = this.spec(instrumentId);
    return rateBetween(quoteCurrency, account.currency, this.rules.specs, (id) => this.prices.get(id));
  }

  ordersOf(instrumentId: number | null): Order[] {
    return [...this.accounts.values()]
      .flatMap((account) => [...account.orders.values()])
      .filter((order) => instrumentId === null || order.instrumentId === instrumentId)
      .sort((a, b) => a.id - b.id);
  }

  account(id: number): Account {
    const account = this.accounts.get(id);
    if (account === undefined) throw new Error(`auditor: account ${id} is open`);
    return account;
  }

  spec(id: number): InstrumentSpec {
    const spec = this.rules.specs.find((candidate) => candidate.id === id);
    if (spec === undefined) throw new Error(`auditor: instrument ${id} is known`);
    return spec;
  }

  #happen(events: Happening[], happening: Happening): void {
    for (const one of [happening, ...pairOf(this.account(happening.accountId), happening)]) {
      this.take(one);
      events.push(one);
    }
  }

  /** Next event of an account after a check; null if none is due (R-ORD-16). */
  #next(id: number, mayClose: MayClose, atMs: number, first: number | null): Happening | null {
    const account = this.account(id);
    const open = openOrders(account);
    const { balance, equity, margin } = this.figures(account);
    const { percent: stopOutPercent, due } = levelOf(this, account, atMs);
    if (due !== null) return due;
    if (open.length === 0) return withoutOrders(account, balance, atMs);
    if (!this.isPriced(account)) return null;
    const alert = accountAlertOf(this, account, atMs);
    if (alert !== null) return alert;
    const isOut = equity * 100n <= margin * BigInt(stopOutPercent);
    if (isOut) {
      const isClosable = ({ instrumentId }: Order) => mayClose(instrumentId) && this.isOfNow(instrumentId);
      const worst = worstOf(open.filter(isClosable), (order) => this.resultOf(order));
      if (worst !== undefined) {
        const closed = this.close(worst, worst.lots, 'stop-out', atMs);
        const held = open.toSorted((a, b) => a.id - b.id).map((order) => heldAt(this.prices, order, isClosable(order)));
        const why = first === null ? { balance, stopOutPercent, positions: held } : { balance, first };
        return closed && { ...closed, fill: { stopOut: why } };
      }
    }
    if (isOut !== account.paused) return event(isOut ? 'StopOutPaused' : 'StopOutResumed', atMs, id);
    const isCalled = equity * 100n <= margin * this.rules.callPercent;
    return isCalled === account.called ? null : event(isCalled ? 'MarginCalled' : 'MarginCallEnded', atMs, id);
  }
}
