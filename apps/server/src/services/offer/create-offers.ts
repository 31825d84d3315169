import type { EngineState } from '@candor/domain/engine/state';
import type { TenantId } from '@candor/domain/values/ids';
import type { ServerPorts } from '../../ports/server-ports.ts';
import type { TradingPort } from '../../ports/trading-port.ts';
import { feeRateMaxE8 } from './check-terms.ts';
import { CompanyOffers } from './company-offers.ts';
import { OfferView } from './offer-view.ts';

/** Creates the instruments' terms and halts of every company, as the core decides by them, and their view for clients. */
export function createOffers(
  { offers: store, clock, market }: Pick<ServerPorts, 'offers' | 'clock' | 'market'>,
  { state, changeRules }: { readonly state: EngineState } & Pick<TradingPort, 'changeRules'>,
) {
  const offers = new CompanyOffers({ store, clock, specs: state.specs, changeRules });
  const view = new OfferView(state, clock);
  return {
    offers,
    view,
    /** True if every instrument's fee rate that the company offers could be a fee of the notional value. */
    hasNotionalFees: ({ id }: { readonly id: TenantId }) =>
      market
        .specs()
        .filter((spec) => view.isOffered(id, spec.id))
        .every((spec) => view.of(id, spec).spec.feeRateE8 <= feeRateMaxE8('of-notional')),
  };
}
