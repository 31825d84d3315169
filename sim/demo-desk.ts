import type { AccountId, CompanyId, InstrumentId, OrderId } from '@candor/domain/values/ids';
import { toLots } from '@candor/domain/values/lots';
import { toMoney } from '@candor/domain/values/money';
import type { DemoStore } from '../apps/server/src/ports/identity.ts';
import type { Outcome } from '../apps/server/src/ports/trading-port.ts';
import { createDemoExpiry } from '../apps/server/src/services/identity/demos.ts';
import type { FakeFeed } from './fake-feed.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';
import type { Build, Reach } from './sender.ts';

interface Demo {
  readonly accountId: AccountId;
  usedMs: number;
  state: 'new' | 'open' | 'released' | 'ended';
  orders: OrderId[];
  /** Remaining visits of its owner. */
  usesLeft: number;
}

const firstAccount = 1_001;
const demosMax = 8;
const companyId = 1 as CompanyId;

/** A process as the desk needs it: its time, and the orders in its core. */
export interface DemoHost {
  readonly nowMs: () => number;
  readonly hasOrders: (accountId: AccountId) => Promise<boolean>;
}

/**
 * Visitors who open a demo, use it a little and abandon it, and the product's job that ends demos idle for thirty days.
 */
export class DemoDesk {
  isStopped = false;
  readonly #feed: FakeFeed;
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #reach: Reach;
  readonly #host: () => DemoHost | null;
  readonly #demos: Demo[] = [];

  constructor(feed: FakeFeed, scheduler: Scheduler, random: Random, reach: Reach, host: () => DemoHost | null) {
    this.#feed = feed;
    this.#scheduler = scheduler;
    this.#random = random;
    this.#reach = reach;
    this.#host = host;
    scheduler.after(random.between(500, 3_000), () => this.#visit());
    scheduler.after(random.between(4_000, 8_000), () => this.#sweep());
  }

  #visit(): void {
    if (this.isStopped) return;
    const random = this.#random;
    const live = this.#demos.filter(({ state }) => state === 'new' || state === 'open');
    const liked = live.filter(({ usesLeft }) => usesLeft > 0);
    if (live.length < demosMax && random.chance(0.3)) this.#make();
    else if (liked.length > 0) this.#use(random.pick(liked));
    this.#scheduler.after(this.#feed.stretch(random.between(300, 3_000), 1), () => this.#visit());
  }

  #make(): void {
    const accountId = (firstAccount + this.#demos.length) as AccountId;
    this.#demos.push({ accountId, usedMs: 0, state: 'new', orders: [], usesLeft: this.#random.between(2, 6) });
  }

  #use(demo: Demo): void {
    const nowMs = this.#host()?.nowMs();
    const submit = this.#reach();
    if (nowMs === undefined || submit === null) return;
    demo.usedMs = Math.max(demo.usedMs, nowMs);
    if (demo.state === 'open') demo.usesLeft -= 1;
    const ids = { clientId: this.#random.hex(16), bodyHash: this.#random.hex(6) };
    void submit(demo.state === 'new' ? this.#opening(demo) : this.#trade(demo), ids).then((outcome) =>
      this.#hear(demo, outcome),
    );
  }

  #hear(demo: Demo, outcome: Outcome): void {
    if (outcome.kind === 'refused' && outcome.refusal === 'account-exists' && demo.state === 'new') demo.state = 'open';
    for (const event of outcome.kind === 'done' ? outcome.events : []) {
      if (event.accountId !== demo.accountId) continue;
      if (event.type === 'AccountOpened' && demo.state === 'new') demo.state = 'open';
      if (!('order' in event)) continue;
      const { id, status } = event.order;
      demo.orders = demo.orders.filter((known) => known !== id);
      if (status === 'open' || status === 'pending') demo.orders.push(id);
    }
  }

  #opening({ accountId }: Demo): Build {
    const grant = toMoney(1_000_000_000n);
    const about = { accountId, tenantId: companyId, realm: 'demo', currency: 'USD' } as const;
    return (_market, atMs) => ({ type: 'OpenAccount', atMs, ...about, grant });
  }

  /** Most leave no orders; some leave one. */
  #trade({ accountId, orders }: Demo): Build {
    const random = this.#random;
    const instrumentId = random.pick([1, 7]) as InstrumentId;
    const orderId = orders[0];
    if (orderId !== undefined && random.chance(0.4)) {
      return (marketOf, atMs) => ({
        type: 'CloseOrder',
        atMs,
        accountId,
        orderId,
        lots: null,
        whenPriced: true,
        market: marketOf(instrumentId),
      });
    }
    const what = { instrumentId, side: random.pick(['buy', 'sell'] as const), lots: toLots(2), leverage: 100 };
    const rest = { targetPrice: null, stopLoss: null, takeProfit: null, expiresAtMs: null, expected: null };
    return (marketOf, atMs) => ({
      type: 'PlaceOrder',
      atMs,
      accountId,
      ...what,
      ...rest,
      quoteSeq: null,
      market: marketOf(instrumentId),
    });
  }

  /** Runs the product's job once, on the serving process. */
  #sweep(): void {
    if (this.isStopped) return;
    const [submit, host] = [this.#reach(), this.#host()];
    if (submit !== null && host !== null) {
      const run = createDemoExpiry({
        store: this.#store(),
        clock: { nowMs: host.nowMs, monotonicMs: () => this.#scheduler.nowMs },
        companies: () => Promise.resolve([{ id: companyId }]),
        hasOrders: host.hasOrders,
        expire: async (command) => {
          const outcome = await submit(() => command, { clientId: null, bodyHash: null });
          return outcome.kind === 'done' || outcome.kind === 'refused';
        },
        forgetSessions: () => undefined,
      });
      void run();
    }
    this.#scheduler.after(this.#feed.stretch(this.#random.between(2_000, 8_000), 2), () => this.#sweep());
  }

  /** Content of the tables for the job, which may end between any two calls. */
  #store(): DemoStore {
    const pause = () => this.#scheduler.sleep(this.#random.between(1, 5));
    const find = (accountId: AccountId) => this.#demos.find((demo) => demo.accountId === accountId);
    return {
      findIdleDemos: async (_company, sinceMs, limit) => {
        await pause();
        return this.#demos
          .filter(({ state, usedMs }) => (state === 'open' || state === 'released') && usedMs < sinceMs)
          .slice(0, limit)
          .map(({ accountId }) => ({ accountId, hasTraded: false }));
      },
      noteDemoUse: async (_company, accountId, usedAtMs) => {
        await pause();
        const demo = find(accountId);
        if (demo !== undefined) demo.usedMs = Math.max(demo.usedMs, usedAtMs);
      },
      releaseDemo: async (_company, accountId, sinceMs) => {
        await pause();
        const demo = find(accountId);
        if (demo === undefined || demo.state === 'ended' || demo.usedMs >= sinceMs) return null;
        demo.state = 'released';
        return [];
      },
      endDemo: async (_company, accountId) => {
        await pause();
        const demo = find(accountId);
        if (demo !== undefined) demo.state = 'ended';
        return [];
      },
    };
  }
}
