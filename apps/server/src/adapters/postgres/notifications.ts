import type { CompanyId } from '@candor/domain/values/ids';
import type pg from 'pg';
import type { ChangeListener, StoredChange, StoredChanges } from '../../ports/changes.ts';

const channel = 'candor_changes';
const beatMs = 500;
/** Time after an answer of the connection for which it counts as live. */
const liveMs = 1_500;

export interface Notifications extends StoredChanges {
  stop(): Promise<void>;
}

interface Deps {
  /** Pool of one connection, which listens and does nothing else. */
  readonly pool: pg.Pool;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
  readonly onError: (error: Error) => void;
}

/**
 * Listens for the changes that the tables' triggers notify (docs/adr/0036). The connection is asked twice a second: without
 * an answer for 1.5 s it is not live, and a new one begins with a gap. Resolves after the first attempt to connect.
 */
export async function listenForChanges(deps: Deps): Promise<Notifications> {
  const listening = new Listening(deps);
  await listening.beat();
  return listening;
}

class Listening implements Notifications {
  readonly #deps: Deps;
  readonly #listeners = new Set<ChangeListener>();
  readonly #timer: NodeJS.Timeout;
  #client: pg.PoolClient | null = null;
  #answeredMs = Number.NEGATIVE_INFINITY;
  #beating: Promise<void> | null = null;
  #isStopped = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#timer = setInterval(() => void this.beat(), beatMs);
    this.#timer.unref();
  }

  get isLive(): boolean {
    return this.#client !== null && this.#deps.nowMs() - this.#answeredMs < liveMs;
  }

  follow(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#beating;
    this.#drop(this.#client);
  }

  /** Connects, or checks the connection. Never rejects. */
  beat(): Promise<void> {
    this.#beating ??= this.#beatOnce().finally(() => {
      this.#beating = null;
    });
    return this.#beating;
  }

  async #beatOnce(): Promise<void> {
    if (this.#isStopped) return;
    const known = this.#client;
    try {
      // Answered after the notifications of everything committed before.
      const askedMs = this.#deps.nowMs();
      if (known === null) await this.#connect(askedMs);
      else {
        await known.query('select 1');
        this.#answeredMs = askedMs;
      }
    } catch (error) {
      this.#drop(known);
      this.#deps.onError(error as Error);
    }
  }

  async #connect(askedMs: number): Promise<void> {
    const client = await this.#deps.pool.connect();
    const lose = (error: Error) => {
      if (this.#client === client) this.#deps.onError(error);
      this.#drop(client);
    };
    client.on('error', lose);
    client.on('end', () => this.#drop(client));
    client.on('notification', ({ payload }) => this.#tell(payload ?? ''));
    try {
      await client.query(`listen ${channel}`);
    } catch (error) {
      client.release(true);
      throw error;
    }
    // Before the connection counts: what was remembered without it is dropped first.
    for (const { onGap } of this.#listeners) onGap();
    this.#client = client;
    this.#answeredMs = askedMs;
  }

  #drop(client: pg.PoolClient | null): void {
    if (client === null || this.#client !== client) return;
    this.#client = null;
    client.release(true);
  }

  #tell(payload: string): void {
    const change = toChange(payload);
    if (change === null) return;
    for (const { onChange } of this.#listeners) onChange(change);
  }
}

/** Null for a kind that this version does not know, as after an upgrade of another gateway. */
function toChange(payload: string): StoredChange | null {
  const { kind, company, ids } = JSON.parse(payload) as {
    readonly kind: string;
    readonly company: number | null;
    readonly ids: readonly string[];
  };
  const companyId = company as CompanyId;
  switch (kind) {
    case 'sessions-ended':
    case 'session-changed':
      return { kind, companyId, sessionIds: ids };
    case 'user-changed':
      return { kind, companyId, userId: Number(ids[0]) };
    case 'companies':
      return { kind };
    case 'ranking':
      return { kind, companyId, userId: Number(ids[0]) };
    case 'messages':
      return { kind, companyId };
    default:
      return null;
  }
}
