export interface SocketLimits {
  readonly messagesPerSecond: number;
  readonly messagesBurst: number;
  readonly subscriptionsMax: number;
  /** Most calls of a socket that are not answered yet (R-SOC-15). */
  readonly callsUnderWay: number;
  readonly socketsPerAccount: number;
  /** Most sockets without a login: per network and in total. */
  readonly anonymousPerNetwork: number;
  readonly anonymousTotal: number;
  /** Above this backlog a socket's quotes are skipped; a snapshot follows later. */
  readonly skipAboveBytes: number;
  /** Above this backlog, or above the former for too long, the socket is closed. */
  readonly cutAboveBytes: number;
  readonly stuckMs: number;
  readonly idleMs: number;
  readonly flushMs: number;
  readonly recheckMs: number;
}

export const socketLimits: SocketLimits = {
  messagesPerSecond: 20,
  messagesBurst: 40,
  subscriptionsMax: 100,
  callsUnderWay: 32,
  socketsPerAccount: 5,
  anonymousPerNetwork: 200,
  anonymousTotal: 10_000,
  skipAboveBytes: 256 * 1_024,
  cutAboveBytes: 1_024 * 1_024,
  stuckMs: 5_000,
  idleMs: 30_000,
  flushMs: 200,
  recheckMs: 60_000,
};

/** Rate limit that allows a burst, then a steady rate. */
export class TokenBucket {
  readonly #perMs: number;
  readonly #burst: number;
  #tokens: number;
  #filledMs: number;

  constructor(perSecond: number, burst: number, nowMs: number) {
    this.#perMs = perSecond / 1_000;
    this.#burst = burst;
    this.#tokens = burst;
    this.#filledMs = nowMs;
  }

  take(nowMs: number): boolean {
    this.#tokens = Math.min(this.#burst, this.#tokens + (nowMs - this.#filledMs) * this.#perMs);
    this.#filledMs = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
