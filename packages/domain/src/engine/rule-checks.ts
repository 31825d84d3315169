import type { AccountId, CompanyId, InstrumentId } from '../values/ids.ts';
import type { EngineEvent } from './event.ts';
import type { CanClose } from './facts.ts';
import { isOpen } from './order.ts';
import { type NightCharges, recheckMargin } from './recheck-margin.ts';
import type { RuleEvent } from './rules/trading-rules.ts';
import type { AccountState, EngineState } from './state.ts';

/** Accounts and orders that one piece checks; only an account with more orders of its own exceeds it. */
export const ruleCheckMax = 250;
/** Maximum accounts and orders that one piece looks at. */
const visitsMax = 2_000;

/** Accounts that changes concern, by company: all of them, or those with a position in one of the instruments. */
type Concerned = Map<CompanyId, 'all' | Set<InstrumentId>>;

/**
 * Rechecks the accounts that changed rules concern, in pieces of whole accounts from a cursor (R-LED-46): every account
 * of the company after a change of its policy, because their bands were calculated under the old one, and after a worse
 * swap those with a position in the instrument, which are notified (R-ORD-45). A rule is in force from its event on. An
 * account that is decided about before the cursor reaches it is checked first. Nothing of this is stored, because a start
 * rechecks every account.
 */
export class RuleChecks {
  readonly #state: EngineState;
  /** Cursor of the walk in progress, null if none is; keeps its place when accounts open or end. */
  #accounts: Iterator<AccountState> | null = null;
  #concerned: Concerned = new Map();
  /** Changes since the walk began. They wait for its end, so that no number of changes can hold up the last accounts. */
  #waiting: Concerned = new Map();

  constructor(state: EngineState) {
    this.#state = state;
  }

  /** True if no account is left to check. */
  get isDone(): boolean {
    return this.#accounts === null;
  }

  /** Takes rules that came into force. */
  add(rules: readonly RuleEvent[]): void {
    for (const rule of rules) {
      if (rule.rule === 'policy') this.#waiting.set(rule.tenantId, 'all');
      if (rule.rule !== 'terms' || rule.swapNotices === undefined) continue;
      const known = this.#waiting.get(rule.tenantId);
      if (known === undefined) this.#waiting.set(rule.tenantId, new Set([rule.instrumentId]));
      else if (known !== 'all') known.add(rule.instrumentId);
    }
    if (this.isDone) this.#begin();
  }

  /** Checks the next accounts. Returns the events, already applied. */
  piece(canClose: CanClose, atMs: number): EngineEvent[] {
    this.mark();
    return recheckMargin(this.#state, canClose, atMs);
  }

  /**
   * Checks those of the accounts that a rule concerns now, before anything is decided about them; `night` is the roll in
   * progress, if any. Returns the events, already applied.
   */
  settle(
    accountIds: readonly AccountId[],
    canClose: CanClose,
    atMs: number,
    night: NightCharges | null,
  ): EngineEvent[] {
    const { accounts, dirtyAccounts } = this.#state;
    for (const id of accountIds) {
      const account = accounts.get(id);
      if (account === undefined) continue;
      if (this.#isConcerned(account, this.#concerned) || this.#isConcerned(account, this.#waiting))
        dirtyAccounts.add(id);
    }
    return recheckMargin(this.#state, canClose, atMs, night);
  }

  /** Marks the next accounts for a margin check. */
  mark(): void {
    const { work, dirtyAccounts } = this.#state;
    const from = work.ruleVisits;
    let checked = 0;
    while (checked < ruleCheckMax && work.ruleVisits - from < visitsMax) {
      const next = this.#accounts?.next();
      if (next === undefined || next.done === true) return this.#begin();
      const account = next.value;
      work.ruleVisits += 1;
      if (!this.#isConcerned(account, this.#concerned)) continue;
      dirtyAccounts.add(account.id);
      checked += 1 + account.orders.size;
    }
  }

  #begin(): void {
    [this.#concerned, this.#waiting] = [this.#waiting, new Map()];
    this.#accounts = this.#concerned.size === 0 ? null : this.#state.accounts.values();
  }

  /** An account without orders has no band, and no notice that a rule could change. */
  #isConcerned({ tenantId, orders }: AccountState, concerned: Concerned): boolean {
    const held = concerned.get(tenantId);
    if (held === undefined || orders.size === 0) return false;
    if (held === 'all') return true;
    for (const order of orders.values()) {
      this.#state.work.ruleVisits += 1;
      if (isOpen(order) && held.has(order.instrumentId)) return true;
    }
    return false;
  }
}
