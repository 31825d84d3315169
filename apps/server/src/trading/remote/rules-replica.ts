import type { OpeningFacts } from '@candor/domain/engine/rules/opening-block';
import { type RuleChange, type TradingPolicy, TradingRules } from '@candor/domain/engine/rules/trading-rules';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import type { DecidedEntry, RulesChanged } from '../../ports/trading-port.ts';
import type { CoreStatus } from './core-wire.ts';

/** Changes that may be newer than a snapshot that is still on its way. */
const recentMax = 1_000;

/** Rules of the core, folded from a snapshot and the stored entries after it. */
export class RulesReplica implements OpeningFacts {
  readonly specs: ReadonlyMap<InstrumentId, InstrumentSpec>;
  rules: TradingRules;
  wideSpreads: ReadonlySet<InstrumentId> = new Set();
  isTimeUnconfirmed = false;
  readonly #fallback: TradingPolicy;
  readonly #recent: { readonly seq: number; readonly changed: RulesChanged }[] = [];

  constructor(specs: Iterable<InstrumentSpec>, fallback: TradingPolicy) {
    this.specs = new Map([...specs].map((spec) => [spec.id, spec]));
    this.#fallback = fallback;
    this.rules = new TradingRules(fallback);
  }

  /** Begins with a snapshot, which includes everything stored up to `seq`. */
  begin(changes: readonly RuleChange[], seq: number): void {
    const rules = new TradingRules(this.#fallback);
    for (const change of changes) rules.evolve({ type: 'RuleSet', atMs: 0, ...change });
    this.rules = rules;
    for (const recent of this.#recent) if (recent.seq > seq) this.#evolve(recent.changed);
  }

  take(entries: readonly DecidedEntry[]): void {
    for (const { seq, decision } of entries) {
      if (decision.kind !== 'rules-changed') continue;
      this.#evolve(decision);
      this.#recent.push({ seq, changed: decision });
      if (this.#recent.length > recentMax) this.#recent.shift();
    }
  }

  show({ wideSpreads, isTimeUnconfirmed }: Pick<CoreStatus, 'wideSpreads' | 'isTimeUnconfirmed'>): void {
    this.wideSpreads = new Set(wideSpreads);
    this.isTimeUnconfirmed = isTimeUnconfirmed;
  }

  #evolve({ rules }: RulesChanged): void {
    // Limits of accounts and versions of the catalogue are known to the core alone.
    for (const rule of rules) if (rule.rule !== 'limits' && rule.rule !== 'catalogue') this.rules.evolve(rule);
  }
}
