import pg from 'pg';
import { UnavailableError } from '../../ports/journal.ts';

/** One of the servers that hold the database. */
export interface Place {
  readonly host: string;
  readonly port: number;
}

/** Parameter of a connection string with all servers, as `withPlaces` writes it. */
const placesParameter = 'servers';
const defaultPort = 5432;

const lookEveryMs = 1_000;
const lookMaxMs = 2_500;
/** Looks that a server without an answer gets, before another one is believed without it; up to 11 s in all. */
const firstLooks = 4;
const firstLookPauseMs = 250;

/**
 * Timeline of the server's write-ahead log, which a promotion raises; null on a standby. Any role may ask.
 */
const askTimeline = `select case when pg_is_in_recovery() then null
  else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint::text end as timeline`;

type Asked = Pick<pg.Client, 'query'>;

/** A server's answer: the timeline that it writes, null as a standby, `silent` without an answer. */
type Said = bigint | null | 'silent';

/**
 * Turns `postgresql://user@one:5432,two:5432/candor`, as libpq reads it, into an address of the first server with all of
 * them as a parameter; another connection string stays as it is.
 */
export function withPlaces(connectionString: string): string {
  const [, before, hosts, after] =
    /^(postgres(?:ql)?:\/\/(?:[^/@]*@)?)([^/?@]*,[^/?@]*)(.*)$/.exec(connectionString) ?? [];
  if (before === undefined || hosts === undefined) return connectionString;
  const url = new URL(`${before}${hosts.split(',')[0]}${after ?? ''}`);
  url.searchParams.delete('target_session_attrs');
  url.searchParams.set(placesParameter, hosts);
  return url.href;
}

function placesOf(connectionString: string): Place[] {
  if (!connectionString.includes(`${placesParameter}=`)) return [];
  const listed = new URL(connectionString).searchParams.get(placesParameter) ?? '';
  return listed.split(',').flatMap((one) => {
    const { hostname, port } = new URL(`postgresql://${one}`);
    return hostname === '' ? [] : [{ host: hostname, port: port === '' ? defaultPort : Number(port) }];
  });
}

const watches = new Map<string, PrimaryWatch>();

/** Returns this thread's watch over the servers of a connection string; null if it names one server. */
export function watchOf(connectionString: string): PrimaryWatch | null {
  const places = placesOf(connectionString);
  if (places.length < 2) return null;
  const key = JSON.stringify(places);
  const known = watches.get(key) ?? new PrimaryWatch(connectionString, places);
  watches.set(key, known);
  return known;
}

/**
 * Finds the server that leads among several: of those that are no standby the one with the highest timeline. After a
 * promotion connections to the old primary are closed; should it come back, it is refused, because its timeline is lower
 * than one that was seen (R-RUN-67). Looks at all servers at the first use, and once a second while pools are open.
 */
