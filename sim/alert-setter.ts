import type { AlertAsk, AlertId } from '@candor/domain/engine/alert';
import type { AccountId, InstrumentId, OrderId } from '@candor/domain/values/ids';
import { toMoney } from '@candor/domain/values/money';
import type { Price } from '@candor/domain/values/price';
import type { FakeFeed } from './fake-feed.ts';
import { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';
import { type Build, type Reach, Sender } from './sender.ts';

/** Order that the setter may watch. */
export interface WatchedOrder {
  readonly id: OrderId;
  readonly instrumentId: InstrumentId;
}

/** Sets and removes alerts of every kind on an account, by random numbers of its own, so that its trader's stay the same. */
export class AlertSetter {
  readonly #accountId: AccountId;
  readonly #feed: FakeFeed;
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #sender: Sender;
  readonly #newestOrder: () => WatchedOrder | undefined;
  #alertId = 1 as AlertId;

  constructor(
    accountId: AccountId,
    feed: FakeFeed,
    scheduler: Scheduler,
    reach: Reach,
    newestOrder: () => WatchedOrder | undefined,
  ) {
    this.#accountId = accountId;
    this.#feed = feed;
    this.#scheduler = scheduler;
    this.#random = new Random(accountId * 7_919);
    this.#newestOrder = newestOrder;
    this.#sender = new Sender(scheduler, this.#random, reach, (outcome) => {
      if (outcome.kind !== 'done') return;
      for (const event of outcome.events) if (event.type === 'AlertSet') this.#alertId = event.alert.id;
    });
    this.#scheduler.after(this.#random.between(1, 2_000), () => this.#want());
  }

  set isStopped(isStopped: boolean) {
    this.#sender.isStopped = isStopped;
  }

  #want(): void {
    const order = this.#newestOrder();
    if (order !== undefined && !this.#sender.isStopped)
      this.#sender.send(this.#change(order), { clientId: null, bodyHash: null });
    this.#scheduler.after(this.#feed.stretch(this.#random.between(1_000, 5_000), 1), () => this.#want());
  }

  #change(order: WatchedOrder): Build {
    const accountId = this.#accountId;
    const alertId = this.#alertId;
    if (this.#random.chance(0.1)) return (_market, atMs) => ({ type: 'RemoveAlert', atMs, accountId, alertId });
    const ask = this.#ask(order);
    return (_market, atMs) => ({ type: 'SetAlert', atMs, accountId, ...ask });
  }

  #ask({ id: orderId, instrumentId }: WatchedOrder): AlertAsk {
    const random = this.#random;
    const quoteSide = random.pick(['bid', 'ask'] as const);
    const when = random.pick(['at-or-above', 'at-or-below'] as const);
    const kind = random.pick(['price', 'percent', 'margin', 'profit', 'profit', 'swap'] as const);
    const micros = BigInt(random.between(1, 60_000)) * 1_000n;
    if (kind === 'percent') return { kind, instrumentId, quoteSide, percentE2: random.between(1, 200) };
    if (kind === 'margin') return { kind, percent: random.chance(0.3) ? 50_000 : random.between(50, 900) };
    if (kind === 'profit')
      return { kind, orderId, when, amount: toMoney(when === 'at-or-above' && random.chance(0.7) ? micros : -micros) };
    if (kind === 'swap') return { kind, amount: toMoney(micros / 100n) };
    const price = Math.max(1, Math.round(this.#feed.mid(instrumentId) * (1 + (random.unit() - 0.5) * 0.008)));
    return { instrumentId, quoteSide, when, price: price as Price };
  }
}
