import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Quote } from '@candor/domain/values/quote';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HandFeed } from '../../../../../testkit/hand-feed.ts';
import { scratchFolder } from '../../../../../testkit/scratch-folder.ts';
import { TickLines } from '../../../../../testkit/tick-line.ts';
import { startTickRole, type TickRole, turns } from '../../../../../testkit/tick-role.ts';
import { until } from '../../../../../testkit/until.ts';
import type { FileTickLog } from '../../adapters/tick-log/file-tick-log.ts';
import { MirrorFolder } from '../../adapters/tick-log/mirror-folder.ts';
import { headerBytes } from '../../adapters/tick-log/tick-record.ts';
import { quotedInstruments } from './create-market.ts';
import { createMirroredMarket } from './create-market-view.ts';
import { TickMirror } from './tick-mirror.ts';

let root: string;
beforeEach(() => {
  root = scratchFolder('mirror-');
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(root, { recursive: true });
});

const clock = { nowMs: () => 1_800_000_000_000, monotonicMs: () => performance.now() };
const options = { bytesMax: 1e9, isSynced: false, onError: () => undefined };
const ids = [1, 2, 101] as const;

/** A market role and one core with a mirror, over one faulty line. Both can be killed. */
class World {
  readonly lines = new TickLines();
  readonly #feed = new HandFeed(ids);
  readonly #folders: { market: string; mirror: string };
  #copies = 0;
  #price = 100_000;
  #timeMs = 1_800_000_000_000;
  #role: TickRole | null = null;
  #mirror: TickMirror | null = null;
  #view: ReturnType<typeof createMirroredMarket> | null = null;
  mirrorLog!: MirrorFolder;
  /** Every tick that a core has seen, across its restarts. */
  readonly seen: { offset: number; quote: Quote }[] = [];
  /** The core's stored offset. */
  storedOffset = 0;
  readonly gaps: unknown[] = [];

