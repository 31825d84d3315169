import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ImageReader, ImageType, ReadImage } from '../../ports/image-reader.ts';

export interface ImageProcessOptions {
  readonly workerPath: string;
  readonly timeMaxMs: number;
  /** Of the whole process, in bytes; watched on Linux. */
  readonly memoryMaxBytes: number;
  readonly queueMax: number;
}

interface Job {
  readonly file: Uint8Array;
  readonly type: ImageType;
  readonly resolve: (result: ReadImage) => void;
}

const watchEveryMs = 25;
const idleMaxMs = 60_000;
/** A fresh process now and then, so that nothing a decoder lost adds up. */
const jobsPerProcessMax = 200;
const heapMaxMb = 128;
const isSource = import.meta.url.endsWith('.ts');

export const imageProcessDefaults: ImageProcessOptions = {
  workerPath: fileURLToPath(new URL(isSource ? './image-worker.ts' : './image-worker.js', import.meta.url)),
  timeMaxMs: 10_000,
  memoryMaxBytes: 640 * 1024 * 1024,
  queueMax: 16,
};

/**
 * Reads pictures in a process of its own, one at a time: a file that hangs the decoder, or makes it swallow memory,
 * ends that process and nothing else (R-UPL-04). Started at the first picture, ended when idle.
 */
export class ImageProcess implements ImageReader {
  readonly #options: ImageProcessOptions;
  readonly #queue: Job[] = [];
  #child: ChildProcess | null = null;
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
    const child = this.#child ?? this.#start();
    this.#jobs += 1;
    const result = await this.#answer(child, job);
    if (result === null) await this.#end();
    return result ?? { kind: 'refused', reason: 'unreadable' };
  }

  /** Null when the process died of the file, or had to be ended because of it. */
  #answer(child: ChildProcess, { file, type }: Job): Promise<ReadImage | null> {
    const id = this.#jobs;
    return new Promise((resolve) => {
      const settle = (result: ReadImage | null) => {
        clearTimeout(limit);
        clearInterval(watch);
        child.off('message', onMessage).off('exit', onEnd).off('error', onEnd);
        resolve(result);
      };
      const onMessage = (answer: { id: number; result: ReadImage }) => {
        if (answer.id === id) settle(answer.result);
      };
      const onEnd = () => settle(null);
      const limit = setTimeout(onEnd, this.#options.timeMaxMs);
      const watch = setInterval(() => {
        void residentBytes(child.pid).then((bytes) => bytes > this.#options.memoryMaxBytes && onEnd());
      }, watchEveryMs);
      child.on('message', onMessage).on('exit', onEnd).on('error', onEnd);
      child.send({ id, file, type }, (error) => error && onEnd());
    });
  }

  #start(): ChildProcess {
    const loader = this.#options.workerPath.endsWith('.ts') ? ['--import', 'tsx'] : [];
    const child = fork(this.#options.workerPath, [], {
      serialization: 'advanced',
      execArgv: [...loader, `--max-old-space-size=${heapMaxMb}`],
      // Nothing of the settings, which hold passwords, is a decoder's business.
      env: {},
      stdio: 'ignore',
    });
    child.on('error', () => undefined);
    child.on('exit', () => {
      if (this.#child === child) this.#child = null;
    });
    child.unref();
    child.channel?.unref();
    this.#child = child;
    this.#jobs = 0;
    return child;
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.ref();
    child.kill('SIGKILL');
    await ended;
  }
}

/** Pages of a process that lie in memory, in bytes; 0 where nobody can tell. */
async function residentBytes(pid: number | undefined): Promise<number> {
  try {
    const [, pages] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
    return Number(pages) * 4096;
  } catch {
    return 0;
  }
}
