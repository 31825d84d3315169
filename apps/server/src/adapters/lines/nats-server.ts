import { randomUUID } from 'node:crypto';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { type Answerer, BodyTooLongError, bodyMax, type LinePeer, type LineServer } from '../../ports/lines.ts';
import { Answerers } from './answerers.ts';
import { nameHead, splitName } from './frame-codec.ts';
import { wireVersion } from './line-proof.ts';
import { NatsLink, type NatsOptions, natsKind, subjectsOf } from './nats-link.ts';

export interface NatsServerOptions extends NatsOptions {
  /** Epoch of the leader; 0 for a server that is not led. */
  readonly rank?: number;
  /** Bytes that may wait for NATS before nothing more is pushed. */
  readonly waitingMax?: number;
}

const defaultWaitingMax = 4_000_000;
/** Silence after which no client is left: several times that after which a client gives up its server. */
const clientsSilentMaxMs = 10_000;
/** NATS is asked how far it has read after this many bytes. */
const flushBytes = 256_000;

/** Serves a line over NATS; returns at once, and is reached as soon as NATS is. Throws LineSettingError. */
export function serveNats(options: NatsServerOptions): LineServer {
  return new NatsServing(options);
}

class NatsServing implements LineServer {
  readonly peer: LinePeer;
  readonly #answerers = new Answerers();
  readonly #link: NatsLink;
  readonly #subjects: ReturnType<typeof subjectsOf>;
  readonly #hello: Buffer;
  readonly #waitingMax: number;
  readonly #pushed = new Map<string, number>();
  /** Topics with pushes that were dropped. */
  readonly #cutOff = new Set<string>();
  /** Bytes pushed that NATS may not have read. */
  #waiting = 0;
  #isFlushing = false;
  /** Time of the last heartbeat of any client; each sends one before it follows anything. */
  #aliveAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: NatsServerOptions) {
    this.peer = { instance: randomUUID(), rank: options.rank ?? 0 };
    this.#subjects = subjectsOf(options.subject);
    this.#waitingMax = options.waitingMax ?? defaultWaitingMax;
    const { installation = '' } = options;
    this.#hello = Buffer.from(JSON.stringify({ version: wireVersion, installation, ...this.peer, nonce: '' }));
    this.#link = new NatsLink(options, {
      onOpened: (connection) => this.#subscribe(connection),
      // Pushes during an outage were lost.
      onUp: () => this.#restart(),
      onDown: () => undefined,
    });
  }

  get isBrokerAway(): boolean {
    return this.#link.connection === null;
  }

  answer(name: string, answerer: Answerer): void {
    this.#answerers.add(name, answerer);
  }

  publish(topic: string, body: Uint8Array): void {
    const max = Math.min(bodyMax, this.#link.bodyMax);
    if (body.byteLength > max) throw new BodyTooLongError(body.byteLength, max);
    const number = ((this.#pushed.get(topic) ?? 0) + 1) % 0x1_0000_0000;
    this.#pushed.set(topic, number);
    if (this.#waiting > this.#waitingMax) this.#cutOff.add(topic);
    else this.#push(topic, natsKind.push, number, body);
    if (this.#waiting >= flushBytes) this.#flush();
  }

  isFollowed(): boolean {
    return performance.now() - this.#aliveAtMs <= clientsSilentMaxMs;
  }

  async close(): Promise<void> {
    // Clients need not wait for a heartbeat.
    this.#link.connection?.publish(this.#subjects.bye(this.peer.instance));
    await this.#link.connection?.flush().catch(() => undefined);
    await this.#link.close();
  }

  #subscribe(connection: NatsConnection): void {
    connection.subscribe(this.#subjects.who, {
      callback: (error, message) =>
        this.#handle(error, message, () => {
          this.#aliveAtMs = performance.now();
          message.respond(this.#hello);
        }),
    });
    connection.subscribe(this.#subjects.ask(this.peer.instance), {
      callback: (error, message) => this.#handle(error, message, () => this.#answer(message)),
    });
  }

  #handle(error: Error | null, { reply }: Msg, run: () => void): void {
    if (error !== null) this.#link.report(error);
    else if (reply !== undefined) run();
  }

  #answer(message: Msg): void {
    const { name, rest } = splitName(
      Buffer.from(message.data.buffer, message.data.byteOffset, message.data.byteLength),
    );
    const respond = (kind: number, ...parts: Uint8Array[]) => {
      // Without NATS the client has rejected it already.
      if (this.#link.connection !== null) message.respond(Buffer.concat([Buffer.from([kind]), ...parts]));
    };
    const failed = (error: string, text: string) => respond(natsKind.failure, nameHead(error), Buffer.from(text));
    this.#answerers.handle(name, rest, {
      answered: (answer) => {
        if (answer.byteLength <= this.#link.bodyMax) return respond(natsKind.answer, answer);
        const { name: error, message: text } = new BodyTooLongError(answer.byteLength, this.#link.bodyMax);
        failed(error, text);
      },
      failed,
    });
  }

  #push(topic: string, kind: number, number: number, body: Uint8Array): void {
    const message = Buffer.allocUnsafe(5 + body.byteLength);
    message.writeUInt8(kind, 0);
    message.writeUInt32LE(number, 1);
    message.set(body, 5);
    this.#link.connection?.publish(this.#subjects.push(this.peer.instance, topic), message);
    this.#waiting += message.length;
  }

  /** Waits until NATS has read everything so far, and counts it as read. */
  #flush(): void {
    const { connection } = this.#link;
    if (connection === null || this.#isFlushing) return;
    this.#isFlushing = true;
    const before = this.#waiting;
    const done = () => {
      this.#isFlushing = false;
      this.#waiting = Math.max(0, this.#waiting - before);
      this.#reportCutOff();
      if (this.#waiting >= flushBytes) this.#flush();
    };
    connection.flush().then(done, done);
  }

  #restart(): void {
    this.#waiting = 0;
    for (const topic of this.#pushed.keys()) this.#cutOff.add(topic);
    this.#reportCutOff();
  }

  #reportCutOff(): void {
    for (const topic of this.#cutOff) this.#push(topic, natsKind.gap, this.#pushed.get(topic) ?? 0, new Uint8Array());
    this.#cutOff.clear();
  }
}
