import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { type Answerer, BodyTooLongError, bodyMax, type LinePeer, type LineServer } from '../../ports/lines.ts';
import { Answerers } from './answerers.ts';
import { type Frame, FrameWriter, frameKind, nameHead, nothing, readFrames, splitName } from './frame-codec.ts';
import { type LineAddress, LineSettingError, parseLineAddress, secretFor } from './line-address.ts';
import {
  ForeignServerError,
  type Hello,
  isProof,
  newNonce,
  parseHello,
  parseRecord,
  proofOf,
  wireVersion,
} from './line-proof.ts';

export interface FramesServerOptions {
  /** `unix:/path` or `tcp://host:port`; port 0 chooses a free one. */
  readonly address: string;
  /** Shared secret (LINE_SECRET); required over TCP. */
  readonly secret?: string | null;
  /** Id of the installation, which both ends must have; empty for a line that belongs to none. */
  readonly installation?: string;
  /** Epoch of the leader; 0 for a server that is not led. */
  readonly rank?: number;
  /** Bytes that may wait for one client before it gets no further pushes. */
  readonly waitingMax?: number;
}

/** Server of a line of frames. */
export interface FramesServer extends LineServer {
  /** Address with the port in use. */
  readonly address: string;
}

const defaultWaitingMax = 4_000_000;
/** Answers may queue up to this multiple of `waitingMax` bytes; then the connection is closed. */
const answersFactor = 8;
const greetMaxMs = 2_000;
const greetBytesMax = 1_000;
/** Maximum connections without a proof. */
const strangersMax = 100;
/** A server that has not greeted by then has stalled. */
const probeMaxMs = 300;
const leftoverAgeMs = 60_000;
const clientSilentMaxMs = 10_000;
const sweepEveryMs = 2_000;
/** Frames carry a name beside the body. */
const frameMax = bodyMax + 1_000;

/**
 * Serves a line of frames on a Unix socket, which only this user may open, or on TCP, where every client proves that it
 * knows the secret. Replaces the socket file of a server that has ended, has stalled, or has a lower rank. Throws
 * LineSettingError.
 */
export async function serveFrames(options: FramesServerOptions): Promise<FramesServer> {
  const address = parseLineAddress(options.address);
  const server = new Serving({ ...options, secret: secretFor(address, options.secret ?? null) });
  await server.listen(address);
  return server;
}

class Serving implements FramesServer {
  readonly peer: LinePeer;
  readonly isBrokerAway = false;
  readonly answerers = new Answerers();
  readonly secret: string;
  readonly installation: string;
  readonly waitingMax: number;
  readonly #server: Server;
  readonly #connections = new Set<Connection>();
  readonly #pushed = new Map<string, number>();
  readonly #sweep: NodeJS.Timeout;
  address: string;

