import { once } from 'node:events';
import { createServer, connect as dial, type Server, type Socket } from 'node:net';

const checkEveryMs = 250;
const checkMaxMs = 2_000;

interface Target {
  readonly port: number;
  isReady: boolean;
  /** True if it answers and has been ready since it began to: it shows pages and prices, and refuses the rest by name. */
  isServing: boolean;
}

/**
 * TCP proxy in front of gateways: each connection goes to the next gateway that is ready, and none is bound to one. While
 * none is, as without a core, it goes to one that serves (R-RUN-76). For machines without haproxy, and for tests.
 */
export class Balancer {
  readonly #targets: Target[];
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #next = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(ports: readonly number[]) {
    this.#targets = ports.map((port) => ({ port, isReady: false, isServing: false }));
    this.#server = createServer({ pauseOnConnect: true }, (client) => this.#join(client));
  }

  async listen(port: number, host: string): Promise<void> {
    await this.#check();
    this.#timer = setInterval(() => void this.#check(), checkEveryMs);
    this.#server.listen(port, host);
    await once(this.#server, 'listening');
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    for (const socket of this.#sockets) socket.destroy();
    const closed = once(this.#server, 'close');
    this.#server.close();
    await closed;
  }

  #join(client: Socket): void {
    const target = this.#pick();
    if (target === null) {
      client.destroy();
      return;
    }
    const inner = dial({ port: target.port, host: '127.0.0.1' });
    for (const [one, other] of [
      [client, inner],
      [inner, client],
    ] as const) {
      this.#sockets.add(one);
      one.setNoDelay(true);
      one.on('error', () => undefined);
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
    }
    client.pipe(inner);
    inner.pipe(client);
  }

  /** Returns the next ready gateway, else the next one that serves; null if none does. */
  #pick(): Target | null {
    return this.#nextOf((target) => target.isReady) ?? this.#nextOf((target) => target.isServing);
  }

  #nextOf(isWanted: (target: Target) => boolean): Target | null {
    for (let tries = 0; tries < this.#targets.length; tries += 1) {
      const target = this.#targets[this.#next % this.#targets.length];
      this.#next += 1;
      if (target !== undefined && isWanted(target)) return target;
    }
    return null;
  }

  async #check(): Promise<void> {
    await Promise.all(
      this.#targets.map(async (target) => {
        const status = await fetch(`http://127.0.0.1:${target.port}/readyz`, {
          signal: AbortSignal.timeout(checkMaxMs),
        }).then(
          (answer) => answer.status,
          () => null,
        );
        target.isReady = status === 200;
        target.isServing = target.isReady || (target.isServing && status !== null);
      }),
    );
  }
}
