import { sessionsOf } from '@candor/domain/calc/sessions';
import { createState, type EngineState } from '@candor/domain/engine/state';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { composeConsole, createOperatorSessions, type OperatorGuards } from './compose-console.ts';
import { composeContent } from './compose-content.ts';
import { startCore } from './compose-core.ts';
import { type DemoExpiry, startDemoExpiry } from './compose-demos.ts';
import { composeDocuments, type DocumentOptions, type DocumentPorts } from './compose-documents.ts';
import { composeFunds, type FundsPorts } from './compose-funds.ts';
import { createIdentity } from './compose-identity.ts';
import { mailNotices } from './compose-notices.ts';
import { composeOperate, listOffers, type OperateDeps, startOffers } from './compose-operate.ts';
import { startSignIns } from './compose-signins.ts';
import { composeStatement } from './compose-statement.ts';
import { buildGateway, plainSecurity, type Security } from './gateway/http/build-gateway.ts';
import { registerAccountRoutes } from './gateway/http/routes/account.ts';
import { registerCompanyRoutes } from './gateway/http/routes/company.ts';
import { registerHealthRoutes } from './gateway/http/routes/health.ts';
import { registerIdentityRoutes } from './gateway/http/routes/identity.ts';
import type { MarketRouteDeps } from './gateway/http/routes/market.ts';
import { registerPasswordRoutes } from './gateway/http/routes/passwords.ts';
import { registerReceiptRoutes } from './gateway/http/routes/receipts.ts';
import { registerSecondFactorRoutes } from './gateway/http/routes/second-factor.ts';
import { registerSessionRoutes } from './gateway/http/routes/sessions.ts';
import { registerTradeRoutes } from './gateway/http/routes/trade.ts';
import { Readiness } from './gateway/readiness.ts';
import { type AccountTopics, createAccountTopics } from './gateway/ws/account-topics.ts';
import type { SocketLogin } from './gateway/ws/socket-session.ts';
import type { Clock, ClockMarks, WatchedClock } from './ports/clock.ts';
import type { CompanyStore, LossRateStore } from './ports/company.ts';
import type { ConsolePorts } from './ports/console-ports.ts';
import type { ContentPorts } from './ports/content-ports.ts';
import type { DemoStore, IdentityStore } from './ports/identity.ts';
import type { HeldLease, Journal } from './ports/journal.ts';
import type { Market, TickLog } from './ports/market.ts';
import type { OperatePorts } from './ports/operate-ports.ts';
import type { PeoplePorts } from './ports/people-ports.ts';
import type { HistoryStore, ProjectionStore, ReceiptChains, ReceiptSigner, ReceiptStore } from './ports/projection.ts';
import type { Ids } from './ports/secrets.ts';
import type { BackgroundWork, LoopDelay } from './ports/work.ts';
import { type Projector, startProjector } from './projections/projector.ts';
import { Companies } from './services/company/companies.ts';
import { pageOriginOf } from './services/company/links.ts';
import { LossRates } from './services/company/loss-rates.ts';
import { TakeBackLinks } from './services/funds/take-back.ts';
import { DemoLimit, type DemoLimits } from './services/identity/demos.ts';
import type { IdentityDeps } from './services/identity/identity-deps.ts';
import type { Tokens } from './services/identity/tokens.ts';
import { giveLimits } from './services/operators/account-limits.ts';
import type { OperatorSessions } from './services/operators/sessions.ts';
import { type MessageDelivery, startMessageDelivery } from './services/outbox/deliver-messages.ts';
import { createOrderHistory, createReceipts } from './services/trade/history.ts';
import { renewPolicies, tradingPolicyOf } from './services/trade/trading-policy.ts';
import type { TradingCore } from './trading/trading-core.ts';

export interface ServerPorts {
  readonly clock: Clock;
  /** The same clock, where it can step. */
  readonly steps?: WatchedClock;
  readonly clockMarks?: ClockMarks;
  readonly ids: Ids;
  readonly journal: Journal;
  /** Left out where nobody else can lead. */
  readonly lease?: HeldLease & { readonly isAway: boolean };
  readonly isDatabaseRefusing?: () => boolean;
  readonly projections: ProjectionStore;
  readonly chains: ReceiptChains;
  readonly history: HistoryStore;
  readonly receipts: ReceiptStore;
  readonly receiptSigner: ReceiptSigner;
  readonly identity: IdentityStore & DemoStore;
  readonly people: PeoplePorts;
  readonly documents: DocumentPorts;
  readonly console: ConsolePorts;
  readonly content: ContentPorts;
  readonly operate: OperatePorts;
  readonly funds: FundsPorts;
  readonly companies: CompanyStore;
  readonly lossRates: LossRateStore;
  /** Threads for documents and texts. */
  readonly work: BackgroundWork;
  /** Left out where nobody measures it. */
  readonly loop?: LoopDelay;
  readonly market: Market;
  readonly tickLog: Pick<TickLog, 'readPieces' | 'skipTo' | 'stored' | 'isFailing'> | null;
}