  constructor({
    address,
    secret,
    installation = '',
    rank = 0,
    waitingMax = defaultWaitingMax,
  }: FramesServerOptions & { secret: string }) {
    this.address = address;
    this.secret = secret;
    this.installation = installation;
    this.waitingMax = waitingMax;
    this.peer = { instance: randomUUID(), rank };
    this.#server = createServer({ noDelay: true }, (socket) => this.#welcome(socket));
    this.#sweep = setInterval(() => {
      for (const connection of this.#connections) connection.dropIfSilent();
    }, sweepEveryMs);
    this.#sweep.unref();
  }

  async listen(address: LineAddress): Promise<void> {
    if ('path' in address) return this.#listenOnFile(address.path);
    this.#server.listen(address);
    await once(this.#server, 'listening');
    const bound = this.#server.address();
    const port = typeof bound === 'object' ? (bound?.port ?? 0) : 0;
    this.address = `tcp://${address.host.includes(':') ? `[${address.host}]` : address.host}:${port}`;
  }

  answer(name: string, answerer: Answerer): void {
    this.answerers.add(name, answerer);
  }

  publish(topic: string, body: Uint8Array): void {
    if (body.byteLength > bodyMax) throw new BodyTooLongError(body.byteLength);
    const number = ((this.#pushed.get(topic) ?? 0) + 1) % 0x1_0000_0000;
    this.#pushed.set(topic, number);
    for (const connection of this.#connections) connection.push(topic, number, body);
  }

  isFollowed(topic: string): boolean {
    for (const connection of this.#connections) if (connection.follows(topic)) return true;
    return false;
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    const closed = this.#server.listening ? once(this.#server, 'close') : Promise.resolve();
    this.#server.close();
    for (const connection of this.#connections) connection.end();
    await closed;
  }

  #welcome(socket: Socket): void {
    const strangers = [...this.#connections].filter(({ isKnown }) => !isKnown).length;
    if (strangers >= strangersMax) return void socket.destroy();
    const connection = new Connection(this, socket);
    this.#connections.add(connection);
    socket.on('close', () => this.#connections.delete(connection));
  }

  async #listenOnFile(path: string): Promise<void> {
    await this.#refuseRival(path);
    sweepLeftovers(path);
    // A server that has stalled keeps its file, so the new file takes the name of the old one in a single step.
    const own = `${path}.${this.peer.instance.slice(0, 8)}`;
    // The file must never be open to others, not even before chmod; a thread cannot set the mask.
    const before = isMainThread ? process.umask(0o177) : null;
    try {
      this.#server.listen(own);
    } finally {
      if (before !== null) process.umask(before);
    }
    await once(this.#server, 'listening');
    chmodSync(own, 0o600);
    renameSync(own, path);
  }

  /** Throws LineSettingError if a server of this rank or a higher one answers on the path, or if it is no socket. */
  async #refuseRival(path: string): Promise<void> {
    const kind = lstatSync(path, { throwIfNoEntry: false });
    if (kind === undefined) return;
    if (!kind.isSocket()) throw new LineSettingError(`The file of the line unix:${path} is not a socket.`);
    const rival = await readHello(path, this.installation);
    if (rival !== null && rival.rank >= this.peer.rank)
      throw new LineSettingError(`Another process serves the line unix:${path}.`);
  }
}

/**
 * Returns the greeting of the server on a socket file; null if it has ended or stalled. Throws LineSettingError for a server of
 * another installation.
 */
async function readHello(path: string, installation: string): Promise<LinePeer | null> {
  const probe = connect(path);
  try {
    return await new Promise((resolve, reject) => {
      const none = () => resolve(null);
      const readGreeting = ({ body }: Frame) => {
        try {
          resolve(parseHello(body, installation));
        } catch (error) {
          if (error instanceof ForeignServerError) reject(new LineSettingError(`On unix:${path} ${error.message}.`));
          else none();
        }
      };
      setTimeout(none, probeMaxMs);
      probe.once('error', none).once('close', none);
      readFrames(probe, () => greetBytesMax, readGreeting);
    });
  } finally {
    probe.destroy();
  }
}

/** Removes files of servers that were killed between opening their file and giving it its name. */
function sweepLeftovers(path: string): void {
  const folder = dirname(path);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`${basename(path)}.`)) continue;
    const file = join(folder, name);
    const made = lstatSync(file, { throwIfNoEntry: false });
    if (made?.isSocket() && Date.now() - made.mtimeMs > leftoverAgeMs) rmSync(file, { force: true });
  }
}

/** One client. */
class Connection {
  isKnown = false;
  readonly #serving: Serving;
  readonly #socket: Socket;
  readonly #writer: FrameWriter;
  readonly #hello: Hello;
  readonly #topics = new Set<string>();
  /** Topics with pushes that this client was not sent. */
  readonly #cutOff = new Set<string>();
  #aliveAtMs = performance.now();

  constructor(serving: Serving, socket: Socket) {
    this.#serving = serving;
    this.#socket = socket;
    this.#writer = new FrameWriter(socket, () => this.#reportCutOff());
    const { installation, peer } = serving;
    this.#hello = { version: wireVersion, installation, ...peer, nonce: newNonce() };
    // A broken connection is closed by Node; the client notices and comes back.
    socket.on('error', () => undefined);
    readFrames(
      socket,
      () => (this.isKnown ? frameMax : greetBytesMax),
      (frame) => this.#take(frame),
    );
    this.#writer.write(frameKind.hello, 0, Buffer.from(JSON.stringify(this.#hello)));
    const timer = setTimeout(() => this.isKnown || socket.destroy(), greetMaxMs);
    socket.on('close', () => clearTimeout(timer));
  }

  follows(topic: string): boolean {
    return this.#topics.has(topic);
  }

  push(topic: string, number: number, body: Uint8Array): void {
    if (!this.#topics.has(topic) || this.#cutOff.has(topic)) return;
    if (this.#writer.waitingBytes > this.#serving.waitingMax) this.#cutOff.add(topic);
    else this.#writer.write(frameKind.push, number, nameHead(topic), body);
  }

  end(): void {
    this.#writer.flush();
    this.#socket.destroySoon();
  }

  /** Frees the connection of a client that has vanished. */
  dropIfSilent(): void {
    if (performance.now() - this.#aliveAtMs > clientSilentMaxMs) this.#socket.destroy();
  }

  #take({ kind, id, body }: Frame): void {
    this.#aliveAtMs = performance.now();
    if (!this.isKnown) return this.#greet(kind, body);
    if (kind === frameKind.ask) return this.#answer(id, body);
    if (kind === frameKind.beat) return this.#writer.write(frameKind.beat, id, nothing);
    if (kind === frameKind.follow) this.#topics.add(splitName(body).name);
    else if (kind === frameKind.unfollow) this.#topics.delete(splitName(body).name);
    else this.#socket.destroy();
  }

  #greet(kind: number, body: Uint8Array): void {
    const { proof, nonce } = parseRecord(body);
    const { secret } = this.#serving;
    const isRight = typeof nonce === 'string' && isProof(proof, proofOf('client', secret, this.#hello, nonce));
    if (kind !== frameKind.proof || !isRight) return void this.#socket.destroy();
    this.isKnown = true;
    const own = { proof: proofOf('server', secret, this.#hello, nonce) };
    this.#writer.write(frameKind.welcome, 0, Buffer.from(JSON.stringify(own)));
  }

  #answer(id: number, body: Buffer): void {
    const { name, rest } = splitName(body);
    this.#serving.answerers.handle(name, rest, {
      answered: (answer) => this.#reply(frameKind.answer, id, answer),
      failed: (error, message) => this.#reply(frameKind.failure, id, nameHead(error), Buffer.from(message)),
    });
  }

  #reply(kind: typeof frameKind.answer | typeof frameKind.failure, id: number, head: Uint8Array, body?: Buffer): void {
    this.#writer.write(kind, id, head, body);
    // The client sends questions without reading the answers.
    if (this.#writer.waitingBytes > this.#serving.waitingMax * answersFactor) this.#socket.destroy();
  }

  #reportCutOff(): void {
    if (this.#cutOff.size === 0 || this.#writer.waitingBytes > this.#serving.waitingMax / 2) return;
    for (const topic of this.#cutOff) this.#writer.write(frameKind.gap, 0, nameHead(topic));
    this.#cutOff.clear();
  }
}
