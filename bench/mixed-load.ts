import sharp from 'sharp';
import { WebSocket } from 'ws';
import { registerTrader } from '../e2e/page-models/real-trader.ts';
import { firstSignIn, OperatorDesk } from '../testkit/operator-desk.ts';
import type { Product } from '../testkit/product.ts';
import { type LoadResult, runLoad } from './load-client.ts';
import { openDemos } from './product-under-load.ts';

/** Numbers of clients that work at the same time. */
export interface MixedLoad {
  readonly orderClients: number;
  readonly sockets: number;
  /** Callers of each expensive call, each one call after another. */
  readonly callers: number;
}

export interface MixedResult {
  readonly orders: LoadResult;
  /** Messages that the sockets received. */
  readonly pushes: number;
  /** Numbers of answers by kind of call. */
  readonly answers: Readonly<Record<string, number>>;
}

const socketsPerAccount = 5;
const heartbeatMs = 5_000;
const socketsAtOnce = 50;

/** Opens the accounts for a mixed load. */
export async function prepareMixedLoad(product: Product, dataDir: string, { orderClients, sockets }: MixedLoad) {
  const url = product.callUrl;
  const demos = Math.max(orderClients, Math.ceil(sockets / socketsPerAccount));
  const tokens = await openDemos(url, demos);
  const desk = await OperatorDesk.takeOver(url, firstSignIn(dataDir));
  // Pictures are taken from real accounts alone.
  const { token: realToken } = await registerTrader(url, dataDir);
  return { url, tokens, desk, realToken };
}

export type MixedParts = Awaited<ReturnType<typeof prepareMixedLoad>>;

/** Runs orders, sockets, old candles, statements, pictures and exports at the same time, for `ms`. */
export async function runMixedLoad(parts: MixedParts, load: MixedLoad, ms: number): Promise<MixedResult> {
  const listening = await openSockets(parts, load.sockets);
  const answers: Record<string, number> = {};
  let isOver = false;
  const repeat = async (what: string, ask: (turn: number) => Promise<unknown>) => {
    for (let turn = 0; !isOver; turn += 1) {
      await ask(turn);
      answers[what] = (answers[what] ?? 0) + 1;
    }
  };
  const asked = expensiveCalls(parts);
  const callers = Array.from({ length: load.callers }, (_, at) =>
    Object.entries(asked).map(([what, ask]) => repeat(what, (turn) => ask(turn * load.callers + at))),
  ).flat();
  const port = Number(new URL(parts.url).port);
  const tokens = parts.tokens.slice(0, load.orderClients);
  try {
    const orders = await runLoad({ port, tokens, ms, instrumentId: 1 });
    return { orders, pushes: listening.pushes(), answers };
  } finally {
    isOver = true;
    await Promise.all(callers);
    listening.close();
  }
}

function expensiveCalls({
  url,
  tokens,
  desk,
  realToken,
}: MixedParts): Record<string, (at: number) => Promise<unknown>> {
  const today = new Date().toISOString().slice(0, 10);
  const statement = (format: string) => async (at: number) => {
    const path = `/api/account/statement?from=${today}&to=${today}&format=${format}`;
    await take(`${url}${path}`, { headers: { authorization: tokens[at % tokens.length] ?? '' } });
  };
  return {
    // Another week each time, so that little of it is cached.
    'old candles': (at) => {
      const before = Date.now() - (100 + 7 * (at % 50)) * 86_400_000;
      return take(`${url}/v1/api/forex/kline?forex_id=${1 + (at % 5)}&period=15min&before=${before}&limit=500`);
    },
    'statements as PDF': statement('pdf'),
    'statements as CSV': statement('csv'),
    'statements as JSON': statement('json'),
    'console exports': () => desk.csv('/orders'),
    'pictures uploaded': async (at) => {
      const form = new FormData();
      const bytes = await pictureBytes(at);
      form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'picture.jpg');
      const init = { method: 'POST', headers: { authorization: realToken }, body: form };
      await take(`${url}/api/common/image_upload`, init);
    },
  };
}

/** Reads an answer to its end; a refusal for too many calls counts as an answer. */
async function take(url: string, init: RequestInit = {}): Promise<void> {
  await (await fetch(url, init)).arrayBuffer();
}

function pictureBytes(at: number): Promise<Buffer> {
  const background = { r: at % 256, g: 90, b: 150 };
  return sharp({ create: { width: 1_200, height: 800, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

async function openSockets({ url, tokens }: MixedParts, count: number) {
  let pushes = 0;
  const sockets: WebSocket[] = [];
  const open = (at: number) =>
    new Promise<void>((resolve, reject) => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/ws`);
      sockets.push(socket);
      socket.on('error', reject);
      socket.on('open', () => {
        socket.send(JSON.stringify({ type: 'login', params: { token: tokens[at % tokens.length] } }));
        for (const topic of ['DAY_MARKET', 'FOREX_TRADE'])
          socket.send(JSON.stringify({ type: 'sub', params: { topic } }));
        resolve();
      });
      socket.on('message', () => {
        pushes += 1;
      });
    });
  for (let at = 0; at < count; at += socketsAtOnce) {
    const last = Math.min(count, at + socketsAtOnce);
    await Promise.all(Array.from({ length: last - at }, (_, next) => open(at + next)));
  }
  const beat = setInterval(() => {
    for (const socket of sockets) if (socket.readyState === WebSocket.OPEN) socket.ping();
  }, heartbeatMs);
  return {
    pushes: () => pushes,
    close() {
      clearInterval(beat);
      for (const socket of sockets) socket.terminate();
    },
  };
}
