import { WebSocket } from 'ws';
import { RetryDelays } from '../live/retry-delays.ts';
import type { Surroundings } from '../live/surroundings.ts';
import { type Blotter, createBlotter } from './blotter.ts';
import type { FeedPlan } from './feed-plan.ts';

/** Receives what happens to the connection of a venue. */
export interface ConnectionTaker {
  connected(): void;
  /** A text frame. */
  frame(text: string): void;
  binary(): void;
  /** The venue answered a ping. */
  pong(): void;
  lost(reason: string, retryMs: number): void;
}

const reasonMax = 200;
const handshakeMaxMs = 10_000;
/** A venue from which nothing came for this long is asked by a ping. */
const pingAfterMs = 2_000;
/** A connection on which neither a frame nor the answer of a ping comes for this long is dead. */
const deadAfterMs = 8_000;
const checkEveryMs = 1_000;

/**
 * One connection to a venue at a time, made again without end: after 0.5 s, twice as long each time up to a minute, and by
 * chance up to half of that earlier, so that not all of a venue's clients return at once (R-MKT-26). Certificates are checked,
 * redirects are not followed, frames beyond the bound close the connection (R-MKT-27).
 */
export class VenueConnection {
  readonly #plan: FeedPlan;
  readonly #taker: ConnectionTaker;
  readonly #around: Surroundings;
  readonly #blot: Blotter;
  readonly #delays: RetryDelays;
  readonly #cancels = new Set<() => void>();
  #socket: WebSocket | null = null;
  #endHandshake: () => void = () => undefined;
  #connectedMs = 0;
  #frameMs = 0;
  #heardMs = 0;
  #isClosed = false;

  constructor(plan: FeedPlan, taker: ConnectionTaker, around: Surroundings) {
    this.#plan = plan;
    this.#blot = createBlotter(plan);
    this.#taker = taker;
    this.#around = around;
    this.#delays = new RetryDelays(() => around.random());
  }

  open(): void {
    const { url, frameBytesMax } = this.#plan;
    this.#isClosed = false;
    const socket = new WebSocket(url, {
      maxPayload: frameBytesMax,
      followRedirects: false,
      rejectUnauthorized: true,
      perMessageDeflate: false,
    });
    this.#socket = socket;
    this.#endHandshake = this.#after(handshakeMaxMs, () => this.#lost('the venue did not answer the handshake'));
    let reason = '';
    socket.on('error', (error: Error) => {
      reason = reasonOf(error, this.#blot);
    });
    socket.on('open', () => this.#opened(socket));
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (socket !== this.#socket) return;
      this.#frameMs = this.#around.monotonicMs();
      this.#heardMs = this.#frameMs;
      if (isBinary) this.#taker.binary();
      else this.#taker.frame(data.toString('utf8'));
    });
    socket.on('pong', () => {
      if (socket !== this.#socket) return;
      this.#heardMs = this.#around.monotonicMs();
      this.#taker.pong();
    });
    socket.on('close', (code: number) => {
      if (socket === this.#socket) this.#lost(reason === '' ? `the venue closed it with code ${code}` : reason);
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#drop();
  }

  #opened(socket: WebSocket): void {
    if (socket !== this.#socket) return;
    this.#endHandshake();
    this.#connectedMs = this.#around.monotonicMs();
    this.#frameMs = this.#connectedMs;
    this.#heardMs = this.#connectedMs;
    this.#taker.connected();
    this.#subscribe(socket, 0);
    this.#watch(socket);
    const { keepAlive } = this.#plan;
    if (keepAlive !== null) this.#repeat(keepAlive.everyMs, () => socket.send(keepAlive.message));
  }

  #subscribe(socket: WebSocket, at: number): void {
    const message = this.#plan.subscribe[at];
    if (message === undefined) return;
    socket.send(message);
    this.#after(this.#plan.subscribeEveryMs, () => this.#subscribe(socket, at + 1));
  }

  /** A socket can stay open although nothing arrives any more, and the venue can answer pings and send nothing. */
  #watch(socket: WebSocket): void {
    this.#repeat(checkEveryMs, () => {
      const nowMs = this.#around.monotonicMs();
      if (nowMs - this.#heardMs >= deadAfterMs) return this.#lost('nothing came, not even the answer of a ping');
      if (nowMs - this.#frameMs >= this.#plan.silenceMs)
        return this.#lost(`no frame came for ${this.#plan.silenceMs} ms`);
      if (nowMs - this.#heardMs >= pingAfterMs) socket.ping();
    });
  }

  #lost(reason: string): void {
    this.#drop();
    if (this.#isClosed) return;
    const lastedMs = this.#connectedMs === 0 ? 0 : this.#around.monotonicMs() - this.#connectedMs;
    this.#connectedMs = 0;
    const retryMs = this.#delays.next(lastedMs);
    this.#taker.lost(reason, retryMs);
    this.#after(retryMs, () => this.open());
  }

  /** Ends the socket and every timer of it, without a word to the venue: it may not listen. */
  #drop(): void {
    for (const cancel of this.#cancels) cancel();
    this.#cancels.clear();
    const socket = this.#socket;
    this.#socket = null;
    socket?.terminate();
  }

  /** Calls `work` after a time, unless the socket ends before; returns the function that prevents it. */
  #after(ms: number, work: () => void): () => void {
    const unschedule = this.#around.schedule(() => {
      this.#cancels.delete(cancel);
      work();
    }, ms);
    const cancel = () => {
      this.#cancels.delete(cancel);
      unschedule();
    };
    this.#cancels.add(cancel);
    return cancel;
  }

  #repeat(ms: number, work: () => void): void {
    this.#after(ms, () => {
      const socket = this.#socket;
      work();
      if (socket !== null && socket === this.#socket) this.#repeat(ms, work);
    });
  }
}

function reasonOf(error: Error & { code?: string }, blot: Blotter): string {
  return blot(error.message === '' ? (error.code ?? error.name) : error.message, reasonMax);
}
