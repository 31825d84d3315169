import { parentPort, workerData } from 'node:worker_threads';
import type { FixPlan } from './adapters/feeds/fix/fix-plan.ts';
import { FixWorker } from './adapters/feeds/fix/fix-worker.ts';
import { FileSequenceStore } from './adapters/feeds/fix/sequence-store.ts';
import type { FeedEnd, FeedOrder } from './adapters/feeds/live/feed-messages.ts';
import type { TellMarket } from './adapters/feeds/live/quote-sender.ts';
import type { PollPlan } from './adapters/feeds/poll/poll-config.ts';
import { PollWorker } from './adapters/feeds/poll/poll-worker.ts';
import type { FeedPlan } from './adapters/feeds/websocket/feed-plan.ts';
import { FeedWorker } from './adapters/feeds/websocket/feed-worker.ts';

/** Thread of a live feed: its socket and frames cost the trading thread nothing, whatever a venue sends. */

const leaveMs = 20;

export type FeedThreadData = FeedPlan | FixPlan | PollPlan;

const around = {
  schedule(work: () => void, afterMs: number) {
    const timer = setTimeout(work, afterMs);
    return () => clearTimeout(timer);
  },
  monotonicMs: () => Number(process.hrtime.bigint()) / 1e6,
  // The venue's clock is compared with that of this machine, not with product time.
  nowMs: Date.now,
  random: Math.random,
};
const tell: TellMarket = (news, moved = []) => parentPort?.postMessage(news, moved);

function createWorker(plan: FeedThreadData): FeedWorker | FixWorker | PollWorker {
  switch (plan.kind) {
    case 'websocket':
      return new FeedWorker(plan, tell, around);
    case 'fix':
      return new FixWorker(plan, new FileSequenceStore(plan.storeFile), tell, around);
    case 'poll':
      return new PollWorker(plan, tell, around);
  }
}

const worker = createWorker(workerData as FeedThreadData);
parentPort?.on('message', (order: FeedOrder | FeedEnd) => {
  if (order.kind === 'taken') return worker.order(order);
  worker.stop();
  // Written messages leave first.
  setTimeout(() => tell({ kind: 'stopped' }), leaveMs);
});
worker.start();
