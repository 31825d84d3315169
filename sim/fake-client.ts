import type { AlertId } from '@candor/domain/engine/alert';
import type { Command } from '@candor/domain/engine/command';
import type { EngineEvent } from '@candor/domain/engine/event';
import type { InstrumentId, OrderId } from '@candor/domain/values/ids';
import { toLots } from '@candor/domain/values/lots';
import { toMoney } from '@candor/domain/values/money';
import type { Price } from '@candor/domain/values/price';
import type { Outcome } from '../apps/server/src/ports/trading-port.ts';
import type { ClientAccount } from './accounts.ts';
import { AlertSetter } from './alert-setter.ts';
import type { Climate } from './climate.ts';
import type { FakeFeed } from './fake-feed.ts';
import { simSpecs } from './instruments.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';
import { type Build, type Reach, Sender } from './sender.ts';

const isUsual = ({ id }: { readonly id: number }) => id !== 6 && id !== 8;

interface KnownOrder {
  readonly id: OrderId;
  readonly instrumentId: InstrumentId;
  readonly lots: number;
  readonly isPending?: boolean;
}

/** A trader who sends commands, gets answers late or never, asks again, and sometimes sends twice at once. */
export class FakeClient {
  readonly #account: ClientAccount;
  readonly #feed: FakeFeed;
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #sender: Sender;
  /** Sets alerts of every kind; null in worlds without. */
  #alerts: AlertSetter | null = null;
  /** Orders it knows of and has not seen end. */
  readonly #orders: KnownOrder[] = [];
  readonly #climate: Climate;
  /** Orders with a close waiting for a price. */
  /** Newest alert of the account. */
  #alertId = 1 as AlertId;
  readonly #waiting = new Set<OrderId>();
  #isOpened = false;
  #isRuined = false;
  #wealth: number;

  constructor(
    account: ClientAccount,
    feed: FakeFeed,
    scheduler: Scheduler,
    random: Random,
    reach: Reach,
    climate: Climate,
  ) {
    this.#climate = climate;
    this.#wealth = climate.grants.at(-1) ?? 2_000;
    this.#account = account;
    this.#feed = feed;
    this.#scheduler = scheduler;
    this.#random = random;
    this.#sender = new Sender(scheduler, random, reach, (outcome) => this.#hear(outcome));
    if (climate.hasAlerts === true)
      this.#alerts = new AlertSetter(account.accountId, feed, scheduler, reach, () =>
        this.#orders.findLast(({ isPending }) => isPending !== true),
      );
    scheduler.after(random.between(1, 200), () => this.#want());
  }

  set isStopped(isStopped: boolean) {
    this.#sender.isStopped = isStopped;
    if (this.#alerts !== null) this.#alerts.isStopped = isStopped;
  }

  #want(): void {
    if (this.#sender.isStopped) return;
    const random = this.#random;
    const build = this.#isOpened && !random.chance(0.01) ? this.#trade() : this.#open();
    const hasId = random.chance(0.75);
    const ids = { clientId: hasId ? random.hex(8) : null, bodyHash: hasId ? random.hex(6) : null };
    this.#sender.send(build, ids);
    // The same press again, over a second connection or without a reason.
    if (hasId && random.chance(0.15)) this.#sender.later(build, ids, random.between(0, 800));
    if (hasId && random.chance(0.05)) {
      this.#sender.later(this.#trade(), { ...ids, bodyHash: random.hex(6) }, random.between(0, 2_000));
    }
    const waitMs = random.chance(0.15) ? random.between(1, 20) : random.between(50, 2_500);
    this.#scheduler.after(this.#feed.stretch(waitMs, 1), () => this.#want());
  }

  #hear(outcome: Outcome): void {
    if (outcome.kind === 'refused' && outcome.refusal === 'account-exists') this.#isOpened = true;
    if (outcome.kind === 'refused' && outcome.refusal === 'not-enough-margin')
      this.#isRuined ||= this.#orders.length < 2;
    if (outcome.kind === 'done') this.hearEvents(outcome.events);
  }

