import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Report } from '../report.ts';
import type { Job } from '../run-job.ts';
import { bundleWorld, type Edit } from './bundle.ts';

interface Waiting {
  readonly bundle: string;
  readonly job: Job;
  readonly resolve: (report: Report) => void;
  readonly reject: (error: Error) => void;
}

type Told = { readonly report: Report; readonly error?: never } | { readonly error: string };

const threadFile = new URL('../world-thread.mjs', import.meta.url);

/** Runs worlds in threads, as many at once as there are processors. */
export class WorldPool {
  readonly #threads: Worker[] = [];
  readonly #idle: Worker[] = [];
  readonly #waiting: Waiting[] = [];
  readonly #bundles: string[] = [];
  #plain: Promise<string> | null = null;

  constructor(count = Math.min(2, availableParallelism())) {
    for (let at = 0; at < count; at += 1) {
      const thread = new Worker(threadFile);
      thread.unref();
      this.#threads.push(thread);
      this.#idle.push(thread);
    }
  }

  /** Returns a bundle with faults planted; the unchanged product without any. */
  async bundle(edits: readonly Edit[]): Promise<string> {
    const bundle = await bundleWorld(edits);
    this.#bundles.push(bundle);
    return bundle;
  }

  async run(job: Job, bundle?: string): Promise<Report> {
    this.#plain ??= this.bundle([]);
    const from = bundle ?? (await this.#plain);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ bundle: from, job, resolve, reject });
      this.#next();
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.terminate()));
    for (const bundle of this.#bundles) rmSync(fileURLToPath(bundle), { force: true });
  }

  #next(): void {
    const [thread, waiting] = [this.#idle[0], this.#waiting[0]];
    if (thread === undefined || waiting === undefined) return;
    this.#idle.shift();
    this.#waiting.shift();
    const { bundle, job, resolve, reject } = waiting;
    thread.ref();
    const end = (ended: Told) => {
      thread.off('message', end).off('error', fail);
      thread.unref();
      this.#idle.push(thread);
      if (ended.error === undefined) resolve(ended.report);
      else reject(new Error(ended.error));
      this.#next();
    };
    const fail = (error: Error) => reject(error);
    thread.on('message', end).on('error', fail);
    thread.postMessage({ bundle, job }, []);
  }
}
