import { once } from 'node:events';
import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { freePort } from './product.ts';

/** TCP proxy to a local server that a test cuts and restores. While cut, it refuses connections. */
export class CutLine {
  readonly port: number;
  readonly #target: number;
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;

  private constructor(port: number, target: number) {
    this.port = port;
    this.#target = target;
  }

  static async to(target: number): Promise<CutLine> {
    const line = new CutLine(await freePort(), target);
    await line.restore();
    return line;
  }

  async restore(): Promise<void> {
    this.#server = createServer((near) => this.#join(near));
    this.#server.listen(this.port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async cut(): Promise<void> {
    if (this.#server === null) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
    this.#server = null;
  }

  #join(near: Socket): void {
    const far = dial(this.#target, '127.0.0.1');
    for (const socket of [near, far]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        (socket === near ? far : near).destroy();
      });
    }
    near.pipe(far).pipe(near);
  }
}
