import { once } from 'node:events';
import { createServer, connect as dial, type NetConnectOpts, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { freePort } from './product.ts';

/**
 * State of a network between two processes. `hole`: nothing arrives and no end notices, as when a host has lost its power
 * or its cable; connections stay open, and what was sent arrives once the network is back. `cut`: connections are closed
 * and new ones refused.
 */
type NetworkState = 'whole' | 'hole' | 'cut';

/** Changes of the traffic while the network is whole. */
export interface Weather {
  /** Delay of every piece in milliseconds. */
  readonly delayMs?: number;
  /** Bytes a second that the near end reads; null for all. */
  readonly bytesPerSecond?: number | null;
  /** Changes the pieces on their way to the near end. */
  readonly reshape?: () => Transform;
}

/** TCP proxy in front of a local server, through which one process reaches it; a test breaks it in the ways of a network. */
export class ChaosProxy {
  readonly port: number;
  readonly #target: NetConnectOpts;
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  #state: NetworkState = 'whole';
  #weather: Weather = {};

  private constructor(port: number, target: NetConnectOpts) {
    this.port = port;
    this.#target = target;
    this.#server = createServer({ pauseOnConnect: true }, (near) => this.#join(near));
  }

  static async to(target: NetConnectOpts): Promise<ChaosProxy> {
    const proxy = new ChaosProxy(await freePort(), target);
    proxy.#server.listen(proxy.port, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get state(): NetworkState {
    return this.#state;
  }

  set state(state: NetworkState) {
    this.#state = state;
    for (const pair of this.#pairs) {
      if (state === 'cut') pair.destroy();
      else pair.flow(state === 'whole');
    }
  }

  /** Sets the weather of connections, the open ones included except for `reshape`, which new ones get. */
  set weather(weather: Weather) {
    this.#weather = weather;
    for (const pair of this.#pairs) pair.weather = weather;
  }

  /** Closes every open connection; new ones work. */
  reconnect(): void {
    for (const pair of this.#pairs) pair.destroy();
  }

  async close(): Promise<void> {
    for (const pair of this.#pairs) pair.destroy();
    const closed = once(this.#server, 'close');
    this.#server.close();
    await closed;
  }

  #join(near: Socket): void {
    if (this.#state === 'cut') {
      near.destroy();
      return;
    }
    const pair = new Pair(near, this.#target, this.#weather);
    this.#pairs.add(pair);
    near.once('close', () => this.#pairs.delete(pair));
    pair.flow(this.#state === 'whole');
  }
}

/** Both sides of one connection. */
class Pair {
  readonly #near: Socket;
  readonly #target: NetConnectOpts;
  readonly #up: Gate;
  readonly #down: Gate;
  #far: Socket | null = null;
  #isDestroyed = false;

  constructor(near: Socket, target: NetConnectOpts, weather: Weather) {
    this.#near = near;
    this.#target = target;
    this.#up = new Gate();
    this.#down = new Gate();
    this.#weatherNow = weather;
    this.weather = weather;
    near.on('error', () => undefined);
    near.once('close', () => this.#end());
  }

  #weatherNow: Weather;

  set weather(weather: Weather) {
    this.#weatherNow = weather;
    this.#up.delayMs = weather.delayMs ?? 0;
    this.#down.delayMs = weather.delayMs ?? 0;
    this.#down.bytesPerSecond = weather.bytesPerSecond ?? null;
  }

  /** Lets the traffic through, or holds it: neither end notices that the other one has closed. */
  flow(isOpen: boolean): void {
    if (this.#isDestroyed) return;
    if (isOpen && this.#far === null) this.#reach();
    this.#up.isOpen = isOpen;
    this.#down.isOpen = isOpen;
    if (isOpen && (this.#near.destroyed || this.#far?.destroyed === true)) this.destroy();
  }

  destroy(): void {
    this.#isDestroyed = true;
    this.#near.destroy();
    this.#far?.destroy();
  }

  #reach(): void {
    const far = dial(this.#target);
    this.#far = far;
    far.on('error', () => undefined);
    far.once('close', () => this.#end());
    far.setNoDelay(true);
    this.#near.setNoDelay(true);
    const reshape = this.#weatherNow.reshape?.();
    this.#near.pipe(this.#up).pipe(far);
    if (reshape === undefined) far.pipe(this.#down).pipe(this.#near);
    else far.pipe(reshape).pipe(this.#down).pipe(this.#near);
  }

  #end(): void {
    if (this.#up.isOpen) this.destroy();
  }
}

/** Passes pieces in order: each after the delay, no faster than the limit, and none while it is closed. */
class Gate extends Transform {
  delayMs = 0;
  bytesPerSecond: number | null = null;
  #isOpen = false;
  #waiting: (() => void)[] = [];
  #passed: Promise<unknown> = Promise.resolve();

  constructor() {
    super({ highWaterMark: 16_384 });
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  set isOpen(isOpen: boolean) {
    this.#isOpen = isOpen;
    if (!isOpen) return;
    for (const resume of this.#waiting.splice(0)) resume();
  }

  override _transform(piece: Buffer, _encoding: unknown, next: () => void): void {
    const { delayMs, bytesPerSecond } = this;
    const due = delayMs === 0 ? null : wait(delayMs);
    const pass = async () => {
      await due;
      if (!this.#isOpen) await new Promise<void>((resolve) => this.#waiting.push(resolve));
      this.push(piece);
    };
    this.#passed = this.#passed.then(pass);
    if (bytesPerSecond !== null) void this.#passed.then(() => wait((piece.length / bytesPerSecond) * 1_000)).then(next);
    else if (this.#isOpen) next();
    else void this.#passed.then(next);
  }

  override _flush(done: () => void): void {
    void this.#passed.then(done);
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
