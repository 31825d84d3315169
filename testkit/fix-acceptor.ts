import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';

/** A FIX message as a list of tags and values, in order. */
export type FixLine = readonly (readonly [tag: number, value: string])[];

/** Returns the first value of a tag. */
export function valueOf(line: FixLine, tag: number): string | undefined {
  return line.find(([one]) => one === tag)?.[1];
}

/** Writes a message with length and checksum; `text` is its body with `|` in place of the separator, from 35 on. */
export function fixBytes(text: string): Buffer {
  const body = `${text.replace(/\|$/, '').split('|').join('\u0001')}\u0001`;
  const head = `8=FIX.4.4\u00019=${Buffer.byteLength(body, 'latin1')}\u0001`;
  const bytes = Buffer.from(head + body, 'latin1');
  const sum = bytes.reduce((total, byte) => total + byte, 0) % 256;
  return Buffer.concat([bytes, Buffer.from(`10=${String(sum).padStart(3, '0')}\u0001`, 'latin1')]);
}

/** Time as FIX writes it. */
export function fixStamp(timeMs: number): string {
  return new Date(timeMs).toISOString().replaceAll('-', '').replace('T', '-').replace('Z', '');
}

const separator = '\u0001';
const lastField = new RegExp(`${separator}10=\\d{3}${separator}`);

interface AcceptorOptions {
  readonly tls?: { readonly key: string; readonly cert: string };
  readonly port?: number;
}

/**
 * A FIX venue on the loopback that does what a test says, also what a correct one would not: it keeps no rule of its own but
 * its numbers, the answer to a logon and that to a test request.
 */
export class FixAcceptor {
  readonly received: FixLine[] = [];
  /** Number of the next message. */
  nextOut = 1;
  connections = 0;
  port = 0;
  /** False: logons get no answer. */
  answersLogon = true;
  /** True: test requests get no answer. */
  isDeaf = false;
  /** Time of messages; the real one by default. */
  nowMs: () => number = Date.now;
  onMessage: (line: FixLine) => void = () => undefined;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(tls: AcceptorOptions['tls']) {
    const take = (socket: Socket) => this.#take(socket);
    this.#server = tls === undefined ? createServer(take) : createSecureServer(tls, take);
  }

  static async start({ tls, port = 0 }: AcceptorOptions = {}): Promise<FixAcceptor> {
    const acceptor = new FixAcceptor(tls);
    acceptor.#server.listen(port, '127.0.0.1');
    await once(acceptor.#server, 'listening');
    acceptor.port = (acceptor.#server.address() as AddressInfo).port;
    return acceptor;
  }

  get connected(): number {
    return this.#sockets.size;
  }

  /** Messages of one type, in order. */
  of(type: string): FixLine[] {
    return this.received.filter((line) => valueOf(line, 35) === type);
  }

  /** Sends a message with the next number, or the given one; `text` has `|` between its fields. */
  send(type: string, text: string, seq = this.nextOut): void {
    if (seq >= this.nextOut) this.nextOut = seq + 1;
    this.raw(this.bytes(type, text, seq));
  }

  bytes(type: string, text: string, seq: number): Buffer {
    const fields = text === '' ? '' : `|${text}`;
    return fixBytes(`35=${type}|49=LP|56=MD|34=${seq}|52=${fixStamp(this.nowMs())}${fields}`);
  }

  raw(bytes: Buffer): void {
    for (const socket of this.#sockets) socket.write(bytes);
  }

  drop(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    this.drop();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #take(socket: Socket): void {
    this.connections += 1;
    this.#sockets.add(socket);
    let rest = '';
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      rest += chunk.toString('latin1');
      for (;;) {
        const end = lastField.exec(rest);
        if (end === null) return;
        const text = rest.slice(0, end.index + end[0].length - 1);
        rest = rest.slice(end.index + end[0].length);
        this.#hear(
          text.split('\u0001').map((field) => {
            const at = field.indexOf('=');
            return [Number(field.slice(0, at)), field.slice(at + 1)] as const;
          }),
        );
      }
    });
  }

  #hear(line: FixLine): void {
    this.received.push(line);
    const type = valueOf(line, 35);
    if (type === 'A' && this.answersLogon) {
      const isReset = valueOf(line, 141) === 'Y';
      if (isReset) this.nextOut = 1;
      this.send('A', `98=0|108=${valueOf(line, 108) ?? '30'}${isReset ? '|141=Y' : ''}`);
    }
    if (type === '1' && !this.isDeaf) this.send('0', `112=${valueOf(line, 112) ?? ''}`);
    this.onMessage(line);
  }
}
