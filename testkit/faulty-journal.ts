import {
  type CommandId,
  type CommandIds,
  FencedError,
  type Journal,
  type JournalEntry,
  type StoredPayments,
} from '../apps/server/src/ports/journal.ts';
import { genesisHash } from '../apps/server/src/trading/hash-chain.ts';

/** In-memory journal with faults: commits can be held, fail before storing, or lose the reply after storing. */
export class FaultyJournal implements Journal {
  readonly entries: JournalEntry[] = [];
  readonly faults: ('lost-reply' | 'not-stored' | 'fenced')[] = [];
  epoch = 1;
  tickOffset = 0;
  batches: number[] = [];
  gate: Promise<void> = Promise.resolve();

  lead() {
    const { epoch, entries, tickOffset } = this;
    const lastHash = entries.at(-1)?.hash ?? genesisHash;
    return Promise.resolve({ epoch, lastSeq: entries.length, lastHash, tickOffset });
  }

  async commit(epoch: number, fromSeq: number, tickOffset: number, entries: readonly JournalEntry[]) {
    await this.gate;
    const fault = this.faults.shift();
    if (fault === 'fenced') this.epoch += 1;
    if (epoch !== this.epoch || fromSeq !== this.entries.length) throw new FencedError('fenced');
    if (fault === 'not-stored') throw new Error('connection lost before the commit');
    this.entries.push(...entries);
    this.tickOffset = tickOffset;
    this.batches.push(entries.length);
    if (fault === 'lost-reply') throw new Error('connection lost after the commit');
  }

  position() {
    return Promise.resolve({ epoch: this.epoch, lastSeq: this.entries.length });
  }

  /** Times that the table of ids was asked. */
  idQueries = 0;
  readonly ids: CommandIds = {
    find: async (ids) => {
      this.idQueries += 1;
      await this.idGate;
      return ids.map(({ accountId, clientId }) => this.#decidedBy(accountId, clientId));
    },
    days: () => this.idGate.then(() => [0]),
    readDay: async (_day, after) => (after === null ? this.entries.flatMap(idOf) : []),
  };
  /** Times that the used payments were asked. */
  paymentQueries = 0;
  /** Holds back answers about payments, which are as of the question. */
  paymentGate: Promise<void> = Promise.resolve();
  readonly payments: StoredPayments = {
    find: async ({ use, key }) => {
      this.paymentQueries += 1;
      const used = this.entries.find(({ payment }) => payment?.use === use && payment.key === key);
      await this.paymentGate;
      return used?.payment?.by ?? null;
    },
    between: async (afterSeq, toSeq) =>
      this.entries.flatMap(({ seq, payment }) =>
        payment === undefined || seq <= afterSeq || seq > toSeq ? [] : [{ seq, ...payment }],
      ),
  };
  /** Holds back answers about ids. */
  idGate: Promise<void> = Promise.resolve();

  #decidedBy(accountId: number, clientId: string): number | null {
    const isMeant = (entry: JournalEntry) => entry.accountId === accountId && entry.clientId === clientId;
    return this.entries.findLast(isMeant)?.seq ?? null;
  }

  read(seq: number, limit: number) {
    return Promise.resolve(this.entries.slice(seq, seq + limit));
  }
}

function idOf({ accountId, clientId }: JournalEntry): CommandId[] {
  return accountId === null || clientId === null ? [] : [{ accountId, clientId }];
}
