import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

interface FakeVenueOptions {
  /** Key and certificate of a venue with TLS. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Port to listen at again; a free one by default. */
  readonly port?: number;
}

/** A price venue on the loopback, which can also be silent, half open, loud and wrong. */
export class FakeVenue {
  /** Messages of all clients, in order. */
  readonly received: string[] = [];
  /** Paths that were asked for, with their queries. */
  readonly paths: string[] = [];
  /** Connections so far. */
  sessions = 0;
  pings = 0;
  /** Stays known after the venue has stopped. */
  port = 0;
  /** True: pings of clients get no answer. */
  isDeaf = false;
  /** Address that every connection is redirected to; null for none. */
  redirectTo: string | null = null;
  /** Called with each new connection, e.g. to send a snapshot. */
  onSession: (session: number) => void = () => undefined;
  readonly #server: Server;
  readonly #sockets = new Set<WebSocket>();

  private constructor(server: Server) {
    this.#server = server;
    const sockets = new WebSocketServer({ server, autoPong: false });
    sockets.on('connection', (socket, request) => {
      this.sessions += 1;
      this.paths.push(request.url ?? '');
      this.#sockets.add(socket);
      socket.on('message', (data: Buffer) => this.received.push(data.toString()));
      socket.on('ping', (data) => {
        this.pings += 1;
        if (!this.isDeaf) socket.pong(data);
      });
      socket.on('close', () => this.#sockets.delete(socket));
      socket.on('error', () => undefined);
      this.onSession(this.sessions);
    });
  }

  static async start({ tls, port = 0 }: FakeVenueOptions = {}): Promise<FakeVenue> {
    const server = tls === undefined ? createServer() : createSecureServer(tls);
    const venue = new FakeVenue(server as Server);
    server.prependListener('upgrade', (_, socket) => {
      if (venue.redirectTo === null) return;
      socket.end(`HTTP/1.1 302 Found\r\nLocation: ${venue.redirectTo}\r\nConnection: close\r\n\r\n`);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    venue.port = (server.address() as AddressInfo).port;
    return venue;
  }

  get url(): string {
    return `ws://127.0.0.1:${this.port}/`;
  }

  /** Clients that are connected now. */
  get connected(): number {
    return this.#sockets.size;
  }

  /** Sends text as it is, anything else as JSON, to every client. */
  send(message: unknown): void {
    const text = typeof message === 'string' ? message : JSON.stringify(message);
    for (const socket of this.#sockets) socket.send(text);
  }

  sendBinary(bytes: Uint8Array): void {
    for (const socket of this.#sockets) socket.send(bytes);
  }

  /** Ends every connection without a word. */
  drop(): void {
    for (const socket of this.#sockets) socket.terminate();
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    this.drop();
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}
