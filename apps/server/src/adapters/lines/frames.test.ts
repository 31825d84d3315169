import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testSecret } from '../../../../../testkit/line-rigs.ts';
import { bodyMax, type LineClient } from '../../ports/lines.ts';
import { FrameWriter, frameKind, nameHead, readFrames } from './frame-codec.ts';
import { connectFrames, type FramesClientOptions } from './frames-client.ts';
import { type FramesServerOptions, serveFrames } from './frames-server.ts';
import { LineSettingError } from './line-address.ts';

const bytes = (text: string) => Buffer.from(text);
const opened: { close(): Promise<void> }[] = [];
let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-frames-'));
  path = join(folder, 'core.sock');
});
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close();
  rmSync(folder, { recursive: true });
});

async function serve(options: FramesServerOptions) {
  const server = await serveFrames(options);
  opened.push(server);
  server.answer('echo', (body) => body);
  return server;
}

function openClient(options: FramesClientOptions): LineClient {
  const client = connectFrames(options);
  opened.push(client);
  return client;
}

const untilUp = (client: LineClient) =>
  new Promise<void>((resolve) => {
    if (client.isUp) resolve();
    else client.onChange((isUp) => isUp && resolve());
  });

/** The error for which a client cannot open its line. */
const refusal = (options: FramesClientOptions) =>
  new Promise<Error>((resolve) => void openClient({ ...options, onError: resolve }));

test('R-RUN-61 only this user may open the socket file', async () => {
  await serve({ address: `unix:${path}` });
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('R-RUN-61 the socket file of a process that was killed is replaced, one that is served is not', async () => {
  const script = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => console.log('up'))`;
  const dead = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(dead.stdout, 'data');
  dead.kill('SIGKILL');
  await once(dead, 'exit');
  expect(existsSync(path)).toBe(true);
  await serve({ address: `unix:${path}` });
  const client = openClient({ addresses: () => [`unix:${path}`] });
  await untilUp(client);
  await expect(serveFrames({ address: `unix:${path}` })).rejects.toThrow('Another process serves the line');
  expect(client.isUp).toBe(true);
});

test('R-RUN-61 a leader that has stalled on the socket file is replaced by the next one, and takes no client back', async () => {
  const script = `require('node:net').createServer(() => { for (;;); }).listen(${JSON.stringify(path)}, () => console.log('up'))`;
  const stalled = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(stalled.stdout, 'data');
  stalled.kill('SIGSTOP');
  await serve({ address: `unix:${path}`, rank: 2 });
  const client = openClient({ addresses: () => [`unix:${path}`] });
  await untilUp(client);
  stalled.kill('SIGKILL');
  await once(stalled, 'exit');
  const again = openClient({ addresses: () => [`unix:${path}`] });
  await untilUp(again);
  expect([client.peer?.rank, again.peer?.rank]).toEqual([2, 2]);
});

test('R-RUN-61 a server of a higher rank takes over the socket file, one of a lower rank is refused', async () => {
  const first = await serve({ address: `unix:${path}`, rank: 4 });
  await expect(serveFrames({ address: `unix:${path}`, rank: 3 })).rejects.toThrow('Another process serves the line');
  await serve({ address: `unix:${path}`, rank: 5 });
  // The replaced one closes its own file only.
  await first.close();
  const client = openClient({ addresses: () => [`unix:${path}`] });
  await untilUp(client);
  expect(client.peer?.rank).toBe(5);
});

test('R-RUN-61 a file that is no socket is refused and kept', async () => {
  writeFileSync(path, 'letters');
  await expect(serveFrames({ address: `unix:${path}` })).rejects.toThrow('is not a socket');
  expect(readFileSync(path, 'utf8')).toBe('letters');
});

test('R-RUN-61 files of servers that were killed before they had the line are removed', async () => {
  const left = `${path}.0a1b2c3d`;
  const script = `require('node:net').createServer().listen(${JSON.stringify(left)}, () => console.log('up'))`;
  const dead = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(dead.stdout, 'data');
  dead.kill('SIGKILL');
  await once(dead, 'exit');
  utimesSync(left, 1, 1);
  await serve({ address: `unix:${path}` });
  expect(readdirSync(folder)).toEqual(['core.sock']);
});

test('R-RUN-62 a line over TCP needs a secret of at least 32 characters at both ends', async () => {
  for (const secret of [undefined, null, '', 'short'])
    await expect(
      serveFrames({ address: 'tcp://127.0.0.1:0', ...(secret === undefined ? {} : { secret }) }),
    ).rejects.toThrow(LineSettingError);
  for (const address of ['tcp://nowhere', 'http://127.0.0.1:1', 'unix:relative', 'tcp://127.0.0.1:70000'])
    await expect(serveFrames({ address, secret: testSecret })).rejects.toThrow(LineSettingError);
  expect(await refusal({ addresses: () => ['tcp://127.0.0.1:1'] })).toBeInstanceOf(LineSettingError);
});

test('R-RUN-62 a client with another secret is not answered, and a server with another secret is not asked', async () => {
  const { address } = await serve({ address: 'tcp://127.0.0.1:0', secret: testSecret });
  const other = `${testSecret}, another one`;
  const client = openClient({ addresses: () => [address], secret: other });
  expect((await refusal({ addresses: () => [address], secret: other })).message).toContain('was closed');
  expect(client.isUp).toBe(false);
});

test('R-RUN-62 a server that cannot prove the secret is left, before anything is asked', async () => {
  const received: number[] = [];
  const liar = createServer((socket) => {
    const writer = new FrameWriter(socket);
    const hello = { version: 1, instance: 'liar', rank: 9, nonce: 'x' };
    writer.write(frameKind.hello, 0, bytes(JSON.stringify(hello)));
    readFrames(
      socket,
      () => 10_000,
      ({ kind }) => {
        received.push(kind);
        writer.write(frameKind.welcome, 0, bytes(JSON.stringify({ proof: 'made up' })));
      },
    );
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(liar, 'listening');
  const { port } = liar.address() as { port: number };
  const error = await refusal({ addresses: () => [`tcp://127.0.0.1:${port}`], secret: testSecret });
  expect(error.message).toContain('LINE_SECRET');
  expect(received).toEqual([frameKind.proof]);
  liar.close();
});

/** Connects without a proof and returns what came until the server closed the connection. */
async function trespass(address: string, act: (writer: FrameWriter, socket: Socket) => void): Promise<number[]> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  const kinds: number[] = [];
  socket.on('error', () => undefined);
  readFrames(
    socket,
    () => 10_000_000,
    ({ kind }) => {
      kinds.push(kind);
      if (kinds.length === 1) act(new FrameWriter(socket), socket);
    },
  );
  await once(socket, 'close');
  return kinds;
}

