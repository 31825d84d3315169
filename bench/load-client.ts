import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { percentile } from './figure.ts';

// Sends one request after another on each of many connections, from a process of its own, so that what is measured does
// not share its thread with the one who measures.

export interface Load {
  readonly port: number;
  /** One connection for each; an account's orders go one after another. */
  readonly tokens: readonly string[];
  readonly ms: number;
  readonly instrumentId: number;
}

export interface LoadResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly refused: number;
  /** What the first refusal said. */
  readonly refusal: string | null;
}

/** Opens an order and closes it again, over and over. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const child = fork(fileURLToPath(import.meta.url), ['--load'], { execArgv: ['--import', 'tsx'] });
  child.send(load);
  const [result] = (await once(child, 'message')) as [LoadResult];
  if (child.exitCode === null) await once(child, 'exit');
  return result;
}

interface Tally {
  readonly latenciesMs: number[];
  refused: number;
  refusal: string | null;
}

async function carryOut(load: Load): Promise<LoadResult> {
  const tally: Tally = { latenciesMs: [], refused: 0, refusal: null };
  const sockets = await Promise.all(load.tokens.map(() => openSocket(load.port)));
  const began = performance.now();
  await Promise.all(load.tokens.map((token, at) => drive(sockets[at] as Socket, load, token, began + load.ms, tally)));
  const ms = performance.now() - began;
  for (const socket of sockets) socket.destroy();
  const { latenciesMs, refused, refusal } = tally;
  const times = { p50Ms: percentile(latenciesMs, 0.5), p99Ms: percentile(latenciesMs, 0.99) };
  return { perSecond: (latenciesMs.length / ms) * 1_000, ...times, refused, refusal };
}

async function openSocket(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  return socket;
}

function drive(socket: Socket, load: Load, token: string, untilMs: number, tally: Tally): Promise<void> {
  return new Promise((resolve, reject) => {
    let openId: string | null = null;
    let received = '';
    let sentMs = 0;
    const send = () => {
      sentMs = performance.now();
      socket.write(openId === null ? submitting(load, token) : closing(openId, token));
    };
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      const body = wholeBody(received);
      if (body === null) return;
      received = '';
      if (body.includes('"code":1,')) {
        tally.latenciesMs.push(performance.now() - sentMs);
        openId = openId === null ? (/"Id":(\d+)/.exec(body)?.[1] ?? null) : null;
      } else {
        tally.refused += 1;
        tally.refusal ??= body.slice(0, 200);
        openId = null;
      }
      if (performance.now() >= untilMs && openId === null) resolve();
      else send();
    });
    send();
  });
}

/** The body once it is all there; null before. */
function wholeBody(received: string): string | null {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const length = Number(/content-length: (\d+)/i.exec(received.slice(0, headEnd))?.[1] ?? 0);
  return received.length >= headEnd + 4 + length ? received.slice(headEnd + 4) : null;
}

function submitting({ instrumentId }: Load, token: string): string {
  const order = { type: 1, cont: '0.01', forex_id: instrumentId, multiple: 100, client_id: newId() };
  return requestOf('submit', token, JSON.stringify(order));
}

function closing(id: string, token: string): string {
  return requestOf('close', token, `{"id":${id},"client_id":"${newId()}"}`);
}

function requestOf(call: string, token: string, body: string): string {
  const head = `POST /v1/api/forex/${call} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json`;
  return `${head}\r\nauthorization: ${token}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

function newId(): string {
  return randomBytes(16).toString('hex');
}

if (process.argv.includes('--load')) {
  process.once('message', (load: Load) => {
    carryOut(load).then(
      (result) => process.send?.(result, () => process.disconnect()),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
}
