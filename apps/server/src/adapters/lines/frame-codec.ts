import type { Socket } from 'node:net';

/** Kinds of frames; the table of the wire is in docs/lines.md. */
export const frameKind = {
  hello: 1,
  proof: 2,
  welcome: 3,
  ask: 4,
  answer: 5,
  failure: 6,
  follow: 7,
  unfollow: 8,
  push: 9,
  gap: 10,
  beat: 11,
} as const;

export type FrameKind = (typeof frameKind)[keyof typeof frameKind];

/** Length of a frame's head: length of the rest, number and kind. */
const headBytes = 9;

export interface Frame {
  readonly kind: number;
  readonly id: number;
  readonly body: Buffer;
}

/**
 * Calls `onFrame` with each frame that arrives on a socket. A frame longer than `max()` destroys the socket before its
 * bytes are kept.
 */
export function readFrames(socket: Socket, max: () => number, onFrame: (frame: Frame) => void): void {
  /** Chunks of an unfinished frame, and their bytes. */
  let chunks: Buffer[] = [];
  let held = 0;
  let wanted = headBytes;
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    held += chunk.length;
    if (held < wanted) return;
    const data = chunks.length === 1 ? chunk : Buffer.concat(chunks, held);
    let at = 0;
    wanted = headBytes;
    while (data.length - at >= headBytes && !socket.destroyed) {
      const bodyBytes = data.readUInt32LE(at);
      if (bodyBytes > max()) return void socket.destroy(new Error(`a frame of ${bodyBytes} bytes is too long`));
      wanted = headBytes + bodyBytes;
      if (data.length - at < wanted) break;
      const body = data.subarray(at + headBytes, at + wanted);
      onFrame({ id: data.readUInt32LE(at + 4), kind: data.readUInt8(at + 8), body });
      at += wanted;
      wanted = headBytes;
    }
    chunks = at < data.length ? [data.subarray(at)] : [];
    held = data.length - at;
  });
}

/** Writes the frames of one turn of the event loop together. */
export class FrameWriter {
  readonly #socket: Socket;
  readonly #onWritten: () => void;
  #queue: Buffer[] = [];
  #queued = 0;

  /** `onWritten` is called after each time that the other end, or the system, has taken what was written. */
  constructor(socket: Socket, onWritten: () => void = () => undefined) {
    this.#socket = socket;
    this.#onWritten = onWritten;
  }

  /** Bytes that the other end has not taken yet. */
  get waitingBytes(): number {
    return this.#queued + this.#socket.writableLength;
  }

  /** Writes a frame with a body of up to two pieces. */
  write(kind: FrameKind, id: number, head: Uint8Array, body: Uint8Array = nothing): void {
    if (this.#socket.destroyed) return;
    const bodyBytes = head.byteLength + body.byteLength;
    const frame = Buffer.allocUnsafe(headBytes + bodyBytes);
    frame.writeUInt32LE(bodyBytes, 0);
    frame.writeUInt32LE(id, 4);
    frame.writeUInt8(kind, 8);
    frame.set(head, headBytes);
    frame.set(body, headBytes + head.byteLength);
    this.#queue.push(frame);
    this.#queued += frame.length;
    if (this.#queue.length === 1) setImmediate(() => this.flush());
  }

  flush(): void {
    const queue = this.#queue;
    this.#queue = [];
    this.#queued = 0;
    if (queue.length === 0 || this.#socket.destroyed) return;
    this.#socket.write(queue.length === 1 ? (queue[0] as Buffer) : Buffer.concat(queue), this.#onWritten);
  }
}

export const nothing = new Uint8Array();

/** Writes a short name before a body: one byte of length, then the name in UTF-8. */
export function nameHead(name: string): Buffer {
  const known = heads.get(name);
  if (known !== undefined) return known;
  const text = Buffer.from(name);
  if (text.length > 255) throw new Error(`Invariant: the name ${name} has at most 255 bytes`);
  const head = Buffer.concat([Buffer.from([text.length]), text]);
  if (heads.size < 1_000) heads.set(name, head);
  return head;
}

const heads = new Map<string, Buffer>();

/** Splits a body into its name and the rest. */
export function splitName(body: Buffer): { readonly name: string; readonly rest: Buffer } {
  const end = 1 + (body[0] ?? 0);
  return { name: body.toString('utf8', 1, end), rest: body.subarray(end) };
}
