import type { WorkTask } from './solve-work.ts';

/** Maximum difficulty in bits; the server never asks for more, so a larger task is refused. */
const difficultyMax = 24;

/** Solves a proof of work in a worker, so that the page stays responsive (R-SES-32). */
export async function doWork({ challenge, difficulty }: WorkTask): Promise<string> {
  if (!(difficulty <= difficultyMax)) throw new RangeError(`Work of ${difficulty} bits is refused.`);
  const worker = new Worker(new URL('./work-worker.ts', import.meta.url), { type: 'module' });
  try {
    return await new Promise<string>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<string>) => resolve(data));
      worker.addEventListener('error', () => reject(new Error('The worker for the proof of work failed.')));
      worker.postMessage({ challenge, difficulty } satisfies WorkTask, { transfer: [] });
    });
  } finally {
    worker.terminate();
  }
}
