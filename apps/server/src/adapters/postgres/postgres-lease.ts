import { readFileSync, readlinkSync } from 'node:fs';
import type pg from 'pg';
import {
  type LeaseOwner,
  type LeaseStore,
  leaseMs,
  type ProcessMark,
  type Take,
  type TickLogMark,
} from '../../ports/journal.ts';
import { isAlive, startMark } from './embedded/process-liveness.ts';

/** Number of the lease of the jobs, in the same table as the shards: one process does them (R-RUN-36). */
export const jobsShard = -1;
/** Number of the lease of the market role. */
export const marketShard = -2;

/**
 * True if the database gave the lease to this process, but the answer was lost: the lease stays as given. A late
 * request changes nothing for a later leader.
 */
const isGivenAlready = "(held.owner = excluded.owner and held.expires_at > '-infinity')";

interface HolderRow {
  owner: string | null;
  address: string | null;
  host: string | null;
  pid: number | null;
  started: string | null;
  left_ms: number;
}

/** The lease in the row of a shard or of the jobs, timed by the database's clock. */
export class PostgresLease implements LeaseStore {
  readonly #pool: pg.Pool;
  readonly #shard: number;

  constructor(pool: pg.Pool, shard: number) {
    this.#pool = pool;
    this.#shard = shard;
  }

  async take(owner: LeaseOwner, tickLog: TickLogMark, replaced: string | null): Promise<Take> {
    const { rows } = await this.#pool.query<{ epoch: string; is_same_log: boolean }>(
      `insert into shard_lease as held (
         shard, epoch, last_seq, last_hash, tick_offset, owner, address, host, pid, started, tick_log, lease_ms, expires_at
       ) values ($1, 1, 0, $2, $3, $4, $5, $6, $7, $8, $9, $10::integer, clock_timestamp() + $10::integer * interval '1 millisecond')
       on conflict (shard) do update set
         epoch = held.epoch + case when ${isGivenAlready} then 0 else 1 end, owner = excluded.owner, address = excluded.address, host = excluded.host,
         pid = excluded.pid, started = excluded.started, tick_log_before = case when ${isGivenAlready} then held.tick_log_before else held.tick_log end,
         tick_log = excluded.tick_log,
         lease_ms = excluded.lease_ms, expires_at = excluded.expires_at,
         tick_offset = case when coalesce(held.tick_log, excluded.tick_log) = excluded.tick_log
           then held.tick_offset else greatest(held.tick_offset, excluded.tick_offset) end
       where held.expires_at <= clock_timestamp() or held.owner = $11 or ${isGivenAlready}
       returning epoch, coalesce(tick_log_before, tick_log) = tick_log as is_same_log`,
      [
        this.#shard,
        Buffer.alloc(32),
        tickLog.nextOffset,
        owner.id,
        owner.address,
        owner.process?.host ?? null,
        owner.process?.pid ?? null,
        owner.process?.started ?? null,
        tickLog.id,
        leaseMs,
        replaced,
      ],
    );
    const taken = rows[0];
    if (taken !== undefined) return { kind: 'taken', epoch: Number(taken.epoch), isSameTickLog: taken.is_same_log };
    return { kind: 'held', ...(await this.#holder()) };
  }

  async renew(epoch: number): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `update shard_lease set expires_at = clock_timestamp() + lease_ms * interval '1 millisecond'
       where shard = $1 and epoch = $2`,
      [this.#shard, epoch],
    );
    return rowCount === 1;
  }

  async release(epoch: number): Promise<void> {
    await this.#pool.query("update shard_lease set expires_at = '-infinity' where shard = $1 and epoch = $2", [
      this.#shard,
      epoch,
    ]);
  }

  /** Returns the log and the offset that the last commit stored; null before the first leader. */
  async tickPosition(): Promise<{ readonly logId: string; readonly offset: number } | null> {
    const { rows } = await this.#pool.query<{ tick_log: string | null; tick_offset: string }>(
      'select tick_log, tick_offset from shard_lease where shard = $1',
      [this.#shard],
    );
    const logId = rows[0]?.tick_log ?? null;
    return logId === null ? null : { logId, offset: Number(rows[0]?.tick_offset) };
  }

  /** Notes that the leader's offsets are of another log from now on; false if another epoch has replaced this one. */
  async useTickLog(epoch: number, logId: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      'update shard_lease set tick_log = $3 where shard = $1 and epoch = $2',
      [this.#shard, epoch, logId],
    );
    return rowCount === 1;
  }

  /** Returns the highest tick offset that any shard has stored; 0 for none. */
  async usedTickOffset(): Promise<number> {
    const used = 'select coalesce(max(tick_offset), 0) as used from shard_lease';
    return Number((await this.#pool.query<{ used: string }>(used)).rows[0]?.used);
  }

  /** Returns every shard that a core has ever decided for, in order. */
  async shards(): Promise<number[]> {
    const { rows } = await this.#pool.query<{ shard: number }>(
      'select shard from shard_lease where shard >= 0 order by shard',
    );
    return rows.map(({ shard }) => shard);
  }

  async #holder(): Promise<{ readonly by: LeaseOwner; readonly leftMs: number }> {
    const { rows } = await this.#pool.query<HolderRow>(
      `select owner, address, host, pid, started,
         greatest(0, extract(epoch from expires_at - clock_timestamp()) * 1000)::float8 as left_ms
       from shard_lease where shard = $1`,
      [this.#shard],
    );
    const {
      owner = null,
      address = null,
      host = null,
      pid = null,
      started = null,
      left_ms: leftMs = 0,
    } = rows[0] ?? {};
    const process = host === null || pid === null || started === null ? null : { host, pid, started };
    return { by: { id: owner ?? '', address: address ?? 'another process', process }, leftMs };
  }
}

/**
 * Returns the marks of this process. A host is a running kernel and a pid namespace: in two containers on one machine
 * the same pid means two processes. Null if the system reports neither.
 */
export function ownProcessMark(): ProcessMark | null {
  const host = hostMark();
  const started = startMark(process.pid);
  return host === null || started === undefined ? null : { host, pid: process.pid, started };
}

/** True only if the process has certainly ended: it ran on this host and does not run now. */
export function hasCertainlyEnded(mark: ProcessMark | null): boolean {
  if (mark === null || mark.host !== hostMark()) return false;
  return !isAlive(mark.pid) || startMark(mark.pid) !== mark.started;
}

function hostMark(): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return null;
  }
}
