import { randomUUID } from 'node:crypto';
import { Answerers } from '../apps/server/src/adapters/lines/answerers.ts';
import { Backoff, BaseClient, type Wire } from '../apps/server/src/adapters/lines/base-client.ts';
import {
  type Answerer,
  BodyTooLongError,
  bodyMax,
  type LineClient,
  type LinePeer,
  type LineServer,
} from '../apps/server/src/ports/lines.ts';

/** Delays of a message's copies, in turns of the event loop: `[0]` as usual, none if it is lost, two if it is doubled. */
export type Fate = (kind: MessageKind) => readonly number[];

type MessageKind = 'ask' | 'answer' | 'push';

/** Pushes that wait for one client before it is cut off. */
const waitingMax = 1_000;

const asUsual: Fate = () => [0];

/**
 * Line within a process, for tests: it can lose, delay, double and reorder messages, be cut, and swallow everything as
 * a half-open line does.
 */
export class LocalLine {
  readonly #servers = new Set<LocalServer>();
  readonly #clients = new Set<LocalWire>();
  fate: Fate;
  /** Takes messages instead of their delivery: true keeps one, which `deliver` delivers later, or again. */
  hold: ((kind: MessageKind, deliver: () => void) => boolean) | null = null;
  #isCut = false;
  /** True while messages disappear without a break. */
  isSilent = false;

  constructor(fate: Fate = asUsual) {
    this.fate = fate;
  }

  serve(rank = 0): LineServer {
    const server = new LocalServer({ instance: randomUUID(), rank }, (gone) => {
      this.#servers.delete(gone);
      for (const wire of this.#clients) if (wire.server === gone) wire.drop('the server was closed');
    });
    this.#servers.add(server);
    return server;
  }

  connect(openMax?: number): LineClient {
    const wire = new LocalWire(this, openMax);
    this.#clients.add(wire);
    return wire.client;
  }

  /** Breaks the line of every client, which cannot come back until `restore`. */
  cut(): void {
    this.#isCut = true;
    for (const wire of this.#clients) wire.drop('the line was cut');
  }

  restore(): void {
    this.#isCut = false;
  }

  /** The server to connect to: the one of the highest rank; null while there is none or the line is cut. */
  find(): LocalServer | null {
    if (this.#isCut || this.isSilent) return null;
    return [...this.#servers].sort((a, b) => b.peer.rank - a.peer.rank)[0] ?? null;
  }

  /** Delivers each copy of a message after its delay. */
  pass(kind: MessageKind, deliver: () => void): void {
    if (this.hold?.(kind, deliver)) return;
    for (const turns of this.fate(kind)) after(turns, () => this.isSilent || deliver());
  }
}

function after(turns: number, run: () => void): void {
  setImmediate(() => (turns <= 0 ? run() : after(turns - 1, run)));
}

class LocalServer implements LineServer {
  readonly peer: LinePeer;
  readonly isBrokerAway = false;
  readonly answerers = new Answerers();
  readonly followers = new Map<string, Set<LocalWire>>();
  readonly #pushed = new Map<string, number>();
  readonly #onClose: (server: LocalServer) => void;

  constructor(peer: LinePeer, onClose: (server: LocalServer) => void) {
    this.peer = peer;
    this.#onClose = onClose;
  }

  answer(name: string, answerer: Answerer): void {
    this.answerers.add(name, answerer);
  }

  publish(topic: string, body: Uint8Array): void {
    if (body.byteLength > bodyMax) throw new BodyTooLongError(body.byteLength);
    const number = (this.#pushed.get(topic) ?? 0) + 1;
    this.#pushed.set(topic, number);
    for (const wire of this.followers.get(topic) ?? []) wire.push(topic, number, body);
  }

  isFollowed(topic: string): boolean {
    return (this.followers.get(topic)?.size ?? 0) > 0;
  }

  async close(): Promise<void> {
    this.#onClose(this);
  }
}

class LocalWire implements Wire {
  readonly client: BaseClient;
  readonly isBrokerAway = false;
  readonly #line: LocalLine;
  readonly #backoff = new Backoff();
  server: LocalServer | null = null;
  #waiting = 0;
  #cutOff = new Set<string>();
  #retry: NodeJS.Timeout | undefined;

  constructor(line: LocalLine, openMax?: number) {
    this.#line = line;
    this.client = new BaseClient(this, openMax);
    this.#later(0);
  }

  ask(id: number, name: string, body: Uint8Array): void {
    const { server } = this;
    const { questions } = this.client;
    const back = (deliver: () => void) => this.#line.pass('answer', () => server === this.server && deliver());
    this.#line.pass('ask', () =>
      // A cut line does not deliver, and a server that was closed does not answer.
      server?.answerers.handle(name, body, {
        answered: (answer) => back(() => questions.answered(id, answer)),
        failed: (error, message) => back(() => questions.failed(id, error, message)),
      }),
    );
  }

  follow(topic: string): void {
    const { server } = this;
    if (server === null) return;
    const followers = server.followers.get(topic) ?? new Set();
    server.followers.set(topic, followers.add(this));
  }

  unfollow(topic: string): void {
    this.server?.followers.get(topic)?.delete(this);
  }

  push(topic: string, number: number, body: Uint8Array): void {
    const { server } = this;
    if (this.#cutOff.has(topic)) return;
    if (this.#waiting >= waitingMax) {
      this.#cutOff.add(topic);
      return;
    }
    this.#waiting += 1;
    this.#line.pass('push', () => server === this.server && this.client.topics.push(topic, number, body));
    setImmediate(() => {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#reportCutOff();
    });
  }

  beat(): void {
    const { server } = this;
    // A server of a higher rank takes over at once.
    if (server !== null && !this.#line.isSilent) this.client.markAlive();
    const best = this.#line.find();
    if (server !== null && best !== null && best.peer.rank > server.peer.rank) this.#join(best);
  }

  drop(reason: string): void {
    this.#leave();
    this.client.down(reason);
    this.#later(this.#backoff.next());
  }

  async close(): Promise<void> {
    clearTimeout(this.#retry);
    this.#leave();
  }

  #later(ms: number): void {
    if (this.client.isClosed) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => {
      const server = this.#line.find();
      if (server !== null && this.#isAccepted(server)) this.#join(server);
      else this.#later(this.#backoff.next());
    }, ms);
    this.#retry.unref();
  }

  #isAccepted({ peer }: LocalServer): boolean {
    try {
      this.client.requireRank(peer);
      return true;
    } catch (error) {
      this.client.refused(error as Error);
      return false;
    }
  }

  #join(server: LocalServer): void {
    this.#leave();
    this.server = server;
    this.#backoff.reset();
    this.client.up(server.peer);
  }

  #leave(): void {
    for (const followers of this.server?.followers.values() ?? []) followers.delete(this);
    this.#cutOff.clear();
    this.server = null;
  }

  #reportCutOff(): void {
    const topics = [...this.#cutOff];
    this.#cutOff.clear();
    for (const topic of topics) this.client.topics.dropped(topic);
  }
}
