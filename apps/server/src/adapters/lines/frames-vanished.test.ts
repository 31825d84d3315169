import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { until } from '../../../../../testkit/until.ts';
import { FrameWriter, frameKind, nameHead, nothing, readFrames } from './frame-codec.ts';
import { type FramesServer, type FramesServerOptions, serveFrames } from './frames-server.ts';
import { type Hello, parseRecord, proofOf } from './line-proof.ts';

const topic = 'quotes';
let folder: string;
let server: FramesServer | null = null;
const sockets: Socket[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-vanished-'));
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const socket of sockets.splice(0)) socket.destroy();
  await server?.close();
  rmSync(folder, { recursive: true });
});

async function serve(options: Partial<FramesServerOptions> = {}): Promise<FramesServer> {
  server = await serveFrames({ address: `unix:${join(folder, 'core.sock')}`, ...options });
  return server;
}

/** Connects a client without a heartbeat, which follows the topic and counts the heartbeats that come back. */
async function connectSilently(to: FramesServer) {
  const socket = connect(to.address.slice('unix:'.length));
  sockets.push(socket);
  socket.on('error', () => undefined);
  const writer = new FrameWriter(socket);
  const client = { socket, writer, beats: 0 };
  readFrames(
    socket,
    () => 10_000_000,
    ({ kind, body }) => {
      if (kind === frameKind.beat) client.beats += 1;
      if (kind !== frameKind.hello) return;
      const proof = proofOf('client', '', parseRecord(body) as unknown as Hello, 'n');
      writer.write(frameKind.proof, 0, Buffer.from(JSON.stringify({ nonce: 'n', proof })));
      writer.write(frameKind.follow, 0, nameHead(topic));
    },
  );
  await until('the server knows the client', () => to.isFollowed(topic));
  return client;
}

test('R-RUN-60 a client that has vanished without a word is freed after ten seconds, one that beats is kept', async () => {
  const to = await serve();
  const client = await connectSilently(to);
  for (const beat of [1, 2, 3]) {
    vi.advanceTimersByTime(8_000);
    client.writer.write(frameKind.beat, 0, nothing);
    await until('the answer to a heartbeat', () => client.beats === beat);
  }
  expect(to.isFollowed(topic)).toBe(true);
  vi.advanceTimersByTime(13_000);
  await until('the end of the connection', () => !to.isFollowed(topic));
});

test('R-RUN-60 a client that asks and reads no answer is cut off once eight times the pushes’ bytes wait for it', async () => {
  const to = await serve({ waitingMax: 250_000 });
  let asked = 0;
  to.answer('long', () => {
    asked += 1;
    return new Uint8Array(500_000);
  });
  const { socket, writer } = await connectSilently(to);
  socket.pause();
  const ask = async () => {
    const before = asked;
    writer.write(frameKind.ask, before, nameHead('long'), nothing);
    await until('the question, or the end of the connection', () => asked > before || !to.isFollowed(topic));
  };
  // The system’s own buffers take some of them first.
  for (let at = 0; at < 40 && to.isFollowed(topic); at += 1) await ask();
  expect(to.isFollowed(topic)).toBe(false);
  expect(asked).toBeGreaterThanOrEqual(4);
});
