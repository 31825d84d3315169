import type { CompanyId, InstrumentId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { demoExpiryLinks, openTakeBackLinks, startNoticeMail } from './connect-areas.ts';
import type { ServerOptions } from './create-areas.ts';
import { instrumentOf, textOfNotice } from './gateway/http/to-notice.ts';
import type { MetricSource } from './ports/metrics.ts';
import type { Projector } from './ports/projection.ts';
import type { ServerPorts } from './ports/server-ports.ts';
import type { SnapshotHealth } from './ports/snapshots.ts';
import type { ShardPort, TradingPort } from './ports/trading-port.ts';
import type { Companies } from './services/company/companies.ts';
import { startDocumentRetention } from './services/documents/create-documents.ts';
import { fundsSettingsOf } from './services/funds/funds-deps.ts';
import { depositHash } from './services/funds/payload-hash.ts';
import { type DemoExpiry, startDemoExpiry } from './services/identity/create-identity.ts';
import { followQueues } from './services/metrics/follow-queues.ts';
import { type NoticeRouter, type NoticeRouterDeps, startNoticeRouter } from './services/notices/notice-router.ts';
import { createPushChannel } from './services/notices/push-channel.ts';
import { type MessageDelivery, startMessageDelivery } from './services/outbox/deliver-messages.ts';
import { startOutboxSweep } from './services/retention/retention.ts';
import { startSignInPruning } from './services/sign-ins/create-sign-ins.ts';
import { createWatch, type WatchPorts } from './services/watch/create-watch.ts';

/** Ports of the jobs, in any role. */
export type JobPorts = Omit<ServerPorts, 'market' | 'tickLog' | 'journal' | 'lease' | 'clockMarks'>;

/** Threads of the jobs, and what the settings name for them; the same in every mode, and absent in most tests. */
export interface JobSources {
  readonly openProjector: (shard: number) => Projector | Promise<Projector>;
  /** Starts the thread that writes a shard's snapshots. */
  readonly writeSnapshots?: (shard: number) => { readonly health: SnapshotHealth; stop(): Promise<void> };
  /** Starts the thread that writes the transparency logs of a shard's companies. */
  readonly writeLog?: (shard: number) => {
    readonly isFailing: boolean;
    readonly isUnwitnessed: boolean;
    stop(): Promise<void>;
  };
  /** Starts the thread of the jobs of each night. */
  readonly openNightly?: () => { readonly isFailing: boolean; readonly metrics: MetricSource; stop(): Promise<void> };
  /** Opens the nodes and providers that report deposits. Throws for settings that cannot be used. */
  readonly openWatchers?: (companies: Companies) => Promise<Pick<WatchPorts, 'hooks' | 'setups'>>;
}

type FollowedShard = Pick<ShardPort, 'followEvents' | 'noticesSince'> & { readonly committedSeq: number };

/** Projectors and snapshots, which are made from the journals of the shards. */
export interface Foldings {
  /** Projector of each shard. */
  readonly projectors: ReadonlyMap<number, Projector>;
  /**
   * True while the tables, the snapshots or the logs cannot be written, while a witness does not cosign, and while the newest
   * audit is not good.
   */
  isFailing(area: 'projections' | 'snapshots' | 'log' | 'witnesses' | 'audit'): boolean;
  readonly auditMetrics: MetricSource;
  stop(): Promise<void>;
}

/** Starts folding each shard's stored entries into its tables and snapshots. */
export async function startFoldings(
  { openProjector, writeSnapshots, writeLog, openNightly }: JobSources,
  cores: ReadonlyMap<number, Pick<FollowedShard, 'followEvents' | 'committedSeq'>>,
): Promise<Foldings> {
  const projectors = new Map<number, Projector>();
  const writers: ReturnType<NonNullable<JobSources['writeSnapshots']>>[] = [];
  const logs: ReturnType<NonNullable<JobSources['writeLog']>>[] = [];
  const unfollow: (() => void)[] = [];
  for (const [shard, core] of cores) {
    const projector = await openProjector(shard);
    projectors.set(shard, projector);
    unfollow.push(core.followEvents(({ committedSeq, entries }) => projector.wake(committedSeq, entries)));
    projector.wake(core.committedSeq);
    if (writeSnapshots !== undefined) writers.push(writeSnapshots(shard));
    if (writeLog !== undefined) logs.push(writeLog(shard));
  }
  const nightly = openNightly?.();
  const failing = {
    audit: () => nightly?.isFailing === true,
    projections: () => [...projectors.values()].some(({ isFailing }) => isFailing),
    snapshots: () => writers.some(({ health }) => health.isFailing),
    log: () => logs.some(({ isFailing }) => isFailing),
    witnesses: () => logs.some(({ isUnwitnessed }) => isUnwitnessed),
  };
  return {
    projectors,
    isFailing: (area) => failing[area](),
    auditMetrics: () => nightly?.metrics() ?? [],
    async stop() {
      for (const stop of unfollow) stop();
      await nightly?.stop();
      await Promise.all([...writers, ...logs].map((writer) => writer.stop()));
      await Promise.all([...projectors.values()].map((projector) => projector.stop()));
    },
  };
}

/** Background work of the installation, apart from requests and trading. */
export interface Jobs {
  readonly messages: MessageDelivery;
  /** Delivery of pushed notices, apart from mails: a slow push service delays no code. */
  readonly pushes: MessageDelivery;
  readonly noticeRouter: NoticeRouter;
  readonly demoExpiry: DemoExpiry;
  /** Takes the events of payment providers; null if deposits are not watched. */
  readonly takeHook: ReturnType<typeof createWatch>['takeHook'] | null;
  /** Metrics of the queues that people and the mail server work off. */
  readonly queues: MetricSource;
  /** Ends all but the foldings, which fold what the core still stores. */
  stop(): Promise<void>;
}

interface JobLinks {
  /** Started before: a process that runs the jobs also folds the journals. */
  readonly foldings: Foldings;
  readonly sources: JobSources;
  readonly core: TradingPort;
  /** Core of each shard. */
  readonly cores: ReadonlyMap<number, FollowedShard>;
  readonly companies: Companies;
  readonly specOf: (id: InstrumentId) => InstrumentSpec | null;
  /** Drops ended sessions wherever they are cached, and closes their sockets. */
  readonly forgetSessions: (sessionIds: readonly string[]) => void;
  /** Returns the function that logs an area's errors. */
  readonly onError: (area: string) => (error: unknown) => void;
}

/**
 * Starts sending messages, mailing notices, watching for deposits, ending idle demos, and erasing what has expired: every
 * job of the installation, in a process of its own or beside the other roles (R-RUN-36). Stops the foldings and throws if
 * the watchers of the settings cannot be used.
 */
export async function startJobs(
  ports: JobPorts,
  { documents, security }: Pick<ServerOptions, 'documents' | 'security'>,
  { foldings, sources, core, cores, companies, specOf, forgetSessions, onError }: JobLinks,
): Promise<Jobs> {
  const { clock } = ports;
  const allCompanies = () => companies.all();
  const watchers = await sources.openWatchers?.(companies).catch(async (error: unknown) => {
    await foldings.stop();
    throw error;
  });
  const watch = watchers && startWatch(ports, watchers, { core, companies, onError: onError('deposits') });
  const { delivery, pushes, stop: stopDelivery } = startDelivery(ports, companies, onError('messages'));
  const wakeBoth = (companyId: CompanyId) => {
    delivery.wake(companyId);
    pushes.wake(companyId);
  };
  const noticeRouter = startRouter(ports, { companies, specOf, wake: wakeBoth, onError: onError('notices') });
  const takeBackLinks = openTakeBackLinks(ports, security);
  const areas = { core, cores, companies, delivery, takeBackLinks, specOf };
  const noticeMail = startNoticeMail(ports, { ...areas, onError: onError('notices') });
  const demoExpiry = startDemoExpiry(ports, demoExpiryLinks(core, companies, forgetSessions, onError('demos')));
  const stopPruning = startSignInPruning(ports, allCompanies, onError('sign-ins'));
  const stopRetention = startDocumentRetention(ports, documents, allCompanies, onError('documents'));
  const waiting = followQueues({
    queues: ports.workQueues,
    companies: allCompanies,
    clock,
    onError: onError('queues'),
  });
  const { removeUnsent } = ports;
  const stopSweep =
    removeUnsent === undefined ? undefined : startOutboxSweep({ clock, removeUnsent }, onError('outbox'));
  return {
    messages: delivery,
    pushes,
    noticeRouter,
    demoExpiry,
    takeHook: watch?.takeHook ?? null,
    queues: waiting.source,
    async stop() {
      stopPruning();
      stopRetention();
      stopSweep?.();
      await watch?.stop();
      await noticeMail.stop();
      await noticeRouter.stop();
      await stopDelivery();
      await demoExpiry.stop();
    },
  };
}

function startDelivery(
  { clock, channels, keptChannels, outbox, changes, push: sender, pushDevices: devices }: JobPorts,
  companies: Companies,
  onError: (error: unknown) => void,
): Pick<Jobs, 'pushes'> & { readonly delivery: MessageDelivery; readonly stop: () => Promise<void> } {
  const delivery = startMessageDelivery({
    store: outbox,
    channels: (companyId: CompanyId) => keptChannels?.get(companyId) ?? channels,
    routes: ['mail', 'sms'],
    companies: () => companies.all(),
    clock,
    onError,
  });
  const pushes = startMessageDelivery({
    store: outbox,
    channels: (companyId: CompanyId) => ({ push: createPushChannel(companyId, { sender, devices, clock }) }),
    routes: ['push'],
    companies: () => companies.all(),
    clock,
    onError,
  });
  // A gap in the changes delays a message until the next look.
  const stopWaking = changes?.follow({
    onChange: (change) => change.kind === 'messages' && delivery.wake(change.companyId),
    onGap: () => undefined,
  });
  return {
    delivery,
    pushes,
    async stop() {
      stopWaking?.();
      await pushes.stop();
      await delivery.stop();
    },
  };
}

/** Starts pushing and mailing notices as their users chose. */
function startRouter(
  { clock, dueNotices: store }: JobPorts,
  links: Pick<JobLinks, 'companies' | 'specOf'> & Pick<NoticeRouterDeps, 'wake' | 'onError'>,
): NoticeRouter {
  const { companies, specOf, wake, onError } = links;
  return startNoticeRouter({
    store,
    clock,
    companyName: async (id) => (await companies.find(id))?.name ?? '',
    textOf: (notice, currency, language) => textOfNotice(notice, { currency, language, specOf }),
    instrumentOf,
    wake,
    onError,
  });
}

function startWatch(
  { observedPayments, addressBook, payoutCurrencies, clock }: JobPorts,
  watchers: Pick<WatchPorts, 'hooks' | 'setups'>,
  { core, companies, onError }: Pick<JobLinks, 'core' | 'companies'> & { readonly onError: (error: unknown) => void },
): ReturnType<typeof createWatch> {
  return createWatch(
    { observedPayments, addressBook, ...watchers },
    {
      core,
      clock,
      companies: () => companies.all(),
      limits: (companyId) => fundsSettingsOf(payoutCurrencies, companyId),
      hashDeposit: depositHash,
      onError,
    },
  );
}
