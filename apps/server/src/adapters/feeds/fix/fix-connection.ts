import { readFileSync } from 'node:fs';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { RetryDelays } from '../live/retry-delays.ts';
import type { Surroundings } from '../live/surroundings.ts';
import { FixStream } from './fix-message.ts';
import type { ConnectionPlan } from './fix-plan.ts';
import { FixSession, type SessionTaker } from './fix-session.ts';
import type { SequenceStore } from './sequence-store.ts';

const connectMaxMs = 10_000;
/** Bytes that wait for a venue that does not read. */
const waitingMax = 1_048_576;

/** Receives what happens in the sessions of a connection. */
export interface FixTaker extends Omit<SessionTaker, 'ended'> {
  garbled(): void;
  lost(reason: string, retryMs: number): void;
}

/**
 * One connection to a FIX venue at a time, with a session in it, made again without end (R-MKT-34). With TLS the certificate is
 * checked, by the name of the venue; passwords are in no text that it reports.
 */
export class FixConnection {
  readonly #plan: ConnectionPlan;
  readonly #store: SequenceStore;
  readonly #taker: FixTaker;
  readonly #around: Surroundings & { nowMs(): number };
  readonly #delays: RetryDelays;
  #socket: Socket | null = null;
  #session: FixSession | null = null;
  #loggedOnMs: number | null = null;
  #cancel: () => void = () => undefined;
  #isClosed = false;

  constructor(plan: ConnectionPlan, store: SequenceStore, taker: FixTaker, around: Surroundings & { nowMs(): number }) {
    this.#plan = plan;
    this.#store = store;
    this.#taker = taker;
    this.#around = around;
    this.#delays = new RetryDelays(() => around.random());
  }

  /** Session that is logged on; null without one. */
  get session(): FixSession | null {
    return this.#session?.isActive === true ? this.#session : null;
  }

  open(): void {
    let socket: Socket;
    try {
      socket = this.#connect();
    } catch (error) {
      return this.#ended(`no connection: ${(error as Error).message}`);
    }
    this.#socket = socket;
    socket.setNoDelay(true);
    let reason = 'the venue closed the connection';
    this.#cancel = this.#around.schedule(() => {
      reason = 'the venue did not answer';
      socket.destroy();
    }, connectMaxMs);
    const stream = new FixStream(
      this.#plan.messageBytesMax,
      (message) => this.#session?.receive(message),
      () => this.#taker.garbled(),
    );
    socket.on(this.#plan.encryption === 'tls' ? 'secureConnect' : 'connect', () => {
      this.#cancel();
      this.#begin(socket);
    });
    socket.on('data', (chunk: Buffer) => {
      if (socket !== this.#socket) return;
      // One piece a turn: in a flood, batches leave and are acknowledged in between.
      socket.pause();
      stream.push(chunk);
      setImmediate(() => socket.resume());
    });
    socket.on('error', (error: Error & { code?: string }) => {
      reason = `no connection: ${error.message === '' ? (error.code ?? error.name) : error.message}`;
    });
    socket.on('close', () => {
      if (socket !== this.#socket) return;
      if (this.#session === null) this.#ended(reason);
      else this.#session.linkEnded(reason);
    });
  }

  /** Ends with a Logout, and does not come back. */
  close(): void {
    this.#isClosed = true;
    this.#cancel();
    if (this.#session !== null) this.#session.logout('the program stops');
    this.#socket?.destroySoon();
    this.#socket = null;
  }

  /** Ends the session and makes the connection again. */
  restart(reason: string): void {
    this.#session?.logout(reason);
  }

  #connect(): Socket {
    const { address, encryption, serverName, certificateFile } = this.#plan;
    if (encryption !== 'tls') return connect(address);
    const name = serverName ?? address.host;
    return connectSecurely({
      ...address,
      rejectUnauthorized: true,
      // An address has no server name; the certificate must still name it.
      ...(isIP(name) === 0 ? { servername: name } : {}),
      ...(certificateFile === null ? {} : { ca: readFileSync(certificateFile) }),
    });
  }

  #begin(socket: Socket): void {
    if (socket !== this.#socket) return;
    const session = new FixSession(
      this.#plan.session,
      this.#store,
      {
        send: (bytes) => {
          if (!socket.writable) return;
          socket.write(bytes);
          if (socket.writableLength > waitingMax) socket.destroy();
        },
        close: () => {
          socket.destroySoon();
        },
      },
      {
        loggedOn: () => {
          this.#loggedOnMs = this.#around.monotonicMs();
          this.#taker.loggedOn();
        },
        message: (message, sending) => this.#taker.message(message, sending),
        heard: () => this.#taker.heard(),
        gap: () => this.#taker.gap(),
        filled: (isWhole) => this.#taker.filled(isWhole),
        unheard: () => this.#taker.unheard(),
        fault: (fault, detail) => this.#taker.fault(fault, detail),
        ended: (reason) => this.#ended(reason),
      },
      this.#around,
    );
    this.#session = session;
    session.start();
  }

  #ended(reason: string): void {
    this.#cancel();
    this.#session = null;
    const socket = this.#socket;
    this.#socket = null;
    // Written messages, such as a Logout, still leave; a venue that does not read keeps no socket of ours.
    if (socket !== null && !socket.destroyed) this.#around.schedule(() => socket.destroy(), 1_000);
    if (this.#isClosed) return;
    const lastedMs = this.#loggedOnMs === null ? 0 : this.#around.monotonicMs() - this.#loggedOnMs;
    this.#loggedOnMs = null;
    const retryMs = this.#delays.next(lastedMs);
    this.#taker.lost(reason, retryMs);
    this.#cancel = this.#around.schedule(() => this.open(), retryMs);
  }
}
