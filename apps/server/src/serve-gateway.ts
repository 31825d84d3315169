import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseLanguage } from '@candor/contracts/languages';
import { systemClock } from './adapters/clock/system-clock.ts';
import { type Config, ConfigError } from './config.ts';
import type { Gateway } from './create-gateway.ts';
import type { Security } from './gateway/http/build-gateway.ts';
import { registerConsoleApp } from './gateway/http/console-app.ts';
import { isSameCompanyOrigin } from './gateway/http/cross-origin.ts';
import { registerWebApp } from './gateway/http/web-app.ts';
import { RateGate } from './gateway/rate-gate.ts';
import { parseTrustedProxies } from './gateway/trusted-proxies.ts';
import { attachWebSocket, type SocketStats } from './gateway/ws/attach-websocket.ts';
import type { IsTradable } from './gateway/ws/trading-state.ts';
import type { Start } from './open-adapters.ts';
import { readBuild } from './open-build.ts';
import type { ServedBuild } from './ports/served-build.ts';
import { registerPriceRoutes } from './register-routes.ts';
import type { DocumentSettings } from './services/documents/create-documents.ts';
import type { MarketView } from './services/market/market-view.ts';

/** Folders of the built pages. */
export interface Pages {
  readonly webRoot: string;
  readonly consoleRoot: string;
  /** Version of the built app, which changes with each of its bytes: an open app compares it with its own. */
  readonly version: string;
  readonly build: ServedBuild | null;
}

/** Finds the built pages. Throws if they have no version. */
export function findPages(root: string): Pages {
  const [webRoot, consoleRoot] = ['web', 'console'].map((app) => join(root, 'apps', app, 'dist')) as [string, string];
  return { webRoot, consoleRoot, version: buildVersion(webRoot), build: readBuild(root) };
}

/** Prices, pages and sockets of a gateway, which listens after them. */
export interface GatewayServing {
  /** Closes the sockets of an ended session. */
  readonly closeSession: (sessionId: string) => void;
  /** Checks the sessions of all sockets again. */
  readonly recheckSessions: () => void;
  readonly listen: () => Promise<void>;
  readonly stats: () => SocketStats;
}

/** Adds prices, pages and sockets to a gateway; it stops with the program. */
export function serveGateway(
  { config, stops }: Pick<Start, 'config' | 'stops'>,
  pages: Pages,
  {
    gateway,
    market,
    security,
    isTradable = () => true,
  }: {
    readonly gateway: Gateway;
    readonly market: MarketView;
    readonly security: Security;
    /** True if the company's own core carries out orders, if that can differ from company to company. */
    readonly isTradable?: IsTradable;
  },
): GatewayServing {
  const { app } = gateway;
  registerPriceRoutes(app, market, { ...gateway, clock: systemClock });
  const place = { isHttps: config.isHttps, filesOrigin: documentSettings(config).filesOrigin };
  registerWebApp(app, pages.webRoot, place);
  registerConsoleApp(app, pages.consoleRoot, place);
  const sockets = openSockets({ gateway, market, security, isTradable });
  stops.push(() => sockets.close());
  return {
    closeSession: sockets.closeSession,
    recheckSessions: () => void sockets.recheckSessions(),
    stats: sockets.stats,
    listen: async () => void (await app.listen({ port: config.port, host: config.host })),
  };
}

/** Opens the WebSocket for the same callers and origins as the HTTP calls. */
function openSockets({
  gateway,
  market,
  security,
  isTradable,
}: {
  readonly gateway: Gateway;
  readonly market: MarketView;
  readonly security: Security;
  readonly isTradable: IsTradable;
}): ReturnType<typeof attachWebSocket> {
  const { companies } = gateway;
  return attachWebSocket(gateway.app.server, {
    market,
    // A program that is not ready carries out no order; one that has just begun to listen does.
    isTradable: (companyId) =>
      isTradable(companyId) && gateway.readiness.reasons().every((reason) => reason === 'starting'),
    accountTopics: gateway.accountTopics,
    offers: gateway.offers,
    companyAt: (host) => companies.peek(host)?.id ?? null,
    languageAt: (host) => parseLanguage(companies.peek(host)?.languages[0]),
    authenticate: gateway.authenticateSocket,
    orders: gateway.orderDoor,
    clock: systemClock,
    isTrustedProxy: security.isTrustedProxy,
    admitsCall: (address, path) => security.rateGate?.admitsCall(address, path) ?? true,
    isOriginAllowed: (origin, host) =>
      isSameCompanyOrigin((name) => companies.peek(name), origin, host, security.isHttps),
  });
}

/** Returns the gateway's security settings; answers are checked in development only (docs/adr/0027). */
export function securityOf(config: Config): Security {
  const isTrustedProxy = config.trustProxy === null ? null : parseTrustedProxies(config.trustProxy);
  if (config.trustProxy !== null && isTrustedProxy === null)
    throw new ConfigError(`The setting TRUST_PROXY=${config.trustProxy} is not a list of addresses and networks.`);
  return {
    isHttps: config.isHttps,
    isTrustedProxy,
    hosts: { files: config.filesHost, console: config.consoleHost },
    ownOrigin: ownOriginOf(config),
    rateGate: new RateGate(config.rates, systemClock),
    checksAnswers: config.checksAnswers,
  };
}

/** Origin of the default company's pages; without a setting, this machine. Null if it is not known. */
function ownOriginOf({ publicHost, isHttps, port }: Config): string | null {
  if (isHttps) return publicHost === null ? null : `https://${publicHost}`;
  if (publicHost?.includes(':')) return `http://${publicHost}`;
  return `http://${publicHost ?? 'localhost'}:${port}`;
}

/** Returns where uploads are served, and how long documents are kept. */
export function documentSettings({ filesHost, isHttps, port, documentRetentionYears }: Config): DocumentSettings {
  const httpPort = port === 80 ? '' : `:${port}`;
  const filesOrigin = isHttps ? `https://${filesHost}` : `http://${filesHost}${httpPort}`;
  return { filesOrigin: filesHost === null ? '' : filesOrigin, retentionYears: documentRetentionYears };
}

function buildVersion(webRoot: string): string {
  const page = readFileSync(join(webRoot, 'index.html'), 'utf8');
  const version = /<meta name="candor-build" content="([0-9a-f]+)"/.exec(page)?.[1];
  if (version === undefined) throw new Error(`The page in ${webRoot} has no version: run npm run build`);
  return version;
}
