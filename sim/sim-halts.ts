import type { RuleChange, TradingHalt, TradingPolicy } from '@candor/domain/engine/rules/trading-rules';
import type { CompanyId } from '@candor/domain/values/ids';
import { accounts } from './accounts.ts';
import { simSpecs } from './instruments.ts';
import { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';

const [levelMin, levelMax] = [30, 95];

/** Halt as a rule of the core. */
export type HaltChange = Extract<RuleChange, { readonly rule: 'halt' }>;

/** Change of a rule by an operator. */
export type OperatorChange = HaltChange | Extract<RuleChange, { readonly rule: 'policy' }>;

/**
 * Halts that operators begin and end, and stop-out levels that they set, at any moment: rows of a table, passed to every
 * serving process. A process that starts later reads all rows.
 */
export class SimHalts {
  readonly all = new Map<number, TradingHalt>();
  /** Stop-out level of every company, in percent; none in a world without changes of rules. */
  readonly levels = new Map<CompanyId, number>();
  isStopped = false;
  readonly #policy: TradingPolicy;
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #note: (line: string) => void;

  /** Product time, in which halts are stored. */
  timeMs: () => number;
  /** Passes a halt to every serving process; false if there is none. */
  tell: (change: OperatorChange) => boolean = () => false;

  constructor(seed: number, scheduler: Scheduler, policy: TradingPolicy, note: (line: string) => void) {
    this.#policy = policy;
    this.timeMs = () => scheduler.nowMs;
    this.#scheduler = scheduler;
    this.#note = note;
    this.#random = new Random(seed + 77_777);
  }

  start(): void {
    for (const { tenantId } of accounts) this.levels.set(tenantId, this.#policy.stopOutPercent);
    this.#later(1_000, 9_000, () => this.#setLevel());
    this.#later(1_000, 9_000, () => this.#endNotices());
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

  #setLevel(): void {
    const { tenantId } = this.#random.pick(accounts);
    const percent = this.#random.between(levelMin, levelMax);
    const isTold = this.tell(this.#levelChange(tenantId, percent));
    if (!isTold) return this.#later(100, 400, () => this.#setLevel());
    this.levels.set(tenantId, percent);
    this.#note(`company ${tenantId} stops out at ${percent} %`);
    this.#later(2_000, 40_000, () => this.#setLevel());
  }

  /** Passes every level on again, as the product's watch does once a notice is over. */
  #endNotices(): void {
    for (const [tenantId, percent] of this.levels) this.tell(this.#levelChange(tenantId, percent));
    this.#later(1_000, 20_000, () => this.#endNotices());
  }

  #levelChange(tenantId: CompanyId, stopOutPercent: number): OperatorChange {
    return { rule: 'policy', tenantId, policy: { ...this.#policy, stopOutPercent } };
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
  changes(): OperatorChange[] {
    const levels = [...this.levels].map(([tenantId, percent]) => this.#levelChange(tenantId, percent));
    return [...levels, ...[...this.all].map(([haltId, halt]): OperatorChange => ({ rule: 'halt', haltId, halt }))];
  }

  #later(fromMs: number, toMs: number, act: () => void): void {
    this.#scheduler.after(this.#random.between(fromMs, toMs), () => {
      if (!this.isStopped) act();
    });
  }
}
