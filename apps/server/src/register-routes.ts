import type { CompanyId } from '@candor/domain/values/ids';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Areas, ServerOptions } from './create-areas.ts';
import { registerDocs } from './gateway/docs/page.ts';
import { tokenOf } from './gateway/http/authenticate.ts';
import { companyOf } from './gateway/http/company-of.ts';
import { registerAccountCalls } from './gateway/http/console/accounts.ts';
import { registerApprovalCalls } from './gateway/http/console/approvals.ts';
import { registerArticleCalls } from './gateway/http/console/articles.ts';
import { registerAuditCalls } from './gateway/http/console/audit.ts';
import { registerCalendarCalls } from './gateway/http/console/calendar.ts';
import { ChainWalks } from './gateway/http/console/chain-walks.ts';
import { registerClientCalls } from './gateway/http/console/clients.ts';
import { registerClockCalls } from './gateway/http/console/clock.ts';
import { registerCompanyCalls } from './gateway/http/console/company.ts';
import { registerDashboardCalls } from './gateway/http/console/dashboard.ts';
import { registerDeskCalls } from './gateway/http/console/desk.ts';
import { registerExposureCalls } from './gateway/http/console/exposure.ts';
import { registerHaltCalls } from './gateway/http/console/halts.ts';
import { registerInstallationCalls } from './gateway/http/console/installation.ts';
import { registerInstrumentCalls } from './gateway/http/console/instruments.ts';
import { registerMoneyCalls } from './gateway/http/console/money.ts';
import { registerOperatorCalls } from './gateway/http/console/operators.ts';
import { registerPayWayCalls } from './gateway/http/console/pay-ways.ts';
import { registerRankingCalls } from './gateway/http/console/ranking.ts';
import { registerSearchCalls } from './gateway/http/console/search.ts';
import { registerConsoleSignIn } from './gateway/http/console/sign-in.ts';
import { registerSignInLogCalls } from './gateway/http/console/sign-in-log.ts';
import { registerTodayCalls } from './gateway/http/console/today.ts';
import { registerUserCalls } from './gateway/http/console/users.ts';
import { registerVerificationCalls } from './gateway/http/console/verifications.ts';
import { registerLogPage } from './gateway/http/public/log-page.ts';
import { registerStatisticsPage } from './gateway/http/public/statistics-page.ts';
import { registerStatusPage } from './gateway/http/public/status-page.ts';
import { registerVerifyPage } from './gateway/http/public/verify-page.ts';
import { registerAccountRoutes } from './gateway/http/routes/account.ts';
import { registerAlertRoutes } from './gateway/http/routes/alerts.ts';
import { registerCalendarRoutes } from './gateway/http/routes/calendar.ts';
import { registerChartDrawingRoutes } from './gateway/http/routes/chart-drawings.ts';
import { registerCompanyRoutes } from './gateway/http/routes/company.ts';
import { registerDepositRoutes } from './gateway/http/routes/deposits.ts';
import { registerFileRoutes } from './gateway/http/routes/files.ts';
import { registerHealthRoutes } from './gateway/http/routes/health.ts';
import { registerIdentityRoutes } from './gateway/http/routes/identity.ts';
import { registerInviteRoutes } from './gateway/http/routes/invite.ts';
import { registerJournalRoutes } from './gateway/http/routes/journal.ts';
import { registerLiabilityRoutes } from './gateway/http/routes/liabilities.ts';
import { registerLogRoutes } from './gateway/http/routes/log.ts';
import { registerMarketRoutes } from './gateway/http/routes/market.ts';
import { registerNewsRoutes } from './gateway/http/routes/news.ts';
import { registerNoticeWayRoutes } from './gateway/http/routes/notice-ways.ts';
import { registerNoticeRoutes } from './gateway/http/routes/notices.ts';
import { registerOwnDataRoutes } from './gateway/http/routes/own-data.ts';
import { registerPasswordRoutes } from './gateway/http/routes/passwords.ts';
import { registerPreferenceRoutes } from './gateway/http/routes/preferences.ts';
import { registerRankingRoutes } from './gateway/http/routes/ranking.ts';
import { registerReceiptRoutes } from './gateway/http/routes/receipts.ts';
import { registerSecondFactorRoutes } from './gateway/http/routes/second-factor.ts';
import { registerSessionRoutes } from './gateway/http/routes/sessions.ts';
import { registerStatementRoutes } from './gateway/http/routes/statement.ts';
import { registerTakeBackPage } from './gateway/http/routes/take-back.ts';
import { registerTradeRoutes } from './gateway/http/routes/trade.ts';
import { registerTradeNoteRoutes } from './gateway/http/routes/trade-notes.ts';
import { registerUploadRoutes } from './gateway/http/routes/uploads.ts';
import { registerVerificationRoutes } from './gateway/http/routes/verification.ts';
import { registerWalletRoutes } from './gateway/http/routes/wallet.ts';
import { registerWithdrawalRoutes } from './gateway/http/routes/withdrawals.ts';
import type { Readiness } from './gateway/readiness.ts';
import type { ServerPorts } from './ports/server-ports.ts';
import type { TradingPort } from './ports/trading-port.ts';
import { DemoLimit } from './services/identity/demos.ts';
import type { MarketView } from './services/market/market-view.ts';

