import type { TradingPolicy } from '@candor/domain/engine/rules/trading-rules';
import type { StartSnapshots } from '../apps/server/src/ports/snapshots.ts';
import { createFold } from '../apps/server/src/trading/journal-fold.ts';
import { SnapshotWriter } from '../apps/server/src/trading/snapshots/snapshot-writer.ts';
import { MemorySnapshots } from '../testkit/memory-snapshots.ts';
import { require } from './auditor/compare.ts';
import type { JournalStore } from './fake-journal.ts';
import { Random } from './random.ts';

interface Watch {
  readonly check: (look: () => void) => unknown;
  readonly count: (what: string) => void;
}

/**
 * Snapshots of a world: before each start the product's writer catches up with the stored journal, up to a random entry,
 * and a stored part may lose a bit. The auditor compares the restored state as after any start.
 */
export class SimSnapshots {
  readonly #random: Random;
  readonly #store = new MemorySnapshots();
  readonly #policy: TradingPolicy;
  readonly #watch: Watch;

  constructor(seed: number, policy: TradingPolicy, watch: Watch) {
    this.#random = new Random(seed + 77_777);
    this.#policy = policy;
    this.#watch = watch;
  }

  /** Writes and damages snapshots; returns them for a start. */
  async renewed({ entries, epoch }: JournalStore): Promise<StartSnapshots> {
    const stored = entries.slice();
    const writer = new SnapshotWriter({
      journal: {
        position: () => Promise.resolve({ epoch, lastSeq: stored.length }),
        read: (seq, limit) => Promise.resolve(stored.slice(seq, seq + limit)),
      },
      snapshots: this.#store,
      createFold: () => createFold(this.#policy),
      everyEntries: this.#random.between(3, 60),
      engineVersion: 'sim',
      clock: { nowMs: () => 0, monotonicMs: () => 0 },
      onNews: ({ kind }) => {
        this.#watch.count(`snapshot ${kind}`);
        this.#watch.check(() => require(kind !== 'differs', 'P4-snapshot', () => 'the journal gives another state'));
      },
    });
    for (let steps = this.#random.between(1, 40); steps > 0; steps -= 1) if (!(await writer.step())) break;
    if (this.#random.chance(0.25)) this.#damage();
    return {
      store: {
        heads: () => this.#store.heads(),
        parts: (seq) => {
          this.#watch.count('start from a snapshot');
          return this.#store.parts(seq);
        },
      },
      onDamaged: () => this.#watch.count('start past a damaged snapshot'),
    };
  }

  #damage(): void {
    const snapshots = [...this.#store.stored.values()];
    if (snapshots.length === 0) return;
    const { parts } = this.#random.pick(snapshots);
    const at = this.#random.between(0, parts.length - 1);
    const part = parts[at];
    if (part === undefined) return;
    const bytes = Buffer.from(part.bytes);
    const place = this.#random.between(20, bytes.length - 9);
    bytes[place] = (bytes[place] ?? 0) ^ (1 << this.#random.between(0, 7));
    parts[at] = { ...part, bytes };
  }
}
