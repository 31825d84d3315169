import type pg from 'pg';
import {
  type HedgeEntry,
  type HedgeJournal,
  type HedgeSwitch,
  SwitchPulledError,
  SwitchRefusedError,
  type SwitchState,
} from '../../ports/hedging.ts';
import { FencedError } from '../../ports/journal.ts';
import { toFencedError } from './with-lead.ts';

/** Number of the lease of the hedger, in the same table as the shards: one process hedges (R-HDG-07). */
export const hedgerShard = -3;

const pulledState = 'CF002';
const refusedState = 'CF003';

interface EntryRow {
  seq: string;
  at_ms: string;
  is_state: boolean;
  payload: string;
  hash: Buffer;
}

/** The hedger's journal and the kill switch in PostgreSQL. */
export class HedgeTables implements HedgeJournal {
  readonly #pool: pg.Pool;
  readonly #epoch: number;

  /** `epoch` of the lease that the process holds; 0 for a process that only turns or reads the switch. */
  constructor(pool: pg.Pool, epoch: number) {
    this.#pool = pool;
    this.#epoch = epoch;
  }

  async lead() {
    const { rows } = await this.#pool.query<{ epoch: string; last_seq: string; last_hash: Buffer }>(
      'select epoch, last_seq, last_hash from shard_lease where shard = $1',
      [hedgerShard],
    );
    const [row] = rows;
    if (row === undefined || Number(row.epoch) !== this.#epoch)
      throw new FencedError(`Epoch ${this.#epoch} does not hedge; the lease is at ${row?.epoch ?? 'none'}`);
    return { lastSeq: Number(row.last_seq), lastHash: row.last_hash };
  }

  async commit(fromSeq: number, entries: readonly HedgeEntry[], sends: boolean): Promise<void> {
    try {
      await this.#pool.query({
        name: 'commit-hedge',
        text: 'select commit_hedge($1, $2, $3, $4, $5, $6, $7, $8)',
        values: [
          hedgerShard,
          this.#epoch,
          fromSeq,
          sends,
          entries.map(({ atMs }) => atMs),
          entries.map(({ isState }) => isState),
          entries.map(({ payload }) => payload),
          entries.map(({ hash }) => hash),
        ],
      });
    } catch (error) {
      if ((error as { code?: string }).code === pulledState) throw new SwitchPulledError('The kill switch is pulled');
      throw toFencedError(error);
    }
  }

  async read(seq: number, limit: number): Promise<HedgeEntry[]> {
    const { rows } = await this.#pool.query<EntryRow>(
      'select seq, at_ms, is_state, payload, hash from hedge_journal where seq > $1 order by seq limit $2',
      [seq, limit],
    );
    return rows.map((row) => ({
      seq: Number(row.seq),
      atMs: Number(row.at_ms),
      isState: row.is_state,
      payload: row.payload,
      hash: row.hash,
    }));
  }

  async newestState(beforeMs = Number.MAX_SAFE_INTEGER): Promise<number> {
    const { rows } = await this.#pool.query<{ seq: string }>(
      'select seq from hedge_journal where is_state and at_ms < $1 order by seq desc limit 1',
      [beforeMs],
    );
    return Number(rows[0]?.seq ?? 0);
  }

  readonly switch: HedgeSwitch = {
    state: async () => {
      const { rows } = await this.#pool.query<Pick<SwitchState, 'act' | 'reason'> & { person: string; at_ms: string }>(
        'select act, person, reason, at_ms from hedge_switch order by id desc limit 1',
      );
      const [row] = rows;
      return row === undefined ? null : { act: row.act, by: row.person, reason: row.reason, atMs: Number(row.at_ms) };
    },
    turn: async ({ act, by, reason, atMs }) => {
      try {
        await this.#pool.query('select turn_hedge_switch($1, $2, $3, $4)', [act, by, reason, atMs]);
      } catch (error) {
        const { code, message } = error as { code?: string; message: string };
        throw code === refusedState ? new SwitchRefusedError(message) : error;
      }
    },
  };
}
