import {
  BodyTooLongError,
  bodyMax,
  type Follower,
  LineBrokenError,
  type LineClient,
  type LinePeer,
} from '../../ports/lines.ts';
import { ForeignServerError } from './line-proof.ts';
import { OpenQuestions } from './open-questions.ts';
import { ChangeListeners, Topics } from './topics.ts';

/** Interval of heartbeats. */
const beatEveryMs = 500;
/** Silence after which the other end counts as gone. */
const silentMaxMs = 1_500;
/** First and longest delay before a line is opened again. */
const retryFirstMs = 50;
const retryMaxMs = 1_000;
/** Time after the last sign of life of a leader in which no earlier one is asked; longer than a lease. */
export const rankKeptMs = 30_000;

/** The server has an earlier epoch than one that has just answered: a replaced leader, or a database that was restored. */
class EarlierLeaderError extends LineBrokenError {}

/** Transport of a client. */
export interface Wire {
  /** True while the broker that carries the line cannot be reached. */
  readonly isBrokerAway: boolean;
  ask(id: number, name: string, body: Uint8Array): void;
  follow(topic: string): void;
  unfollow(topic: string): void;
  beat(): void;
  /** Abandons the connection, if there is one. */
  drop(reason: string): void;
  close(): Promise<void>;
}

/** Transport-independent part of a line client: open questions, followers, state and heartbeat. */
export class BaseClient implements LineClient {
  readonly questions: OpenQuestions;
  readonly topics = new Topics();
  readonly #listeners = new ChangeListeners();
  readonly #wire: Wire;
  readonly #beats: NodeJS.Timeout;
  #peer: LinePeer | null = null;
  /** Rank of the server that was connected last. */
  #rank = Number.NEGATIVE_INFINITY;
  #refusal: string | null = null;
  #aliveAtMs = 0;
  #isClosed = false;

  constructor(wire: Wire, openMax?: number) {
    this.#wire = wire;
    this.questions = new OpenQuestions(openMax);
    this.#beats = setInterval(() => this.#beat(), beatEveryMs);
    this.#beats.unref();
  }

  get isUp(): boolean {
    return this.#peer !== null;
  }

  get peer(): LinePeer | null {
    return this.#peer;
  }

  get isBrokerAway(): boolean {
    return this.#wire.isBrokerAway;
  }

  get refusal(): string | null {
    return this.#refusal;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  ask(name: string, body: Uint8Array): Promise<Uint8Array> {
    if (body.byteLength > bodyMax) return Promise.reject(new BodyTooLongError(body.byteLength));
    if (this.#peer === null) return Promise.reject(new LineBrokenError('the line is down'));
    return this.questions.ask((id) => this.#wire.ask(id, name, body));
  }

  follow(topic: string, follower: Follower): () => void {
    // One object for each call: the same follower may follow twice.
    const own = { onMessage: (body: Uint8Array) => follower.onMessage(body), onGap: () => follower.onGap() };
    if (this.topics.add(topic, own).isFirst && this.#peer !== null) this.#wire.follow(topic);
    return () => {
      if (this.topics.remove(topic, own) && this.#peer !== null) this.#wire.unfollow(topic);
    };
  }

  onChange(listener: (isUp: boolean) => void): () => void {
    return this.#listeners.add(listener);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#beats);
    this.down('the line was closed');
    await this.#wire.close();
  }

  /**
   * Refuses a leader that was replaced, for 30 s after the last sign of life of its successor: after a database was restored
   * from a backup every later leader has a lower rank. Throws EarlierLeaderError.
   */
  requireRank({ rank }: LinePeer): void {
    if (this.#isClosed) throw new LineBrokenError('the line was closed');
    const silentMs = performance.now() - this.#aliveAtMs;
    if (rank >= this.#rank || silentMs > rankKeptMs) return;
    throw new EarlierLeaderError(
      `the server has epoch ${rank} and no longer leads; if the database was restored, it is asked ${rankKeptMs / 1_000} s after epoch ${this.#rank} was`,
    );
  }

  /** Keeps why the only server that answers is not asked. */
  refused(error: Error): void {
    const isRefusal = error instanceof EarlierLeaderError || error instanceof ForeignServerError;
    if (this.#peer === null && isRefusal) this.#refusal = error.message;
  }

  /** The line is connected to a server: follows every topic there and notifies the followers of the gap. */
  up(peer: LinePeer): void {
    if (this.#isClosed || this.#peer?.instance === peer.instance) return;
    if (this.#peer !== null) this.questions.rejectAll('another server has taken over');
    this.#peer = peer;
    this.#rank = peer.rank;
    this.#refusal = null;
    this.markAlive();
    for (const topic of this.topics.names) this.#wire.follow(topic);
    this.topics.begin();
    this.#listeners.call(true);
  }

  /** The line is broken: rejects every open question. */
  down(reason: string): void {
    const wasUp = this.#peer !== null;
    this.#peer = null;
    this.questions.rejectAll(reason);
    if (wasUp) this.#listeners.call(false);
  }

  /** Records a sign of life of the other end. */
  markAlive(): void {
    this.#aliveAtMs = performance.now();
  }

  #beat(): void {
    this.questions.rejectOld();
    if (this.#peer !== null && this.#isSilent()) {
      // This process may have been paused: reads what has arrived before it judges.
      setImmediate(() => {
        if (this.#peer !== null && this.#isSilent()) this.#wire.drop(`no heartbeat for ${silentMaxMs} ms`);
      });
    }
    this.#wire.beat();
  }

  #isSilent(): boolean {
    return performance.now() - this.#aliveAtMs > silentMaxMs;
  }
}

/** Delays between attempts to connect: from 50 ms, doubled up to a second, with jitter. */
export class Backoff {
  #nextMs = retryFirstMs;

  reset(): void {
    this.#nextMs = retryFirstMs;
  }

  next(): number {
    const ms = this.#nextMs;
    this.#nextMs = Math.min(ms * 2, retryMaxMs);
    // Many clients of one server do not come back at the same moment.
    return ms * (0.75 + Math.random() / 4);
  }
}
