import { randomUUID } from 'node:crypto';
import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import { BodyTooLongError, LineBrokenError, type LineClient } from '../../ports/lines.ts';
import { BaseClient, type Wire } from './base-client.ts';
import { nameHead, splitName } from './frame-codec.ts';
import { parseHello } from './line-proof.ts';
import { NatsLink, type NatsOptions, natsKind, subjectsOf } from './nats-link.ts';

export interface NatsClientOptions extends NatsOptions {
  /** Maximum of open questions. */
  readonly openMax?: number;
}

/** Opens the asking end of a line over NATS; it connects by itself, and again after every break. Throws LineSettingError. */
export function connectNats(options: NatsClientOptions): LineClient {
  return new NatsWire(options).client;
}

const whoEveryMs = 100;

/**
 * Answers come to one inbox by the number of the question: a request of the client library costs twice as much, and hangs
 * until its time limit if the server dies.
 */
class NatsWire implements Wire {
  readonly client: BaseClient;
  readonly #link: NatsLink;
  readonly #subjects: ReturnType<typeof subjectsOf>;
  readonly #inbox: string;
  readonly #installation: string;
  readonly #topics = new Map<string, Subscription>();
  #bye: Subscription | null = null;
  #search: NodeJS.Timeout | undefined;

  constructor(options: NatsClientOptions) {
    this.#subjects = subjectsOf(options.subject);
    this.#inbox = this.#subjects.inbox(randomUUID());
    this.#installation = options.installation ?? '';
    this.#link = new NatsLink(options, {
      onOpened: (connection) => this.#subscribe(connection),
      onUp: () => this.#findServer(),
      onDown: (reason) => this.drop(reason),
    });
    this.client = new BaseClient(this, options.openMax);
  }

  get isBrokerAway(): boolean {
    return this.#link.connection === null;
  }

  ask(id: number, name: string, body: Uint8Array): void {
    const { connection, bodyMax } = this.#link;
    const { peer } = this.client;
    if (connection === null || peer === null) throw new LineBrokenError('NATS cannot be reached');
    if (body.byteLength > bodyMax) throw new BodyTooLongError(body.byteLength, bodyMax);
    const message = Buffer.concat([nameHead(name), body]);
    connection.publish(this.#subjects.ask(peer.instance), message, { reply: `${this.#inbox}.${id}` });
  }

  follow(topic: string): void {
    const { connection } = this.#link;
    const { peer } = this.client;
    if (connection === null || peer === null) return;
    this.#topics.get(topic)?.unsubscribe();
    const subject = this.#subjects.push(peer.instance, topic);
    const subscription = connection.subscribe(subject, {
      callback: (error, message) => {
        if (error !== null) this.#link.report(error);
        else this.#takePush(topic, message.data);
      },
    });
    this.#topics.set(topic, subscription);
  }

  unfollow(topic: string): void {
    this.#topics.get(topic)?.unsubscribe();
    this.#topics.delete(topic);
  }

  beat(): void {
    this.#link.connection?.publish(this.#subjects.who, undefined, { reply: `${this.#inbox}.who` });
  }

  drop(reason: string): void {
    this.#leave();
    this.client.down(reason);
    this.#findServer();
  }

  async close(): Promise<void> {
    clearTimeout(this.#search);
    await this.#link.close();
  }

  #subscribe(connection: NatsConnection): void {
    this.#topics.clear();
    connection.subscribe(`${this.#inbox}.*`, {
      callback: (error, message) => {
        if (error !== null) this.#link.report(error);
        else this.#takeReply(message);
      },
    });
  }

  /** Asks for the server until one answers. */
  #findServer(): void {
    clearTimeout(this.#search);
    if (this.client.isClosed || this.client.isUp || this.#link.connection === null) return;
    this.beat();
    this.#search = setTimeout(() => this.#findServer(), whoEveryMs);
    this.#search.unref();
  }

  #takeReply(message: Msg): void {
    const number = message.subject.slice(this.#inbox.length + 1);
    const { data } = message;
    const isUndelivered = data.length === 0 && message.headers?.code === 503;
    if (number === 'who') {
      if (!isUndelivered) this.#takeHello(data);
      else if (this.client.isUp) this.drop('no server answers on this line');
      return;
    }
    const id = Number(number);
    if (isUndelivered) {
      this.client.questions.broken(id, 'no server answers on this line');
      if (this.client.isUp) this.drop('the server has gone');
      return;
    }
    this.client.markAlive();
    const body = Buffer.from(data.buffer, data.byteOffset, data.byteLength).subarray(1);
    if (data[0] === natsKind.answer) return this.client.questions.answered(id, body);
    const { name, rest } = splitName(body);
    this.client.questions.failed(id, name, rest.toString());
  }

  #takeHello(data: Uint8Array): void {
    try {
      const { instance, rank } = parseHello(data, this.#installation);
      const { peer } = this.client;
      if (peer?.instance === instance) return this.client.markAlive();
      // While a server answers, only one of a higher rank replaces it.
      if (peer !== null && rank <= peer.rank) return;
      this.client.requireRank({ instance, rank });
      this.#leave();
      const gone = () => {
        if (this.client.peer?.instance === instance) this.drop('the server was closed');
      };
      this.#bye = this.#link.connection?.subscribe(this.#subjects.bye(instance), { callback: gone }) ?? null;
      this.client.up({ instance, rank });
    } catch (error) {
      this.client.refused(error as Error);
      this.#link.report(error as Error);
    }
  }

  #takePush(topic: string, data: Uint8Array): void {
    this.client.markAlive();
    const message = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    if (message[0] === natsKind.gap) return this.client.topics.dropped(topic);
    this.client.topics.push(topic, message.readUInt32LE(1), message.subarray(5));
  }

  #leave(): void {
    this.#bye?.unsubscribe();
    this.#bye = null;
    for (const subscription of this.#topics.values()) subscription.unsubscribe();
    this.#topics.clear();
  }
}
