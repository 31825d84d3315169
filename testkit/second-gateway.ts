import type { AddressInfo } from 'node:net';
import type { SharedGuards } from '../apps/server/src/adapters/postgres/open-shared-guards.ts';
import { type Areas, createAreas, type ServerOptions } from '../apps/server/src/create-areas.ts';
import { inOneCore } from '../apps/server/src/create-core.ts';
import { createGateway } from '../apps/server/src/create-gateway.ts';
import type { FoldedTables } from '../apps/server/src/ports/projection.ts';
import type { ServerPorts } from '../apps/server/src/ports/server-ports.ts';
import { Companies } from '../apps/server/src/services/company/companies.ts';
import { CompanyOffers, createOffers } from '../apps/server/src/services/offer/company-offers.ts';
import type { TestServer } from './test-server.ts';
import { until } from './until.ts';

/** A second gateway over the database and the core of a test server that shares its guards. */
export interface SecondGateway {
  /** The test server with this gateway in the place of its own. */
  readonly server: TestServer;
  readonly guards: SharedGuards;
  readonly areas: Areas;
  /** Sessions whose sockets this gateway had to close. */
  readonly endedSessions: string[];
  /** Closes the sockets of a session; does nothing until it is set. */
  onSessionEnded: (sessionId: string) => void;
  /** Checks the sessions of all sockets; does nothing until it is set. */
  recheckSockets: () => void;
  /** Listens on a free port. */
  listen(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Starts a gateway that remembers nothing of the first one; the first one does the jobs of both. `own` are ports that
 * differ from the first one's.
 */
export async function startSecondGateway(first: TestServer, own: Partial<ServerPorts> = {}): Promise<SecondGateway> {
  const guards = await first.openGuards();
  const { openRates, turns, changes } = guards;
  const ports: ServerPorts = { ...first.ports, openRates, turns, changes, ...own };
  const endedSessions: string[] = [];
  const options: ServerOptions = {
    ...first.options,
    onSessionEnded: (id) => {
      endedSessions.push(id);
      second.onSessionEnded(id);
    },
    recheckSockets: () => second.recheckSockets(),
  };
  const { core } = first.server;
  const ignore = () => () => undefined;
  const companies = new Companies({ store: ports.companies, clock: ports.clock, onError: ignore() });
  const companyOffers = new CompanyOffers({
    store: ports.offers,
    clock: ports.clock,
    specOf: (id) => ports.market.spec(id),
    changeRules: inOneCore(() => core),
  });
  const offers = createOffers(ports, { offers: companyOffers, view: core.offers });
  const folded = tablesOf(ports, () => core.committedSeq);
  const foundation = { core, folded, companies, offers, wakeMessages: () => undefined, onError: ignore };
  const areas = createAreas(ports, options, foundation);
  const gateway = createGateway(ports, options, areas, () => true);
  const { app } = gateway;
  const server = Object.create(first, { server: { value: { ...first.server, ...gateway } } }) as TestServer;
  const second: SecondGateway = {
    server,
    guards,
    areas,
    endedSessions,
    onSessionEnded: () => undefined,
    recheckSockets: () => undefined,
    async listen() {
      await app.listen({ port: 0, host: '127.0.0.1' });
      return (app.server.address() as AddressInfo).port;
    },
    async stop() {
      await gateway.close();
      await guards.stop();
    },
  };
  return second;
}

/** The tables as a process without the projector sees them: by their checkpoint. */
function tablesOf({ projections }: ServerPorts, committedSeq: () => number): FoldedTables {
  return {
    async caughtUp() {
      const seq = committedSeq();
      await until(`tables at ${seq}`, async () => (await projections.checkpoint()) >= seq);
    },
    isFailing: false,
  };
}