export interface ServerOptions {
  readonly logger: FastifyBaseLogger | false;
  readonly security?: Security;
  readonly legacyGetWrites: boolean;
  readonly demoLimits: DemoLimits;
  readonly documents: DocumentOptions;
  readonly buildVersion: string;
  /** The core cannot go on: an invariant broke or another process leads. */
  readonly onFatal: (error: Error) => void;
  readonly onSessionEnded: (sessionId: string) => void;
}

export interface Server {
  readonly app: FastifyInstance;
  readonly core: TradingCore;
  readonly companies: Companies;
  readonly tokens: Tokens;
  /** What operators need to act on a company's users. */
  readonly identity: IdentityDeps;
  readonly messages: MessageDelivery;
  readonly demoExpiry: DemoExpiry;
  readonly accountTopics: AccountTopics;
  /** The login of a socket's token at the company that its host names; null where it is none, or out of service. */
  readonly authenticateSocket: (token: string, host: string) => Promise<SocketLogin | null>;
  /** What companies offer, as the core decides by it. */
  readonly offers: Pick<MarketRouteDeps, 'offers' | 'heldBy'>;
  /** Reasons why the program cannot trade are added here. */
  readonly readiness: Readiness;
  setReady(): void;
  close(): Promise<void>;
}

const tickMs = 1_000;
/** Order numbers start here, so that the first order of an installation does not look like its first. */
const firstOrderId = 8_000_001;

/** Puts the inside together from its ports; the caller brings the adapters, the static files and the listening. */
export async function composeServer(ports: ServerPorts, options: ServerOptions): Promise<Server> {
  const { clock, market, receiptSigner: signer, steps = null } = ports;
  const companies = new Companies({ store: ports.companies, clock, onError: logError(options.logger, 'companies') });
  const state = await createTradingState(ports, companies);
  const offers = await startOffers(ports.operate, { clock, state, companies });
  const core = await startCore(ports, state, options.onFatal);
  await ports.tickLog?.skipTo(core.tickOffset);
  const projector = await startFolding(ports, core, logError(options.logger, 'projection failed, trying again'));
  const stopQuotes = market.onQuote((quote, offset) => core.onQuote(quote, offset));
  const timer = setInterval(() => core.onTime(), tickMs);
  timer.unref();
  const messages = startMessageDelivery({
    store: ports.people.outbox,
    channels: (companyId) => ports.people.keptChannels?.get(companyId) ?? ports.people.channels,
    companies: () => companies.all(),
    clock,
    onError: logError(options.logger, 'messages'),
  });
  const signIns = startSignIns(ports.people.signInLog, { clock, companies, logger: options.logger });
  const identity = createIdentity(ports, { core, messages, signIns: signIns.signIns, onEnded: options.onSessionEnded });
  const { tokens } = identity;
  const log = (name: string) => logError(options.logger, name);
  const demoExpiry = startDemoExpiry(ports, { core, tokens, companies, onError: log('demos') });
  const accountTopics = createAccountTopics(core, market);
  const { isHttps, ownOrigin, hosts } = options.security ?? plainSecurity;
  const pages = { isHttps, ownOrigin, consoleHost: hosts.console };
  const links = new TakeBackLinks(ports.documents.keyRing, clock, (company) => pageOriginOf(company, pages));
  const noticeMail = mailNotices(ports, { core, companies, messages, links, onError: log('notices') });
  let isReady = false;
  const readiness = readinessOf(ports, core, () => isReady);

  const app = buildGateway(options.logger, companies, options.security);
  const isProjectionFailing = () => projector.isFailing;
  const { buildVersion } = options;
  const { loop, isDatabaseRefusing } = ports;
  registerHealthRoutes(app, { buildVersion, readiness, steps, loop, isProjectionFailing, isDatabaseRefusing });
  const lossRates = new LossRates({ store: ports.lossRates, clock, onError: log('loss rates') });
  registerCompanyRoutes(app, { companies, lossRates });
  registerPeopleRoutes(app, identity, options);
  const caughtUp = (seq: number) => projector.caughtUp(seq);
  const history = createOrderHistory({ store: ports.history, committedSeq: () => core.committedSeq, caughtUp });
  const trade = { core, history, market, tokens, clock, legacyGetWrites: options.legacyGetWrites };
  registerTradeRoutes(app, trade);
  registerAccountRoutes(app, trade);
  registerReceiptRoutes(app, { receipts: createReceipts({ store: ports.receipts, history, signer }), tokens });
  const guards = operatorGuards(ports, identity);
  const sessions = createOperatorSessions(ports.documents.operators, identity, guards);
  addOperate(app, ports, options, { sessions, state, offers, companies });
  const stopDocuments = addDocuments(app, ports, options, { identity, companies, core, caughtUp, sessions, links });
  composeConsole(app, { ...pickConsole(ports, options), sessions, identity, guards, core, caughtUp });

  return {
    app,
    core,
    companies,
    tokens,
    identity,
    messages,
    demoExpiry,
    accountTopics,
    authenticateSocket: (token, host) => authenticateSocket(companies, tokens, token, host),
    offers: listOffers(offers, tokens),
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
      await stopDocuments();
      await noticeMail.stop();
      await signIns.stop();
      await messages.stop();
      await demoExpiry.stop();
      await core.drain().catch(() => undefined);
      await projector.stop();
    },
  };
}

