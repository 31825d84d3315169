import type { EngineState } from '@candor/domain/engine/state';
import type { TenantId } from '@candor/domain/values/ids';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tokenOf } from './gateway/http/authenticate.ts';
import { companyOf } from './gateway/http/company-of.ts';
import { registerCompanyCalls } from './gateway/http/console/company.ts';
import { registerExposureCalls } from './gateway/http/console/exposure.ts';
import { registerHaltCalls } from './gateway/http/console/halts.ts';
import { registerInstallationCalls } from './gateway/http/console/installation.ts';
import { registerInstrumentCalls } from './gateway/http/console/instruments.ts';
import type { MarketRouteDeps } from './gateway/http/routes/market.ts';
import type { Clock } from './ports/clock.ts';
import type { Market } from './ports/market.ts';
import type { OperatePorts } from './ports/operate-ports.ts';
import type { Ids, PasswordHasher } from './ports/secrets.ts';
import type { Companies } from './services/company/companies.ts';
import { Installation } from './services/company/installation.ts';
import { createChangeCompany } from './services/company/settings.ts';
import type { Tokens } from './services/identity/tokens.ts';
import { feeRateMaxE8 } from './services/offer/check-terms.ts';
import { CompanyOffers } from './services/offer/company-offers.ts';
import { OfferView } from './services/offer/offer-view.ts';
import type { OperatorSessions } from './services/operators/sessions.ts';
import { Exposures } from './services/trade/exposure.ts';

/** What companies offer: set by their operators, shown to their clients, decided by in the core. */
export interface Offers {
  readonly set: CompanyOffers;
  readonly view: OfferView;
}

/** Gives the core terms and halts as they are stored; before it decides anything. */
export async function startOffers(
  { offers: store }: Pick<OperatePorts, 'offers'>,
  { clock, state, companies }: { clock: Clock; state: EngineState; companies: Companies },
): Promise<Offers> {
  const set = new CompanyOffers({ store, clock, state });
  await set.load((await companies.all()).map(({ id }) => id));
  return { set, view: new OfferView(state, clock) };
}

export interface OperateDeps {
  readonly ports: OperatePorts;
  readonly sessions: OperatorSessions;
  readonly clock: Clock;
  readonly market: Market;
  readonly state: EngineState;
  readonly offers: Offers;
  readonly companies: Companies;
  readonly hasher: PasswordHasher;
  readonly ids: Ids;
  /** Hosts of the installation's own. */
  readonly reservedHosts: readonly string[];
}

/** Adds the calls by which operators steer trading and their company. */
export function composeOperate(app: FastifyInstance, deps: OperateDeps): void {
  const { ports, sessions, clock, market, state, companies } = deps;
  const { set, view } = deps.offers;
  registerInstrumentCalls(app, { sessions, market, offers: set, view });
  registerHaltCalls(app, { sessions, market, offers: set, view });
  registerExposureCalls(app, { sessions, exposures: new Exposures(state, clock) });
  const { settings: store } = ports;
  const hasNotionalFees = ({ id }: { readonly id: TenantId }) =>
    market
      .specs()
      .filter((spec) => view.isOffered(id, spec.id))
      .every((spec) => view.of(id, spec).spec.feeRateE8 <= feeRateMaxE8('of-notional'));
  const changeCompany = createChangeCompany({ store, companies, clock, hasNotionalFees });
  registerCompanyCalls(app, { sessions, changeCompany, settings: store });
  const { hasher, ids, reservedHosts } = deps;
  const installation = new Installation({
    store: ports.installation,
    companies,
    hasher,
    ids,
    clock,
    reservedHosts,
  });
  registerInstallationCalls(app, { sessions, installation });
}

/** What market lists need of a company's offer. */
export function listOffers({ view }: Offers, tokens: Tokens): Pick<MarketRouteDeps, 'offers' | 'heldBy'> {
  return {
    offers: view,
    heldBy: async (request: FastifyRequest) => {
      const session = await tokens.authenticate(tokenOf(request), companyOf(request).id);
      return session === null ? new Set() : view.heldBy(session.user.accountId);
    },
  };
}
