import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseLanguage } from '@candor/contracts/languages';
import type { FastifyBaseLogger } from 'fastify';
import { systemClock } from './adapters/clock/system-clock.ts';
import { openReceiptSigner } from './adapters/keys/receipt-key-file.ts';
import { createLog } from './adapters/log/pino-log.ts';
import { PostgresCandleStore } from './adapters/postgres/candle-store.ts';
import { openClockMarks } from './adapters/postgres/clock-marks.ts';
import { CompanyRows } from './adapters/postgres/company-rows.ts';
import { openConsoleTables } from './adapters/postgres/console-tables.ts';
import { openContentTables } from './adapters/postgres/content-tables.ts';
import type { OpenDatabase } from './adapters/postgres/database.ts';
import { HistoryTables } from './adapters/postgres/history-tables.ts';
import { IdentityTables } from './adapters/postgres/identity-tables.ts';
import { LossRateRows } from './adapters/postgres/loss-rate-rows.ts';
import { openOperateTables } from './adapters/postgres/operate-tables.ts';
import { PostgresJournal } from './adapters/postgres/postgres-journal.ts';
import { ProjectionTables } from './adapters/postgres/projection-tables.ts';
import { ReceiptChainTable, ReceiptTables } from './adapters/postgres/receipt-tables.ts';
import { randomIds } from './adapters/random/random-ids.ts';
import { composeServer, type Server, type ServerPorts } from './compose.ts';
import { type Config, ConfigError, parseConfig } from './config.ts';
import { openToNetwork, requireSafe } from './config-production.ts';
import type { Security } from './gateway/http/build-gateway.ts';
import { registerConsoleApp } from './gateway/http/console-app.ts';
import { isSameCompanyOrigin } from './gateway/http/cross-origin.ts';
import { registerMarketRoutes } from './gateway/http/routes/market.ts';
import type { PagePlace } from './gateway/http/security-headers.ts';
import { registerWebApp } from './gateway/http/web-app.ts';
import { RateGate } from './gateway/rate-gate.ts';
import { parseTrustedProxies } from './gateway/trusted-proxies.ts';
import { attachWebSocket } from './gateway/ws/attach-websocket.ts';
import { auditChains } from './main-audit.ts';
import { startDatabase } from './main-database.ts';
import { documentOptions, openDocuments, rotateDocumentKeys, rotatePeopleKey } from './main-documents.ts';
import { createFeed, guardTicks, openTickLog, resumeFeed, tellClockSteps } from './main-feed.ts';
import { startFunds } from './main-funds.ts';
import { leadAlone, takeLead } from './main-lead.ts';
import { openPeople } from './main-people.ts';
import { startWatch } from './main-watch.ts';
import { openWorkers, watchLoop } from './main-workers.ts';
import { FencedError } from './ports/journal.ts';
import type { ReceiptSigner } from './ports/projection.ts';
import type { BackgroundWork } from './ports/work.ts';
import { rebuildProjections } from './projections/rebuild.ts';
import { createMarket, quotedInstruments } from './services/market/create-market.ts';
import { newestSeq } from './services/market/logged-ticks.ts';
import type { MarketView } from './services/market/market-view.ts';
import { warmHistory } from './services/market/older-candles.ts';
import { decode, encode } from './trading/codec.ts';

/** The repository's root, from `src` as from `dist`. */
const root = join(import.meta.dirname, '..', '..', '..');
const webRoot = join(root, 'apps', 'web', 'dist');
const consoleRoot = join(root, 'apps', 'console', 'dist');
const shutdownMaxMs = 15_000;
/** One that was succeeded has nothing left to finish. */
const fencedShutdownMaxMs = 2_000;
const repeatedSignalMs = 1_500;
type Log = FastifyBaseLogger;
/** What has been started, so that it can be stopped in reverse order. */
type Stops = (() => Promise<void>)[];

