import type { SnapshotHealth } from '../../ports/snapshots.ts';
import type { SnapshotNews } from './snapshot-writer.ts';

/** Health of the snapshots, from the news of the start and of the writer. */
export class SnapshotState implements SnapshotHealth {
  newest: { seq: number; atMs: number } | null = null;
  damagedCount = 0;
  /** Damaged snapshots that no newer one has replaced yet. */
  readonly #damaged = new Set<number>();
  #differs = false;
  /** True while the writer fails. */
  isStuck = false;

  get isFailing(): boolean {
    return this.#damaged.size > 0 || this.#differs || this.isStuck;
  }

  note(news: SnapshotNews, atMs: number): void {
    switch (news.kind) {
      case 'damaged':
        // A start and the writer may find the same one.
        if (!this.#damaged.has(news.seq)) this.damagedCount += 1;
        this.#damaged.add(news.seq);
        return;
      case 'written':
      case 'proven':
        this.newest = { seq: news.seq, atMs };
        this.isStuck = false;
        for (const seq of this.#damaged) if (seq <= news.seq) this.#damaged.delete(seq);
        return;
      case 'differs':
        this.#differs = true;
        return;
      case 'failed':
      case 'resumed':
        this.isStuck = news.kind === 'failed';
    }
  }
}
