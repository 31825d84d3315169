import { parentPort, workerData } from 'node:worker_threads';
import type { FeedOrder } from './adapters/feeds/live/feed-messages.ts';
import type { FeedPlan } from './adapters/feeds/websocket/feed-plan.ts';
import { FeedWorker } from './adapters/feeds/websocket/feed-worker.ts';

/** Thread of a live feed: its socket and frames cost the trading thread nothing, whatever a venue sends. */

export type FeedThreadData = FeedPlan;

const worker = new FeedWorker(
  workerData as FeedThreadData,
  (news, moved = []) => parentPort?.postMessage(news, moved),
  {
    schedule(work, afterMs) {
      const timer = setTimeout(work, afterMs);
      return () => clearTimeout(timer);
    },
    monotonicMs: () => Number(process.hrtime.bigint()) / 1e6,
    random: Math.random,
  },
);
parentPort?.on('message', (order: FeedOrder) => worker.order(order));
worker.start();
