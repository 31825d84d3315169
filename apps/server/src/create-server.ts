import type { RuleChange, TradingRules } from '@candor/domain/engine/rules/trading-rules';
import { createState } from '@candor/domain/engine/state';
import type { FastifyInstance } from 'fastify';
import { demoExpiryLinks } from './connect-areas.ts';
import { createAreas, type ServerOptions } from './create-areas.ts';
import { buildGateway } from './gateway/http/build-gateway.ts';
import { Readiness } from './gateway/readiness.ts';
import { type AccountTopics, createAccountTopics } from './gateway/ws/account-topics.ts';
import type { SocketLogin } from './gateway/ws/socket-session.ts';
import { type LoggedQuote, marketNow } from './ports/market.ts';
import type { OfferView } from './ports/offers.ts';
import type { ServerPorts } from './ports/server-ports.ts';
import { type Projector, startProjector } from './projections/projector.ts';
import { registerRoutes } from './register-routes.ts';
import { Companies } from './services/company/companies.ts';
import { type DemoExpiry, startDemoExpiry } from './services/identity/create-identity.ts';
import type { IdentityDeps } from './services/identity/identity-deps.ts';
import type { Tokens } from './services/identity/tokens.ts';
import { CompanyOffers } from './services/offer/company-offers.ts';
import { createOffers } from './services/offer/create-offers.ts';
import { loadLimits } from './services/operators/account-limits.ts';
import type { MessageDelivery } from './services/outbox/deliver-messages.ts';
import { closeAgeMaxMs, fallbackPolicy, toPolicyRules } from './services/trade/trading-policy.ts';
import { firstOrderId } from './trading/journal-fold.ts';
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

/** Creates the server from its ports: core, areas and routes. The caller adds static files and listens. */
export async function createServer(ports: ServerPorts, options: ServerOptions): Promise<Server> {
  const { clock, market } = ports;
  const onError = (area: string) => (error: unknown) => {
    if (options.logger !== false) options.logger.error({ err: error }, area);
  };
  const companies = new Companies({ store: ports.companies, clock, onError: onError('companies') });
  const companyOffers = new CompanyOffers({
    store: ports.offers,
    clock,
    specOf: (id) => market.spec(id),
    changeRules: (changes) => core.changeRules(changes),
  });
  const rules = (replayed: TradingRules) => storedRules(ports, companies, companyOffers, replayed);
  const core = await startCore(ports, rules, options.onFatal);
  const offers = createOffers(ports, { offers: companyOffers, view: core.offers });
  await companies.follow((all) => core.changeRules(toPolicyRules(all)));
  const projector = await startFolding(ports, core, onError('projection failed, trying again'));
  const stopQuotes = market.onQuote((quote, offset) => core.onQuote(quote, offset));
  const timer = setInterval(() => core.onTime(), tickMs);
  timer.unref();

  const areas = createAreas(ports, options, { core, projector, companies, offers, onError });
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
      return (
        session && { accountId: session.user.accountId, currency: session.user.currency, sessionId: session.sessionId }
      );
    },
    offers: core.offers,
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

/**
 * Returns policies, terms, halts and limits as the tables have them, and the ends of replayed rules that the tables lack:
 * the core journals what its journal lacks, after any length of downtime (R-OPS-51).
 */
async function storedRules(
  { users, clock }: ServerPorts,
  companies: Companies,
  offers: CompanyOffers,
  replayed: TradingRules,
): Promise<RuleChange[]> {
  const all = await companies.all();
  const ids = all.map(({ id }) => id);
  const ofOffers = await offers.load(ids, replayed.haltsInForce);
  const stored = [...toPolicyRules(all), ...ofOffers, ...(await loadLimits(users, ids))];
  return [...stored, ...replayed.endsOfMissing(stored, clock.nowMs())];
}

/** Starts the core: restores the state, journals the rules that it lacks, then ingests the ticks logged since. */
async function startCore(
  { journal, snapshots, clock, steps, clockMarks, market, tickLog, lease }: ServerPorts,
  rules: (replayed: TradingRules) => Promise<readonly RuleChange[]>,
  onFatal: (error: Error) => void,
): Promise<TradingCore> {
  const core = await startTradingCore({
    journal,
    ...(snapshots === undefined ? {} : { snapshots }),
    state: createState(market.specs(), fallbackPolicy, firstOrderId, market.sessions),
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
    rules,
    onFatal,
  });
  await tickLog?.skipTo(core.tickOffset);
  return core;
}

async function* noTicks(): AsyncGenerator<readonly LoggedQuote[]> {}

/** Starts projecting the stored journal into the tables. */
async function startFolding(
  { journal, projections: store, receiptChains: receipts, receiptSigner: signer, clock }: ServerPorts,
  core: TradingCore,
  onError: (error: Error) => void,
): Promise<Projector> {
  const projector = await startProjector({ journal, store, receipts, signer, clock, onError });
  core.followEvents(({ entries }) => projector.take(entries));
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
