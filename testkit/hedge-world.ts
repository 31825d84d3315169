import { ClientBook } from '@candor/domain/hedging/client-book';
import type { HedgeRule } from '@candor/domain/hedging/hedge-rules';
import { createHedgeState } from '@candor/domain/hedging/hedge-state';
import type { CompanyId, InstrumentId } from '@candor/domain/values/ids';
import { restoreHedge } from '../apps/server/src/hedging/hedge-codec.ts';
import { type HedgedInstrument, Hedger, type HedgerDeps } from '../apps/server/src/hedging/hedger.ts';
import type { HedgeProvider } from '../apps/server/src/ports/hedging.ts';
import type { ClientFlow } from './client-flow.ts';
import { flowSpecs } from './client-flow.ts';
import { FakeHedgeVenue } from './fake-hedge-venue.ts';
import { MemoryHedgeJournal } from './memory-hedge-journal.ts';

const company = 1 as CompanyId;

/** When a hedger is killed: at a number of its calls of a port, before or after the call has its effect. */
interface Kill {
  readonly atCall: number;
  readonly isAfter: boolean;
}

/** One process of a hedger. */
interface Life {
  isDead: boolean;
  calls: number;
  readonly kill: Kill | null;
}

const never = new Promise<never>(() => undefined);

/**
 * A hedger between a clients' journal and a venue, all in memory under a clock of the test. A killed hedger's calls have no effect
 * and never return, as those of a killed process.
 */
export class HedgeWorld {
  readonly venue: FakeHedgeVenue;
  readonly journal = new MemoryHedgeJournal();
  readonly failures: Error[] = [];
  readonly news: string[] = [];
  readonly instruments = new Map<string, HedgedInstrument>(
    flowSpecs.map(({ code }) => [
      code,
      { orderLotsE8: 100_000_000_000n, positionLotsE8: 10n ** 13n, slippageTicks: null },
    ]),
  );
  rules: readonly HedgeRule[];
  ordersPerMinute = 1_000_000;
  nowMs: number;
  /** Entries of the clients' journal that are stored. */
  visible = 0;
  kills = 0;
  hedger!: Hedger;
  #book!: ClientBook;
  readonly #flow: ClientFlow;
  readonly #random: () => number;
  #timers: { readonly dueMs: number; readonly work: () => void }[] = [];
  #life: Life = { isDead: false, calls: 0, kill: null };

  constructor(flow: ClientFlow, rules: readonly HedgeRule[], random: () => number) {
    this.#flow = flow;
    this.#random = random;
    this.rules = rules;
    this.nowMs = flow.entries[0]?.atMs ?? 0;
    this.venue = new FakeHedgeVenue(random);
  }

  /** Starts a hedger from what is stored; it may be killed later. Its book of positions begins at the first entry. */
  async start(kill: Kill | null = null): Promise<void> {
    const life: Life = { isDead: false, calls: 0, kill };
    this.#life = life;
    const { journal } = this;
    const restored = await restoreHedge(journal).catch((error: Error) => {
      this.failures.push(error);
      return { state: createHedgeState(), seq: 0, hash: Buffer.alloc(32) };
    });
    const book = new ClientBook(new Map(flowSpecs.map((spec) => [spec.id, spec])));
    // A snapshot may be older or newer than what the hedger has followed.
    const bookSeq = Math.floor(this.#random() * (this.visible + 1));
    for (const event of this.#flow.events.slice(0, bookSeq)) book.take(event);
    this.#book = book;
    const deps: HedgerDeps = {
      journal: {
        commit: (...given) => this.#call(life, () => journal.commit(...given)),
        switch: { ...journal.switch, state: () => this.#call(life, () => journal.switch.state()) },
      },
      restored,
      shards: [{ shard: 0, bookSeq, journal: { read: (...given) => this.#call(life, () => this.#read(...given)) } }],
      book,
      specs: flowSpecs,
      rules: [{ companyId: company, rules: this.rules }],
      instruments: this.instruments,
      companies: new Set([company]),
      ordersPerMinute: this.ordersPerMinute,
      feePerMillion: this.venue.feePerMillion,
      provider: this.#mortal(life, this.venue.provider()),
      clock: { nowMs: () => this.nowMs, monotonicMs: () => this.nowMs },
      schedule: (work, afterMs) => this.#schedule(life, work, afterMs),
      onNews: (what) => this.news.push(what),
      onFailed: (error) => {
        this.failures.push(error);
        life.isDead = true;
      },
    };
    this.hedger = new Hedger(deps);
    this.hedger.start();
    await flush();
  }

  get isDead(): boolean {
    return this.#life.isDead;
  }

  /** Hedge that the rules want, in lot steps. */
  wantedIn(companyId: CompanyId, instrumentId: InstrumentId): bigint {
    return this.#book.wantedIn(companyId, instrumentId).wantedSteps;
  }

  kill(): void {
    if (!this.#life.isDead) this.kills += 1;
    this.#life.isDead = true;
    this.venue.cut();
  }

  /** Moves the clock; due timers fire. */
  async advance(ms: number): Promise<void> {
    this.nowMs += ms;
    const due = this.#timers.filter(({ dueMs }) => dueMs <= this.nowMs);
    this.#timers = this.#timers.filter(({ dueMs }) => dueMs > this.nowMs);
    for (const { work } of due) work();
    await flush();
  }

  /** Delivers everything and lets time pass until nothing happens for some seconds. */
  async settle(quietSeconds = 90): Promise<void> {
    for (let quiet = 0; quiet < quietSeconds; quiet += 1) {
      this.venue.logOn();
      await flush();
      while (this.venue.waiting > 0) {
        quiet = 0;
        this.venue.deliver('venue');
        this.venue.deliver('hedger');
        await flush();
      }
      await this.advance(1_000);
    }
  }

  #read(seq: number, limit: number) {
    return Promise.resolve(this.#flow.entries.slice(seq, Math.min(this.visible, seq + limit)));
  }

  #schedule(life: { readonly isDead: boolean }, work: () => void, afterMs: number): () => void {
    const timer = { dueMs: this.nowMs + afterMs, work: () => (life.isDead ? undefined : work()) };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }

  /** Counts a call; true if the process dies by it, before its effect. */
  #dies(life: Life, isAfter: boolean): boolean {
    if (life.isDead) return true;
    if (!isAfter) life.calls += 1;
    if (life.kill?.atCall !== life.calls || life.kill.isAfter !== isAfter) return false;
    this.kill();
    return true;
  }

  async #call<Result>(life: Life, work: () => Promise<Result>): Promise<Result> {
    if (this.#dies(life, false)) return never;
    const result = await work().catch((error: Error) => error);
    if (this.#dies(life, true)) return never;
    if (result instanceof Error) throw result;
    return result;
  }

  #mortal(life: Life, provider: HedgeProvider): HedgeProvider {
    const mortal =
      <Given extends unknown[]>(work: (...given: Given) => void) =>
      (...given: Given) => {
        if (this.#dies(life, false)) return;
        work(...given);
        this.#dies(life, true);
      };
    return {
      open: mortal((taker) => provider.open(taker)),
      send: mortal((order) => provider.send(order)),
      askStatus: mortal((order) => provider.askStatus(order)),
      cancel: mortal((order) => provider.cancel(order)),
      askPositions: mortal((companyId) => provider.askPositions(companyId)),
      close: () => (life.isDead ? undefined : provider.close()),
    };
  }
}

/** Lets everything that waits for nothing but a turn go on. */
export function flush(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
