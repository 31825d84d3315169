import {
  type HedgeEntry,
  type HedgeJournal,
  type HedgeSwitch,
  SwitchPulledError,
  type SwitchState,
} from '../apps/server/src/ports/hedging.ts';
import { FencedError } from '../apps/server/src/ports/journal.ts';
import { genesisHash } from '../apps/server/src/trading/hash-chain.ts';

/** The hedger's journal in memory, which outlives every process. */
export class MemoryHedgeJournal implements HedgeJournal {
  readonly entries: HedgeEntry[] = [];
  readonly acts: SwitchState[] = [];
  /** Entries read. */
  reads = 0;

  lead() {
    return Promise.resolve({ lastSeq: this.entries.length, lastHash: this.entries.at(-1)?.hash ?? genesisHash });
  }

  async commit(fromSeq: number, entries: readonly HedgeEntry[], sends: boolean): Promise<void> {
    await Promise.resolve();
    const act = this.acts.at(-1)?.act ?? 'released';
    if (sends && act !== 'released') throw new SwitchPulledError('pulled');
    if (fromSeq !== this.entries.length) throw new FencedError('fenced');
    this.entries.push(...entries);
  }

  read(seq: number, limit: number): Promise<HedgeEntry[]> {
    const page = this.entries.slice(seq, seq + limit);
    this.reads += page.length;
    return Promise.resolve(page);
  }

  newestState(beforeMs = Number.POSITIVE_INFINITY): Promise<number> {
    return Promise.resolve(this.entries.findLast(({ isState, atMs }) => isState && atMs < beforeMs)?.seq ?? 0);
  }

  readonly switch: HedgeSwitch = {
    state: () => Promise.resolve(this.acts.at(-1) ?? null),
    turn: (to) => {
      this.acts.push(to);
      return Promise.resolve();
    },
  };
}
