import type { CompanyId } from '@candor/domain/values/ids';
import { mainShard } from '@candor/domain/values/shard';
import { createAreas, type ServerOptions } from './create-areas.ts';
import { addCoreReasons, createCore, createFoundation } from './create-core.ts';
import { createGateway, type Gateway } from './create-gateway.ts';
import type { FoldedTables, Projector } from './ports/projection.ts';
import type { ServerPorts } from './ports/server-ports.ts';
import { startProjector } from './projections/projector.ts';
import { createOffers } from './services/offer/company-offers.ts';
import { type Jobs, startJobs } from './start-jobs.ts';
import type { JournalFold } from './trading/journal-fold.ts';
import type { TradingCore } from './trading/trading-core.ts';

export interface Server extends Gateway, Pick<Jobs, 'messages' | 'demoExpiry'> {
  readonly core: TradingCore;
  setReady(): void;
  close(): Promise<void>;
}

/** Creates all roles in this process from their ports: core, jobs and gateway. The caller adds static files and listens. */
export async function createServer(
  ports: ServerPorts,
  options: ServerOptions,
  warm: JournalFold | null = null,
): Promise<Server> {
  const onError = errorLog(options.logger);
  const founded = createFoundation(ports, (changes) => core.changeRules(changes), onError);
  const { companies } = founded;
  const running = await createCore(ports, founded, options.onFatal, warm);
  const { core } = running;
  const projector = await startFolding(ports, core, onError('projection failed, trying again'));
  const offers = createOffers(ports, { offers: founded.offers, view: core.offers });
  const wakeMessages = (companyId: CompanyId) => jobs.messages.wake(companyId);
  const foundation = { core, folded: foldedBy(projector, core), companies, offers, wakeMessages, onError };
  const areas = createAreas(ports, options, foundation);
  const { tokens } = areas.identity;
  const forgetSessions = (sessionIds: readonly string[]) => tokens.forget(sessionIds);
  const jobs = startJobs(ports, options, {
    core,
    cores: new Map([[mainShard, core]]),
    companies,
    forgetSessions,
    onError,
  });
  let isReady = false;
  const gateway = createGateway(ports, options, areas, () => isReady);
  addCoreReasons(gateway.readiness, core, ports);
  return {
    ...gateway,
    core,
    messages: jobs.messages,
    demoExpiry: jobs.demoExpiry,
    setReady() {
      isReady = true;
    },
    async close() {
      isReady = false;
      running.stop();
      await gateway.close();
      await jobs.stop();
      await core.drain().catch(() => undefined);
      await projector.stop();
    },
  };
}

/** Returns the function that logs an area's errors. */
export function errorLog(logger: ServerOptions['logger']): (area: string) => (error: unknown) => void {
  return (area) => (error) => {
    if (logger !== false) logger.error({ err: error }, area);
  };
}

/** Starts projecting the stored journal into the tables, in this thread if the ports have no projector. */
async function startFolding(
  { projector: other, journal, projections: store, receiptChains: receipts, receiptSigner: signer, clock }: ServerPorts,
  core: TradingCore,
  onError: (error: Error) => void,
): Promise<Projector> {
  const projector = other ?? (await startProjector({ journal, store, receipts, signer, clock, onError }));
  core.followEvents(({ committedSeq }) => projector.wake(committedSeq));
  projector.wake(core.committedSeq);
  return projector;
}

function foldedBy(projector: Projector, core: Pick<TradingCore, 'committedSeq'>): FoldedTables {
  return {
    caughtUp: () => projector.caughtUp(core.committedSeq),
    get isFailing() {
      return projector.isFailing;
    },
  };
}
