import type { CompanyId } from '@candor/domain/values/ids';
import type { OfferView } from '../../ports/offers.ts';
import type { ServerPorts } from '../../ports/server-ports.ts';
import { feeRateMaxE8 } from './check-terms.ts';
import type { CompanyOffers } from './company-offers.ts';

/** Creates the instruments' terms and halts of every company, as the core decides by them, and their view for clients. */
export function createOffers(
  { market }: Pick<ServerPorts, 'market'>,
  { offers, view }: { readonly offers: CompanyOffers; readonly view: OfferView },
) {
  return {
    offers,
    view,
    /** True if every instrument's fee rate that the company offers could be a fee of the notional value. */
    hasNotionalFees: ({ id }: { readonly id: CompanyId }) =>
      market
        .specs()
        .filter((spec) => view.isOffered(id, spec.id))
        .every((spec) => view.of(id, spec).spec.feeRateE8 <= feeRateMaxE8('of-notional')),
  };
}
