import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import type { Serving } from './product.ts';

/** A running product with a simulated newer build. */
export interface RenewableProduct {
  readonly url: string;
  /** Real build version of the product. */
  readonly version: string;
  /** Serves app and service worker with another version from now on; closes open sockets, as a restart does. */
  renew(version: string): void;
  stop(): void;
}

/** Starts a proxy in front of the product; a newer build differs in its version only. */
export async function startRenewable(product: Serving): Promise<RenewableProduct> {
  const { port } = new URL(product.url);
  const { version } = (await (await fetch(`${product.callUrl}/manifest.json`)).json()) as { version: string };
  let shown = version;
  const sockets = new Set<{ destroy(): unknown }>();
  const server = createServer((asked, answer) => {
    // A page unchanged in the product may have another version here, so conditional headers are dropped.
    const { 'if-none-match': _tag, 'if-modified-since': _since, ...kept } = asked.headers;
    const headers = { ...kept, 'accept-encoding': 'identity' };
    const passed = request({ port, path: asked.url, method: asked.method, headers }, (response) => {
      void readAll(response).then((bytes) => {
        const isNamed = /^(?:\/[^.]*|\/sw\.js|\/manifest\.json)$/.test(asked.url ?? '');
        const body = isNamed ? Buffer.from(bytes.toString().replaceAll(version, shown)) : bytes;
        answer.writeHead(response.statusCode ?? 502, { ...response.headers, 'content-length': body.length });
        answer.end(body);
      });
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  server.on('upgrade', (asked, near, head) => {
    const far = connect(Number(port), 'localhost', () => {
      const lines = Object.entries(asked.headers).map(([name, value]) => `${name}: ${String(value)}`);
      far.write(`${[`GET ${asked.url} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`);
      far.write(head);
      far.pipe(near).pipe(far);
    });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('A listening server has an address.');
  return {
    url: `http://localhost:${address.port}`,
    version,
    renew(next) {
      shown = next;
      for (const socket of sockets) socket.destroy();
    },
    stop() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}

async function readAll(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
