import { isIP } from 'node:net';
import { type ConnectionOptions, connect, type NatsConnection, nkeyAuthenticator } from '@nats-io/transport-node';
import { Backoff } from './base-client.ts';
import { LineSettingError } from './line-address.ts';

/** Server of NATS and the login to it. */
export interface NatsOptions {
  /** `nats://user:password@host:port` or `tls://…`, several with commas (NATS_URL). */
  readonly url: string;
  /** Seed of an nkey, which replaces user and password (NATS_NKEY). */
  readonly nkeySeed?: string | null;
  /** Common start of all subjects, e.g. `candor.5f3a9c0e2b7d4188.core-0`: one line has one. */
  readonly subject: string;
  /** Id of the installation, which both ends must have; empty for a line that belongs to none. */
  readonly installation?: string;
  /** Called when the reason changes for which NATS cannot be reached, and for refused subjects. */
  readonly onError?: (error: Error) => void;
}

/** Bytes of a message beside the body: name and kind. */
const overhead = 1_000;

/** Returns the options of a connection. Throws LineSettingError. */
function toNatsConnect({ url, nkeySeed, subject }: NatsOptions): ConnectionOptions {
  if (!/^[\w-]+(\.[\w-]+)*$/.test(subject))
    throw new LineSettingError(`${subject} is not the start of a subject of NATS.`);
  const urls = url.split(',').map((one) => parseUrl(one.trim()));
  const [first] = urls;
  if (first === undefined) throw new LineSettingError('The setting NATS_URL is empty.');
  const login = first.username === '' ? {} : { user: unescaped(first.username), pass: unescaped(first.password) };
  const isTls = urls.some(({ protocol }) => protocol === 'tls:');
  // The client would compare the certificate of an IP address with the name `localhost`.
  if (isTls && urls.some(({ hostname }) => isIP(hostname.replace(/^\[|\]$/g, '')) > 0))
    throw new LineSettingError('The setting NATS_URL names an IP address: TLS needs host names to check certificates.');
  return {
    servers: urls.map(({ host }) => host),
    name: subject,
    ...(nkeySeed == null ? login : { authenticator: nkeyAuthenticator(new TextEncoder().encode(nkeySeed)) }),
    ...(isTls ? { tls: {} } : {}),
    maxReconnectAttempts: -1,
    ignoreAuthErrorAbort: true,
    pingInterval: 1_000,
    maxPingOut: 2,
    timeout: 2_000,
  };
}

function parseUrl(text: string): URL {
  if (!/^(nats|tls):\/\//.test(text) || !URL.canParse(text))
    throw new LineSettingError('The setting NATS_URL is not a list of addresses like nats://user:password@host:4222.');
  return new URL(text);
}

const unescaped = decodeURIComponent;

/** Connects once and logs in. Returns the error's message, which names no login; null if NATS takes the connection. */
export async function tryNats(options: NatsOptions): Promise<string | null> {
  try {
    const connection = await connect({ ...toNatsConnect(options), reconnect: false, waitOnFirstConnect: false });
    await connection.close();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

interface LinkEvents {
  /** A connection that is new; its subscriptions survive the breaks of this connection. */
  readonly onOpened: (connection: NatsConnection) => void;
  /** NATS can be reached again. */
  readonly onUp: () => void;
  /** NATS cannot be reached. */
  readonly onDown: (reason: string) => void;
}

/** Connection to NATS that is opened again for as long as it takes. */
export class NatsLink {
  readonly #options: NatsOptions;
  readonly #connect: ConnectionOptions;
  readonly #events: LinkEvents;
  readonly #backoff = new Backoff();
  #connection: NatsConnection | null = null;
  #isUp = false;
  #isClosed = false;
  #lastError = '';
  #retry: NodeJS.Timeout | undefined;

  constructor(options: NatsOptions, events: LinkEvents) {
    this.#options = options;
    this.#connect = { ...toNatsConnect(options), reconnectDelayHandler: () => this.#backoff.next() };
    this.#events = events;
    void this.#open();
  }

  /** The connection; null while NATS cannot be reached. */
  get connection(): NatsConnection | null {
    return this.#isUp ? this.#connection : null;
  }

  /** Maximum body that NATS takes now. */
  get bodyMax(): number {
    return (this.#connection?.info?.max_payload ?? 1_048_576) - overhead;
  }

  report(error: Error): void {
    if (error.message === this.#lastError) return;
    this.#lastError = error.message;
    this.#options.onError?.(error);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#isUp = false;
    clearTimeout(this.#retry);
    await this.#connection?.close();
  }

  async #open(): Promise<void> {
    try {
      const connection = await connect(this.#connect);
      if (this.#isClosed) return await connection.close();
      this.#connection = connection;
      void this.#watch(connection);
      this.#events.onOpened(connection);
      this.#up();
    } catch (error) {
      this.report(error as Error);
      this.#again();
    }
  }

  #again(): void {
    if (this.#isClosed) return;
    this.#retry = setTimeout(() => void this.#open(), this.#backoff.next());
    this.#retry.unref();
  }

  #up(): void {
    this.#backoff.reset();
    this.#lastError = '';
    this.#isUp = true;
    this.#events.onUp();
  }

  #down(reason: string): void {
    if (!this.#isUp) return;
    this.#isUp = false;
    this.#events.onDown(reason);
  }

  async #watch(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect' || status.type === 'staleConnection') this.#down('NATS cannot be reached');
      else if (status.type === 'reconnect') this.#up();
      else if (status.type === 'error') this.report(status.error);
      if (status.type === 'close') break;
    }
    this.#down('the connection to NATS was closed');
    if (this.#connection !== connection) return;
    this.#connection = null;
    this.#again();
  }
}

/** First byte of a message over NATS; the table of the wire is in docs/lines.md. */
export const natsKind = { answer: 0, failure: 1, push: 2, gap: 3 } as const;

/** Subjects of a line. Questions and pushes name the server's instance: a leader that was replaced is never mixed in. */
export function subjectsOf(start: string) {
  return {
    who: `${start}.who`,
    ask: (instance: string) => `${start}.i.${instance}.ask`,
    push: (instance: string, topic: string) => `${start}.i.${instance}.push.${topic}`,
    bye: (instance: string) => `${start}.i.${instance}.bye`,
    inbox: (client: string) => `${start}.inbox.${client}`,
  };
}
