// Compares receipts with the catalogue that the log holds: contract size, digits, margin, leverages, lots, fee and swap of
// each instrument, a leaf for each version (R-LOG-27).
import { compare, decimal, whole } from './fraction.mjs';

/** The catalogue of a log, version by version. */
export class Catalogue {
  /** By instrument: its newest version, and the facts of each. */
  #byId = new Map();
  /** By code: number and every count of digits that it had. */
  instruments = new Map();

  take({ instrumentId, version, facts }) {
    const known = this.#byId.get(instrumentId) ?? { newest: 0, byVersion: new Map() };
    known.byVersion.set(version, facts);
    this.#byId.set(instrumentId, { ...known, newest: Math.max(known.newest, version) });
    const { digits } = this.instruments.get(facts.code) ?? { digits: new Set() };
    this.instruments.set(facts.code, { id: instrumentId, digits: digits.add(facts.digits) });
  }

  /** Newest version of an instrument; null without one. */
  newestOf(instrumentId) {
    return this.#byId.get(instrumentId)?.newest ?? null;
  }

  /** Text of a difference between a receipt and the catalogue in force at its place; null without one. */
  differs(receipt) {
    const { instrument, catalogue } = receipt.rules;
    const newest = this.newestOf(instrument);
    if (newest === null)
      return catalogue === undefined || catalogue === 0 ? null : `the log has no version ${catalogue} of the catalogue`;
    if (newest !== catalogue)
      return `version ${newest} of the catalogue was in force, not ${catalogue ?? 'none, which it names'}`;
    const facts = this.#byId.get(instrument).byVersion.get(newest);
    return contractDiffers(receipt, facts) ?? this.#nightsDiffer(receipt) ?? this.#positionsDiffer(receipt);
  }

  #nightsDiffer({ rules, swaps, side }) {
    for (const step of swaps?.steps ?? []) {
      if (step.kind !== 'night' || step.catalogue === undefined || step.catalogue === 0) continue;
      const facts = this.#byId.get(rules.instrument)?.byVersion.get(step.catalogue);
      if (facts === undefined) return `the log has no version ${step.catalogue} of the catalogue, which a night names`;
      if (step.tripleDay !== facts.swapTripleDay) return 'the day of three nights is another';
      const swap = side === 'buy' ? facts.swapLongE2 : facts.swapShortE2;
      // The company's own terms are compared with their own leaf.
      if (step.terms === null && !isSame(step.points, swap, 2))
        return `the swap of ${step.points} is not that of version ${step.catalogue} of the catalogue`;
    }
    return null;
  }

  #positionsDiffer({ reason }) {
    for (const { order, instrument, unitsPerLot } of reason?.kind === 'stop-out' ? reason.positions : []) {
      const known = this.instruments.get(instrument);
      if (known === undefined) return `the catalogue has no ${instrument}, which order ${order} is in`;
      const facts = this.#byId.get(known.id).byVersion.get(this.newestOf(known.id));
      if (!isSame(unitsPerLot, facts.unitsPerLot, 0)) return `the contract size of order ${order} is another`;
    }
    return null;
  }
}

function contractDiffers({ instrument, contract, rules, rule, rate, leverage, lots }, facts) {
  if (instrument !== facts.code) return `instrument ${rules.instrument} is ${facts.code}, not ${instrument}`;
  if (!isSame(contract.unitsPerLot, facts.unitsPerLot, 0)) return `the contract size is ${facts.unitsPerLot}`;
  if (contract.digits !== facts.digits) return `prices have ${facts.digits} digits`;
  if (contract.marginMode !== facts.marginMode) return `the margin is ${facts.marginMode}`;
  if (!isSame(contract.marginPerLot, facts.marginPerLotMicros, 6)) return 'the margin a lot is another';
  if (rate !== null && rate.from !== facts.quoteCurrency) return `it is priced in ${facts.quoteCurrency}`;
  // What the company has set itself is compared with its terms.
  if (rules.terms !== null) return null;
  if (!isSame(contract.feeRate, facts.feeRateE8, 8)) return 'the fee of the catalogue is another';
  if (rule !== 'market-open') return null;
  if (!facts.leverages.includes(leverage)) return `the leverage ${leverage} was not offered by the catalogue`;
  const size = decimal(lots);
  const steps = (count) => ({ over: BigInt(count) * BigInt(facts.lotStepE8), under: 100_000_000n });
  const isWithin = compare(size, steps(facts.lotsMin)) >= 0 && compare(size, steps(facts.lotsMax)) <= 0;
  return isWithin ? null : `orders of ${lots} lots were not offered by the catalogue`;
}

/** True if a decimal text is an integer of the log with this many digits behind the point. */
function isSame(text, value, digits) {
  return compare(decimal(text), { over: whole(value).over, under: 10n ** BigInt(digits) }) === 0;
}