/** What operators steer, with the hosts that are the installation's own. */
function addOperate(
  app: FastifyInstance,
  { operate, people, clock, ids, market }: ServerPorts,
  { security }: ServerOptions,
  parts: Pick<OperateDeps, 'sessions' | 'state' | 'offers' | 'companies'>,
): void {
  const reservedHosts = Object.values(security?.hosts ?? {}).filter((host) => host !== null);
  composeOperate(app, { ...parts, ports: operate, hasher: people.hasher, ids, clock, market, reservedHosts });
}

/** The reasons against readiness that the inside knows of. */
function readinessOf({ lease, tickLog, steps }: ServerPorts, core: TradingCore, isStarted: () => boolean): Readiness {
  const readiness = new Readiness();
  const isTickLogFailing = () => tickLog?.isFailing === true;
  readiness.add('starting', () => !isStarted());
  readiness.add('database', () => lease?.isAway === true || (core.isStalled && !isTickLogFailing()));
  readiness.add('tick-log', isTickLogFailing);
  readiness.add('clock-behind-journal', () => steps?.step?.kind === 'behind-journal');
  return readiness;
}

/** Folds what the core stores into the tables. */
async function startFolding(
  { journal, projections: store, chains: receipts, receiptSigner: signer, clock }: ServerPorts,
  core: TradingCore,
  onError: (error: Error) => void,
): Promise<Projector> {
  const projector = await startProjector({ journal, store, receipts, signer, clock, onError });
  core.onStored((decided) => projector.take(decided));
  projector.wake(core.committedSeq);
  return projector;
}

/** The rules and limits that stand before anything is decided. */
async function createTradingState(
  { market, console: { users } }: ServerPorts,
  companies: Companies,
): Promise<EngineState> {
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

function pickConsole(
  { console: ports, documents, people, receipts, steps }: ServerPorts,
  { buildVersion }: ServerOptions,
) {
  const { operators, audit } = documents;
  return {
    ports,
    signInLog: people.signInLog,
    sms: people,
    operators,
    audit,
    receipts,
    steps: steps ?? null,
    buildVersion,
  };
}

function operatorGuards({ people }: ServerPorts, { work }: IdentityDeps): OperatorGuards {
  return { hasher: people.operatorHasher, work, openRates: people.openRates };
}

function registerPeopleRoutes(app: FastifyInstance, identity: IdentityDeps, options: ServerOptions): void {
  const { legacyGetWrites, demoLimits } = options;
  const demoLimit = new DemoLimit(identity.clock, demoLimits);
  registerIdentityRoutes(app, { identity, demoLimit, legacyGetWrites });
  registerPasswordRoutes(app, identity);
  registerSessionRoutes(app, identity);
  registerSecondFactorRoutes(app, identity);
}

interface DocumentParts {
  readonly links: TakeBackLinks;
  readonly identity: IdentityDeps;
  readonly companies: Companies;
  readonly core: TradingCore;
  readonly caughtUp: (seq: number) => Promise<void>;
  readonly sessions: OperatorSessions;
}

/** Pictures, identity checks, invitations, content and the money desk; answers the way to stop them. */
function addDocuments(
  app: FastifyInstance,
  { documents, market, content, funds, console: { users }, clock, ids, work }: ServerPorts,
  options: ServerOptions,
  parts: DocumentParts,
): () => Promise<void> {
  const { identity, companies, core, caughtUp, sessions, links } = parts;
  const { tokens, messages } = identity;
  const { legacyGetWrites } = options;
  const { filesOrigin } = options.documents;
  const onError = logError(options.logger, 'ranking');
  composeContent(app, { ports: content, clock, market, tokens, sessions, filesOrigin, onError, work });
  const desk = { ports: funds, documents, filesOrigin, core, caughtUp, identity, legacyGetWrites, sessions, users };
  composeFunds(app, { ...desk, market, takeBackLinks: links });
  composeStatement(app, { store: funds.statements, core, caughtUp, market, tokens, clock, work });
  return composeDocuments(app, {
    ports: documents,
    options: options.documents,
    clock,
    ids,
    tokens,
    operatorSessions: sessions,
    messages,
    companies: () => companies.all(),
    onError: logError(options.logger, 'documents'),
  });
}

async function authenticateSocket(
  companies: Companies,
  tokens: Tokens,
  token: string,
  host: string,
): Promise<SocketLogin | null> {
  const { id, status } = await companies.ofHost(host);
  const session = status === 0 ? await tokens.authenticate(token, id) : null;
  return session && { accountId: session.user.accountId, sessionId: session.sessionId };
}

function logError(logger: FastifyBaseLogger | false, what: string): (error: Error) => void {
  return (error) => {
    if (logger !== false) logger.error({ err: error }, what);
  };
}
