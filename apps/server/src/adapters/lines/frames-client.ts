import { connect, type Socket } from 'node:net';
import { bodyMax, LineBrokenError, LineBusyError, type LineClient } from '../../ports/lines.ts';
import { Backoff, BaseClient, type Wire } from './base-client.ts';
import { type Frame, FrameWriter, frameKind, nameHead, nothing, readFrames, splitName } from './frame-codec.ts';
import { parseLineAddress, secretFor, toConnectOptions } from './line-address.ts';
import { type Hello, isProof, newNonce, parseHello, parseRecord, proofOf } from './line-proof.ts';

export interface FramesClientOptions {
  /**
   * Returns the addresses to try in turn, as `unix:/path` or `tcp://host:port`; called before every attempt, so that a
   * new leader is found.
   */
  readonly addresses: () => readonly string[] | Promise<readonly string[]>;
  /** Id of the installation, which both ends must have; empty for a line that belongs to none. */
  readonly installation?: string;
  /** Shared secret (LINE_SECRET); required over TCP. */
  readonly secret?: string | null;
  /** Maximum of open questions. */
  readonly openMax?: number;
  /** Called when the reason changes for which the line cannot be opened. */
  readonly onError?: (error: Error) => void;
}

const connectMaxMs = 2_000;
const frameMax = bodyMax + 1_000;
/** Bytes of questions that may wait for a server that does not read. */
const waitingMax = 32_000_000;

/** Opens the asking end of a line of frames; it connects by itself, and again after every break. */
export function connectFrames(options: FramesClientOptions): LineClient {
  return new FramesWire(options).client;
}

class FramesWire implements Wire {
  readonly client: BaseClient;
  readonly isBrokerAway = false;
  readonly #options: FramesClientOptions;
  readonly #backoff = new Backoff();
  #socket: Socket | null = null;
  #writer: FrameWriter | null = null;
  #attempts = 0;
  #retry: NodeJS.Timeout | undefined;
  #lastError = '';

  constructor(options: FramesClientOptions) {
    this.#options = options;
    this.client = new BaseClient(this, options.openMax);
    void this.#connect();
  }

  ask(id: number, name: string, body: Uint8Array): void {
    const writer = this.#writer;
    if (writer === null) throw new LineBrokenError('the line is down');
    if (writer.waitingBytes > waitingMax) throw new LineBusyError('The other end does not read its questions.');
    writer.write(frameKind.ask, id, nameHead(name), body);
  }

  follow(topic: string): void {
    this.#writer?.write(frameKind.follow, 0, nameHead(topic));
  }

  unfollow(topic: string): void {
    this.#writer?.write(frameKind.unfollow, 0, nameHead(topic));
  }

  beat(): void {
    if (this.client.isUp) this.#writer?.write(frameKind.beat, 0, nothing);
  }

  drop(reason: string): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#writer = null;
    socket?.destroy();
    this.client.down(reason);
  }

  async close(): Promise<void> {
    clearTimeout(this.#retry);
    this.drop('the line was closed');
  }

  async #connect(): Promise<void> {
    let count = 1;
    try {
      const addresses = await this.#options.addresses();
      count = Math.max(1, addresses.length);
      if (this.client.isClosed) return;
      const address = addresses[this.#attempts % count];
      if (address === undefined) throw new LineBrokenError('no address of a server is known');
      await this.#hold(address);
    } catch (error) {
      this.#report(error as Error);
    }
    this.#attempts += 1;
    if (this.client.isClosed) return;
    // Every address is tried before the next delay.
    const delayMs = this.#attempts % count === 0 ? this.#backoff.next() : 0;
    this.#retry = setTimeout(() => void this.#connect(), delayMs);
    this.#retry.unref();
  }

  /** Connects to a server; resolves once the connection has ended, rejects if there was none. */
  #hold(text: string): Promise<void> {
    const address = parseLineAddress(text);
    const secret = secretFor(address, this.#options.secret ?? null);
    const socket = connect(toConnectOptions(address));
    const writer = new FrameWriter(socket);
    const greeting = new Greeting(secret, this.#options.installation ?? '');
    let isWelcome = false;
    return new Promise((resolve, reject) => {
      let reason: Error = new LineBrokenError(`the connection to ${text} was closed`);
      const timer = setTimeout(() => {
        if (!isWelcome) socket.destroy(new LineBrokenError(`${text} does not answer`));
      }, connectMaxMs);
      socket.on('error', (error) => {
        reason = error;
      });
      socket.on('close', () => {
        clearTimeout(timer);
        if (this.#socket === socket) this.drop(reason.message);
        if (isWelcome) resolve();
        else reject(reason);
      });
      const greet = (frame: Frame) => {
        const known = greeting.take(frame, (proof) => writer.write(frameKind.proof, 0, proof));
        if (known === null) return;
        this.client.requireRank(known);
        isWelcome = true;
        this.#socket = socket;
        this.#writer = writer;
        this.#backoff.reset();
        this.#lastError = '';
        this.client.up({ instance: known.instance, rank: known.rank });
      };
      readFrames(
        socket,
        () => frameMax,
        (frame) => {
          // A follower that throws is an error of this program.
          if (isWelcome) return this.#take(frame);
          try {
            greet(frame);
          } catch (error) {
            socket.destroy(error as Error);
          }
        },
      );
      // The client was closed meanwhile.
      if (this.client.isClosed) socket.destroy();
    });
  }

  #take({ kind, id, body }: Frame): void {
    const { client } = this;
    client.markAlive();
    if (kind === frameKind.answer) client.questions.answered(id, body);
    else if (kind === frameKind.push) {
      const { name, rest } = splitName(body);
      client.topics.push(name, id, rest);
    } else if (kind === frameKind.failure) {
      const { name, rest } = splitName(body);
      client.questions.failed(id, name, rest.toString());
    } else if (kind === frameKind.gap) client.topics.dropped(splitName(body).name);
  }

  #report(error: Error): void {
    this.client.refused(error);
    if (error.message === this.#lastError) return;
    this.#lastError = error.message;
    this.#options.onError?.(error);
  }
}

/** Mutual challenge–response authentication (R-RUN-62). */
class Greeting {
  readonly #secret: string;
  readonly #installation: string;
  readonly #nonce = newNonce();
  #hello: Hello | null = null;

  constructor(secret: string, installation: string) {
    this.#secret = secret;
    this.#installation = installation;
  }

  /** Takes a frame of the server; returns the server once it has proved itself. Throws LineBrokenError. */
  take({ kind, body }: Frame, prove: (proof: Buffer) => void): Hello | null {
    if (this.#hello === null) {
      if (kind !== frameKind.hello) throw new LineBrokenError('the other end is no line');
      this.#hello = parseHello(body, this.#installation);
      const proof = proofOf('client', this.#secret, this.#hello, this.#nonce);
      prove(Buffer.from(JSON.stringify({ nonce: this.#nonce, proof })));
      return null;
    }
    const expected = proofOf('server', this.#secret, this.#hello, this.#nonce);
    if (kind !== frameKind.welcome || !isProof(parseRecord(body).proof, expected))
      throw new LineBrokenError('the other end does not know LINE_SECRET');
    return this.#hello;
  }
}
