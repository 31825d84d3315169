import { readdirSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { createState } from '@candor/domain/engine/state';
import type { AccountId, CompanyId, InstrumentId } from '@candor/domain/values/ids';
import { toLots } from '@candor/domain/values/lots';
import { toMoney } from '@candor/domain/values/money';
import type { Price } from '@candor/domain/values/price';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testPolicy } from '../../../testkit/engine-scenario.ts';
import { FaultyJournal } from '../../../testkit/faulty-journal.ts';
import { HandFeed } from '../../../testkit/hand-feed.ts';
import { scratchFolder } from '../../../testkit/scratch-folder.ts';
import { TickLines } from '../../../testkit/tick-line.ts';
import { startTickRole, type TickRole, turns } from '../../../testkit/tick-role.ts';
import { until } from '../../../testkit/until.ts';
import { MirrorFolder } from './adapters/tick-log/mirror-folder.ts';
import { recordBytes } from './adapters/tick-log/tick-record.ts';
import { quotedInstruments } from './services/market/create-market.ts';
import { createMirroredMarket } from './services/market/create-market-view.ts';
import { TickMirror } from './services/market/tick-mirror.ts';
import { decodeDecision } from './trading/codec.ts';
import { eventsOf } from './trading/decision-log.ts';
import { startTradingCore, type TradingCore } from './trading/trading-core.ts';

// The trading core on a mirror of the market role's ticks, with lines in memory.

const eurusd = 1 as InstrumentId;
const accountId = 7 as AccountId;
const startMs = 1_800_000_000_000;
const clock = { nowMs: () => startMs, monotonicMs: () => performance.now() };
const [high, stop, low] = [100_000, 99_950, 99_940];

let root: string;
let feed: HandFeed;
let lines: TickLines;
let journal: FaultyJournal;
let quoted: number;
const stops: (() => Promise<void>)[] = [];
beforeEach(() => {
  root = scratchFolder('mirrored-core-');
  feed = new HandFeed([1]);
  lines = new TickLines();
  journal = new FaultyJournal();
  quoted = 0;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const end of stops.splice(0).toReversed()) await end();
  rmSync(root, { recursive: true });
});

const reach = (check: () => boolean) =>
  until('the expected state of the core', async () => {
    await vi.advanceTimersByTimeAsync(1_000);
    await turns();
    return check();
  });

async function quote(...bids: number[]): Promise<void> {
  for (const [at, bid] of bids.entries()) {
    quoted += 1;
    feed.quote(eurusd, bid, bid + 60, startMs - 1_000_000_000 + quoted);
    if (at % 500 === 499) await turns(2);
  }
}

async function openRole(options: Partial<Parameters<typeof startTickRole>[0]> = {}): Promise<TickRole> {
  const role = await startTickRole({ folder: join(root, 'market'), feed, clock, lines, ...options });
  stops.push(() => role.stop());
  feed.alive();
  return role;
}

async function end(role: TickRole): Promise<void> {
  role.cut();
  await role.stop();
}

interface RunningCore {
  readonly core: TradingCore;
  readonly mirror: TickMirror;
  readonly gaps: unknown[];
  /** Ends the process; with a gate closed before, without storing anything more. */
  end(): Promise<void>;
}

/** Starts a core as the core role does, on the journal so far. */
async function openCore(): Promise<RunningCore> {
  const onError = () => undefined;
  const log = await MirrorFolder.open({ folder: join(root, 'mirror'), bytesMax: 1e9, isSynced: false, onError });
  const gaps: unknown[] = [];
  const mirror = new TickMirror({
    ...{ log, line: lines.line, clock, onError, latestMs: () => startMs, onFuture: onError },
    neededFrom: async () => null,
    onGap: (gap) => gaps.push(gap),
    onNewLog: (before, now) => gaps.push({ before, now }),
  });
  await mirror.whenKnown();
  const market = createMirroredMarket({ instruments: quotedInstruments('open'), clock, mirror });
  const core = await startTradingCore({
    journal,
    state: createState(market.specs(), testPolicy, 8_000_000, market.sessions),
    clock,
    canClose: () => true,
    ticksFrom: (offset) => mirror.readPieces(offset),
    isCaughtUp: () => market.isCaughtUp,
    ticksStored: (offset) => mirror.stored(offset),
    onFatal: (error) => gaps.push(error),
  });
  await mirror.skipTo(core.tickOffset);
  const stopQuotes = market.onQuote((quote, offset) => core.onQuote(quote, offset));
  void mirror.deliverFrom(core.tickOffset, market, () => core.drain());
  let isEnded = false;
  const end = async () => {
    if (isEnded) return;
    isEnded = true;
    stopQuotes();
    market.stop();
    await mirror.stop();
    await log.close();
  };
  stops.push(end);
  return { core, mirror, gaps, end };
}