type Ports = Pick<
  ServerPorts,
  | 'audit'
  | 'choices'
  | 'notes'
  | 'clock'
  | 'companySettings'
  | 'consoleReads'
  | 'deskReads'
  | 'fundsHistory'
  | 'isDatabaseRefusing'
  | 'loop'
  | 'market'
  | 'notices'
  | 'push'
  | 'pushDevices'
  | 'openRates'
  | 'receipts'
  | 'receiptSigner'
  | 'signInLog'
  | 'smsLimits'
  | 'smsUse'
  | 'snapshots'
  | 'steps'
  | 'users'
  | 'work'
>;

/** Adds every call of traders, operators and probes to the gateway; prices follow with `registerPriceRoutes`. */
export function registerRoutes(
  app: FastifyInstance,
  ports: Ports,
  options: ServerOptions,
  areas: Areas,
  readiness: Readiness,
): void {
  const { steps, loop, isDatabaseRefusing } = ports;
  const { buildVersion } = options;
  const { isProjectionFailing } = areas;
  registerHealthRoutes(app, {
    buildVersion,
    readiness,
    steps: steps ?? null,
    loop,
    isProjectionFailing,
    isDatabaseRefusing,
    snapshots: ports.snapshots?.health,
  });
  registerDocs(app);
  registerTraderRoutes(app, ports, options, areas);
  registerFundsRoutes(app, options, areas);
  registerConsoleRoutes(app, ports, options, areas);
}

/** Adds the calls for prices, instruments and candles. */
export function registerPriceRoutes(
  app: FastifyInstance,
  market: MarketView,
  {
    clock,
    companies,
    core,
    offers,
    tokens,
  }: Pick<ServerPorts, 'clock'> & {
    readonly companies: Pick<Areas['companies'], 'popularOf'>;
    readonly core: Pick<TradingPort, 'heldBy'>;
    readonly offers: Areas['offers']['view'];
    readonly tokens: Areas['identity']['tokens'];
  },
): void {
  const heldBy = async (request: FastifyRequest) => {
    const session = await tokens.authenticate(tokenOf(request), companyOf(request).id);
    return session === null ? new Set<never>() : core.heldBy(session.user.accountId);
  };
  registerMarketRoutes(app, { market, clock, offers, popularOf: (id) => companies.popularOf(id), heldBy });
}

function registerTraderRoutes(
  app: FastifyInstance,
  { clock, market, choices, notes, notices, push, pushDevices, openRates, work, receiptSigner: signer }: Ports,
  { legacyGetWrites, demoLimits, documents: { filesOrigin }, build }: ServerOptions,
  areas: Areas,
): void {
  const { core, companies, company, content, documents, identity, statements, trade } = areas;
  const { tokens } = identity;
  registerCompanyRoutes(app, { companies, lossRates: company.lossRates });
  registerIdentityRoutes(app, { identity, demoLimit: new DemoLimit(openRates, demoLimits), legacyGetWrites });
  registerPasswordRoutes(app, identity);
  registerSessionRoutes(app, identity);
  registerSecondFactorRoutes(app, identity);
  const trading = { core, history: trade.history, market, tokens, clock, legacyGetWrites };
  registerTradeRoutes(app, trading);
  registerAlertRoutes(app, trading);
  registerNoticeRoutes(app, { ...trading, notices, caughtUp: areas.caughtUp });
  registerNoticeWayRoutes(app, { choices: pushDevices, devices: pushDevices, sender: push, tokens, clock });
  registerAccountRoutes(app, trading);
  registerReceiptRoutes(app, { receipts: trade.receipts, tokens });
  registerLiabilityRoutes(app, { liability: areas.liability, tokens });
  registerLogRoutes(app, { log: areas.log });
  registerLogPage(app, { status: areas.status, build });
  registerVerifyPage(app, build);
  registerStatusPage(app, { status: areas.status });
  registerStatisticsPage(app, { statistics: areas.statistics });
  registerJournalRoutes(app, trading);
  registerTradeNoteRoutes(app, { ...trading, notes });
  registerStatementRoutes(app, { statements, core, tokens, clock, work, signer, receipts: trade.receipts });
  registerOwnDataRoutes(app, { ownData: areas.ownData, identity, core, work });
  registerUploadRoutes(app, { uploads: documents.uploads, links: documents.links, tokens });
  registerFileRoutes(app, { showFile: documents.showFile, hasOwnHost: filesOrigin !== '' });
  registerVerificationRoutes(app, { verifications: documents.verifications, tokens });
  registerInviteRoutes(app, { readInvitations: areas.readInvitations, tokens });
  registerNewsRoutes(app, { tokens, news: content.news });
  registerCalendarRoutes(app, { calendar: areas.calendar });
  registerRankingRoutes(app, { ranking: content.ranking, market });
  const onRankingLeft = (companyId: CompanyId, userId: number) => content.ranking.left(companyId, userId);
  registerPreferenceRoutes(app, { choices, tokens, onRankingLeft });
  registerChartDrawingRoutes(app, { choices, tokens, clock });
}

