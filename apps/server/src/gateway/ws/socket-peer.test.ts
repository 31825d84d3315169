import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { socketLimits } from './socket-limits.ts';
import { frameText, SocketPeer } from './socket-peer.ts';

it('frames texts of every length as the library reads them (R-SOC-01)', async () => {
  const texts = [0, 1, 125, 126, 65_535, 65_536, 200_000].map(
    (length) => 'é'.repeat(length / 2) + 'x'.repeat(length % 2),
  );
  const server = createServer();
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, wire, head) => {
    sockets.handleUpgrade(request, wire, head, () => {
      for (const text of texts) wire.write(frameText(text));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const received: string[] = [];
  await new Promise<void>((resolve) => {
    client.on('message', (data) => {
      received.push((data as Buffer).toString());
      if (received.length === texts.length) resolve();
    });
  });
  expect(received).toEqual(texts);
  client.terminate();
  server.close();
});

/** A socket that notes the texts of each write to the system. */
function makePeer() {
  const writes: string[][] = [];
  const textOf = (frame: Buffer) => frame.subarray(2).toString();
  const wire = new Writable({
    write(frame: Buffer, _encoding, done) {
      writes.push([textOf(frame)]);
      done();
    },
    writev(frames, done) {
      writes.push(frames.map(({ chunk }) => textOf(chunk as Buffer)));
      done();
    },
  });
  const socket = {
    readyState: 1,
    OPEN: 1,
    bufferedAmount: 0,
    send: (text: string) => wire.write(frameText(text)),
    close: () => writes.push(['close']),
    terminate: () => (socket.readyState = 3),
  };
  return { peer: new SocketPeer(socket as unknown as WebSocket, wire as never, socketLimits), socket, writes };
}

describe('R-RUN-45 answers of a socket', () => {
  const endOfTurn = () => new Promise(setImmediate);

  it('leave in one write, those that are settled in one turn, each socket its own', async () => {
    const [one, other] = [makePeer(), makePeer()];
    const settled = Promise.resolve();
    for (const text of ['a', 'b', 'c']) void settled.then(() => one.peer.answer(text));
    void settled.then(() => other.peer.answer('d'));
    await endOfTurn();
    one.peer.answer('e');
    await endOfTurn();
    expect(one.writes).toEqual([['a', 'b', 'c'], ['e']]);
    expect(other.writes).toEqual([['d']]);
  });

  it('leave before every later message, and before the socket is closed', async () => {
    const { peer, writes } = makePeer();
    peer.answer('a');
    peer.send('b');
    peer.answer('c');
    peer.sendFramed('d');
    peer.answer('e');
    peer.sendFrame(frameText('f'));
    peer.answer('g');
    peer.close(1_001, 'server stops');
    await endOfTurn();
    expect(writes).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'close'].map((text) => [text]));
  });

  it('are dropped with a socket that is lost meanwhile', async () => {
    const { peer, socket, writes } = makePeer();
    peer.answer('a');
    socket.terminate();
    peer.answer('b');
    await endOfTurn();
    expect(writes).toEqual([]);
  });
});
