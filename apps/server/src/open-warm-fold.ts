import type { Sessions } from '@candor/domain/calc/session-hours';
import type { Databases } from './adapters/postgres/open-databases.ts';
import { PostgresJournal } from './adapters/postgres/postgres-journal.ts';
import { createEmptyFold } from './create-core.ts';
import type { Start } from './open-adapters.ts';
import type { QuotedInstrument } from './ports/market.ts';
import type { StartSnapshots } from './ports/snapshots.ts';
import { WarmFold } from './trading/warm-fold.ts';

/** Sessions that are known only once the process leads: until then nothing asks for them. */
export class LateSessions implements Sessions {
  #sessions: Sessions | null = null;

  set(sessions: Sessions): void {
    this.#sessions = sessions;
  }

  isWithin(...about: Parameters<Sessions['isWithin']>): boolean {
    if (this.#sessions === null) throw new Error('Invariant: sessions are known before anything is decided');
    return this.#sessions.isWithin(...about);
  }
}

/** Opens the fold that a standby keeps, for a core with these instruments and sessions. */
export function openWarmFold(
  { log }: Pick<Start, 'log'>,
  { core }: Pick<Databases, 'core'>,
  state: {
    readonly instruments: readonly QuotedInstrument[];
    readonly sessions: Sessions;
    readonly snapshots: StartSnapshots;
    readonly shard: number;
  },
): WarmFold {
  const specs = state.instruments.map(({ spec }) => spec);
  return new WarmFold({
    journal: new PostgresJournal(core.pool, { shard: state.shard, epoch: 0 }),
    snapshots: state.snapshots,
    createFold: () => createEmptyFold(specs, state.sessions, state.shard),
    onError: (error) => log.warn({ err: error }, 'standby: the journal cannot be followed'),
  });
}