test('R-RUN-62 a stranger gets the challenge and nothing else', async () => {
  const server = await serve({ address: 'tcp://127.0.0.1:0', secret: testSecret });
  let asked = 0;
  server.answer('submit', () => {
    asked += 1;
    return bytes('');
  });
  const forged = JSON.stringify({ nonce: 'n', proof: 'p' });
  const acts: ((writer: FrameWriter, socket: Socket) => void)[] = [
    (writer) => writer.write(frameKind.ask, 1, nameHead('submit'), bytes('{}')),
    (writer) => writer.write(frameKind.proof, 0, bytes(forged)),
    (writer) => writer.write(frameKind.proof, 0, bytes('no JSON')),
    // Longer than a proof: refused by its head, before the rest is kept.
    (_writer, socket) => socket.write(Buffer.from([0, 0, 16, 0, 0, 0, 0, 0, frameKind.proof])),
    () => undefined,
  ];
  const seen = await Promise.all(acts.map((act) => trespass(server.address, act)));
  expect(seen).toEqual(acts.map(() => [frameKind.hello]));
  expect(asked).toBe(0);
});

test('R-RUN-62 a proof is worth nothing on another connection', async () => {
  const server = await serve({ address: 'tcp://127.0.0.1:0', secret: testSecret });
  const recorded: Buffer[] = [];
  // A listener between client and server records the client’s proof.
  const between = createServer((near) => {
    const far = connect(Number(new URL(server.address).port), '127.0.0.1');
    near.on('data', (chunk) => {
      recorded.push(chunk);
      far.write(chunk);
    });
    far.on('data', (chunk) => near.write(chunk));
    near.on('close', () => far.destroy());
    for (const socket of [near, far]) socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(between, 'listening');
  const { port } = between.address() as { port: number };
  const client = openClient({ addresses: () => [`tcp://127.0.0.1:${port}`], secret: testSecret });
  await untilUp(client);
  const proof = recorded[0] as Buffer;
  expect(await trespass(server.address, (_writer, socket) => socket.write(proof))).toEqual([frameKind.hello]);
  between.close();
});

test('R-RUN-60 a frame above the bound ends the connection before it is kept', async () => {
  const { address } = await serve({ address: 'tcp://127.0.0.1:0', secret: testSecret });
  const client = openClient({ addresses: () => [address], secret: testSecret });
  await untilUp(client);
  const long = createServer((socket) => {
    socket.on('error', () => undefined);
    const head = Buffer.alloc(9);
    head.writeUInt32LE(bodyMax * 2, 0);
    socket.write(head);
  }).listen(0, '127.0.0.1');
  await once(long, 'listening');
  const { port } = long.address() as { port: number };
  const error = await refusal({ addresses: () => [`tcp://127.0.0.1:${port}`], secret: testSecret });
  expect(error.message).toContain('too long');
  long.close();
  expect(client.isUp).toBe(true);
});

test('R-RUN-60 frames arrive whole however the stream is cut', async () => {
  const sent = Buffer.concat(
    [3, 0, 70_000, 1].map((length, at) => {
      const frame = Buffer.alloc(9 + length, at);
      frame.writeUInt32LE(length, 0);
      frame.writeUInt32LE(at, 4);
      frame.writeUInt8(frameKind.answer, 8);
      return frame;
    }),
  );
  for (const piece of [1, 7, 4_096, sent.length]) {
    const got: string[] = [];
    let take: (chunk: Buffer) => void = () => undefined;
    const socket = {
      destroyed: false,
      on: (_event: string, listener: typeof take) => {
        take = listener;
      },
    } as unknown as Socket;
    readFrames(
      socket,
      () => 100_000,
      ({ id, body }) => got.push(`${id}:${body.length}:${body.every((byte) => byte === id)}`),
    );
    for (let at = 0; at < sent.length; at += piece) take(sent.subarray(at, at + piece));
    expect(got).toEqual(['0:3:true', '1:0:true', '2:70000:true', '3:1:true']);
  }
});

test('R-RUN-60 a server of another version of the line is refused by name', async () => {
  const next = createServer((socket) => {
    socket.on('error', () => undefined);
    new FrameWriter(socket).write(frameKind.hello, 0, bytes(JSON.stringify({ version: 2 })));
  }).listen(path);
  await once(next, 'listening');
  const error = await refusal({ addresses: () => [`unix:${path}`] });
  expect(error.message).toContain('version 2');
  next.close();
});
