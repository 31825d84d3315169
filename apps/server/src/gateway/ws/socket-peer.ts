import type { Duplex } from 'node:stream';
import type { CompanyId } from '@candor/domain/values/ids';
import type { WebSocket } from 'ws';
import type { SocketLimits } from './socket-limits.ts';

const noFrames: Buffer[] = [];

/** Sockets with answers of this turn. */
let answering: SocketPeer[] = [];

function sendAnswers(): void {
  const peers = answering;
  answering = [];
  for (const peer of peers) peer.sendQueued();
}

/** One open socket as topics use it: it takes frames, and reports whether it keeps up. */
export class SocketPeer {
  readonly #socket: WebSocket;
  readonly #wire: Duplex;
  readonly #limits: SocketLimits;
  /** Company of the client. */
  readonly companyId: CompanyId | null;
  /** True if quotes were skipped; it gets all of them once it keeps up (R-SOC-09). */
  isBehind = false;
  #slowSinceMs: number | null = null;
  /** Frames of the flush that is being made, and answers of this turn. */
  #queued: Buffer[] = noFrames;

  constructor(socket: WebSocket, wire: Duplex, limits: SocketLimits, companyId: CompanyId | null = null) {
    this.#socket = socket;
    this.#wire = wire;
    this.#limits = limits;
    this.companyId = companyId;
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  /** Sends a message to this socket only. */
  send(text: string): void {
    this.sendQueued();
    if (this.isOpen) this.#socket.send(text);
  }

  /** The same as a frame in one piece, which costs less. */
  sendFramed(text: string): void {
    this.sendQueued();
    if (this.isOpen) this.#wire.write(frameText(text));
  }

  /**
   * Sends a message at the end of this turn, in one write with all others: the decisions of a commit are answered in one
   * turn (R-RUN-45).
   */
  answer(text: string): void {
    if (!this.isOpen) return;
    const frame = frameText(text);
    if (this.#queued.length > 0) {
      this.#queued.push(frame);
      return;
    }
    this.#queued = [frame];
    // After the promises that are settled now, and before the next event.
    if (answering.length === 0) process.nextTick(sendAnswers);
    answering.push(this);
  }

  /** Sends an encoded frame shared with other sockets; false when this one is too far behind. */
  sendFrame(frame: Buffer): boolean {
    this.sendQueued();
    if (!this.#takesFrames()) return false;
    this.#wire.write(frame);
    return true;
  }

  /** Adds a shared frame to what `sendQueued` sends; false when this socket is too far behind. */
  queueFrame(frame: Buffer): boolean {
    if (!this.#takesFrames()) return false;
    if (this.#queued.length === 0) this.#queued = [frame];
    else this.#queued.push(frame);
    return true;
  }

  /** Sends the queued frames in one write (R-SOC-30). */
  sendQueued(): void {
    const frames = this.#queued;
    if (frames.length === 0) return;
    this.#queued = noFrames;
    if (!this.isOpen) return;
    if (frames.length === 1) {
      this.#wire.write(frames[0]);
      return;
    }
    this.#wire.cork();
    for (const frame of frames) this.#wire.write(frame);
    this.#wire.uncork();
  }

  /** True if the socket is stuck for too long, or buffers too much. */
  isStuck(nowMs: number): boolean {
    const waiting = this.#socket.bufferedAmount;
    if (waiting <= this.#limits.skipAboveBytes) {
      this.#slowSinceMs = null;
      return false;
    }
    this.#slowSinceMs ??= nowMs;
    return waiting > this.#limits.cutAboveBytes || nowMs - this.#slowSinceMs >= this.#limits.stuckMs;
  }

  #takesFrames(): boolean {
    if (!this.isOpen) return false;
    if (this.#socket.bufferedAmount <= this.#limits.skipAboveBytes) return true;
    this.isBehind = true;
    return false;
  }

  close(code: number, reason: string): void {
    this.sendQueued();
    this.#socket.close(code, reason);
  }

  /** Closes with a reason, without waiting for the client. */
  cut(code: number, reason: string): void {
    this.sendQueued();
    this.#socket.close(code, reason);
    this.#socket.terminate();
  }
}

/** Returns a whole, unmasked, final text frame (RFC 6455): encoded once per topic and written to every subscriber. */
export function frameText(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const headBytes = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headBytes + length);
  frame[0] = 0x81;
  frame[1] = headBytes === 2 ? length : headBytes === 4 ? 126 : 127;
  if (headBytes === 4) frame.writeUInt16BE(length, 2);
  else if (headBytes === 10) frame.writeBigUInt64BE(BigInt(length), 2);
  // Texts of digits and Latin letters are copied as they are.
  frame.write(text, headBytes, length === text.length ? 'latin1' : 'utf8');
  return frame;
}
