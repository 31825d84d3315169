import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { BrowserContext, Page, Route, WebSocketRoute } from 'playwright-core';
import { type WebSocket, WebSocketServer } from 'ws';
import type { BuiltFile } from '../visual/built-app.ts';
import type { FrameAction, FrameCommand, FrameMessage, SceneSetup } from './frame-commands.ts';
import { framePage, matcherOf, type RoutedCall } from './frame-page.ts';

/** A scene of any app: its start, the answers to its calls, and its steps. */
export interface Play {
  readonly path: string;
  readonly setup: SceneSetup;
  /** Returns a file of the built app; null if there is none. */
  file(pathname: string): BuiltFile | null;
  /** Registers the handlers of the app's calls. */
  join(context: BrowserContext): Promise<void>;
  /** Drives the app to the scene's state; throws if that fails. */
  play(page: Page): Promise<void>;
}

const leftAfterMs = 5_000;

/**
 * One open scene: a small server with a separate origin, so that open scenes share no storage. It serves the built app,
 * answers its calls from samples, and drives it through the script in its page. It closes when the page has left.
 */
export class Room {
  readonly #play: Play;
  readonly #driver: string;
  readonly #id = randomUUID();
  readonly #server: Server;
  readonly #sockets = new WebSocketServer({ noServer: true });
  readonly #routed: RoutedCall[] = [];
  #onSocket: { matches: (url: string) => boolean; handle: (socket: WebSocketRoute) => unknown } | null = null;
  readonly #answers = new Map<number, { command: FrameCommand; done: (message: FrameMessage) => void }>();
  #line: WebSocket | null = null;
  #lastId = 0;
  #onLoaded: () => void = () => undefined;
  #thrown: string[] = [];
  #leaving: NodeJS.Timeout | undefined;
  isClosed = false;

  private constructor(play: Play, driver: string) {
    this.#play = play;
    this.#driver = driver;
    this.#server = createServer((request, response) => void this.#serve(request, response));
    this.#server.on('upgrade', (request: IncomingMessage, socket, head) => void this.#upgrade(request, socket, head));
  }

  /**
   * Opens a room for the scene on the first of these ports that is free, else on any; the scene plays once its page has
   * loaded.
   */
  static async open(play: Play, driver: string, ports: readonly number[] = []): Promise<Room> {
    const room = new Room(play, driver);
    await play.join(room.#context());
    for (const port of [...ports, 0]) if (await room.#listens(port)) break;
    void room.#perform();
    room.#leaveSoon(6 * leftAfterMs);
    return room;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Resolves to false if the port is taken. */
  #listens(port: number): Promise<boolean> {
    return new Promise((done) => {
      const fail = () => done(false);
      this.#server.once('error', fail);
      this.#server.listen(port, '127.0.0.1', () => {
        this.#server.off('error', fail);
        done(true);
      });
    });
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.#leaving);
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #leaveSoon(afterMs = leftAfterMs): void {
    clearTimeout(this.#leaving);
    this.#leaving = setTimeout(() => this.close(), afterMs);
  }

  /** Returns the subset of a browser context that sample servers use. */
  #context(): BrowserContext {
    return {
      route: async (pattern: RegExp | string, handle: (route: Route) => unknown) => {
        this.#routed.push({ matches: matcherOf(pattern), handle, timesLeft: Number.POSITIVE_INFINITY });
      },
      routeWebSocket: async (pattern: RegExp | string, handle: (socket: WebSocketRoute) => unknown) => {
        this.#onSocket = { matches: matcherOf(pattern), handle };
      },
    } as unknown as BrowserContext;
  }

  async #perform(): Promise<void> {
    const page = this.#page();
    try {
      await this.#loaded();
      await this.#act({ do: 'report', state: 'playing', reason: '' });
      await this.#play.play(page);
      if (this.#thrown.length > 0) throw new Error(this.#thrown.join('; '));
      await this.#act({ do: 'report', state: 'ready', reason: '' });
    } catch (error) {
      await this.#act({ do: 'report', state: 'failed', reason: String(error) });
    }
  }

  #page(): Page {
    const reload = async () => {
      const loaded = this.#loaded();
      await this.#act({ do: 'reload' });
      await loaded;
    };
    return framePage((action) => this.#act(action), reload, this.#routed);
  }

