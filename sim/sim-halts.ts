import type { RuleChange, TradingHalt } from '@candor/domain/engine/rules/trading-rules';
import type { CompanyId } from '@candor/domain/values/ids';
import { accounts } from './accounts.ts';
import { simSpecs } from './instruments.ts';
import { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';

/** Halt as a rule of the core. */
export type HaltChange = Extract<RuleChange, { readonly rule: 'halt' }>;

/**
 * Halts that operators begin and end at any moment: rows of a table, passed to every serving process. A process that
 * starts later reads all rows.
 */
export class SimHalts {
  readonly all = new Map<number, TradingHalt>();
  isStopped = false;
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #note: (line: string) => void;

  /** Product time, in which halts are stored. */
  timeMs: () => number;
  /** Passes a halt to every serving process; false if there is none. */
  tell: (change: HaltChange) => boolean = () => false;

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
    const tenantId = random.chance(0.2) ? null : (random.pick(accounts).tenantId as CompanyId);
    const halt = { tenantId, instrumentId, fromMs: this.timeMs(), toMs: null };
    if (!this.#put(id, halt)) return this.#later(100, 400, () => this.#begin());
    this.#note(`halt ${id} of ${tenantId ?? 'all'}/${instrumentId ?? 'all'} begins`);
    this.#later(50, 3_000, () => this.#end(id));
    this.#later(1_000, 20_000, () => this.#begin());
  }

  #end(id: number): void {
    const halt = this.all.get(id);
    if (halt === undefined) return;
    if (!this.#put(id, { ...halt, toMs: this.timeMs() })) return this.#later(100, 400, () => this.#end(id));
    this.#note(`halt ${id} ends`);
  }

  #put(haltId: number, halt: TradingHalt): boolean {
    const isTold = this.tell({ rule: 'halt', haltId, halt });
    if (isTold) this.all.set(haltId, halt);
    return isTold;
  }

  /** All rows, as rules for a core. */
  changes(): HaltChange[] {
    return [...this.all].map(([haltId, halt]) => ({ rule: 'halt', haltId, halt }));
  }

  #later(fromMs: number, toMs: number, act: () => void): void {
    this.#scheduler.after(this.#random.between(fromMs, toMs), () => {
      if (!this.isStopped) act();
    });
  }
}
