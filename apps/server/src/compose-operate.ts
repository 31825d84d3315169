import type { EngineState } from '@candor/domain/engine/state';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tokenOf } from './gateway/http/authenticate.ts';
import { companyOf } from './gateway/http/company-of.ts';
import { registerHaltCalls } from './gateway/http/console/halts.ts';
import { registerInstrumentCalls } from './gateway/http/console/instruments.ts';
import type { MarketRouteDeps } from './gateway/http/routes/market.ts';
import type { Clock } from './ports/clock.ts';
import type { Market } from './ports/market.ts';
import type { OfferStore } from './ports/offer-store.ts';
import type { Companies } from './services/company/companies.ts';
import type { Tokens } from './services/identity/tokens.ts';
import { CompanyOffers } from './services/offer/company-offers.ts';
import { OfferView } from './services/offer/offer-view.ts';
import type { OperatorSessions } from './services/operators/operator-sessions.ts';

/** What operators steer of trading and of their company. */
export interface OperatePorts {
  readonly offers: OfferStore;
}

/** What companies offer: set by their operators, shown to their clients, decided by in the core. */
export interface Offers {
  readonly set: CompanyOffers;
  readonly view: OfferView;
}

/** Gives the core terms and halts as they are stored; before it decides anything. */
export async function startOffers(
  { offers: store }: OperatePorts,
  { clock, state, companies }: { clock: Clock; state: EngineState; companies: Companies },
): Promise<Offers> {
  const set = new CompanyOffers({ store, clock, state });
  await set.load((await companies.all()).map(({ id }) => id));
  return { set, view: new OfferView(state, clock) };
}

/** Adds the calls by which operators steer trading. */
export function composeOperate(
  app: FastifyInstance,
  { sessions, market, offers }: { sessions: OperatorSessions; market: Market; offers: Offers },
): void {
  const deps = { sessions, market, offers: offers.set, view: offers.view };
  registerInstrumentCalls(app, deps);
  registerHaltCalls(app, deps);
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
