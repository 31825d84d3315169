import { connect, type Socket } from 'node:net';
import { percentile } from './figure.ts';

// A process with many sockets that count messages as cheaply as they can: one buffer for all of them, the heads of the
// frames, and the last time in a message.

export type ClientOrder =
  | {
      readonly kind: 'open';
      readonly port: number;
      readonly sockets: number;
      readonly slow: number;
      readonly perBatch: number;
    }
  | { readonly kind: 'begin' }
  | { readonly kind: 'report' };

export interface ClientReport {
  readonly messages: number;
  readonly bytes: number;
  /** From the first message to the last. */
  readonly ms: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Share of one core that these clients used. */
  readonly ownShare: number;
}

export type ClientSaid = { readonly kind: 'opened' | 'received' } | ({ readonly kind: 'report' } & ClientReport);

const openAtOnce = 100;
const bufferBytes = 256 * 1_024;
/** Maximum distance of the time from the end of a message. */
const tailBytes = 100;
const samplesMax = 1_000_000;
const timeKey = Buffer.from('"Time":');
const upgrade = [
  'GET /v1/ws HTTP/1.1',
  'Host: localhost',
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  '\r\n',
].join('\r\n');

const shared = Buffer.allocUnsafe(bufferBytes);
/** Messages of a batch to all sockets that read. */
let batchMessages = 0;
let sinceTold = 0;
let messages = 0;
let bytes = 0;
let firstMs = 0;
let lastMs = 0;
const samples = new Float64Array(samplesMax);
let sampled = 0;
let ownUsed = process.cpuUsage();
let beganMs = performance.now();

/** Reads the heads of a server's frames; frames and their heads may be split between chunks. */
class FrameReader {
  #isUpgraded = false;
  /** Bytes of the current frame that are still to come. */
  #left = 0;
  #head = Buffer.alloc(0);

  read(chunk: Buffer): void {
    let at = 0;
    if (!this.#isUpgraded) {
      const end = chunk.indexOf('\r\n\r\n');
      if (end < 0) return;
      this.#isUpgraded = true;
      at = end + 4;
    }
    while (at < chunk.length) {
      if (this.#left === 0) {
        const headBytes = this.#readHead(chunk, at);
        if (headBytes === null) return;
        at += headBytes;
      }
      const taken = Math.min(this.#left, chunk.length - at);
      this.#left -= taken;
      at += taken;
      if (this.#left === 0) countMessage(chunk, at);
    }
  }

  /** Returns how many bytes of the chunk belong to the head; null if it is not complete. */
  #readHead(chunk: Buffer, at: number): number | null {
    const kept = this.#head.length;
    const head = kept === 0 ? chunk.subarray(at, at + 10) : Buffer.concat([this.#head, chunk.subarray(at, at + 10)]);
    const size = (head[1] ?? 0) & 0x7f;
    const needed = size === 126 ? 4 : size === 127 ? 10 : 2;
    if (head.length < needed) {
      this.#head = Buffer.from(head);
      return null;
    }
    this.#left = size === 126 ? head.readUInt16BE(2) : size === 127 ? Number(head.readBigUInt64BE(2)) : size;
    this.#head = Buffer.alloc(0);
    return needed - kept;
  }
}

function countMessage(chunk: Buffer, end: number): void {
  messages += 1;
  lastMs = Date.now();
  if (firstMs === 0) firstMs = lastMs;
  const from = Math.max(0, end - tailBytes);
  const key = chunk.subarray(from, end).lastIndexOf(timeKey);
  if (key >= 0 && sampled < samplesMax) {
    const sentMs = Number(chunk.toString('latin1', from + key + timeKey.length, from + key + timeKey.length + 13));
    samples[sampled] = lastMs - sentMs;
    sampled += 1;
  }
  sinceTold += 1;
  if (sinceTold < batchMessages) return;
  sinceTold = 0;
  say({ kind: 'received' });
}

async function open(port: number, count: number, slow: number, perBatch: number): Promise<void> {
  batchMessages = (count - slow) * perBatch;
  let next = 0;
  const opening = async () => {
    while (next < count) {
      next += 1;
      await openOne(port, next <= slow);
    }
  };
  await Promise.all(Array.from({ length: openAtOnce }, opening));
}

/** Resolves once the socket is upgraded and subscribed; a slow one then reads nothing more. */
function openOne(port: number, isSlow: boolean): Promise<Socket> {
  const frames = new FrameReader();
  return new Promise((resolve, reject) => {
    let isOpen = false;
    const socket: Socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: shared,
        callback: (size: number) => {
          bytes += size;
          if (!isSlow) frames.read(shared.subarray(0, size));
          if (isOpen) return true;
          isOpen = true;
          socket.write(maskedText('{"type":"sub","params":{"topic":"DAY_MARKET"}}'));
          resolve(socket);
          if (isSlow) socket.pause();
          return !isSlow;
        },
      },
    });
    socket.on('error', (error) => (isOpen ? undefined : reject(error)));
    socket.write(upgrade);
  });
}

/** A short text frame of a client, masked by zeros. */
function maskedText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
}

function begin(): void {
  [messages, bytes, firstMs, lastMs, sampled, sinceTold] = [0, 0, 0, 0, 0, 0];
  ownUsed = process.cpuUsage();
  beganMs = performance.now();
}

function report(): ClientReport {
  const { user, system } = process.cpuUsage(ownUsed);
  const times = [...samples.subarray(0, sampled)];
  const passedMs = performance.now() - beganMs;
  return {
    messages,
    bytes,
    ms: Math.max(1, lastMs - firstMs),
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    ownShare: (user + system) / 1_000 / passedMs,
  };
}

function say(said: ClientSaid): void {
  process.send?.(said);
}

if (process.argv[2] === '--read') {
  process.on('disconnect', () => process.exit());
  process.on('message', (order: ClientOrder) => {
    if (order.kind === 'open') {
      open(order.port, order.sockets, order.slow, order.perBatch).then(
        () => say({ kind: 'opened' }),
        (error: unknown) => {
          throw error;
        },
      );
    } else if (order.kind === 'begin') begin();
    else say({ kind: 'report', ...report() });
  });
}