async function start(config: Config, log: Log, stops: Stops, fail: (error: Error) => void): Promise<void> {
  mkdirSync(config.dataDir, { recursive: true });
  const security = securityOf(config);
  tellClockSteps(log);
  const database = await startDatabase({ config, log, say, fail, stops, isBounded: true });
  const instruments = quotedInstruments(config.simCalendar);
  const onError = (error: Error) => {
    log.error({ err: error }, 'market');
    // A recorded file that cannot be read further will not mend itself.
    if (error.name === 'ReplayFileError') fail(error);
  };
  const loop = watchLoop(log, stops);
  const work = openWorkers(config, stops);
  const feed = await createFeed(config, instruments, work.history);
  const tickLog = await openTickLog(config, feed.source, { onError, onLost: fail, stops });
  const warm = () => warmHistory(feed, systemClock.nowMs());
  const lead = await takeLead({ config, database, log, say, fail, stops }, tickLog.nextOffset, warm);
  await database.finish();
  const clockMarks = await openClockMarks(database.lease.pool, lead.epoch, systemClock);
  const { app, core } = database;
  const prices = { instruments, feed, tickLog, candleStore: new PostgresCandleStore(core.db) };
  const running = createMarket({ ...prices, clock: systemClock, newestSeq: await newestSeq(tickLog), onError });
  const { market } = running;
  // Before the core leaves out what was lost: a hole at the end would hide where the prices broke off.
  const journal = new PostgresJournal(core.pool, lead.epoch);
  const resumeMs = await resumeFeed(tickLog, feed, lead.isSameTickLog ? null : await storedAtMs(journal));
  let endSockets: (sessionId: string) => void = () => undefined;
  const server = await composeServer(
    {
      clock: systemClock,
      steps: systemClock,
      clockMarks,
      ids: randomIds,
      journal,
      lease: lead.keeper,
      isDatabaseRefusing: () => app.isRefusing || core.isRefusing,
      projections: new ProjectionTables(core.db, { encode }),
      chains: new ReceiptChainTable(core.db),
      history: new HistoryTables(app.db, { decode }),
      receipts: new ReceiptTables(app.db),
      receiptSigner: await openSigner(config),
      identity: new IdentityTables(app.db),
      ...(await openPeopleAndDocuments(config, app, work.pictures, stops)),
      market,
      tickLog: guardTicks(tickLog, feed, log),
      work: work.office,
      loop,
    },
    {
      logger: log,
      security,
      legacyGetWrites: config.legacyGetWrites,
      demoLimits: config.demoLimits,
      documents: documentOptions(config),
      buildVersion: buildVersion(),
      onFatal: fail,
      onSessionEnded: (sessionId) => endSockets(sessionId),
    },
  );
  stops.push(() => server.close());
  stops.push(await startWatch(config, app.db, server, log));
  registerMarketRoutes(server.app, { market, clock: systemClock, ...server.offers });
  registerWebApp(server.app, webRoot, pagePlace(config));
  registerConsoleApp(server.app, consoleRoot, pagePlace(config));
  const sockets = openSockets(server, market, security);
  endSockets = sockets.closeSession;
  stops.push(() => sockets.close());
  // The core stands before the first quote, so that no level is passed unseen. Routes compile meanwhile.
  await Promise.all([running.start(resumeMs), server.app.ready()]);
  stops.push(() => running.stop());
  await lead.openDoors();
  await server.app.listen({ port: config.port, host: config.host });
  server.setReady();
}

/** When the last decision was stored; 0 before the first. */
async function storedAtMs(journal: PostgresJournal): Promise<number> {
  const { lastSeq } = await journal.lead();
  const [last] = await journal.read(lastSeq - 1, 1);
  return last?.atMs ?? 0;
}

