import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { DayMarketLine, KlineLine } from '@candor/contracts/ws/messages';
import { build } from 'esbuild';
import { WebSocket, WebSocketServer } from 'ws';
import type { Serving } from '../testkit/product.ts';

// A server in front of the product whose sockets tick at a pace of its own: every instrument, and the candle of every open
// chart, in each message. It serves the React page of `react-market.tsx` beside the product's.

export const reactPath = '/react-market';
const scriptPath = '/react-market.js';

export interface TickingServer {
  readonly url: string;
  stop(): void;
}

export async function startTickingServer(product: Serving, perSecond: number): Promise<TickingServer> {
  const port = Number(new URL(product.url).port);
  const script = await bundle();
  const server = createServer((asked, answer) => {
    const path = new URL(asked.url ?? '', product.url).pathname;
    if (path === reactPath) {
      answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    } else if (path === scriptPath) {
      answer.writeHead(200, { 'content-type': 'text/javascript', 'content-encoding': 'gzip' }).end(script);
    } else {
      const { url, method, headers } = asked;
      const passed = request({ host: 'localhost', port, path: url, method, headers }, (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
      });
      passed.on('error', () => answer.destroy());
      asked.pipe(passed);
    }
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (near, { url = '', headers: { host = '', origin = '' } }) => {
    const far = new WebSocket(`ws://localhost:${port}${url}`, { headers: { host, origin } });
    bridge(near, far, perSecond);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Passes messages on, and sends prices and candles of its own in place of the product's later ones. */
function bridge(near: WebSocket, far: WebSocket, perSecond: number): void {
  const lines = new Map<number, DayMarketLine>();
  const candles = new Map<string, KlineLine>();
  const early: string[] = [];
  let turn = 0;
  near.on('message', (data) => {
    if (far.readyState === WebSocket.OPEN) far.send(String(data));
    else early.push(String(data));
  });
  far.on('open', () => {
    for (const text of early) far.send(text);
  });
  far.on('message', (data) => {
    const text = String(data);
    const message = (text.startsWith('{') ? JSON.parse(text) : { type: text }) as { type: string; params: unknown };
    if (message.type === 'KLINE') {
      const line = message.params as KlineLine;
      candles.set(`${line.forex_id} ${line.period}`, line);
    } else if (message.type === 'DAY_MARKET') {
      const isFirst = lines.size === 0;
      for (const line of message.params as DayMarketLine[]) if (!lines.has(line.Id)) lines.set(line.Id, line);
      if (isFirst) near.send(text);
    } else near.send(text);
  });
  const timer = setInterval(() => {
    turn += 1;
    const moved = [...lines.values()].map((line) => moveLine(line, turn));
    if (moved.length > 0) near.send(JSON.stringify({ type: 'DAY_MARKET', code: 1, params: moved }));
    for (const line of candles.values())
      near.send(JSON.stringify({ type: 'KLINE', code: 1, params: moveCandle(line, turn) }));
  }, 1_000 / perSecond);
  const close = () => {
    clearInterval(timer);
    near.terminate();
    far.terminate();
  };
  for (const socket of [near, far]) socket.on('close', close).on('error', close);
}

/** Ticks by which a price differs from the first one; never the same twice in a row. */
function ticksAway(id: number, turn: number): number {
  return ((turn * 13 + id * 7) % 41) - 20;
}

function moveText(text: string, ticks: number): string {
  const digits = (text.split('.')[1] ?? '').length;
  return (Number(text) + ticks / 10 ** digits).toFixed(digits);
}

function moveLine(line: DayMarketLine, turn: number): DayMarketLine {
  const ticks = ticksAway(line.Id, turn);
  const Bid = moveText(line.Bid, ticks);
  const Change = ((Number(Bid) / Number(line.Open) - 1) * 100).toFixed(2);
  return { ...line, Bid, Ask: moveText(line.Ask, ticks), Change, Seq: line.Seq + turn, Time: Date.now() };
}

function moveCandle(line: KlineLine, turn: number): KlineLine {
  const Close = moveText(line.candle.Close, ticksAway(line.forex_id, turn));
  const [high, low] = [line.candle.High, line.candle.Low].map(Number) as [number, number];
  const High = Number(Close) > high ? Close : line.candle.High;
  const Low = Number(Close) < low ? Close : line.candle.Low;
  return { ...line, candle: { ...line.candle, Close, High, Low } };
}

/** Bundles the page of the rival as for production. */
async function bundle(): Promise<Buffer> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('react-market.tsx', import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2023',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  return gzipSync(outputFiles[0]?.contents ?? '');
}

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>React</title>
<style>
  body { margin: 0; font: 14px system-ui; }
  .row { display: flex; height: 64px; align-items: center; gap: 12px; padding: 0 16px; border-bottom: 1px solid #ddd; }
  .name { flex: 1; } .up { color: #0a7d4f; } .down { color: #b3261e; } .price { font-size: 18px; }
  .chart { height: 300px; }
</style>
<div id="root"></div><script type="module" src="${scriptPath}"></script>
`;