/** Opens a demo with a long position at `high`, whose stop is below. */
async function buyWithStop({ core }: RunningCore): Promise<void> {
  const about = { atMs: startMs, accountId };
  const opened = { tenantId: 1 as CompanyId, realm: 'demo', currency: 'USD', grant: toMoney(50_000_000_000n) } as const;
  const terms = { targetPrice: null, stopLoss: stop as Price, takeProfit: null, expiresAtMs: null, leverage: 100 };
  const order = { instrumentId: eurusd, side: 'buy', lots: toLots(10), expected: null, quoteSeq: null } as const;
  const market = { kind: 'open', ageMs: 0 } as const;
  const commands = [
    { ...about, type: 'OpenAccount', ...opened },
    { ...about, type: 'PlaceOrder', ...order, ...terms, market },
  ] as const;
  for (const command of commands)
    expect(await core.submit({ command, clientId: null, bodyHash: null })).toMatchObject({ kind: 'done' });
  core.onTime();
  await core.drain();
}

/** Bids at which the journal's closes were filled. */
function closedAt(): (number | undefined)[] {
  const events = journal.entries.flatMap(({ payload }) => eventsOf(decodeDecision(payload)));
  return events.flatMap((event) => (event.type === 'OrderClosed' ? [event.order.closeQuote?.bid] : []));
}

async function startWithStop(options: Partial<Parameters<typeof startTickRole>[0]> = {}) {
  const role = await openRole(options);
  await quote(high);
  const running = await openCore();
  await reach(() => running.mirror.isCaughtUp);
  await buyWithStop(running);
  return { role, running };
}

/** Checks that later prices and a start on the journal close nothing more. */
async function requireClosedOnce(running: RunningCore, bid: number): Promise<void> {
  await reach(() => closedAt().length > 0);
  expect(closedAt()).toEqual([bid]);
  await quote(high, low, high);
  await reach(() => running.mirror.isCaughtUp);
  await running.core.drain();
  await running.end();
  const again = await openCore();
  await reach(() => again.mirror.isCaughtUp);
  await quote(low - 1);
  await reach(() => again.mirror.isCaughtUp);
  await again.core.drain();
  expect(closedAt()).toEqual([bid]);
}

describe('R-MKT-19 R-LED-12 a stop on mirrored ticks is hit exactly once', () => {
  it('by a price that was missed while the line was cut', async () => {
    const { running } = await startWithStop();
    lines.cut();
    await quote(low, high);
    lines.mend();
    await requireClosedOnce(running, low);
  });

  it('by a price that came while the core was down', async () => {
    const { running } = await startWithStop();
    await running.end();
    await quote(low, high);
    await requireClosedOnce(await openCore(), low);
  });

  it('if the core died after it had decided and before that was stored', async () => {
    const { running } = await startWithStop();
    journal.faults.push('not-stored');
    let release = () => {};
    journal.gate = new Promise((resolve) => {
      release = resolve;
    });
    await quote(low, high);
    await reach(() => running.core.state.accounts.get(accountId)?.orders.size === 0);
    await running.end();
    // The dead process's write is refused, whenever it arrives.
    journal.epoch += 1;
    release();
    journal.gate = Promise.resolve();
    await turns();
    expect(closedAt()).toEqual([]);
    await requireClosedOnce(await openCore(), low);
  });

  it('by the first price after a gap of deleted ticks, which is reported', async () => {
    const bytesMax = 800 * (recordBytes + 1);
    const { role, running } = await startWithStop({ bytesMax });
    lines.cut();
    for (let at = 0; at < 60; at += 1) {
      await quote(...Array.from({ length: 300 }, () => low + (at % 2)));
      await role.log.flush();
    }
    await end(role);
    await openRole({ bytesMax });
    lines.mend();
    await reach(() => closedAt().length > 0);
    expect(running.gaps).toHaveLength(1);
    expect([low, low + 1]).toContain(closedAt()[0]);
    await requireClosedOnce(running, closedAt()[0] ?? 0);
  });

  it('by a price of the market role’s new log', async () => {
    const { role, running } = await startWithStop();
    await end(role);
    await openRole({ folder: join(root, 'new'), logId: 'new', usedOffset: running.mirror.nextOffset });
    await quote(high, low, high);
    await reach(() => running.mirror.id === 'new' && running.mirror.isCaughtUp);
    expect(running.gaps).toHaveLength(1);
    await requireClosedOnce(running, low);
  });

  it('after the end of the mirror was damaged while the core was down', async () => {
    const { running } = await startWithStop();
    await quote(high + 1, high + 2);
    await reach(() => running.mirror.isCaughtUp && running.mirror.nextOffset === 3);
    await running.end();
    await quote(low, high);
    const damaged = await openCore();
    await reach(() => damaged.mirror.nextOffset >= 5);
    await damaged.end();
    const name = readdirSync(join(root, 'mirror')).find((file) => file.endsWith('.log')) ?? '';
    truncateSync(join(root, 'mirror', name), 3 * recordBytes);
    await requireClosedOnce(await openCore(), low);
  });
});
