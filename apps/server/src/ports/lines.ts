import { UnavailableError } from './journal.ts';

// Messages between processes: questions with one answer each, and topics that are pushed. A line promises no delivery:
// a message may be lost, doubled, late or out of order, and each user of a line stays right in every case.

/** Maximum length of a body, in bytes: within the limit of 1 MiB that NATS sets. */
export const bodyMax = 1_000_000;

/** The line is down, or broke while the question was under way: whether it arrived is unknown. */
export class LineBrokenError extends UnavailableError {
  override readonly name = 'LineBrokenError';
}

/** Too many questions are under way: this one was not sent, or not handled. */
export class LineBusyError extends Error {
  override readonly name = 'LineBusyError';
}

/** A body is longer than `bodyMax`; it was not sent. */
export class BodyTooLongError extends Error {
  override readonly name = 'BodyTooLongError';

  constructor(bytes: number, max: number = bodyMax) {
    super(`A message of ${bytes} bytes is longer than the ${max} bytes that a line carries.`);
  }
}

/** Error of the other end's handler, under the name that it has there. */
export class AnswererError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

/** Process at the other end of a line. */
export interface LinePeer {
  /** Unique for each start of a server. */
  readonly instance: string;
  /** Epoch of a leader, otherwise 0; clients use the server with the highest rank. */
  readonly rank: number;
}

export interface Follower {
  onMessage(body: Uint8Array): void;
  /** Called when pushes may have been missed since `follow` was called or since the last push. */
  onGap(): void;
}

/** End of a line that asks and follows. It reconnects by itself, with a delay that grows up to a second. */
export interface LineClient {
  /**
   * Resolves to the other end's answer. Rejects at once with LineBrokenError if the line is down or breaks, with
   * LineBusyError above the bound of open questions, with BodyTooLongError, and with AnswererError if the handler threw.
   */
  ask(name: string, body: Uint8Array): Promise<Uint8Array>;
  /** Delivers the pushes of a topic; returns the way to stop. */
  follow(topic: string, follower: Follower): () => void;
  /** True while the other end answers heartbeats. */
  readonly isUp: boolean;
  /** The other end; null while the line is down. */
  readonly peer: LinePeer | null;
  /** True while the broker between both ends, NATS, cannot be reached; without a broker never. */
  readonly isBrokerAway: boolean;
  /** Reason why the only server that answers is not asked: another installation's, or an earlier leader; null if none. */
  readonly refusal: string | null;
  /** Calls `listener` when the line goes up or down, or to another server; returns the way to stop. */
  onChange(listener: (isUp: boolean) => void): () => void;
  /** Breaks the line for good. */
  close(): Promise<void>;
}

/** Answers a question. A thrown error reaches the asker by name and message. */
export type Answerer = (body: Uint8Array) => Uint8Array | Promise<Uint8Array>;

/** End of a line that answers and publishes, to any number of clients. */
export interface LineServer {
  readonly peer: LinePeer;
  /** True while the broker between both ends, NATS, cannot be reached; without a broker never. */
  readonly isBrokerAway: boolean;
  /** Answers the questions of a name; one handler a name. */
  answer(name: string, answerer: Answerer): void;
  /**
   * Sends a push to every follower of the topic. A follower that does not read fast enough gets no further pushes until
   * it has read what waits for it, and then a report of the gap. Throws BodyTooLongError.
   */
  publish(topic: string, body: Uint8Array): void;
  /** False only if a push of the topic would certainly reach nobody. */
  isFollowed(topic: string): boolean;
  close(): Promise<void>;
}
