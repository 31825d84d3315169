import { codes } from '@candor/contracts/codes';
import type { Envelope } from '@candor/contracts/envelope';
import type { ClientMessage, ServerMessage, SocketCallName } from '@candor/contracts/ws/messages';

/** A call without an answer for this long is repeated over HTTP. */
export const callUnansweredMs = 3_000;
/** Below the bound of the server, which refuses calls beyond it. */
const underWayMax = 16;

/**
 * Result of a call over the socket: its answer; `lost` if the server may have carried it out without an answer; or
 * `untaken` if it has not.
 */
export type SocketAnswer = Envelope<unknown> | 'lost' | 'untaken';

type CallResult = Extract<ServerMessage, { type: 'call_result' }>;

/** Calls of one connection after the other that wait for their answers (R-SOC-16). */
export class SocketCalls {
  private readonly send: (message: ClientMessage) => void;
  private readonly underWay = new Map<number, (answer: SocketAnswer) => void>();
  private last = 0;
  /** The server of this connection takes no calls. */
  private isRefused = false;
  /** A call of this connection had no answer in time; the connection may be dead. */
  private isDoubtful = false;

  constructor(send: (message: ClientMessage) => void) {
    this.send = send;
  }

  /** True if the next call may go over the socket. */
  get isFree(): boolean {
    return !this.isRefused && !this.isDoubtful && this.underWay.size < underWayMax;
  }

  /** Sends a call. Never rejects; an answer after the time is ignored. */
  ask(call: SocketCallName, fields: object): Promise<SocketAnswer> {
    this.last += 1;
    const n = this.last;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.isDoubtful = true;
        this.settle(n, 'lost');
      }, callUnansweredMs);
      this.underWay.set(n, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      this.send({ type: 'call', params: { n, call, fields } });
    });
  }

  answered({ n, code, msg, data }: CallResult): void {
    this.isDoubtful = false;
    this.settle(n, { code: code as Envelope<unknown>['code'], msg, data });
  }

  /**
   * An error names no call. An older server answers so to each call, without reading it; if several are under way, an
   * earlier one may have been taken.
   */
  refused(code: number): void {
    if (code !== codes.malformedMessage || this.underWay.size === 0) return;
    this.isRefused = true;
    this.settleAll(this.underWay.size === 1 ? 'untaken' : 'lost');
  }

  /** The connection is gone; the next one starts without its faults. */
  disconnected(): void {
    this.settleAll('lost');
    this.isRefused = false;
    this.isDoubtful = false;
  }

  private settleAll(answer: SocketAnswer): void {
    for (const n of this.underWay.keys()) this.settle(n, answer);
  }

  private settle(n: number, answer: SocketAnswer): void {
    const resolve = this.underWay.get(n);
    this.underWay.delete(n);
    resolve?.(answer);
  }
}