/** The socket beside the calls, for the same callers from the same places. */
function openSockets(server: Server, market: MarketView, security: Security): ReturnType<typeof attachWebSocket> {
  return attachWebSocket(server.app.server, {
    market,
    accountTopics: server.accountTopics,
    offers: server.offers.offers,
    companyAt: (host) => server.companies.peek(host)?.id ?? null,
    languageAt: (host) => parseLanguage(server.companies.peek(host)?.languages[0]),
    authenticate: server.authenticateSocket,
    clock: systemClock,
    isTrustedProxy: security.isTrustedProxy,
    admitsCall: (address, path) => security.rateGate?.admitsCall(address, path) ?? true,
    isOriginAllowed: (origin, host) =>
      isSameCompanyOrigin((name) => server.companies.peek(name), origin, host, security.isHttps),
  });
}

async function openPeopleAndDocuments(
  config: Config,
  app: OpenDatabase,
  pictures: BackgroundWork,
  stops: Stops,
): Promise<
  Pick<ServerPorts, 'people' | 'documents' | 'console' | 'content' | 'funds' | 'operate' | 'companies' | 'lossRates'>
> {
  const people = await openPeople(config, app, pictures, stops);
  const documents = await openDocuments(config, app.db, people.operatorHasher);
  const tables = {
    console: openConsoleTables(app.db, { decode }),
    content: openContentTables(app.db),
    funds: await startFunds(config, app.db),
    operate: openOperateTables(app.db),
    companies: new CompanyRows(app.db),
    lossRates: new LossRateRows(app.db),
  };
  return { people, documents, ...tables };
}

/** `npm run rebuild`: the tables once more from the journal; exit code 1 when they differ from what they were. */
async function rebuild(config: Config, log: Log, stops: Stops, fail: (error: Error) => void): Promise<number> {
  mkdirSync(config.dataDir, { recursive: true });
  const database = await startDatabase({ config, log, say, fail, stops, isBounded: false });
  await leadAlone({ config, database, log, say, fail, stops });
  await database.finish();
  const { core } = database;
  const { entries, rows, isEqual } = await rebuildProjections({
    journal: new PostgresJournal(core.pool),
    store: new ProjectionTables(core.db, { encode }),
    receipts: new ReceiptChainTable(core.db),
    signer: await openSigner(config),
  });
  say(
    `${rows} rows rebuilt from ${entries} journal entries: ${isEqual ? 'equal to what they were' : 'THEY DIFFERED'}.`,
  );
  return isEqual ? 0 : 1;
}

/** `npm run audit`: exit code 1 when a chain does not hold. */
async function audit(config: Config, log: Log, stops: Stops, fail: (error: Error) => void): Promise<number> {
  mkdirSync(config.dataDir, { recursive: true });
  const { lines: told, isSound } = await auditChains(
    await startDatabase({ config, log, say, fail, stops, isBounded: false }),
    process.argv,
  );
  say(told.join('\n'));
  return isSound ? 0 : 1;
}

/** `npm run rotate-keys`: documents and second factors under new keys. */
async function rotateKeys(config: Config, log: Log, stops: Stops, fail: (error: Error) => void): Promise<number> {
  mkdirSync(config.dataDir, { recursive: true });
  const database = await startDatabase({ config, log, say, fail, stops, isBounded: false });
  await leadAlone({ config, database, log, say, fail, stops });
  await database.finish();
  const { app } = database;
  say(await rotateDocumentKeys(config, app.db));
  say(await rotatePeopleKey(config, app.db));
  return 0;
}

function openSigner(config: Config): Promise<ReceiptSigner> {
  return openReceiptSigner(join(config.keysDir, 'receipt-ed25519.pem'));
}

function securityOf(config: Config): Security {
  const isTrustedProxy = config.trustProxy === null ? null : parseTrustedProxies(config.trustProxy);
  if (config.trustProxy !== null && isTrustedProxy === null)
    throw new ConfigError(`The setting TRUST_PROXY=${config.trustProxy} is no list of addresses and networks.`);
  return {
    isHttps: config.isHttps,
    isTrustedProxy,
    hosts: { files: config.filesHost, console: config.consoleHost },
    ownOrigin: ownOriginOf(config),
    rateGate: new RateGate(config.rates, systemClock),
  };
}