export class PrimaryWatch {
  readonly #places: readonly Place[];
  readonly #connectionString: string;
  readonly #ask: (place: Place) => Promise<Said>;
  readonly #movers = new Set<() => void>();
  /** Connections that only ask for the timeline. */
  readonly #clients = new Map<Place, pg.Client>();
  readonly #opened = new WeakMap<pg.Client, Promise<void>>();
  #current: { readonly place: Place; readonly timeline: bigint } | null = null;
  /** Server that leads as far as those say that answered, until a server is known. */
  #unproven: { readonly place: Place; readonly timeline: bigint } | null = null;
  #looking: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(connectionString: string, places: readonly Place[], ask?: (place: Place) => Promise<Said>) {
    this.#connectionString = connectionString;
    this.#places = places;
    this.#ask = ask ?? ((place) => this.#timelineAt(place));
  }

  /** Server for new connections. */
  get place(): Place {
    const place = this.#current?.place ?? this.#places[0];
    if (place === undefined) throw new Error('Invariant: a database has a server');
    return place;
  }

  /** Highest timeline seen; 0 before the first contact. */
  get timeline(): bigint {
    return this.#current?.timeline ?? 0n;
  }

  /** Looks at the servers once a second from now on; `onMoved` is called when another one leads. Returns the way to stop. */
  follow(onMoved: () => void): () => void {
    const own = () => onMoved();
    this.#movers.add(own);
    this.#timer ??= setInterval(() => void this.look(), lookEveryMs);
    this.#timer.unref();
    return () => {
      this.#movers.delete(own);
      if (this.#movers.size > 0 || this.#timer === null) return;
      clearInterval(this.#timer);
      this.#timer = null;
      for (const place of this.#places) this.#drop(place);
    };
  }

  /**
   * Resolves once a server is known that leads or has led. A process that knows no timeline yet would believe an old primary
   * while the new one is slow to answer: it asks a silent server again before it believes another one.
   * Throws UnavailableError if none can be reached.
   */
  async ready(): Promise<void> {
    if (this.#current === null) await this.look();
    for (let looks = 1; this.#current === null && this.#unproven !== null && looks < firstLooks; looks += 1) {
      await new Promise((resolve) => setTimeout(resolve, firstLookPauseMs));
      await this.look();
    }
    this.#current ??= this.#unproven;
    if (this.#current === null) throw new UnavailableError('No server of the database leads');
  }

  /** Looks at every server now. Never rejects. */
  look(): Promise<void> {
    this.#looking ??= this.#lookAtAll().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  /** Requires that a new connection is to the primary. Throws UnavailableError for a standby and for an old primary. */
  async requirePrimary(client: Asked): Promise<void> {
    const timeline = await timelineOf(client);
    if (timeline !== null && timeline >= this.timeline) return;
    void this.look();
    throw new UnavailableError(
      timeline === null
        ? 'This server of the database is a standby'
        : `This server of the database is at timeline ${timeline}, another one leads at ${this.timeline}`,
    );
  }

  async #lookAtAll(): Promise<void> {
    const found = await Promise.all(this.#places.map(async (place) => ({ place, timeline: await this.#ask(place) })));
    let best = this.#current;
    for (const { place, timeline } of found)
      if (typeof timeline === 'bigint' && (best === null || timeline > best.timeline)) best = { place, timeline };
    this.#unproven = best;
    const isProven = this.#current !== null || found.every(({ timeline }) => timeline !== 'silent');
    if (best === null || best === this.#current || !isProven) return;
    const isMoved = this.#current !== null;
    this.#current = best;
    if (isMoved) for (const move of this.#movers) move();
  }

  /** Asks one server, over a connection that is kept. */
  async #timelineAt(place: Place): Promise<Said> {
    const client = this.#clients.get(place) ?? this.#open(place);
    const limit = setTimeout(() => cut(client), lookMaxMs);
    try {
      return await (this.#opened.get(client) ?? Promise.resolve()).then(() => timelineOf(client));
    } catch {
      // It may be starting again.
      this.#drop(place);
      return 'silent';
    } finally {
      clearTimeout(limit);
      if (this.#timer === null) this.#drop(place);
    }
  }

  #open(place: Place): pg.Client {
    const client = new pg.Client({ connectionString: this.#connectionString, connectionTimeoutMillis: lookMaxMs });
    redirect(client, place);
    client.on('error', () => undefined);
    this.#clients.set(place, client);
    this.#opened.set(
      client,
      client.connect().then(() => undefined),
    );
    return client;
  }

  #drop(place: Place): void {
    const client = this.#clients.get(place);
    this.#clients.delete(place);
    if (client !== undefined) cut(client);
  }
}

/** Points a client that has not connected yet to another server. */
export function redirect(client: pg.Client, { host, port }: Place): void {
  const settings = (client as unknown as { connectionParameters: { host: string; port: number } }).connectionParameters;
  for (const target of [client, settings] as { host: string; port: number }[]) Object.assign(target, { host, port });
}

function cut(client: pg.Client): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

async function timelineOf(client: Asked): Promise<bigint | null> {
  const { rows } = await client.query<{ timeline: string | null }>(askTimeline);
  const timeline = rows[0]?.timeline ?? null;
  return timeline === null ? null : BigInt(timeline);
}
