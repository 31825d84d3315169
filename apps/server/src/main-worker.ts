import { workerData as threadData } from 'node:worker_threads';
import { captchaUrl } from './adapters/captcha/paint-captcha.ts';
import { openSimulatedHistory } from './adapters/feeds/simulator/simulated-history.ts';
import { type CandleJob, packCandles } from './adapters/feeds/simulator/worker-history.ts';
import { writeOwnData } from './gateway/http/statement/own-data-pdf.ts';
import { writeStatement } from './gateway/http/statement/statement-job.ts';
import type { CandleHistory } from './ports/market.ts';
import { cleanInThread } from './services/content/clean-article.ts';
import { quotedInstruments } from './services/market/create-market.ts';

/** Jobs that run in other threads, each by the name of its function (R-SEC-33). */

export interface WorkerData {
  readonly seed: string;
  readonly calendar: 'open' | 'real';
}

export const statement = writeStatement;
export const ownData = writeOwnData;
export const article = cleanInThread;
export const captcha = captchaUrl;

let simulated: CandleHistory | null = null;

/** Returns candles of the simulated history; computed days stay in this thread's bounded cache. */
export async function candles({ kind, id, fromMs, toMs }: CandleJob): Promise<Float64Array> {
  simulated ??= openHistory();
  const found = kind === 'hours' ? await simulated.hours(id, fromMs, toMs) : await simulated.minutes(id, fromMs, toMs);
  return packCandles(found);
}

function openHistory(): CandleHistory {
  const { seed, calendar } = workerData();
  return openSimulatedHistory(quotedInstruments(calendar), seed);
}

/** Unwraps the data that the pool passes to its threads. */
function workerData(): WorkerData {
  const given = threadData as WorkerData | readonly [unknown, WorkerData];
  return Array.isArray(given) ? (given[1] as WorkerData) : (given as WorkerData);
}
