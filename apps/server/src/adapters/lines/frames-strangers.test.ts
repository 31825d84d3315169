import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testSecret } from '../../../../../testkit/line-rigs.ts';
import { frameKind } from './frame-codec.ts';
import { serveFrames } from './frames-server.ts';

let server: Awaited<ReturnType<typeof serveFrames>>;
let port: number;
const sockets: Socket[] = [];

beforeEach(async () => {
  server = await serveFrames({ address: 'tcp://127.0.0.1:0', secret: testSecret });
  port = Number(new URL(server.address).port);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
});

/** Connects, and resolves to true once the server greets, to false if it closes the connection instead. */
async function isGreeted(): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  return Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)]);
}

test('R-RUN-62 a stranger who announces more than 1,000 bytes before the proof is cut off at once', async () => {
  expect(await isGreeted()).toBe(true);
  const [socket] = sockets;
  const closed = once(socket as Socket, 'close');
  const head = Buffer.alloc(9);
  head.writeUInt32LE(1_001, 0);
  head.writeUInt8(frameKind.proof, 8);
  const startMs = performance.now();
  socket?.write(head);
  await closed;
  // The limit of two seconds for a proof would close it as well.
  expect(performance.now() - startMs).toBeLessThan(1_000);
});

test('R-RUN-62 the 101st stranger is refused, and taken once one of the others has left', async () => {
  const greeted = await Promise.all(Array.from({ length: 100 }, isGreeted));
  expect(greeted).not.toContain(false);
  expect(await isGreeted()).toBe(false);
  sockets[0]?.destroy();
  await expect.poll(isGreeted).toBe(true);
});