function registerFundsRoutes(
  app: FastifyInstance,
  { legacyGetWrites }: ServerOptions,
  { funds: { funds, history, desk }, identity, operators: { sessions }, takeBackLinks: links }: Areas,
): void {
  const routes = { funds, history, factors: identity, tokens: identity.tokens, legacyGetWrites };
  registerDepositRoutes(app, routes);
  registerWithdrawalRoutes(app, routes);
  registerWalletRoutes(app, routes);
  registerTakeBackPage(app, { funds, history, identity: identity.store, links });
  registerMoneyCalls(app, { sessions, desk });
}

function registerConsoleRoutes(
  app: FastifyInstance,
  ports: Ports,
  { buildVersion }: ServerOptions,
  areas: Areas,
): void {
  const { clock, market, audit, signInLog, companySettings: settings, consoleReads: reads } = ports;
  const { core, company, content, documents, funds, identity, caughtUp } = areas;
  const { sessions, accounts, ownAccount, invitations, users, setUserDisabled } = areas.operators;
  const { verifiedNames } = documents;
  const chainWalks = new ChainWalks();
  registerConsoleSignIn(app, { sessions, buildVersion, invitations, signIns: identity.signIns });
  registerSignInLogCalls(app, { sessions, signInLog, chainWalks });
  registerAuditCalls(app, { sessions, reads, audit, chainWalks });
  const governed = { sessions, approvals: areas.approvals };
  registerApprovalCalls(app, governed);
  registerOperatorCalls(app, { ...governed, accounts, ownAccount, invitations });
  registerPayWayCalls(app, { ...governed, desk: { ...funds.desk, market } });
  registerUserCalls(app, { sessions, setUserDisabled, users, tokens: identity.tokens, core, reads, verifiedNames });
  registerClientCalls(app, {
    sessions,
    reads,
    market,
    clock,
    caughtUp,
    notes: areas.operators.notes,
    desk: funds.desk,
  });
  registerAccountCalls(app, { sessions, reads, receipts: ports.receipts, core, market, caughtUp });
  registerClockCalls(app, { sessions, core, audit });
  registerDashboardCalls(app, { sessions, reads, funds: ports.fundsHistory, sms: ports, clock, caughtUp });
  registerSearchCalls(app, {
    sessions,
    users: ports.users,
    findByName: (...asked) => documents.names.find(...asked),
    desk: areas.funds.desk,
    reads,
    market,
    audit,
    caughtUp,
  });
  registerDeskCalls(app, { sessions, desk: ports.deskReads, clock, caughtUp });
  registerVerificationCalls(app, { sessions, reviews: documents.reviews });
  const offering = { sessions, market, offers: areas.offers.offers, view: areas.offers.view };
  registerInstrumentCalls(app, { ...offering, ...governed });
  registerHaltCalls(app, offering);
  registerTodayCalls(app, { ...offering, desk: ports.deskReads, clock, caughtUp });
  registerExposureCalls(app, { sessions, core, clock, users: ports.users });
  registerCompanyCalls(app, { ...governed, changeCompany: company.changeCompany, settings });
  registerInstallationCalls(app, { sessions, installation: company.installation });
  registerArticleCalls(app, { sessions, articles: content.articles });
  registerCalendarCalls(app, { sessions, calendar: areas.calendar });
  registerRankingCalls(app, { sessions, ranking: content.ranking });
}
