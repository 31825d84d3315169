import type { CompanyId, InstrumentId } from '@candor/domain/values/ids';
import { mainShard } from '@candor/domain/values/shard';
import { createAreas, type ServerOptions } from './create-areas.ts';
import { addCoreReasons, createCore, createFoundation, inOneCore } from './create-core.ts';
import { createGateway, type Gateway } from './create-gateway.ts';
import type { MetricSource } from './ports/metrics.ts';
import type { FoldedTables, Projector } from './ports/projection.ts';
import type { ServerPorts } from './ports/server-ports.ts';
import { startProjector } from './projections/projector.ts';
import { createOffers } from './services/offer/company-offers.ts';
import { type Foldings, type JobSources, type Jobs, startFoldings, startJobs } from './start-jobs.ts';
import type { JournalFold } from './trading/journal-fold.ts';
import type { TradingCore } from './trading/trading-core.ts';

export interface Server
  extends Gateway,
    Pick<Jobs, 'messages' | 'pushes' | 'noticeRouter' | 'demoExpiry' | 'takeHook' | 'queues'> {
  readonly auditMetrics: MetricSource;
  readonly core: TradingCore;
  readonly projector: Pick<Projector, 'seq' | 'isFailing'>;
  setReady(): void;
  close(): Promise<void>;
}

interface Parts {
  /** Fold that the process kept while it waited to lead. */
  readonly warm?: JournalFold | null;
  /** Sources of the jobs; without them this thread projects, and nothing else runs beside it. */
  readonly sources?: JobSources;
}

/** Creates all roles in this process from their ports: core, jobs and gateway. The caller adds static files and listens. */
export async function createServer(
  ports: ServerPorts,
  options: ServerOptions,
  { warm = null, sources = inThisThread(ports, errorLog(options.logger)) }: Parts = {},
): Promise<Server> {
  const onError = errorLog(options.logger);
  const founded = createFoundation(
    ports,
    inOneCore(() => core),
    onError,
  );
  const { companies } = founded;
  const running = await createCore(ports, founded, options.onFatal, warm);
  const { core } = running;
  const cores = new Map([[mainShard, core]]);
  const foldings = await startFoldings(sources, cores);
  const offers = createOffers(ports, { offers: founded.offers, view: core.offers });
  const wakeMessages = (companyId: CompanyId) => jobs.messages.wake(companyId);
  const foundation = { core, folded: foldedBy(foldings, core), companies, offers, wakeMessages, onError };
  const areas = createAreas(ports, options, foundation);
  const { tokens } = areas.identity;
  const forgetSessions = (sessionIds: readonly string[]) => tokens.forget(sessionIds);
  const specOf = (id: InstrumentId) => ports.market.spec(id);
  const links = { foldings, sources, core, cores, companies, specOf, forgetSessions, onError };
  const jobs = await startJobs(ports, options, links);
  let isReady = false;
  const gateway = createGateway(ports, options, areas, () => isReady);
  addCoreReasons(gateway.readiness, core, ports);
  gateway.readiness.addWarning('log', () => foldings.isFailing('log'));
  gateway.readiness.addWarning('witnesses', () => foldings.isFailing('witnesses'));
  gateway.readiness.addWarning('audit', () => foldings.isFailing('audit'));
  return {
    ...gateway,
    core,
    projector: projectorOf(foldings),
    messages: jobs.messages,
    pushes: jobs.pushes,
    noticeRouter: jobs.noticeRouter,
    demoExpiry: jobs.demoExpiry,
    takeHook: jobs.takeHook,
    queues: jobs.queues,
    auditMetrics: foldings.auditMetrics,
    setReady() {
      isReady = true;
    },
    async close() {
      isReady = false;
      running.stop();
      await gateway.close();
      await jobs.stop();
      await core.drain().catch(() => undefined);
      await foldings.stop();
    },
  };
}

/** Returns the function that logs an area's errors. */
export function errorLog(logger: ServerOptions['logger']): (area: string) => (error: unknown) => void {
  return (area) => (error) => {
    if (logger !== false) logger.error({ err: error }, area);
  };
}

/** Sources of the jobs without threads: the projector folds in this one. */
function inThisThread(
  { journal, projections: store, receiptChains: receipts, receiptSigner: signer, clock }: ServerPorts,
  onError: (area: string) => (error: unknown) => void,
): JobSources {
  const failed = onError('projection failed, trying again');
  return { openProjector: () => startProjector({ journal, store, receipts, signer, clock, onError: failed }) };
}

function projectorOf({ projectors }: Foldings): Projector {
  const projector = projectors.get(mainShard);
  if (projector === undefined) throw new Error('Invariant: the main shard has a projector');
  return projector;
}

function foldedBy(foldings: Foldings, core: Pick<TradingCore, 'committedSeq'>): FoldedTables {
  const projector = projectorOf(foldings);
  return {
    caughtUp: () => projector.caughtUp(core.committedSeq),
    get isFailing() {
      return projector.isFailing;
    },
  };
}
