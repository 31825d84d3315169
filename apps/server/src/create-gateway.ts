import type { FastifyInstance } from 'fastify';
import type { Areas, ServerOptions } from './create-areas.ts';
import { buildGateway, plainSecurity } from './gateway/http/build-gateway.ts';
import { createOrderCalls } from './gateway/http/order-calls.ts';
import { Readiness } from './gateway/readiness.ts';
import { type AccountTopics, createAccountTopics } from './gateway/ws/account-topics.ts';
import { OrderDoor } from './gateway/ws/order-door.ts';
import type { SocketLogin } from './gateway/ws/socket-session.ts';
import type { OfferView } from './ports/offers.ts';
import type { ServerPorts } from './ports/server-ports.ts';
import type { TradingPort } from './ports/trading-port.ts';
import { registerRoutes } from './register-routes.ts';
import type { Companies } from './services/company/companies.ts';
import type { IdentityDeps } from './services/identity/identity-deps.ts';
import type { Tokens } from './services/identity/tokens.ts';
import { RequestMetrics } from './services/metrics/request-metrics.ts';

/** HTTP calls and account topics of a process that serves clients. */
export interface Gateway {
  readonly app: FastifyInstance;
  readonly core: TradingPort;
  readonly companies: Companies;
  readonly tokens: Tokens;
  readonly identity: IdentityDeps;
  readonly accountTopics: AccountTopics;
  /** Returns the login of a socket's token at the host's company; null if the token is invalid or the company is out of service. */
  readonly authenticateSocket: (token: string, host: string) => Promise<SocketLogin | null>;
  /** Answers the calls about orders that come over sockets. */
  readonly orderDoor: OrderDoor;
  /** Terms and halts of every company, as the core decides by them. */
  readonly offers: OfferView;
  /** Reasons against readiness; the caller adds its own. */
  readonly readiness: Readiness;
  /** Counts of the answers. */
  readonly requests: RequestMetrics;
  close(): Promise<void>;
}

/** Creates the gateway of the areas. `isStarted` is true once the caller serves. */
export function createGateway(
  ports: ServerPorts,
  options: ServerOptions,
  areas: Areas,
  isStarted: () => boolean,
): Gateway {
  const { companies, core, identity, offers } = areas;
  const { tokens } = identity;
  const accountTopics = createAccountTopics(core, ports.market);
  const readiness = new Readiness();
  readiness.add('starting', () => !isStarted());
  const app = buildGateway(options.logger, companies, options.security);
  const requests = new RequestMetrics();
  app.addHook('onResponse', (_request, reply, done) => {
    requests.count(reply.statusCode, reply.elapsedTime);
    done();
  });
  registerRoutes(app, ports, options, areas, readiness);
  return {
    app,
    core,
    companies,
    tokens,
    identity,
    accountTopics,
    async authenticateSocket(token, host) {
      const { id, status } = await companies.ofHost(host);
      const session = status === 0 ? await tokens.authenticate(token, id) : null;
      return (
        session && { accountId: session.user.accountId, currency: session.user.currency, sessionId: session.sessionId }
      );
    },
    orderDoor: new OrderDoor({
      security: options.security ?? plainSecurity,
      companies,
      tokens,
      orders: createOrderCalls({ core, history: areas.trade.history, market: ports.market, clock: ports.clock }),
      log: app.log,
    }),
    offers: offers.view,
    readiness,
    requests,
    async close() {
      accountTopics.stop();
      await app.close();
      await areas.documents.stop();
      await areas.signIns.stop();
    },
  };
}
