import { existsSync, mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { CompanyId } from '@candor/domain/values/ids';
import { mainShard } from '@candor/domain/values/shard';
import type { FastifyBaseLogger } from 'fastify';
import { createThreadCaptcha } from './adapters/captcha/thread-captcha.ts';
import { systemClock } from './adapters/clock/system-clock.ts';
import { FolderFileStore } from './adapters/files/folder-file-store.ts';
import { ImageProcess } from './adapters/images/image-process.ts';
import { openDocumentKeys } from './adapters/keys/document-keys.ts';
import { openReceiptSigner } from './adapters/keys/receipt-key-file.ts';
import { openSecrets } from './adapters/keys/secrets-file.ts';
import { createSmtpMailer } from './adapters/mail/smtp-mailer.ts';
import { createOutboxFolder, removeOldMessages } from './adapters/outbox-folder/outbox-folder.ts';
import { createArgon2Hasher, operatorQueue } from './adapters/passwords/argon2-hasher.ts';
import { openClockMarks } from './adapters/postgres/clock-marks.ts';
import { lockFolder } from './adapters/postgres/embedded/folder-lock.ts';
import { type Databases, openDatabases } from './adapters/postgres/open-databases.ts';
import { openSharedGuards } from './adapters/postgres/open-shared-guards.ts';
import { openStores } from './adapters/postgres/open-stores.ts';
import { PostgresJournal } from './adapters/postgres/postgres-journal.ts';
import { requireInUse } from './adapters/postgres/receipt-key-rows.ts';
import { trialCompanyId } from './adapters/postgres/trial-company.ts';
import type { LeadsNow } from './adapters/postgres/with-lead.ts';
import { createPushSender } from './adapters/push/push-sender.ts';
import { KeyedQueue } from './adapters/queues/keyed-queue.ts';
import { randomIds } from './adapters/random/random-ids.ts';
import { memoryRateCounts } from './adapters/rates/memory-rate-counts.ts';
import { createHttpSms } from './adapters/sms/http-sms.ts';
import { watchLoop } from './adapters/threads/loop-monitor.ts';
import { WorkerPool, type WorkerPoolOptions } from './adapters/threads/worker-pool.ts';
import { FileTickLog } from './adapters/tick-log/file-tick-log.ts';
import { createBitcoinWatcher } from './adapters/watchers/bitcoin/bitcoin-watcher.ts';
import { createEvmWatcher } from './adapters/watchers/evm/evm-watcher.ts';
import { createSignedHooks } from './adapters/watchers/webhook/signed-hooks.ts';
import type { Config } from './config.ts';
import { type BitcoinSettings, type EvmSettings, readWatchers, type WebhookSettings } from './config-watchers.ts';
import type { WorkerData } from './main-worker.ts';
import { createFeed } from './open-feed.ts';
import { ExplainedError } from './ports/explained-error.ts';
import type { ShardLead } from './ports/journal.ts';
import type { QuotedInstrument, QuoteFeed } from './ports/market.ts';
import type { MetricsBoard } from './ports/metrics.ts';
import type { Secrets } from './ports/secrets.ts';
import type { ServerPorts } from './ports/server-ports.ts';
import type { BackgroundWork, LoopDelay } from './ports/work.ts';
import { quotedInstruments } from './services/market/create-market.ts';
import { timedJournal } from './services/metrics/timed-journal.ts';
import type { WatchPorts } from './services/watch/create-watch.ts';
import type { WatcherSetup } from './services/watch/watching.ts';
import { decode, encode } from './trading/codec.ts';

/** A start of the program: its settings, and what everything that is opened reports to. */
export interface Start {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  /** Prints a line for the person who started the program. */
  readonly say: (text: string) => void;
  /** Stops the program with an error. */
  readonly fail: (error: Error) => void;
  /** Functions that close what was opened, called in reverse order. */
  readonly stops: (() => Promise<void>)[];
  /** Takes what the parts of the program measure. */
  readonly metrics: MetricsBoard;
}

/** Everything that a server opens before it leads. */
export interface Adapters {
  readonly databases: Databases;
  readonly instruments: readonly QuotedInstrument[];
  readonly feed: QuoteFeed;
  readonly tickLog: FileTickLog;
  readonly loop: LoopDelay;
  readonly work: Pools;
}

/** Opens database, threads, feed and tick log. Changes nothing that another leader uses. */
export async function openAdapters(start: Start, onMarketError: (error: Error) => void): Promise<Adapters> {
  const { config, log, stops } = start;
  mkdirSync(config.dataDir, { recursive: true });
  const databases = await openDatabases({ ...start, isBounded: true });
  const instruments = quotedInstruments(config.simCalendar);
  const { loop, stop } = watchLoop(log);
  stops.push(async () => stop());
  const work = openPools(config, stops);
  const feed = await createFeed(start, instruments, work.history);
  const tickLog = await openTickLog(start, feed.source, onMarketError);
  return { databases, instruments, feed, tickLog, loop, work };
}

/** Ports of requests and jobs, in any role. */
export type CommonPorts = Omit<ServerPorts, 'market' | 'tickLog' | 'journal' | 'lease' | 'clockMarks'>;

/** Opens the ports of requests and jobs. `leadsNow` returns the leaders of a company's shards. The schema must be migrated. */
export async function openPorts(
  start: Start,
  { databases, loop, work }: Pick<Adapters, 'databases' | 'loop' | 'work'>,
  leadsNow: LeadsNow,
): Promise<CommonPorts> {
  const { config, stops } = start;
  const { app, core } = databases;
  await requireKeys(config, async () => {
    const { rows } = await core.pool.query('select 1 from shard_lease where last_seq > 0');
    return rows.length > 0;
  });
  const secrets = await openSecrets(keyFiles(config).people);
  const keyRing = await openDocumentKeys(keyFiles(config).documents, config.documentKeys);
  const receiptSigner = await openSigner(config);
  await requireInUse(core.db, receiptSigner.key);
  return {
    ...openStores({ app: app.db, core: core.db }, systemClock, { encode, decode }, leadsNow, config.shards),
    clock: systemClock,
    steps: systemClock,
    ids: randomIds,
    isDatabaseRefusing: () => app.isRefusing || core.isRefusing,
    receiptSigner,
    hasher: createArgon2Hasher(),
    operatorHasher: createArgon2Hasher(operatorQueue),
    ...(await openGuards(start, databases, secrets)),
    captchaPainter: createThreadCaptcha(work.pictures),
    secrets,
    keyRing,
    push: createPushSender({
      secret: keyRing.secret('web push'),
      contact: `mailto:${addressIn(config.mailFrom)}`,
      clock: systemClock,
    }),
    files: new FolderFileStore(config.filesDir),
    imageReader: new ImageProcess(),
    ...openChannels(config, stops),
    smsLimits: config.smsLimits,
    work: work.office,
    loop,
  };
}

/**
 * Opens counts, turns and changes: in memory for a process that serves alone, else shared with every other gateway
 * (docs/adr/0036).
 */
async function openGuards(
  { config, log, stops }: Start,
  databases: Pick<Databases, 'app' | 'appUrl'>,
  secrets: Secrets,
): Promise<Pick<CommonPorts, 'openRates' | 'turns' | 'changes'>> {
  if (config.role === 'all') return { openRates: memoryRateCounts(systemClock), turns: new KeyedQueue() };
  const onError = (error: Error) => log.warn({ err: error }, 'guards shared between gateways');
  const guards = await openSharedGuards({
    ...databases,
    secrets,
    clock: systemClock,
    onError,
  });
  stops.push(() => guards.stop());
  const { openRates, turns, changes } = guards;
  return { openRates, turns, changes };
}

/** Opens what the leader of a shard alone writes: the journal, and the mark of its clock. */
export async function openLeaderPorts(
  { metrics }: Pick<Start, 'metrics'>,
  { core, lease }: Databases,
  lead: ShardLead,
) {
  const { journal, source } = timedJournal(new PostgresJournal(core.pool, lead), () => performance.now());
  metrics.add(source);
  return {
    journal,
    clockMarks: await openClockMarks(lease.pool, lead, systemClock),
  };
}

/** Files that hold the installation's keys. */
export function keyFiles({ keysDir }: Pick<Config, 'keysDir'>) {
  return {
    documents: join(keysDir, 'documents.keys'),
    people: join(keysDir, 'people.key'),
    receipts: join(keysDir, 'receipt-ed25519.pem'),
  };
}

/**
 * File of the key that signs the logs. Not one of the keys that an installation must have: a writer without it makes it, and
 * refuses to go on with a log that another key began.
 */
export function logKeyFile({ keysDir }: Pick<Config, 'keysDir'>): string {
  return join(keysDir, 'log-ed25519.pem');
}

/** Opens the key that signs receipts; made at the first start. */
export function openSigner(config: Pick<Config, 'keysDir'>) {
  return openReceiptSigner(keyFiles(config).receipts);
}

/**
 * Refuses keys that do not belong to the installation: only the core of the main shard with an empty journal makes them (R-RUN-75).
 * Gateways, jobs and the cores of other shards wait for it. Throws KeysMissingError.
 */
export async function requireKeys(
  {
    role,
    shard = mainShard,
    keysDir,
    documentKeys,
  }: Pick<Config, 'role' | 'keysDir' | 'documentKeys'> & {
    readonly shard?: number;
  },
  hasEntries: () => Promise<boolean>,
  withinMs = keysWithinMs,
): Promise<void> {
  if (role === 'all') return;
  const { documents, ...others } = keyFiles({ keysDir });
  const wanted = [...Object.values(others), ...(documentKeys === null ? [documents] : [])];
  const missing = () => wanted.filter((file) => !existsSync(file));
  if (missing().length === 0) return;
  const isFirst = role === 'core' && shard === mainShard;
  if (isFirst && !(await hasEntries())) return;
  const endMs = systemClock.monotonicMs() + (isFirst ? 0 : withinMs);
  while (missing().length > 0 && systemClock.monotonicMs() < endMs) await pause(keysEveryMs);
  const [file] = missing();
  if (file !== undefined)
    throw new KeysMissingError(
      `The key file ${file} is missing: KEYS_DIR must name the folder in which the first core made the installation's keys.`,
    );
}

const keysWithinMs = 30_000;
const keysEveryMs = 100;

/** The keys of the installation are not in KEYS_DIR; others would open nothing. The message names the remedy. */
class KeysMissingError extends ExplainedError {
  override readonly name = 'KeysMissingError';
}

/** Returns the address of a `From` header. */
function addressIn(from: string): string {
  return /<([^<>]+)>$/.exec(from)?.[1] ?? from;
}

/** Sender of the trial company's mails, which stay in the outbox folder. */
const trialSender = 'Trial company <trial@localhost>';

function openChannels(
  { dataDir, smtpUrl: url, mailFrom: from, isProduction: isTlsRequired, sms }: Config,
  stops: Start['stops'],
): Pick<ServerPorts, 'channels' | 'keptChannels' | 'removeUnsent'> {
  const outbox = join(dataDir, 'outbox');
  const folder = createOutboxFolder(outbox, from);
  const smtp = url === null ? null : createSmtpMailer({ url, from, isTlsRequired });
  if (smtp !== null) stops.push(async () => smtp.close());
  return {
    channels: { mail: smtp ?? folder.mail, sms: sms === null ? folder.sms : createHttpSms(sms) },
    // The installation's sender sends nothing for a company that is no firm.
    keptChannels: new Map([[trialCompanyId as CompanyId, createOutboxFolder(outbox, trialSender)]]),
    removeUnsent: (beforeMs, limit) => removeOldMessages(outbox, beforeMs, limit),
  };
}

export async function openTickLog(
  { config, fail: onLost, stops }: Start,
  source: string,
  onError: (error: Error) => void,
): Promise<FileTickLog> {
  const folder = join(config.dataDir, 'ticks');
  mkdirSync(folder, { recursive: true });
  // Two writers in the same segments would damage them for both.
  const unlock = lockFolder(folder);
  stops.push(async () => unlock());
  const bytesMax = config.tickLogMaxBytes;
  const tickLog = await FileTickLog.open({ folder, source, bytesMax, isSynced: true, onError, onLost });
  stops.push(() => tickLog.close());
  return tickLog;
}

/** Opens the nodes and providers of the file that the setting WATCHERS names; none without it. */
export function openWatchers({ watchersFile }: Pick<Config, 'watchersFile'>): Pick<WatchPorts, 'hooks' | 'setups'> & {
  /** Companies that the file names, by place in the file. */
  readonly companies: readonly (number | undefined)[];
} {
  const settings = watchersFile === null ? [] : readWatchers(watchersFile);
  const hooks = settings.filter((one): one is WebhookSettings => one.kind === 'webhook');
  const nodes = settings.filter((one): one is EvmSettings | BitcoinSettings => one.kind !== 'webhook');
  return {
    companies: settings.map(({ company }) => company),
    hooks: createSignedHooks(
      hooks.map((hook) => ({ ...hook, companyId: hook.company as CompanyId })),
      systemClock,
    ),
    setups: nodes.map(toWatcherSetup),
  };
}

function toWatcherSetup(settings: EvmSettings | BitcoinSettings): WatcherSetup {
  const { pollMs, confirmations, company } = settings;
  const watcher = settings.kind === 'evm' ? createEvmWatcher(toEvmOptions(settings)) : createBitcoinWatcher(settings);
  return { watcher, pollMs, confirmations, companyId: company === undefined ? null : (company as CompanyId) };
}

function toEvmOptions({ coin, tokens, ...settings }: EvmSettings) {
  const lowered = tokens.map((token) => ({ ...token, contract: token.contract.toLowerCase() }));
  return { ...settings, coin: coin ?? null, tokens: lowered };
}

const isSource = import.meta.url.endsWith('.ts');
const workerPath = fileURLToPath(new URL(isSource ? './main-worker.ts' : './main-worker.js', import.meta.url));

/** Thread pools for work that would delay orders (R-SEC-33). */
const pools = {
  /** Simulated candles: short jobs in one thread, which never ends because it caches the history. */
  history: {
    threads: 1,
    idleMs: Number.POSITIVE_INFINITY,
    timeMaxMs: 20_000,
    heapMaxMb: 192,
    runningMax: [1, 1],
    waitingPerCaller: 30,
    waitingMax: 400,
    isEndedByCaller: false,
  },
  /** Documents and texts: long jobs, one at a time for each network. */
  office: {
    threads: Math.max(1, Math.min(2, availableParallelism() - 1)),
    idleMs: 60_000,
    timeMaxMs: 60_000,
    heapMaxMb: 256,
    runningMax: [1, 1],
    waitingPerCaller: 3,
    waitingMax: 64,
    isEndedByCaller: true,
  },
  /** Captchas: a few milliseconds each, for any caller. */
  pictures: {
    threads: 1,
    idleMs: 60_000,
    timeMaxMs: 5_000,
    heapMaxMb: 96,
    runningMax: [1, 1],
    waitingPerCaller: 5,
    waitingMax: 200,
    isEndedByCaller: false,
  },
} satisfies Record<string, Omit<WorkerPoolOptions, 'workerPath'>>;

type Pools = Readonly<Record<keyof typeof pools, BackgroundWork>>;

export function openPools({ simSeed: seed, simCalendar: calendar }: Config, stops: Start['stops']): Pools {
  const workerData: WorkerData = { seed, calendar };
  const open = (options: Omit<WorkerPoolOptions, 'workerPath'>) =>
    new WorkerPool({ ...options, workerPath, workerData });
  const opened = { history: open(pools.history), office: open(pools.office), pictures: open(pools.pictures) };
  stops.push(async () => void (await Promise.all(Object.values(opened).map((pool) => pool.close()))));
  return opened;
}
