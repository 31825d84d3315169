import { mkdirSync } from 'node:fs';
import { FileTickLog } from '../apps/server/src/adapters/tick-log/file-tick-log.ts';
import type { Clock } from '../apps/server/src/ports/clock.ts';
import type { CandleStore, QuoteFeed } from '../apps/server/src/ports/market.ts';
import { type TickAnswers, type TickStatus, tickQuestions } from '../apps/server/src/ports/tick-stream.ts';
import { createMarket, quotedInstruments } from '../apps/server/src/services/market/create-market.ts';
import { newestSeq } from '../apps/server/src/services/market/logged-ticks.ts';
import type { MarketService } from '../apps/server/src/services/market/market-service.ts';
import { decodeJson, encodeJson } from '../apps/server/src/services/market/tick-codec.ts';
import { publishTicks } from '../apps/server/src/services/market/tick-publisher.ts';

interface TickRoleParts {
  readonly folder: string;
  readonly feed: QuoteFeed;
  readonly clock: Clock;
  /** A line in memory forgets the answers of a role that has ended. */
  readonly lines: TickAnswers & { clear?(): void };
  readonly logId?: string;
  readonly usedOffset?: number;
  readonly bytesMax?: number;
  readonly candleStore?: CandleStore;
}

export interface TickRole {
  readonly market: MarketService;
  readonly log: FileTickLog;
  /** Resolves when every logged tick is published. */
  published(): Promise<void>;
  /** Ends everything that the role sends and answers, as its death would. */
  cut(): void;
  stop(): Promise<void>;
}

let runs = 0;

/** Lets messages arrive and files answer. */
export async function turns(count = 20): Promise<void> {
  for (let at = 0; at < count; at += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Starts a market role whose ticks are published on lines in memory. */
export async function startTickRole(parts: TickRoleParts): Promise<TickRole> {
  const { folder, feed, clock, lines, logId = 'log', usedOffset = 0, bytesMax = 1e9, candleStore = null } = parts;
  mkdirSync(folder, { recursive: true });
  const onError = () => undefined;
  const log = await FileTickLog.open({ folder, source: feed.source, bytesMax, isSynced: false, onError });
  const instruments = quotedInstruments('open').filter(({ spec }) => feed.instrumentIds.has(spec.id));
  const market = { instruments, feed, clock, tickLog: log, candleStore, newestSeq: await newestSeq(log), onError };
  const running = createMarket(market);
  runs += 1;
  let isAlive = true;
  let status: Parameters<TickAnswers['answer']>[1] | null = null;
  const line: TickAnswers = {
    answer(name, handler) {
      if (name === tickQuestions.status) status = handler;
      lines.answer(name, handler);
    },
    publish: (topic, body) => isAlive && lines.publish(topic, body),
  };
  const stream = {
    market: running.market,
    feed,
    tickLog: log,
    clock,
    line,
    logId,
    run: `run-${runs}`,
    usedOffset,
    onError,
  };
  const publisher = await publishTicks(stream);
  await running.start();
  return {
    market: running.market,
    log,
    async published() {
      const next = async () => (decodeJson((await status?.(encodeJson({}))) ?? encodeJson({})) as TickStatus).next;
      while ((await next()) < log.nextOffset) await turns(1);
    },
    cut() {
      isAlive = false;
      lines.clear?.();
    },
    async stop() {
      publisher.stop();
      await running.stop();
      await log.close();
    },
  };
}
