import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { languageCodes, languages, parseLanguage } from '@candor/contracts/languages';
import { build } from 'esbuild';
import { readGolden } from '../visual/golden.ts';
import { Room } from './room.ts';
import { listScenes, playOf } from './scene-list.ts';

const roomsMax = 24;
/** Ports after the gallery's own that rooms take first, so that a forwarded gallery needs a known range of ports. */
export const roomPorts = 4;
const languageNames = languageCodes.map((code) => ({ code, name: languages[code].name }));

interface Files {
  readonly driver: string;
  readonly page: string;
  readonly styles: string;
  readonly html: string;
}

const portDefault = 8090;
const portMax = 65_535;

/** Parses the port of the gallery, 8090 if empty; throws an Error that names GALLERY_PORT if it is no port. */
export function parseGalleryPort(text: string): number {
  if (text === '') return portDefault;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= portMax) return port;
  throw new Error(`GALLERY_PORT must be a whole number from 0 to 65535, but is “${text}”.`);
}

/** Local web server of the gallery: the list of scenes, and a separate room for each opened scene. */
export class Gallery {
  readonly #files: Files;
  readonly #server: Server;
  readonly #roomPorts: readonly number[];
  #rooms: Room[] = [];

  private constructor(files: Files, port: number) {
    this.#files = files;
    const next = Array.from({ length: roomPorts }, (_, at) => port + 1 + at);
    this.#roomPorts = port === 0 ? [] : next.filter((one) => one <= portMax);
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  /** Starts on a port of the loopback interface; 0 takes a free one. */
  static async start(port: number): Promise<Gallery> {
    const gallery = new Gallery(await makeFiles(), port);
    await new Promise<void>((done, fail) => {
      gallery.#server.once('error', fail);
      gallery.#server.listen(port, '127.0.0.1', done);
    });
    return gallery;
  }

  /** Script that a room adds to its page. */
  get driver(): string {
    return this.#files.driver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    for (const room of this.#rooms) room.close();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    const send = (body: string | Buffer, type: string) =>
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    const { html, page, styles } = this.#files;
    if (pathname === '/') return void send(html, 'text/html; charset=utf-8');
    if (pathname === '/gallery-page.js') return void send(page, 'text/javascript; charset=utf-8');
    if (pathname === '/gallery.css') return void send(styles, 'text/css; charset=utf-8');
    if (pathname === '/scenes.json') {
      return void send(JSON.stringify({ scenes: listScenes(), languages: languageNames }), 'application/json');
    }
    const golden = /^\/golden\/([a-z0-9-]+)\.png$/.exec(pathname)?.[1];
    const picture = golden === undefined ? null : readGolden(golden);
    if (picture !== null) return void send(picture, 'image/png');
    const place = pathname === '/open' ? await this.#open(searchParams, hostOf(request)) : null;
    if (place === null) return void response.writeHead(404).end('Not found');
    return void response.writeHead(302, { location: place, 'cache-control': 'no-store' }).end();
  }

  /**
   * Opens a room for the requested scene; returns its address, null if there is no such scene. The host is the page's, as
   * a frame of another site would have no storage in strict browsers.
   */
  async #open(asked: URLSearchParams, host: string): Promise<string | null> {
    const theme = asked.get('theme');
    const language = parseLanguage(asked.get('language'));
    const play = await playOf(asked.get('scene') ?? '', {
      ...(theme === null ? {} : { isDark: theme === 'dark' }),
      ...(language === null ? {} : { language }),
    });
    if (play === null) return null;
    const room = await Room.open(play, this.driver, this.#roomPorts);
    this.#rooms = [...this.#rooms.filter(({ isClosed }) => !isClosed), room];
    if (this.#rooms.length > roomsMax) this.#rooms.shift()?.close();
    return `http://${host}:${room.port}${play.path}`;
  }
}

/** Host name that the browser uses for the gallery, also through a forwarded port. */
function hostOf({ headers }: IncomingMessage): string {
  return new URL(`http://${headers.host ?? '127.0.0.1'}`).hostname;
}

async function makeFiles(): Promise<Files> {
  const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');
  const [driver, page] = await Promise.all([
    bundle(new URL('./frame-driver.ts', import.meta.url), 'iife'),
    bundle(new URL('./gallery-page.ts', import.meta.url), 'esm'),
  ]);
  return { driver, page, styles: read('gallery.css'), html: read('gallery.html') };
}

async function bundle(file: URL, format: 'iife' | 'esm'): Promise<string> {
  const made = await build({
    entryPoints: [fileURLToPath(file)],
    bundle: true,
    write: false,
    format,
    target: 'es2022',
    logLevel: 'error',
  });
  return made.outputFiles[0]?.text ?? '';
}
