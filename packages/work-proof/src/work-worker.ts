import { solveWork, type WorkTask } from './solve-work.ts';

self.addEventListener('message', ({ data }: MessageEvent<WorkTask>) => {
  self.postMessage(solveWork(data), { transfer: [] });
});
