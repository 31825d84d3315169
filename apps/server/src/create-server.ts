import { sessionsOf } from '@candor/domain/calc/sessions';
import { createState, type EngineState } from '@candor/domain/engine/state';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { FastifyInstance } from 'fastify';
import { demoExpiryLinks } from './connect-areas.ts';
import { createAreas, type ServerOptions } from './create-areas.ts';
import { buildGateway } from './gateway/http/build-gateway.ts';
import { Readiness } from './gateway/readiness.ts';
import { type AccountTopics, createAccountTopics } from './gateway/ws/account-topics.ts';
import type { SocketLogin } from './gateway/ws/socket-session.ts';
import type { LoggedQuote } from './ports/market.ts';
import type { ServerPorts } from './ports/server-ports.ts';
import { type Projector, startProjector } from './projections/projector.ts';
import { registerRoutes } from './register-routes.ts';
import { Companies } from './services/company/companies.ts';
import { type DemoExpiry, startDemoExpiry } from './services/identity/create-identity.ts';
import type { IdentityDeps } from './services/identity/identity-deps.ts';
import type { Tokens } from './services/identity/tokens.ts';
import { createOffers } from './services/offer/create-offers.ts';
import type { OfferView } from './services/offer/offer-view.ts';
import { giveLimits } from './services/operators/account-limits.ts';
import type { MessageDelivery } from './services/outbox/deliver-messages.ts';
import { closeAgeMaxMs, renewPolicies, tradingPolicyOf } from './services/trade/trading-policy.ts';
import { startTradingCore, type TradingCore } from './trading/trading-core.ts';

export interface Server {
  readonly app: FastifyInstance;
  readonly core: TradingCore;
  readonly companies: Companies;
  readonly tokens: Tokens;
  readonly identity: IdentityDeps;
  readonly messages: MessageDelivery;
  readonly demoExpiry: DemoExpiry;
  readonly accountTopics: AccountTopics;
  /** Returns the login of a socket's token at the host's company; null if the token is invalid or the company is out of service. */
  readonly authenticateSocket: (token: string, host: string) => Promise<SocketLogin | null>;
  /** Terms and halts of every company, as the core decides by them. */
  readonly offers: OfferView;
  /** Reasons against readiness; the caller adds its own. */
  readonly readiness: Readiness;
  setReady(): void;
  close(): Promise<void>;
}

const tickMs = 1_000;
/** First order id of an installation. */
const firstOrderId = 8_000_001;

/** Creates the server from its ports: core, areas and routes. The caller adds static files and listens. */
export async function createServer(ports: ServerPorts, options: ServerOptions): Promise<Server> {
  const { clock, market } = ports;
  const onError = (area: string) => (error: unknown) => {
    if (options.logger !== false) options.logger.error({ err: error }, area);
  };
  const companies = new Companies({ store: ports.companies, clock, onError: onError('companies') });
  const state = await createTradingState(ports, companies);
  const companyIds = (await companies.all()).map(({ id }) => id);
  const offers = await createOffers(ports, { state, companyIds });
  const core = await startCore(ports, state, options.onFatal);
  const projector = await startFolding(ports, core, onError('projection failed, trying again'));
  const stopQuotes = market.onQuote((quote, offset) => core.onQuote(quote, offset));
  const timer = setInterval(() => core.onTime(), tickMs);
  timer.unref();

  const areas = createAreas(ports, options, { state, core, projector, companies, offers, onError });
  const { identity, delivery, documents } = areas;
  const onDemoError = onError('demos');
  const { tokens } = identity;
  const demoExpiry = startDemoExpiry(ports, demoExpiryLinks(core, companies, tokens, onDemoError));
  const accountTopics = createAccountTopics(core, market);
  let isReady = false;
  const readiness = readinessOf(ports, core, () => isReady);
  const app = buildGateway(options.logger, companies, options.security);
  registerRoutes(app, ports, options, areas, readiness);

  return {
    app,
    core,
    companies,
    tokens,
    identity,
    messages: delivery,
    demoExpiry,
    accountTopics,
    async authenticateSocket(token, host) {
      const { id, status } = await companies.ofHost(host);
      const session = status === 0 ? await tokens.authenticate(token, id) : null;
      return session && { accountId: session.user.accountId, sessionId: session.sessionId };
    },
    offers: offers.view,
    readiness,
    setReady() {
      isReady = true;
    },
    async close() {
      isReady = false;
      stopQuotes();
      clearInterval(timer);
      accountTopics.stop();
      await app.close();
      await documents.stop();
      await areas.noticeMail.stop();
      await areas.signIns.stop();
      await delivery.stop();
      await demoExpiry.stop();
      await core.drain().catch(() => undefined);
      await projector.stop();
    },
  };
}

/** Creates the engine's state with the policies and limits that hold before the first decision. */
async function createTradingState({ market, users }: ServerPorts, companies: Companies): Promise<EngineState> {
  const policy = tradingPolicyOf(await companies.default());
  const sessions = sessionsOf((id) => market.calendar(id));
  const state = createState(market.specs(), policy, firstOrderId, [], sessions);
  await companies.follow((all) => renewPolicies(state, all));
  const all = await companies.all();
  await giveLimits(
    state,
    users,
    all.map(({ id }) => id),
  );
  return state;
}

/** Starts the core: replays the journal, then takes in the ticks logged since. */
async function startCore(
  { journal, clock, steps, clockMarks, market, tickLog, lease }: ServerPorts,
  state: EngineState,
  onFatal: (error: Error) => void,
): Promise<TradingCore> {
  const core = await startTradingCore({
    journal,
    state,
    clock,
    ...(steps === undefined ? {} : { steps }),
    ...(clockMarks === undefined ? {} : { clockMarks }),
    canClose: (id) => market.state(id).kind === 'open' && market.ageMs(id) <= closeAgeMaxMs,
    marketNow: (id) => marketNow(market, id),
    ticksFrom: (offset) => tickLog?.readPieces(offset) ?? noTicks(),
    isSpreadWide: (quote) => market.isSpreadWide(quote),
    isCaughtUp: () => market.isCaughtUp,
    ticksStored: (offset) => tickLog?.stored(offset) ?? Promise.resolve(),
    ...(lease === undefined ? {} : { lease }),
    onFatal,
  });
  await tickLog?.skipTo(core.tickOffset);
  return core;
}

async function* noTicks(): AsyncGenerator<readonly LoggedQuote[]> {}

function marketNow(market: ServerPorts['market'], id: InstrumentId) {
  return { kind: market.state(id).kind, ageMs: market.ageMs(id) };
}

/** Starts folding what the core stores into the tables. */
async function startFolding(
  { journal, projections: store, receiptChains: receipts, receiptSigner: signer, clock }: ServerPorts,
  core: TradingCore,
  onError: (error: Error) => void,
): Promise<Projector> {
  const projector = await startProjector({ journal, store, receipts, signer, clock, onError });
  core.onStored((decided) => projector.take(decided));
  projector.wake(core.committedSeq);
  return projector;
}

/** Returns the reasons against readiness that come from the server itself. */
function readinessOf({ lease, tickLog, steps }: ServerPorts, core: TradingCore, isStarted: () => boolean): Readiness {
  const readiness = new Readiness();
  const isTickLogFailing = () => tickLog?.isFailing === true;
  readiness.add('starting', () => !isStarted());
  readiness.add('database', () => lease?.isAway === true || (core.isStalled && !isTickLogFailing()));
  readiness.add('tick-log', isTickLogFailing);
  readiness.add('clock-behind-journal', () => steps?.step?.kind === 'behind-journal');
  return readiness;
}