  /** Receives the events pushed to its socket. */
  hearEvents(events: readonly EngineEvent[]): void {
    for (const event of events) {
      if (event.accountId !== this.#account.accountId) continue;
      if (event.type === 'AccountOpened') this.#isOpened = true;
      if (event.type === 'NegativeBalanceCovered') this.#isRuined = true;
      if (event.type === 'DemoReset') this.#isRuined = false;
      if (event.type === 'AlertSet') this.#alertId = event.alert.id;
      if (!('order' in event)) continue;
      const { id, instrumentId, lots, status } = event.order;
      const at = this.#orders.findIndex((order) => order.id === id);
      if (at >= 0) this.#orders.splice(at, 1);
      if (event.type === 'CloseQueued') this.#waiting.add(id);
      else this.#waiting.delete(id);
      if (status === 'open' || status === 'pending')
        this.#orders.push({ id, instrumentId, lots, isPending: status === 'pending' });
      if (this.#orders.length > 14) this.#orders.shift();
    }
  }

  #open(): Build {
    const grant = this.#account.realm === 'real' ? 0n : this.#grant();
    return (_market, atMs) => ({ type: 'OpenAccount', atMs, ...this.#account, grant: toMoney(grant) });
  }

  #grant(): bigint {
    this.#wealth = this.#random.pick(this.#climate.grants);
    const micros = BigInt(this.#wealth) * 1_000_000n + BigInt(this.#random.between(0, 99));
    return this.#account.currency === 'JPY' ? micros * 150n : micros;
  }

  #trade(): Build {
    const random = this.#random;
    if (this.#isRuined && random.chance(0.4)) return this.#reset();
    const draw = random.unit();
    if (draw < 0.45 || this.#orders.length === 0) return this.#place();
    const waiting = this.#orders.find(({ id }) => this.#waiting.has(id));
    if (waiting !== undefined && random.chance(0.5)) return this.#changeWaiting(waiting);
    const order = random.chance(0.04)
      ? { id: 8_000_001 as OrderId, instrumentId: 1 as InstrumentId, lots: 50 }
      : random.pick(this.#orders);
    const accountId = this.#account.accountId;
    if (draw < 0.62) {
      // Chosen by the order, so that everything else in a world stays the same.
      if (order.id % 7 === 0) return this.#closeSeveral(order);
      if (order.id % 5 === 0) return this.#reverse(order);
      const whenPriced = random.chance(0.8);
      const part = random.chance(0.5) ? null : toLots(Math.max(1, random.between(1, order.lots + 1)));
      return (marketOf, atMs): Command => {
        const market = marketOf(order.instrumentId);
        return { type: 'CloseOrder', atMs, accountId, orderId: order.id, lots: part, whenPriced, market };
      };
    }
    if (draw < 0.7 && order.id % 3 === 1 && !this.#waiting.has(order.id)) return this.#changeAlert(order);
    if (draw < 0.7 && order.isPending && order.id % 2 === 0) return this.#link(order);
    if (draw < 0.7) return (_market, atMs) => ({ type: 'CancelOrder', atMs, accountId, orderId: order.id });
    if (draw < 0.99) return this.#amend(order);
    return this.#reset();
  }

  #closeSeveral({ id, instrumentId }: { readonly id: OrderId; readonly instrumentId: InstrumentId }): Build {
    const { accountId } = this.#account;
    const which = (['all', 'winners', 'losers'] as const)[(id / 7) % 3] ?? 'all';
    const about = { accountId, which, instrumentId: id % 2 === 0 ? instrumentId : null, whenPriced: id % 3 === 0 };
    return (_market, atMs) => ({ type: 'CloseOrders', atMs, ...about });
  }

  /** Sets an alert near the price, or removes its newest or one of the first, which may be another's or gone. */
  #changeAlert({ id, instrumentId }: { id: OrderId; instrumentId: InstrumentId }): Build {
    const price = this.#near(instrumentId);
    const { accountId } = this.#account;
    if (price % 6 === 0) {
      const alertId = price % 12 === 0 ? this.#alertId : ((1 + (price % 60) / 6) as AlertId);
      return (_market, atMs) => ({ type: 'RemoveAlert', atMs, accountId, alertId });
    }
    const quoteSide = id % 2 === 0 ? 'bid' : 'ask';
    // Mostly a level that is still ahead.
    const isAbove = price % 10 === 0 ? price % 20 === 0 : price > this.#feed.mid(instrumentId);
    const when = isAbove ? 'at-or-above' : 'at-or-below';
    return (_market, atMs) => ({ type: 'SetAlert', atMs, accountId, instrumentId, quoteSide, when, price });
  }

  #reverse({ id: orderId, instrumentId, lots }: KnownOrder): Build {
    const { accountId } = this.#account;
    const price = Math.max(1, Math.round(this.#feed.mid(instrumentId))) as Price;
    const expected = orderId % 4 === 0 ? { price, deviationMax: lots % 40 } : null;
    return (marketOf, atMs) => {
      const market = marketOf(instrumentId);
      return { type: 'ReverseOrder', atMs, accountId, orderId, expected, quoteSeq: null, market };
    };
  }

  /** Links a pending order with the newest other one, or takes it out of its pair. */
  #link({ id: orderId }: KnownOrder): Build {
    const { accountId } = this.#account;
    const other = this.#orders.findLast(({ id, isPending }) => id !== orderId && isPending);
    const otherId = orderId % 5 === 0 ? null : (other?.id ?? orderId);
    return (_market, atMs) => ({ type: 'LinkOrders', atMs, accountId, orderId, otherId });
  }

  /** Cancels a waiting close, or asks for it again. */
  #changeWaiting({ id: orderId, instrumentId }: { id: OrderId; instrumentId: InstrumentId }): Build {
    const { accountId } = this.#account;
    if (this.#random.chance(0.5)) return (_market, atMs) => ({ type: 'CancelOrder', atMs, accountId, orderId });
    return (marketOf, atMs) => {
      const market = marketOf(instrumentId);
      return { type: 'CloseOrder', atMs, accountId, orderId, lots: null, whenPriced: true, market };
    };
  }

  #reset(): Build {
    const { accountId, realm } = this.#account;
    // A real account cannot expire, and is closed only while it is empty.
    const type = this.#orders.length % 2 === 0 ? 'ExpireDemo' : 'CloseAccount';
    if (realm === 'real') return (_market, atMs) => ({ type, atMs, accountId });
    const grant = toMoney(this.#grant());
    return (_market, atMs) => ({ type: 'ResetDemo', atMs, accountId, grant });
  }

  #amend({ id: orderId, instrumentId, lots, isPending = false }: KnownOrder): Build {
    const stopLoss = this.#maybeNear(instrumentId);
    const takeProfit = this.#maybeNear(instrumentId);
    const { accountId } = this.#account;
    // Chosen by the price and not by chance, so that everything else in a world stays the same.
    const kind = ((stopLoss ?? takeProfit ?? 0) + orderId) % 8;
    const trailing = kind < 2 ? { trailing: 1 + ((orderId * 37) % 180) } : kind === 2 ? { trailing: null } : {};
    const level = stopLoss ?? takeProfit;
    if (isPending && kind > 2 && level !== null) return this.#amendPending({ orderId, instrumentId, lots, level });
    if (!isPending && kind > 4) return this.#breakEven(orderId, instrumentId);
    const stops = { stopLoss: kind === 0 ? null : stopLoss, takeProfit, ...trailing };
    return (marketOf, atMs) => {
      const market = marketOf(instrumentId);
      return { type: 'AmendStops', atMs, accountId, orderId, ...stops, market };
    };
  }

  #breakEven(orderId: OrderId, instrumentId: InstrumentId): Build {
    const { accountId } = this.#account;
    return (marketOf, atMs) => ({ type: 'BreakEven', atMs, accountId, orderId, market: marketOf(instrumentId) });
  }

  /** Moves the target of a pending order, and by its id also its size, its stops or its expiry. */
  #amendPending(about: { orderId: OrderId; instrumentId: InstrumentId; lots: number; level: Price }): Build {
    const { accountId } = this.#account;
    const { orderId, instrumentId, lots, level: targetPrice } = about;
    const size = orderId % 3 === 0 ? { lots: toLots(lots + (orderId % 5)) } : {};
    const stops = orderId % 2 === 0 ? { stopLoss: null, takeProfit: null } : {};
    const lifeMs = (targetPrice % 7) * 3_000;
    return (marketOf, atMs) => {
      const expiry = orderId % 4 === 0 ? { expiresAtMs: lifeMs === 0 ? null : atMs + lifeMs } : {};
      const market = marketOf(instrumentId);
      return { type: 'AmendOrder', atMs, accountId, orderId, targetPrice, ...size, ...stops, ...expiry, market };
    };
  }

  #place(): Build {
    const random = this.#random;
    const spec = random.chance(0.01) ? null : random.pick(random.chance(0.9) ? simSpecs.filter(isUsual) : simSpecs);
    const instrumentId = spec?.id ?? (77 as InstrumentId);
    const mid = this.#feed.mid(instrumentId);
    const side = random.pick(['buy', 'sell'] as const);
    const [waits, guards] = this.#climate.isBold ? [0.2, 0.15] : [0.4, 0.5];
    const targetPrice = random.chance(waits) ? this.#near(instrumentId) : null;
    const from = targetPrice ?? mid;
    const away = (direction: number) =>
      Math.max(1, Math.round(from * (1 + direction * random.unit() * 0.006))) as Price;
    const [down, up] = side === 'buy' ? [-1, 1] : [1, -1];
    const stopLoss = random.chance(guards) ? away(random.chance(0.1) ? up : down) : null;
    const takeProfit = random.chance(guards) ? away(random.chance(0.1) ? down : up) : null;
    const offered = spec === null || spec.leverages.length === 0 ? [100] : spec.leverages;
    const highest = Math.max(...offered);
    const wished = this.#climate.isBold && random.chance(0.8) ? highest : random.pick(offered);
    const leverage = random.chance(0.01) ? 7 : wished;
    // One lot step of any instrument is worth about a thousand dollars: each order takes its share of the grant as
    // margin.
    const share = random.chance(0.2) ? random.unit() : random.unit() * this.#climate.shareMax;
    const affordable = Math.min(2_000, Math.max(2, Math.round((this.#wealth * leverage * share) / 1_000)));
    const usual = this.#climate.isBold && random.chance(0.5) ? (spec?.lotsMin ?? 2) : affordable;
    const lots = toLots(random.chance(0.03) ? random.pick([1, 2_001, 2_000]) : usual);
    const lifeMs = random.chance(0.4) ? random.between(-50, 20_000) : null;
    const expected = random.chance(0.2)
      ? { price: Math.max(1, Math.round(mid)) as Price, deviationMax: random.between(0, 40) }
      : null;
    const asked = { instrumentId, side, lots, leverage, targetPrice, stopLoss, takeProfit, expected };
    const { accountId } = this.#account;
    const other = lots % 4 === 0 ? this.#orders.findLast(({ isPending }) => isPending) : undefined;
    const link = targetPrice === null || other === undefined ? {} : { linkTo: other.id };
    return (marketOf, atMs) => {
      const expiresAtMs = lifeMs === null ? null : atMs + lifeMs;
      const market = marketOf(instrumentId);
      const quoteSeq = lots % 50 === 0 ? atMs * 1_000 + 10_000_000 : null;
      return { type: 'PlaceOrder', atMs, accountId, ...asked, expiresAtMs, quoteSeq, ...link, market };
    };
  }

  #near(id: InstrumentId): Price {
    const away = (this.#random.unit() - 0.5) * (this.#random.chance(0.1) ? 0.3 : 0.008);
    return Math.max(1, Math.round(this.#feed.mid(id) * (1 + away))) as Price;
  }

  #maybeNear(id: InstrumentId): Price | null {
    return this.#random.chance(0.7) ? this.#near(id) : null;
  }
}
