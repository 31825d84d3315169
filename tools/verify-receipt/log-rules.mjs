// Compares receipts with what the log holds beside them: the rules in force at their place, and the quotes they name.
// Leaves are in the order of the platform's journal, so the last rule before a receipt's leaf is the one in force.
import { compare, decimal, whole } from './fraction.mjs';
import { Catalogue } from './log-catalogue.mjs';
import { QuoteWatch } from './log-quote-watch.mjs';

/** Follows a log entry by entry for receipts with their places: `{ index, receipt }` each; returns their findings at the end. */
export class RuleWatch {
  #policy = null;
  #terms = new Map();
  #byIndex;
  #catalogue = new Catalogue();
  #quotes = new QuoteWatch();
  #findings = [];

  constructor(places) {
    const third = places.filter(({ receipt }) => receipt?.rules != null);
    this.#byIndex = new Map(third.map(({ index }) => [index, []]));
    for (const { index, receipt } of third) this.#byIndex.get(index).push(receipt);
    for (const { receipt } of third) this.#quotes.want(receipt);
  }

  take(index, entry) {
    for (const receipt of this.#byIndex.get(index) ?? []) this.#compareRules(receipt);
    if (entry[0] === 3) this.#takeRule(entry);
    if (entry[0] === 1) this.#quotes.take(entry);
  }

  #takeRule(entry) {
    const rule = JSON.parse(new TextDecoder().decode(entry.subarray(1)));
    if (rule.rule === 'policy') this.#policy = rule;
    if (rule.rule === 'catalogue') this.#catalogue.take(rule);
    if (rule.rule === 'quotes-missing') this.#quotes.takeGap();
    if (rule.rule === 'terms') {
      const known = this.#terms.get(rule.instrumentId) ?? { newest: 0, byVersion: new Map() };
      known.byVersion.set(rule.version, rule);
      this.#terms.set(rule.instrumentId, { ...known, newest: Math.max(known.newest, rule.version) });
    }
  }

  #find(id, ok, text) {
    this.#findings.push({ id, ok, text });
  }

  #compareRules(receipt) {
    const { id, rules } = receipt;
    const known = this.#terms.get(rules.instrument);
    const terms = known?.byVersion;
    const newest = known?.newest ?? null;
    const isKnown = this.#policy !== null || rules.policy > 0;
    if (isKnown && (this.#policy?.version ?? 0) !== rules.policy)
      return this.#find(
        id,
        false,
        `OTHER RULES: version ${this.#policy?.version ?? 'none'} of the policy was in force, not ${rules.policy}`,
      );
    if (newest !== null && newest !== rules.terms)
      return this.#find(id, false, `OTHER RULES: version ${newest} of the terms was in force, not ${rules.terms}`);
    if (newest === null && rules.terms !== null)
      return this.#find(id, false, `OTHER RULES: the log has no terms of version ${rules.terms}`);
    const wrong = this.#policy === null ? null : this.#differs(receipt, terms);
    const fault = wrong ?? this.#catalogue.differs(receipt);
    if (fault !== null) return this.#find(id, false, `OTHER RULES: ${fault}`);
    if (this.#policy === null) return this.#find(id, null, 'its policy is older than the log');
    const own = newest === null ? 'without own terms' : `and version ${newest} of the terms`;
    this.#find(id, true, `version ${rules.policy} of the policy ${own} were in force, and it fits them`);
    const listed = this.#catalogue.newestOf(rules.instrument);
    if (listed === null) return this.#find(id, null, 'the catalogue that it was decided by is older than the log');
    return this.#find(id, true, `version ${listed} of the catalogue was in force, and it fits it`);
  }

  /** Text of a difference between a receipt and the rules of the log; null without one. */
  #differs(receipt, terms) {
    const { policy } = this.#policy;
    const { reason, contract, rules, side, swaps, leverage } = receipt;
    // A notice keeps a lower threshold in force for a while.
    if (reason?.kind === 'stop-out' && reason.stopOutPercent > policy.stopOutPercent)
      return `the stop-out level was ${policy.stopOutPercent} %, not ${reason.stopOutPercent} %`;
    if (contract.feeType !== policy.feeType) return 'the fee is of another kind';
    const own = terms?.get(rules.terms)?.terms;
    if (own !== undefined && compare(decimal(contract.feeRate), scaled(own.feeRateE8, 8)) !== 0)
      return 'the fee is another';
    if (
      own !== undefined &&
      receipt.rule === 'market-open' &&
      own.leverages.length > 0 &&
      !own.leverages.includes(leverage)
    )
      return `the leverage ${leverage} was not offered`;
    for (const step of swaps?.steps ?? []) {
      const at = step.kind === 'night' && step.terms !== null ? terms?.get(step.terms)?.terms : undefined;
      // A worse swap comes with a notice, during which the position keeps the better one.
      if (
        at !== undefined &&
        compare(decimal(step.points), scaled(side === 'buy' ? at.swapLongE2 : at.swapShortE2, 2)) < 0
      )
        return `the swap of ${step.points} is worse than that of version ${step.terms}`;
      if (step.kind === 'night' && step.terms !== null && at === undefined)
        return `the log has no terms of version ${step.terms}`;
    }
    return null;
  }

  /** Findings `{ id, ok, text }`; `ok` is null for what the log does not hold. */
  findings() {
    return [...this.#findings, ...this.#quotes.findings(this.#catalogue.instruments)];
  }
}

function scaled(value, digits) {
  const { over } = whole(value);
  return { over, under: 10n ** BigInt(digits) };
}
