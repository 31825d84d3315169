import type { TradingHalt } from '@candor/domain/engine/restraint';
import type { TenantId } from '@candor/domain/values/ids';
import { accounts } from './accounts.ts';
import { simSpecs } from './instruments.ts';
import { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';

/**
 * Halts as operators begin and end them, at any moment: stored apart from the journal, and known to every process from
 * that moment on, also to one that starts later.
 */
export class SimHalts {
  readonly all = new Map<number, TradingHalt>();
  isStopped = false;
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #note: (line: string) => void;

  /** The time of the product, which halts are kept in. */
  timeMs: () => number;

  constructor(seed: number, scheduler: Scheduler, note: (line: string) => void) {
    this.timeMs = () => scheduler.nowMs;
    this.#scheduler = scheduler;
    this.#note = note;
    this.#random = new Random(seed + 77_777);
  }

  start(): void {
    this.#later(1_000, 6_000, () => this.#begin());
  }

  #begin(): void {
    const random = this.#random;
    const id = this.all.size + 1;
    const instrumentId = random.chance(0.6) ? random.pick(simSpecs).id : null;
    const tenantId = random.chance(0.2) ? null : (random.pick(accounts).tenantId as TenantId);
    this.all.set(id, { tenantId, instrumentId, fromMs: this.timeMs(), toMs: null });
    this.#note(`halt ${id} of ${tenantId ?? 'all'}/${instrumentId ?? 'all'} begins`);
    this.#later(50, 3_000, () => this.#end(id));
    this.#later(1_000, 20_000, () => this.#begin());
  }

  #end(id: number): void {
    const halt = this.all.get(id);
    if (halt === undefined) return;
    this.all.set(id, { ...halt, toMs: this.timeMs() });
    this.#note(`halt ${id} ends`);
  }

  #later(fromMs: number, toMs: number, act: () => void): void {
    this.#scheduler.after(this.#random.between(fromMs, toMs), () => {
      if (!this.isStopped) act();
    });
  }
}