/** Without a setting, people who try things are on the machine itself. */
function ownOriginOf({ publicHost, isHttps, port }: Config): string | null {
  if (isHttps) return publicHost === null ? null : `https://${publicHost}`;
  return `http://${publicHost ?? 'localhost'}:${port}`;
}

function pagePlace(config: Config): PagePlace {
  return { isHttps: config.isHttps, filesOrigin: documentOptions(config).filesOrigin };
}

/** Changes with every byte of the app, so that an open app can tell that it is no longer the newest. */
function buildVersion(): string {
  const page = readFileSync(join(webRoot, 'index.html'), 'utf8');
  const version = /<meta name="candor-build" content="([0-9a-f]+)"/.exec(page)?.[1];
  if (version === undefined) throw new Error(`The page in ${webRoot} has no version: run npm run build`);
  return version;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Errors whose message says what to do. */
const explained = new Set([
  'ConfigError',
  'DatabaseNewerError',
  'DatabaseRolesError',
  'DataFolderForeignError',
  'DataFolderLockedError',
  'DatabaseUnreachableError',
  'DocumentKeysError',
  'LedElsewhereError',
  'ReplayFileError',
  'UnsupportedPlatformError',
]);

/** What a person can do about an error at start; null for one that is ours. */
function explain(error: Error & { code?: string }, config: Config | null): string | null {
  if (explained.has(error.name)) return error.message;
  if (error.code === 'EADDRINUSE') {
    return `Port ${config?.port ?? ''} is already in use. Stop what listens there, or choose another port: PORT=8081 npm start`;
  }
  return null;
}

async function main(): Promise<void> {
  const stops: Stops = [];
  let config: Config | null = null;
  let isStopping = false;
  let stoppingSinceMs = 0;
  const stop = (code: number, withinMs = shutdownMaxMs): void => {
    if (isStopping) {
      // One Ctrl-C reaches us twice under npm; a later one is somebody who will not wait.
      if (systemClock.monotonicMs() - stoppingSinceMs > repeatedSignalMs) process.exit(1);
      return;
    }
    isStopping = true;
    stoppingSinceMs = systemClock.monotonicMs();
    process.exitCode = code;
    setTimeout(() => process.exit(1), withinMs).unref();
    stopAll(stops).then(
      () => process.exit(code),
      () => process.exit(1),
    );
  };
  const fail = (error: Error): void => {
    say(`Candor cannot go on: ${error.message}`);
    stop(1, error instanceof FencedError ? fencedShutdownMaxMs : shutdownMaxMs);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0));
  process.on('uncaughtException', fail);
  try {
    config = parseConfig(process.env, root);
    requireSafe(config);
    const log = createLog(config.logLevel);
    if (process.argv.includes('--rotate-keys')) {
      stop(await rotateKeys(config, log, stops, fail));
      return;
    }
    if (process.argv.includes('--audit')) {
      stop(await audit(config, log, stops, fail));
      return;
    }
    if (process.argv.includes('--rebuild')) {
      stop(await rebuild(config, log, stops, fail));
      return;
    }
    await start(config, log, stops, fail);
    say(`Candor is ready at http://localhost:${config.port}`);
    warnOfNetwork(config, log);
  } catch (error) {
    say(explain(error as Error, config) ?? `Candor could not start.\n${(error as Error).stack ?? String(error)}`);
    stop(1);
  }
}

function warnOfNetwork(config: Config, log: Log): void {
  const warning = openToNetwork(config);
  if (warning === null) return;
  say(warning);
  log.warn({ host: config.host, port: config.port }, 'plain HTTP is open to the network');
}

async function stopAll(stops: Stops): Promise<void> {
  for (let next = stops.pop(); next !== undefined; next = stops.pop()) await next();
}

await main();
