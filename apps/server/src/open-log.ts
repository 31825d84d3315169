import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Databases } from './adapters/postgres/open-databases.ts';
import { LongThread } from './adapters/threads/long-thread.ts';
import type { LogNews, LogThreadData } from './log-thread.ts';
import { keyFiles, logKeyFile, type Start } from './open-adapters.ts';
import { wasRestored } from './open-restored.ts';
import type { BuildText } from './ports/served-build.ts';

const isSource = import.meta.url.endsWith('.ts');
const threadPath = fileURLToPath(new URL(isSource ? './log-thread.ts' : './log-thread.js', import.meta.url));
const restartMs = 1_000;
const heapMaxMb = 256;

/** The running writer of a shard's transparency logs. */
export interface RunningLog {
  /** True while nothing can be appended or signed; trading continues. */
  readonly isFailing: boolean;
  /** True while a witness of the policy does not cosign. */
  readonly isUnwitnessed: boolean;
  stop(): Promise<void>;
}

/** Starts the thread that writes the transparency logs of a shard's companies (R-LOG-07). */
export function openLog(
  {
    config,
    log,
    build,
  }: Pick<Start, 'config'> & {
    readonly log: Pick<Start['log'], 'error' | 'warn'>;
    /** The build that this program serves; null from its sources. */
    readonly build: BuildText | null;
  },
  { coreUrl, installation }: Pick<Databases, 'coreUrl' | 'installation'>,
  shard: number,
): RunningLog {
  const { people: peopleKeyPath } = keyFiles(config);
  const workerData: LogThreadData = {
    coreUrl,
    shard,
    logKeyPath: logKeyFile(config),
    peopleKeyPath,
    copiesFolder: join(config.dataDir, 'log'),
    isRestored: wasRestored(config.dataDir),
    build: build === null ? null : { filesHash: build.filesHash, text: build.text },
    ticks: config.role === 'all' ? { folder: join(config.dataDir, 'ticks') } : { lines: config.lines, installation },
  };
  let failure: string | null = null;
  let unwitnessed = '';
  const fail = (reason: string) => {
    // Once for each reason: a log that refuses to go on is tried again every few seconds.
    if (reason !== failure) log.error({ shard, reason }, 'the transparency log cannot be written');
    failure = reason;
  };
  const thread = new LongThread<LogNews>({
    path: threadPath,
    workerData,
    onMessage(news) {
      if (news.kind === 'failed') return fail(news.reason);
      if (failure !== null) log.warn({ shard }, 'the transparency log is written again');
      failure = null;
      const reasons = news.unwitnessed.join('; ');
      if (reasons !== unwitnessed && reasons !== '')
        log.warn({ shard, reasons }, 'a witness does not cosign the transparency log');
      unwitnessed = reasons;
    },
    onEnded: (error) => fail(error.message),
    restartMs,
    heapMaxMb,
  });
  return {
    get isFailing() {
      return failure !== null;
    },
    get isUnwitnessed() {
      return unwitnessed !== '';
    },
    stop: () => thread.close(),
  };
}