  constructor(folder: string) {
    this.#folders = { market: join(folder, 'market'), mirror: join(folder, 'mirror') };
    mkdirSync(this.#folders.market, { recursive: true });
    mkdirSync(this.#folders.mirror, { recursive: true });
  }

  async startMarket(): Promise<void> {
    const { market: folder } = this.#folders;
    this.#role = await startTickRole({ folder, feed: this.#feed, clock, lines: this.lines });
  }

  get log(): FileTickLog {
    return this.#role?.log as FileTickLog;
  }

  /** Ends the market role without storing what it still holds in memory. */
  async killMarket(): Promise<void> {
    const role = this.#role;
    role?.cut();
    this.#folders.market = this.#copyOf(this.#folders.market);
    await role?.stop();
    await this.startMarket();
  }

  async startMirror(): Promise<void> {
    this.mirrorLog = await MirrorFolder.open({ ...options, folder: this.#folders.mirror });
    // The core stores no decision before the mirror's log has its ticks; a crash forgets the others.
    this.storedOffset = Math.min(this.storedOffset, this.mirrorLog.nextOffset);
    this.seen.splice(this.storedOffset);
    this.#mirror = new TickMirror({
      log: this.mirrorLog,
      line: this.lines.line,
      clock,
      neededFrom: async () => null,
      onError: () => undefined,
      onGap: (gap) => this.gaps.push(gap),
      onNewLog: (before, now) => this.gaps.push({ before, now }),
      latestMs: () => Number.POSITIVE_INFINITY,
      onFuture: () => undefined,
    });
    const view = createMirroredMarket({ instruments: quotedInstruments('open'), clock, mirror: this.#mirror });
    const mirror = this.#mirror;
    view.onQuote((quote, offset) => {
      if (this.#mirror !== mirror) return;
      this.seen.push({ quote, offset });
      this.storedOffset = offset + 1;
    });
    this.#view = view;
    void this.#mirror.deliverFrom(this.storedOffset, view, () => Promise.resolve());
  }

  async killMirror(): Promise<void> {
    const mirror = this.#mirror;
    this.#mirror = null;
    this.#folders.mirror = this.#copyOf(this.#folders.mirror);
    await mirror?.stop();
    this.#view?.stop();
    await this.mirrorLog.close();
    await this.startMirror();
  }

  quote(count: number): void {
    for (let at = 0; at < count; at += 1) {
      this.#timeMs += 1;
      this.#price += 1;
      this.#feed.quote(ids[at % ids.length] as number, this.#price, this.#price + 3, this.#timeMs);
    }
  }

  async settle(): Promise<void> {
    this.lines.fault = () => ({ copies: 1, lateBy: 0 });
    this.lines.mend();
    this.quote(1);
    await until('a mirror and a core that have every tick', async () => {
      await vi.advanceTimersByTimeAsync(1_000);
      await this.log.stored(this.log.nextOffset);
      await turns();
      const { nextOffset } = this.log;
      return this.mirrorLog.nextOffset === nextOffset && this.storedOffset === nextOffset;
    });
    await this.log.flush();
    await this.mirrorLog.flush();
  }

  async stop(): Promise<void> {
    await this.#mirror?.stop();
    this.#view?.stop();
    await this.#role?.stop();
    await this.mirrorLog.close();
  }

  records(side: 'market' | 'mirror'): Buffer {
    const folder = this.#folders[side];
    const files = readdirSync(folder).filter((name) => name.endsWith('.log'));
    return Buffer.concat(files.sort().map((name) => readFileSync(join(folder, name)).subarray(headerBytes)));
  }

  #copyOf(folder: string): string {
    const copy = `${folder}-${(this.#copies += 1)}`;
    mkdirSync(copy);
    for (const name of readdirSync(folder)) {
      try {
        copyFileSync(join(folder, name), join(copy, name));
      } catch (error) {
        // The process goes on meanwhile, and has renamed or removed it.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
    return copy;
  }
}

type Step = { readonly kind: 'quotes' | 'market' | 'mirror' | 'cut' | 'mend' | 'time'; readonly count: number };
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    { weight: 8, arbitrary: fc.constant('quotes' as const) },
    { weight: 1, arbitrary: fc.constantFrom('market' as const, 'mirror' as const) },
    { weight: 2, arbitrary: fc.constantFrom('cut' as const, 'mend' as const, 'time' as const) },
  ),
  count: fc.integer({ min: 1, max: 60 }),
});
const faults = fc.array(fc.record({ copies: fc.integer({ min: 0, max: 2 }), lateBy: fc.integer({ min: 0, max: 3 }) }), {
  minLength: 1,
  maxLength: 12,
});

async function runSteps(world: World, steps: readonly Step[]): Promise<void> {
  for (const { kind, count } of steps) {
    if (kind === 'quotes') world.quote(count);
    else if (kind === 'market') await world.killMarket();
    else if (kind === 'mirror') await world.killMirror();
    else if (kind === 'cut') world.lines.cut();
    else if (kind === 'mend') world.lines.mend();
    else await vi.advanceTimersByTimeAsync(1_000);
    if (count % 2 === 0) await turns(count);
  }
}

describe('mirror of the tick log (R-MKT-18, R-MKT-19)', () => {
  it('ends equal to the market log after lost, doubled, late and reordered messages and crashes of both sides', {
    timeout: 120_000,
  }, async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), faults, async (steps, pushes) => {
        const world = new World(join(root, String((runs += 1))));
        let at = 0;
        world.lines.fault = () => pushes[(at += 1) % pushes.length] ?? { copies: 1, lateBy: 0 };
        await world.startMarket();
        await world.startMirror();
        await runSteps(world, steps);
        await world.settle();
        expect(world.gaps).toEqual([]);
        expect(world.records('mirror').equals(world.records('market'))).toBe(true);
        const logged: { offset: number; quote: Quote }[] = [];
        for await (const tick of world.log.read(0)) logged.push(tick);
        expect(world.seen).toEqual(logged);
        await world.stop();
      }),
      { numRuns: 60 },
    );
  });
});
