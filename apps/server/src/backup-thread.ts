import { setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { type ShippingPlace, startShipping } from './open-shipping.ts';
import type { BackupState } from './ports/backup.ts';

/** Thread that copies WAL and files into the backup folder; it shares nothing with the trading thread (docs/adr/0043). */

export type BackupThreadData = ShippingPlace;
export type BackupNews = BackupState;

/** Time between two copies: with the time of a copy it bounds what a loss of the machine costs. */
const everyMs = 10_000;
const retryMs = 5_000;
/** The operating system prefers the trading thread and the database; on Linux this is the thread's own priority. */
const niceness = 10;

function tell(news: BackupNews): void {
  parentPort?.postMessage(news, []);
}

if (process.platform === 'linux') setPriority(niceness);
const shipping = startShipping(workerData as BackupThreadData);
parentPort?.on('message', (name: string) => shipping.note(name));
for (;;) {
  const state = await shipping.step();
  tell(state);
  await wait(state.failure === null ? everyMs : retryMs);
}
