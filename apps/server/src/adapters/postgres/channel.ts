import type pg from 'pg';

const retryMs = 500;

/**
 * Listens on a channel of PostgreSQL on a connection of its own, and connects again when it is lost. Notifications sent in
 * between are lost: they are wake-ups for something that is looked at anyway. Returns the function that stops.
 */
export function listen(pool: pg.Pool, name: string, onPayload: (payload: string) => void): () => void {
  const channel = new Channel(pool, name, onPayload);
  void channel.connect();
  return () => channel.stop();
}

class Channel {
  readonly #pool: pg.Pool;
  readonly #name: string;
  readonly #onPayload: (payload: string) => void;
  #client: pg.PoolClient | null = null;
  #retry: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(pool: pg.Pool, name: string, onPayload: (payload: string) => void) {
    this.#pool = pool;
    this.#name = name;
    this.#onPayload = onPayload;
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#retry);
    this.#client?.release(true);
    this.#client = null;
  }

  async connect(): Promise<void> {
    try {
      const client = await this.#pool.connect();
      client.once('end', () => this.#lost(client));
      client.on('notification', ({ payload = '' }) => this.#onPayload(payload));
      this.#client = client;
      await client.query(`listen ${this.#name}`);
      if (this.#isStopped) this.stop();
    } catch {
      this.#lost(this.#client);
    }
  }

  #lost(client: pg.PoolClient | null): void {
    if (this.#isStopped || client !== this.#client) return;
    client?.release(true);
    this.#client = null;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.connect(), retryMs);
    this.#retry.unref();
  }
}

/** Sends a notification; rejects if the database does not answer. */
export async function notifyChannel(pool: pg.Pool, name: string, payload: string): Promise<void> {
  await pool.query('select pg_notify($1, $2)', [name, payload]);
}

/** Channels of a shard's tables: the projector has written entries, and a reader waits for one. Payload: the sequence. */
export function tableChannelsOf(shard: number) {
  return { written: `candor_tables_written_${shard}`, wanted: `candor_tables_wanted_${shard}` };
}
