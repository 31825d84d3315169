import type { Duplex } from 'node:stream';
import type { TenantId } from '@candor/domain/values/ids';
import type { WebSocket } from 'ws';
import type { SocketLimits } from './socket-limits.ts';

/** One open socket as topics see it: where frames go, and whether it keeps up. */
export class SocketPeer {
  readonly #socket: WebSocket;
  readonly #wire: Duplex;
  readonly #limits: SocketLimits;
  /** Whose company's client it is. */
  readonly companyId: TenantId | null;
  /** Missed quotes; the next time it can take them it gets them all (R-SOC-09). */
  isBehind = false;
  #slowSinceMs: number | null = null;

  constructor(socket: WebSocket, wire: Duplex, limits: SocketLimits, companyId: TenantId | null = null) {
    this.#socket = socket;
    this.#wire = wire;
    this.#limits = limits;
    this.companyId = companyId;
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  /** A message of its own. */
  send(text: string): void {
    if (this.isOpen) this.#socket.send(text);
  }

  /** A ready frame shared with other sockets; false when this one is too far behind to take it. */
  sendFrame(frame: Buffer): boolean {
    if (!this.isOpen) return false;
    if (this.#socket.bufferedAmount > this.#limits.skipAboveBytes) {
      this.isBehind = true;
      return false;
    }
    this.#wire.write(frame);
    return true;
  }

  /** True when it has been stuck too long, or holds too much. */
  isStuck(nowMs: number): boolean {
    const waiting = this.#socket.bufferedAmount;
    if (waiting <= this.#limits.skipAboveBytes) {
      this.#slowSinceMs = null;
      return false;
    }
    this.#slowSinceMs ??= nowMs;
    return waiting > this.#limits.cutAboveBytes || nowMs - this.#slowSinceMs >= this.#limits.stuckMs;
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  /** Says why, and does not wait for an answer. */
  cut(code: number, reason: string): void {
    this.#socket.close(code, reason);
    this.#socket.terminate();
  }
}
