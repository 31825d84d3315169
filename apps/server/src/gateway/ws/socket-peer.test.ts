import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { frameText } from './socket-peer.ts';

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
