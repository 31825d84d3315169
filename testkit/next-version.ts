import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import type { Serving } from './product.ts';

/** The product at an address where it can be given a newer build while it is open. */
export interface RenewableProduct {
  readonly url: string;
  /** The build that the product really has. */
  readonly version: string;
  /** From now on the app and its service worker are those of another build, and open sockets end as with a restart. */
  renew(version: string): void;
  stop(): void;
}

/** Stands before the product and passes everything on; of a newer build only the version differs. */
export async function startRenewable(product: Serving): Promise<RenewableProduct> {
  const { port } = new URL(product.url);
  const { version } = (await (await fetch(`${product.callUrl}/manifest.json`)).json()) as { version: string };
  let shown = version;
  const sockets = new Set<{ destroy(): unknown }>();
  const server = createServer((asked, answer) => {
    // What the product calls unchanged may have another version here.
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
