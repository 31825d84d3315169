import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ImageReader, ImageType, ReadImage } from '../../ports/documents.ts';

export interface ImageProcessOptions {
  readonly workerPath: string;
  /** Maximum time from start to readiness; loading the decoders does not count against a picture. */
  readonly startMaxMs: number;
  /** Maximum time for one picture, in a process that is ready. */
  readonly timeMaxMs: number;
  /** Maximum memory of the process, in bytes; checked on Linux. */
  readonly memoryMaxBytes: number;
  readonly queueMax: number;
}

interface Job {
  readonly file: Uint8Array;
  readonly type: ImageType;
  readonly resolve: (result: ReadImage) => void;
}

interface Decoder {
  readonly child: ChildProcess;
  /** Resolves to null if the process ended or took too long before it was ready. */
  readonly isReady: Promise<true | null>;
}

/** Message of the process: one that it is ready, then one result per file. */
interface Message {
  readonly isReady?: true;
  readonly id?: number;
  readonly result?: ReadImage;
}

const watchEveryMs = 25;
const idleMaxMs = 60_000;
/** Restarts the process after this many files, so that leaks of a decoder do not add up. */
const jobsPerProcessMax = 200;
const heapMaxMb = 128;
const isSource = import.meta.url.endsWith('.ts');

const imageProcessDefaults: ImageProcessOptions = {
  workerPath: fileURLToPath(new URL(isSource ? './image-worker.ts' : './image-worker.js', import.meta.url)),
  startMaxMs: 60_000,
  timeMaxMs: 10_000,
  memoryMaxBytes: 640 * 1024 * 1024,
  queueMax: 16,
};

/**
 * Reads pictures in a separate process, one at a time: a file that hangs the decoder or exhausts memory ends only that
 * process (R-UPL-04). Started with the first picture, ended when idle.
 */
export class ImageProcess implements ImageReader {
  readonly #options: ImageProcessOptions;
  readonly #queue: Job[] = [];
  #decoder: Decoder | null = null;
  #jobs = 0;
  #isBusy = false;
  #isClosed = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: Partial<ImageProcessOptions> = {}) {
    this.#options = { ...imageProcessDefaults, ...options };
  }

  read(file: Uint8Array, type: ImageType): Promise<ReadImage> {
    if (this.#isClosed || this.#queue.length >= this.#options.queueMax)
      return Promise.resolve({ kind: 'refused', reason: 'busy' });
    return new Promise((resolve) => {
      this.#queue.push({ file, type, resolve });
      void this.#work();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const job of this.#queue.splice(0)) job.resolve({ kind: 'refused', reason: 'busy' });
    await this.#end();
  }

  async #work(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    clearTimeout(this.#idle);
    for (let job = this.#queue.shift(); job !== undefined; job = this.#queue.shift()) job.resolve(await this.#run(job));
    this.#isBusy = false;
    this.#idle = setTimeout(() => void this.#end(), idleMaxMs);
    this.#idle.unref();
  }

  async #run(job: Job): Promise<ReadImage> {
    if (this.#jobs >= jobsPerProcessMax) await this.#end();
    const { child, isReady } = this.#decoder ?? this.#start();
    if ((await isReady) === null) {
      await this.#end();
      return { kind: 'refused', reason: 'busy' };
    }
    this.#jobs += 1;
    const result = await this.#answer(child, job);
    if (result === null) await this.#end();
    return result ?? { kind: 'refused', reason: 'unreadable' };
  }

  /** Returns null if the process crashed on the file or had to be killed because of it. */
  async #answer(child: ChildProcess, { file, type }: Job): Promise<ReadImage | null> {
    const id = this.#jobs;
    const pick = (message: Message) => (message.id === id ? message.result : undefined);
    const answered = firstMessage(child, pick, this.#options.timeMaxMs);
    const watch = setInterval(() => {
      void residentBytes(child.pid).then((bytes) => bytes > this.#options.memoryMaxBytes && child.kill('SIGKILL'));
    }, watchEveryMs);
    child.send({ id, file, type }, (error) => error && child.kill('SIGKILL'));
    const result = await answered;
    clearInterval(watch);
    return result;
  }

  #start(): Decoder {
    const loader = this.#options.workerPath.endsWith('.ts') ? ['--import', 'tsx'] : [];
    const child = fork(this.#options.workerPath, [], {
      serialization: 'advanced',
      execArgv: [...loader, `--max-old-space-size=${heapMaxMb}`],
      // The decoder gets no environment, which holds passwords.
      env: {},
      stdio: 'ignore',
    });
    child.on('error', () => undefined);
    child.on('exit', () => {
      if (this.#decoder?.child === child) this.#decoder = null;
    });
    child.unref();
    const decoder = { child, isReady: firstMessage(child, ({ isReady }) => isReady, this.#options.startMaxMs) };
    child.channel?.unref();
    this.#decoder = decoder;
    this.#jobs = 0;
    return decoder;
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const child = this.#decoder?.child;
    this.#decoder = null;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.ref();
    child.kill('SIGKILL');
    await ended;
  }
}

/**
 * Returns the part that `pick` takes from the first message that has it; null if the process ends or times out before.
 */
function firstMessage<T>(
  child: ChildProcess,
  pick: (message: Message) => T | undefined,
  limitMs: number,
): Promise<T | null> {
  return new Promise((resolve) => {
    const settle = (picked: T | null) => {
      clearTimeout(limit);
      child.off('message', onMessage).off('exit', onEnd).off('error', onEnd);
      resolve(picked);
    };
    const onMessage = (message: Message) => {
      const picked = pick(message);
      if (picked !== undefined) settle(picked);
    };
    const onEnd = () => settle(null);
    const limit = setTimeout(onEnd, limitMs);
    child.on('message', onMessage).on('exit', onEnd).on('error', onEnd);
  });
}

/** Returns the resident memory of a process, in bytes; 0 if unknown. */
async function residentBytes(pid: number | undefined): Promise<number> {
  try {
    const [, pages] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
    return Number(pages) * 4096;
  } catch {
    return 0;
  }
}
