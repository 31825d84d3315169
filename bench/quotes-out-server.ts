import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer as createNetServer, type Server as NetServer, type Socket } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { toDayLine } from '../apps/server/src/gateway/market-lines.ts';
import { attachWebSocket } from '../apps/server/src/gateway/ws/attach-websocket.ts';
import { frameText } from '../apps/server/src/gateway/ws/socket-peer.ts';
import { quotedInstruments } from '../apps/server/src/services/market/create-market.ts';
import { startHandMarket } from '../testkit/hand-feed.ts';
import { readRecordedPrices } from './quotes-out-prices.ts';
import { instrumentCount, type Way } from './quotes-out-ways.ts';

// A process that serves quotes in one of several ways, and ticks as ordered: one batch is a new price of each
// instrument, and one message to each socket.

export type Order =
  | { readonly kind: 'tick'; readonly everyMs: number; readonly ahead: number }
  | { readonly kind: 'received' }
  | { readonly kind: 'stop' };

export interface Served {
  readonly port?: number;
  /** Reason for which this way cannot be measured here. */
  readonly missing?: string;
  readonly usedUs?: number;
  readonly batches?: number;
  readonly cut?: number;
}

const skipAboveBytes = 256 * 1_024;
const cutAboveBytes = 1_024 * 1_024;
/** A batch that is not confirmed after this no longer holds back the next: it was merged with another, or is late. */
const unconfirmedMs = 500;
const clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() };

type Running = Awaited<ReturnType<typeof startHandMarket>>;

/** One way to serve; `send` sends a batch, and the product does so by itself. */
interface Serving {
  readonly port: number;
  send(): void;
  cut(): number;
}

async function serve(way: Way): Promise<void> {
  const instruments = quotedInstruments('open').slice(0, instrumentCount);
  const prices = await readRecordedPrices(instruments);
  const running = await startHandMarket(
    instruments.map(({ spec }) => spec.id),
    clock,
  );
  const toLines = () => instruments.map(({ spec }) => toDayLine(running.market, spec.id));
  const toText = (lines: unknown) => JSON.stringify({ type: 'DAY_MARKET', code: 1, params: lines });
  const quote = () => {
    const nowMs = clock.nowMs();
    for (const { id, bid, ask } of prices.next()) running.feed.quote(id, bid, ask, nowMs);
  };
  quote();
  const ticking = new Ticking(quote);
  let serving: Serving;
  try {
    serving = await openServing(way, running, { toLines, toText });
  } catch (error) {
    tell({ missing: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) });
    return;
  }
  ticking.send = () => serving.send();
  process.on('message', (order: Order) => {
    if (order.kind === 'tick') ticking.start(order.everyMs, order.ahead);
    else if (order.kind === 'received') ticking.confirm();
    else tell({ ...ticking.stop(), cut: serving.cut() });
  });
  tell({ port: serving.port });
}

interface Texts {
  readonly toLines: () => readonly unknown[];
  readonly toText: (lines: unknown) => string;
}

function openServing(way: Way, running: Running, { toLines, toText }: Texts): Promise<Serving> {
  if (way === 'product') return serveProduct(running);
  if (way === 'raw') return serveRaw(() => frameText(toText(toLines())));
  if (way === 'naive') return serveNaive(() => [toLines()], toText);
  if (way === 'single') return serveNaive(() => toLines().map((line) => [line]), toText);
  return serveBest(() => toText(toLines()));
}

/** Ticks at a pace; at most some batches ahead of what all clients have received. */
class Ticking {
  send: () => void = () => undefined;
  readonly #quote: () => void;
  #timer: NodeJS.Timeout | null = null;
  #batches = 0;
  #ahead = 0;
  #sentMs = 0;
  #used = process.cpuUsage();

  constructor(quote: () => void) {
    this.#quote = quote;
  }

  start(everyMs: number, ahead: number): void {
    this.#batches = 0;
    this.#ahead = 0;
    this.#used = process.cpuUsage();
    this.#timer = setInterval(() => {
      const nowMs = performance.now();
      if (this.#ahead >= ahead && nowMs - this.#sentMs < unconfirmedMs) return;
      this.#ahead = Math.min(this.#ahead, ahead - 1) + 1;
      this.#sentMs = nowMs;
      this.#batches += 1;
      this.#quote();
      this.send();
    }, everyMs);
  }

  confirm(): void {
    this.#ahead = Math.max(0, this.#ahead - 1);
  }

  stop(): { usedUs: number; batches: number } {
    if (this.#timer !== null) clearInterval(this.#timer);
    const { user, system } = process.cpuUsage(this.#used);
    return { usedUs: user + system, batches: this.#batches };
  }
}

async function serveProduct({ market }: Running): Promise<Serving> {
  const server = createServer();
  const attached = attachWebSocket(server, {
    market,
    clock,
    limits: { flushMs: 1, anonymousPerNetwork: 100_000, anonymousTotal: 100_000, idleMs: 600_000 },
    authenticate: async () => null,
    isOriginAllowed: () => true,
    isTrustedProxy: null,
    accountTopics: { watch: () => () => undefined },
  });
  return { port: await listen(server), send: () => undefined, cut: () => attached.stats().cutOff };
}

async function serveRaw(toFrame: () => Buffer): Promise<Serving> {
  const sockets = new Set<Socket>();
  const server = createNetServer({ noDelay: true }, (socket) => {
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.once('data', () => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
      sockets.add(socket);
    });
  });
  const send = () => {
    const frame = toFrame();
    for (const socket of sockets) if (socket.writableLength < skipAboveBytes) socket.write(frame);
  };
  return { port: await listen(server), send, cut: () => 0 };
}

/** Makes the text of each message for each socket. */
async function serveNaive(toMessages: () => readonly unknown[], toText: (lines: unknown) => string): Promise<Serving> {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  const send = () => {
    const messages = toMessages();
    for (const socket of sockets.clients) {
      if (socket.readyState === WebSocket.OPEN) for (const lines of messages) socket.send(toText(lines));
    }
  };
  return { port: await listen(server), send, cut: () => 0 };
}

interface Uws {
  App(): UwsApp;
  us_socket_local_port(socket: unknown): number;
}

interface UwsApp {
  ws(path: string, behaviour: Record<string, unknown>): UwsApp;
  listen(host: string, port: number, done: (socket: unknown) => void): UwsApp;
  publish(topic: string, text: string): boolean;
}

async function serveBest(toMessage: () => string): Promise<Serving> {
  const uws = createRequire(new URL('./rivals/package.json', import.meta.url))('uwebsockets') as Uws;
  let cut = 0;
  const app = uws.App().ws('/*', {
    compression: 0,
    idleTimeout: 0,
    maxBackpressure: cutAboveBytes,
    closeOnBackpressureLimit: true,
    open: (socket: { subscribe(topic: string): void }) => socket.subscribe('quotes'),
    close: () => {
      cut += 1;
    },
  });
  const port = await new Promise<number>((resolve) => {
    app.listen('127.0.0.1', 0, (socket) => resolve(uws.us_socket_local_port(socket)));
  });
  return { port, send: () => void app.publish('quotes', toMessage()), cut: () => cut };
}

function listen(server: Server | NetServer): Promise<number> {
  return new Promise((resolve) => {
    server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () => {
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function tell(served: Served): void {
  process.send?.(served);
}

if (process.argv[2] === '--serve') {
  process.on('disconnect', () => process.exit());
  await serve(process.argv[3] as Way);
}
