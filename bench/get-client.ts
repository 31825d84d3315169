import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

// Sends GET requests one after another on each of many connections, from a process of its own, and counts the answers.

export interface GetLoad {
  readonly port: number;
  readonly clients: number;
  readonly ms: number;
  /** Paths with their query; each connection takes them in turn. */
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** True to send the ETag of a path's last answer. */
  readonly asksForChanges: boolean;
}

export interface GetResult {
  readonly answers: number;
  readonly notModified: number;
  /** Bytes of the bodies on average. */
  readonly bodyBytes: number;
  readonly ms: number;
}

export async function runGets(load: GetLoad): Promise<GetResult> {
  const child = fork(fileURLToPath(import.meta.url), ['--gets'], { execArgv: ['--import', 'tsx'] });
  child.send(load);
  const [result] = (await once(child, 'message')) as [GetResult];
  if (child.exitCode === null) await once(child, 'exit');
  return result;
}

interface Tally {
  answers: number;
  notModified: number;
  bytes: number;
}

/** Sends the requests from this process; `onOpen` is called once every connection is open. */
export async function sendGets(load: GetLoad, onOpen: () => void = () => undefined): Promise<GetResult> {
  const tally: Tally = { answers: 0, notModified: 0, bytes: 0 };
  const sockets: Socket[] = [];
  for (let at = 0; at < load.clients; at += 1) {
    const socket = connect({ port: load.port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    sockets.push(socket);
  }
  onOpen();
  const began = performance.now();
  await Promise.all(sockets.map((socket, at) => drive(socket, load, at, began + load.ms, tally)));
  const ms = performance.now() - began;
  for (const socket of sockets) socket.destroy();
  const { answers, notModified, bytes } = tally;
  return { answers, notModified, bodyBytes: bytes / answers, ms };
}

const headEnd = Buffer.from('\r\n\r\n');

function drive(
  socket: Socket,
  { paths, headers, asksForChanges }: GetLoad,
  at: number,
  untilMs: number,
  tally: Tally,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${more.join('')}`);
    const tags = paths.map(() => '');
    let turn = at % paths.length;
    /** Bytes of the body that are still to come; below zero: the head is. */
    let missing = -1;
    let head: Buffer = Buffer.alloc(0);
    const send = () => {
      const tag = tags[turn] ?? '';
      socket.write(`${requests[turn] ?? ''}${tag === '' ? '' : `if-none-match: ${tag}\r\n`}\r\n`, 'latin1');
    };
    const finish = () => {
      tally.answers += 1;
      missing = -1;
      turn = (turn + 1) % paths.length;
      if (performance.now() >= untilMs) resolve();
      else send();
    };
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      if (missing > 0) {
        missing -= chunk.length;
        if (missing === 0) finish();
        return;
      }
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      const end = head.indexOf(headEnd);
      if (end < 0) return;
      const text = head.toString('latin1', 0, end);
      const bodyBytes = lengthIn(text);
      if (text.startsWith('HTTP/1.1 304')) tally.notModified += 1;
      else if (!text.startsWith('HTTP/1.1 200')) reject(new Error(`Answered ${text.slice(0, 200)}`));
      if (asksForChanges) tags[turn] = /\r\netag: (.+)/i.exec(text)?.[1] ?? tags[turn] ?? '';
      tally.bytes += bodyBytes;
      missing = bodyBytes - (head.length - end - headEnd.length);
      head = Buffer.alloc(0);
      if (missing === 0) finish();
    });
    send();
  });
}

function lengthIn(head: string): number {
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
  return Number(length ?? 0);
}

if (process.argv.includes('--gets')) {
  process.once('message', (load: GetLoad) => {
    sendGets(load).then(
      (result) => process.send?.(result, () => process.disconnect()),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
}
