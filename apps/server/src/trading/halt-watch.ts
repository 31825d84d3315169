import type { RuleChange } from '@candor/domain/engine/rules/trading-rules';
import type { Clock } from '../ports/clock.ts';
import type { TradingCore } from './trading-core.ts';

const readEveryMs = 2_500;
const retryMs = 500;
const currentForMs = 5_000;

interface HaltWatchDeps {
  readonly core: Pick<TradingCore, 'state' | 'changeRules'>;
  /** Reads halts of every company: those in force, ended lately or named. */
  readonly load: (haltIds: readonly number[]) => Promise<readonly RuleChange[]>;
  readonly clock: Clock;
  readonly onError: (error: Error) => void;
}

/**
 * Reads the halts of every company from the tables, because they are stored also while this core cannot be reached
 * (R-RUN-77, docs/adr/0039), and ends the notices of higher stop-out levels (R-ORD-41).
 */
export class HaltWatch {
  readonly #deps: HaltWatchDeps;
  /** Monotonic time at which the last reading that is in force began. */
  #readAtMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(deps: HaltWatchDeps) {
    this.#deps = deps;
  }

  /** False if a halt stored more than 5 s ago may have been missed: nothing is opened then. */
  get isCurrent(): boolean {
    return this.#deps.clock.monotonicMs() - this.#readAtMs < currentForMs;
  }

  /** Reads now, and again 2.5 s after each reading. Resolves after the first one, which may have failed. */
  async start(): Promise<void> {
    const isRead = await this.#read();
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => void this.start(), isRead ? readEveryMs : retryMs);
    this.#timer.unref();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #read(): Promise<boolean> {
    const { core, load, clock, onError } = this.#deps;
    const beganAtMs = clock.monotonicMs();
    try {
      const { rules } = core.state;
      const stored = await load(rules.haltsInForce);
      const nowMs = clock.nowMs();
      const news = stored.filter((change) => rules.decide(change, nowMs) !== null);
      // While a step of the clock is unconfirmed, its time ends nothing (R-TIME-04).
      if (!core.state.isTimeUnconfirmed) news.push(...rules.noticesOver(nowMs));
      // A change waits for a roll in progress, which would hold up the readings after it.
      if (news.length > 0) await core.changeRules(news);
      this.#readAtMs = beganAtMs;
      return true;
    } catch (error) {
      if (!this.#isStopped) onError(error as Error);
      return false;
    }
  }
}