  #loaded(): Promise<void> {
    return new Promise((done) => {
      this.#onLoaded = done;
    });
  }

  #act(action: FrameAction): Promise<unknown> {
    this.#lastId += 1;
    const command: FrameCommand = { ...action, id: this.#lastId };
    return new Promise((resolve, reject) => {
      const done = (message: FrameMessage) => {
        if (message.type === 'answer' && message.error !== undefined) reject(new Error(message.error));
        else if (message.type === 'answer') resolve(message.result);
      };
      this.#answers.set(command.id, { command, done });
      this.#line?.send(JSON.stringify(command));
    });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
    if (url.pathname === '/gallery/driver.js') return send(response, this.#driver, 'text/javascript');
    const wanted = url.pathname === '/gallery/elsewhere' ? (url.searchParams.get('url') ?? '') : url.href;
    const call = this.#routed.find(({ matches, timesLeft }) => timesLeft > 0 && matches(wanted));
    if (call !== undefined) {
      call.timesLeft -= 1;
      await call.handle(routeOf(request, wanted, this.#page(), response));
      return undefined;
    }
    const file = this.#play.file(url.pathname);
    if (file === null) return send(response, 'Not found', 'text/plain', 404);
    if (file.contentType !== 'text/html') return send(response, file.body, file.contentType);
    return send(response, withDriver(String(file.body), { ...this.#play.setup, room: this.#id }), 'text/html');
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const url = new URL(request.url ?? '/', `ws://${request.headers.host}`);
    const accept = () =>
      new Promise<WebSocket>((done) => this.#sockets.handleUpgrade(request, socket, head, (line) => done(line)));
    if (url.pathname === '/gallery/line') this.#connect(await accept());
    else if (this.#onSocket?.matches(url.href) === true) {
      let line: WebSocket | null = null;
      const route = {
        send: (text: string) => line?.send(text),
        onMessage: (handle: (text: string) => void) => {
          onMessage = handle;
        },
      };
      let onMessage: (text: string) => void = () => undefined;
      // If the handler never returns, the socket stays connecting.
      await this.#onSocket.handle(route as unknown as WebSocketRoute);
      line = await accept();
      line.on('message', (data) => onMessage(String(data)));
    } else socket.destroy();
  }

  #connect(line: WebSocket): void {
    clearTimeout(this.#leaving);
    this.#line = line;
    // Unanswered commands are sent again after a reload of the page.
    for (const { command } of this.#answers.values()) line.send(JSON.stringify(command));
    line.on('message', (data) => this.#take(JSON.parse(String(data)) as FrameMessage));
    line.on('close', () => {
      if (this.#line !== line) return;
      this.#line = null;
      this.#leaveSoon();
    });
  }

  #take(message: FrameMessage): void {
    if (message.type === 'loaded') this.#onLoaded();
    else if (message.type === 'thrown') this.#thrown.push(message.text);
    else {
      this.#answers.get(message.id)?.done(message);
      this.#answers.delete(message.id);
    }
  }
}

function send(response: ServerResponse, body: string | Buffer, contentType: string, status = 200): void {
  const isText = /^text\/|json|javascript|svg/.test(contentType) && !contentType.includes('charset');
  response.writeHead(status, {
    'content-type': isText ? `${contentType}; charset=utf-8` : contentType,
    'cache-control': 'no-store',
  });
  response.end(body);
}

/** Returns the subset of a route that sample servers use: the request and its answer. */
function routeOf(request: IncomingMessage, url: string, page: Page, response: ServerResponse): Route {
  const fulfill = async (answer: { status?: number; body?: string; contentType?: string; json?: unknown }) => {
    const { status = 200, body = JSON.stringify(answer.json), contentType = 'application/json' } = answer;
    send(response, body, contentType, status);
  };
  const asked = {
    url: () => url,
    method: () => request.method ?? 'GET',
    headers: () => request.headers,
    postData: () => null,
    frame: () => ({ page: () => page }),
  };
  return { request: () => asked, fulfill } as unknown as Route;
}

/** Returns the app's page with the scene's set-up and the driver before all scripts. */
function withDriver(html: string, setup: SceneSetup): string {
  const facts = JSON.stringify(setup).replaceAll('<', '\\u003c');
  const scripts = `<script>window.candorScene=${facts}</script><script src="/gallery/driver.js"></script>`;
  return html.replace('<head>', `<head>${scripts}`);
}
