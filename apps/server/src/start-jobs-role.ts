import type { InstrumentId } from '@candor/domain/values/ids';
import { mainShard } from '@candor/domain/values/shard';
import { systemClock } from './adapters/clock/system-clock.ts';
import { openDatabases } from './adapters/postgres/open-databases.ts';
import { jobsShard, PostgresLease } from './adapters/postgres/postgres-lease.ts';
import { watchLoop } from './adapters/threads/loop-monitor.ts';
import { errorLog } from './create-server.ts';
import { openPools, openPorts, type Start } from './open-adapters.ts';
import { openJobSources } from './open-job-sources.ts';
import { addLineWarnings, natsAway } from './open-lines.ts';
import { startProbes } from './open-probes.ts';
import { openRemoteShards } from './open-remote-shards.ts';
import { openSnapshots } from './open-snapshots.ts';
import { requireShards } from './prepare-companies.ts';
import { documentSettings, findPages, securityOf } from './serve-gateway.ts';
import { Companies } from './services/company/companies.ts';
import { quotedInstruments } from './services/market/create-market.ts';
import { loopMetrics, projectionMetrics } from './services/metrics/metric-sources.ts';
import { type Foldings, type Jobs, startFoldings, startJobs } from './start-jobs.ts';
import { endedBy, ownerOf } from './take-lead.ts';
import { type JobsNews, leadJobs } from './trading/lead-jobs.ts';

/** Does the installation's background work, as the one process that leads it; others wait for its lease. */
export async function startJobsRole(start: Start, root: string): Promise<void> {
  const { config, log, stops } = start;
  const databases = await openDatabases({ ...start, isBounded: true });
  await databases.untilMigrated();
  const { loop, stop } = watchLoop(log);
  stops.push(async () => stop());
  const work = openPools(config, stops);
  const specs = quotedInstruments(config.simCalendar).map(({ spec }) => spec);
  const market = { specs: () => specs };
  const shards = openRemoteShards(start, databases, market, (companyId) => companies.shardOf(companyId));
  const ports = await openPorts(start, { databases, loop, work }, shards.leadsNow);
  const { version: buildVersion, build } = findPages(root);
  const options = { documents: documentSettings(config), security: securityOf(config) };
  const onError = errorLog(log);
  const companies = new Companies({ store: ports.companies, clock: systemClock, onError: onError('companies') });
  requireShards(config, await companies.all());
  const snapshots = (shard: number) => openSnapshots(start, databases, shard);
  const sources = openJobSources(start, { databases, isShared: true, snapshots, buildVersion, build });
  let foldings: Foldings | null = null;
  let doing: Pick<Jobs, 'queues'> | null = null;
  const lead = leadJobs({
    store: new PostgresLease(databases.lease.pool, jobsShard),
    owner: ownerOf(config.port),
    clock: systemClock,
    hasEnded: endedBy(databases),
    async start() {
      const folding = await startFoldings(sources, shards.cores);
      foldings = folding;
      // The database notifies the gateways of ended sessions.
      const specOf = (id: InstrumentId) => specs.find((spec) => spec.id === id) ?? null;
      const links = {
        ...shards,
        foldings: folding,
        sources,
        companies,
        specOf,
        forgetSessions: () => undefined,
        onError,
      };
      const jobs = await startJobs(ports, options, links);
      doing = jobs;
      return async () => {
        doing = null;
        await jobs.stop();
        await folding.stop();
      };
    },
    onNews: (news) => logNews(start, news),
  });
  stops.push(() => lead.stop());
  start.metrics.add(loopMetrics(loop));
  start.metrics.add(() => projectionMetrics(foldedNow(foldings, shards.cores))());
  start.metrics.add(() => doing?.queues() ?? []);
  start.metrics.add(() => foldings?.auditMetrics() ?? []);
  await startProbes(start, (readiness) => {
    for (const [shard, core] of shards.cores)
      readiness.addWarning(shard === mainShard ? 'core' : `core-${shard}`, () => core.status === null);
    readiness.addWarning('nats', natsAway(shards.lines));
    addLineWarnings(readiness, shards.lines);
    for (const area of ['projections', 'snapshots', 'log', 'audit'] as const)
      readiness.addWarning(area, () => foldings?.isFailing(area) === true);
  });
}

/** Projectors of the shards while this process does the jobs. */
function foldedNow(foldings: Foldings | null, cores: ReadonlyMap<number, { readonly committedSeq: number }>) {
  return [...(foldings?.projectors ?? [])].flatMap(([shard, projector]) => {
    const core = cores.get(shard);
    return core === undefined ? [] : [{ shard, projector, core }];
  });
}

function logNews({ log, say }: Start, news: JobsNews): void {
  if (news.kind === 'failed') log.error({ err: news.error }, 'the jobs could not be started, trying again');
  else if (news.kind === 'waits') say(`Candor waits as a standby of the jobs: ${news.for.address} does them.`);
  else log.warn(news, 'jobs');
}
