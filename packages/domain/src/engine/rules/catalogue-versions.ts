import type { CompanyId, InstrumentId } from '../../values/ids.ts';
import { type InstrumentSpec, stressMoveOf } from '../../values/instrument.ts';
import { isSameValue } from '../../values/same-value.ts';

/** Trading hours of an instrument; times are on the zone's clock. */
export interface CatalogueHours {
  readonly calendar: string;
  readonly zone: string;
  /** Weekly windows in minutes since Sunday 00:00, end exclusive. */
  readonly windows: readonly (readonly [fromMinute: number, toMinute: number])[];
  /** Holidays and early closes of this year and the next, in milliseconds since 1970. */
  readonly closures: readonly (readonly [fromMs: number, toMs: number])[];
}

/** Everything of the catalogue that decides a fill of an instrument (R-LOG-27). */
export interface CatalogueFacts
  extends Pick<
    InstrumentSpec,
    | 'code'
    | 'assetClass'
    | 'baseCurrency'
    | 'quoteCurrency'
    | 'digits'
    | 'unitsPerLot'
    | 'lotStepE8'
    | 'lotsMin'
    | 'lotsMax'
    | 'leverages'
    | 'marginMode'
    | 'marginPerLotMicros'
    | 'feeRateE8'
    | 'swapLongE2'
    | 'swapShortE2'
    | 'swapTripleDay'
  > {
  readonly stressMoveE4: number;
  /** Null for an instrument that trades at all hours. */
  readonly hours: CatalogueHours | null;
}

/** Facts of the catalogue for an instrument: as the program has them, or as the core counted them. */
export interface CatalogueChange {
  readonly rule: 'catalogue';
  /** Companies in whose logs this version begins; of a command, all companies of the shard. */
  readonly tenantIds: readonly CompanyId[];
  readonly instrumentId: InstrumentId;
  /** Number of the version, as the core counted it; that of a command is ignored. */
  readonly version?: number;
  readonly facts: CatalogueFacts;
}

interface Version {
  readonly version: number;
  readonly facts: CatalogueFacts;
  readonly tenantIds: ReadonlySet<CompanyId>;
}

/** Returns the facts of an instrument that decide its fills. */
export function catalogueFacts(spec: InstrumentSpec, hours: CatalogueHours | null): CatalogueFacts {
  return {
    code: spec.code,
    assetClass: spec.assetClass,
    baseCurrency: spec.baseCurrency,
    quoteCurrency: spec.quoteCurrency,
    digits: spec.digits,
    unitsPerLot: spec.unitsPerLot,
    lotStepE8: spec.lotStepE8,
    lotsMin: spec.lotsMin,
    lotsMax: spec.lotsMax,
    leverages: spec.leverages,
    marginMode: spec.marginMode,
    marginPerLotMicros: spec.marginPerLotMicros,
    feeRateE8: spec.feeRateE8,
    swapLongE2: spec.swapLongE2,
    swapShortE2: spec.swapShortE2,
    swapTripleDay: spec.swapTripleDay,
    stressMoveE4: stressMoveOf(spec),
    hours,
  };
}

/** Versions of the catalogue's instruments, counted by the core from 1 (R-LOG-27). */
export class CatalogueVersions {
  /** Versions by instrument, read by every fill: no call, which would cost one. */
  readonly versions = new Map<InstrumentId, number>();
  readonly #byId = new Map<InstrumentId, Version>();

  /** Returns what to journal: a new version for all companies, or the known one for new companies; null for neither. */
  decide({ rule, tenantIds, instrumentId, facts }: CatalogueChange): CatalogueChange | null {
    const known = this.#byId.get(instrumentId);
    if (known === undefined || !isSameValue(known.facts, facts)) {
      const all = [...new Set([...(known?.tenantIds ?? []), ...tenantIds])];
      return all.length === 0
        ? null
        : { rule, tenantIds: all, instrumentId, version: (known?.version ?? 0) + 1, facts };
    }
    const added = tenantIds.filter((id) => !known.tenantIds.has(id));
    return added.length === 0 ? null : { rule, tenantIds: added, instrumentId, version: known.version, facts };
  }

  evolve({ tenantIds, instrumentId, version = 0, facts }: CatalogueChange): void {
    const known = this.#byId.get(instrumentId);
    const before = known?.version === version ? known.tenantIds : [];
    this.versions.set(instrumentId, version);
    this.#byId.set(instrumentId, { version, facts, tenantIds: new Set([...before, ...tenantIds]) });
  }

  /** Returns all versions as changes in a fixed order. */
  *asChanges(): Generator<CatalogueChange> {
    for (const [instrumentId, { version, facts, tenantIds }] of [...this.#byId].sort(([one], [other]) => one - other))
      yield { rule: 'catalogue', tenantIds: [...tenantIds].sort((a, b) => a - b), instrumentId, version, facts };
  }
}
