import type { CompanyId, InstrumentId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import type { OfferedInstrument, OfferView, ShownBlock } from '../ports/offers.ts';

/** Offers of every company, each from a core of its own shard: the others do not know its rules. */
export class ShardOffers implements OfferView {
  readonly #views: readonly OfferView[];
  readonly #viewOf: (companyId: CompanyId) => OfferView;

  constructor(views: readonly OfferView[], viewOf: (companyId: CompanyId) => OfferView) {
    this.#views = views;
    this.#viewOf = viewOf;
  }

  policy(companyId: CompanyId) {
    return this.#viewOf(companyId).policy(companyId);
  }

  leverageCaps(companyId: CompanyId) {
    return this.#viewOf(companyId).leverageCaps(companyId);
  }

  leverageCap(companyId: CompanyId, spec: InstrumentSpec): number {
    return this.#viewOf(companyId).leverageCap(companyId, spec);
  }

  isOffered(companyId: CompanyId, id: InstrumentId): boolean {
    return this.#viewOf(companyId).isOffered(companyId, id);
  }

  hasOwn(companyId: CompanyId): boolean {
    return this.#viewOf(companyId).hasOwn(companyId);
  }

  hasUnoffered(companyId: CompanyId): boolean {
    return this.#viewOf(companyId).hasUnoffered(companyId);
  }

  of(companyId: CompanyId, spec: InstrumentSpec): OfferedInstrument {
    return this.#viewOf(companyId).of(companyId, spec);
  }

  openingBlocks(): ReadonlyMap<CompanyId, ReadonlyMap<InstrumentId, ShownBlock>> {
    return new Map(this.#views.flatMap((view) => [...view.openingBlocks()]));
  }
}
