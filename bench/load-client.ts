import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { percentile } from './figure.ts';
import { type DoorName, doors } from './order-doors.ts';

// Sends one request after another on each of many connections, from a process of its own, so that client and server do
// not share a thread.

export interface Load {
  readonly port: number;
  /** Tokens of the accounts, one connection each; the orders of an account are sent one after another. */
  readonly tokens: readonly string[];
  readonly ms: number;
  readonly instrumentId: number;
  /** Interval of the orders of each connection; absent: each follows the answer to the one before. */
  readonly everyMs?: number;
  /** Host of the company; `localhost` by default. */
  readonly host?: string;
  /** Way of the orders; HTTP by default. */
  readonly over?: DoorName;
}

export interface LoadResult {
  /** Orders accepted. */
  readonly answers: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Share of one core that the client itself used on the measured machine. */
  readonly ownShare: number;
  readonly refused: number;
  /** Message of the first refusal. */
  readonly refusal: string | null;
}

/** Opens and closes orders in a loop. */
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

/** Sends the orders from this process; `onOpen` is called once every connection is open. */
export async function sendOrders(load: Load, onOpen: () => void = () => undefined): Promise<LoadResult> {
  const tally: Tally = { latenciesMs: [], refused: 0, refusal: null };
  const sockets: Socket[] = [];
  // One after another: a network may open a limited number of sockets without a login.
  for (const token of load.tokens) sockets.push(await openSocket(load, token));
  onOpen();
  const ownUsed = process.cpuUsage();
  const began = performance.now();
  await Promise.all(load.tokens.map((token, at) => drive(sockets[at] as Socket, load, token, began + load.ms, tally)));
  const ms = performance.now() - began;
  const { user, system } = process.cpuUsage(ownUsed);
  const ownShare = (user + system) / 1_000 / ms;
  for (const socket of sockets) socket.destroy();
  const { latenciesMs, refused, refusal } = tally;
  const times = { p50Ms: percentile(latenciesMs, 0.5), p99Ms: percentile(latenciesMs, 0.99) };
  return {
    answers: latenciesMs.length,
    perSecond: (latenciesMs.length / ms) * 1_000,
    ...times,
    ownShare,
    refused,
    refusal,
  };
}

async function openSocket({ port, host = 'localhost', over = 'HTTP' }: Load, token: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  await doors[over].prepare(socket, host, token);
  return socket;
}

function drive(socket: Socket, load: Load, token: string, untilMs: number, tally: Tally): Promise<void> {
  return new Promise((resolve, reject) => {
    const { host = 'localhost', over = 'HTTP', instrumentId } = load;
    const { find, requests: requestsOf } = doors[over];
    const requests = requestsOf(host, token, instrumentId);
    let openId: string | null = null;
    let received = '';
    let sentMs = 0;
    // Connections begin one after another, so that their orders are spread over the interval.
    let dueMs = performance.now() + Math.random() * (load.everyMs ?? 0);
    const sendWhenDue = () => {
      dueMs += load.everyMs ?? 0;
      const waitMs = dueMs - performance.now();
      if (load.everyMs === undefined || waitMs <= 0) send();
      else setTimeout(send, waitMs);
    };
    const send = () => {
      sentMs = performance.now();
      socket.write(openId === null ? requests.submit() : requests.close(openId), 'latin1');
    };
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      for (let place = find(received); place !== null; place = find(received)) {
        const { at, end } = place;
        if (at >= 0) take(at);
        received = received.slice(end);
      }
    });
    const take = (at: number) => {
      if (received.startsWith('"code":1,', at)) {
        tally.latenciesMs.push(performance.now() - sentMs);
        openId = openId === null ? orderIdIn(received, at) : null;
      } else {
        tally.refused += 1;
        tally.refusal ??= received.slice(at, at + 200);
        openId = null;
      }
      if (performance.now() >= untilMs && openId === null) resolve();
      else sendWhenDue();
    };
    sendWhenDue();
  });
}

function orderIdIn(received: string, bodyAt: number): string | null {
  const at = received.indexOf('"Id":', bodyAt) + 5;
  const id = Number.parseInt(received.slice(at, at + 16), 10);
  return Number.isNaN(id) ? null : String(id);
}

if (process.argv.includes('--load')) {
  process.once('message', (load: Load) => {
    sendOrders(load).then(
      (result) => process.send?.(result, () => process.disconnect()),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
}
