import type { SnapshotHead, SnapshotPart, SnapshotStore } from '../apps/server/src/ports/snapshots.ts';

interface Stored {
  head: SnapshotHead;
  parts: SnapshotPart[];
}

/** In-memory snapshots that a test may damage; counts what is read. */
export class MemorySnapshots implements SnapshotStore {
  readonly stored = new Map<number, Stored>();
  partsRead = 0;
  /** Thrown once, before the part of this number is stored. */
  failsAtPart: number | null = null;

  heads(): Promise<SnapshotHead[]> {
    const heads = [...this.stored.values()].map(({ head }) => head);
    return Promise.resolve(heads.sort((a, b) => b.seq - a.seq));
  }

  async *parts(seq: number): AsyncGenerator<SnapshotPart> {
    for (const part of this.stored.get(seq)?.parts ?? []) {
      this.partsRead += 1;
      yield part;
    }
  }

  async write(seq: number, parts: Iterable<SnapshotPart>, close: () => SnapshotHead): Promise<boolean> {
    const taken: SnapshotPart[] = [];
    for (const part of parts) {
      if (part.part === this.failsAtPart) {
        this.failsAtPart = null;
        throw new Error('connection lost between two parts');
      }
      taken.push(part);
    }
    if (this.stored.has(seq)) return false;
    this.stored.set(seq, { head: close(), parts: taken });
    return true;
  }

  remove(seq: number): Promise<void> {
    this.stored.delete(seq);
    return Promise.resolve();
  }

  keepNewest(count: number, seq: number): Promise<void> {
    const kept = [...this.stored.keys()].filter((one) => one <= seq).sort((a, b) => b - a);
    for (const old of kept.slice(count)) this.stored.delete(old);
    return Promise.resolve();
  }

  get bytes(): number {
    return [...this.stored.values()].flatMap(({ parts }) => parts).reduce((sum, { bytes }) => sum + bytes.length, 0);
  }
}
