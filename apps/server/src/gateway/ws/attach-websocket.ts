import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { acceptedLanguage, type Language, parseLanguage } from '@candor/contracts/languages';
import type { CompanyId } from '@candor/domain/values/ids';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '../../ports/clock.ts';
import type { OfferView } from '../../ports/offers.ts';
import type { MarketView } from '../../services/market/market-view.ts';
import { networkOf } from '../network-of.ts';
import { callerOf, type IsTrustedProxy } from '../trusted-proxies.ts';
import type { AccountTopics } from './account-topics.ts';
import { AnonymousSockets } from './anonymous-sockets.ts';
import { MarketTopics } from './market-topics.ts';
import type { OrderDoor } from './order-door.ts';
import { type SocketLimits, socketLimits, TokenBucket } from './socket-limits.ts';
import { SocketPeer } from './socket-peer.ts';
import { type Heard, readMessage, type SocketLogin, SocketSession } from './socket-session.ts';
import { type IsTradable, TradingState } from './trading-state.ts';

export interface WebSocketDeps {
  readonly market: MarketView;
  readonly accountTopics: Pick<AccountTopics, 'watch'>;
  /** Returns the login of a token at the company of `host`. */
  readonly authenticate: (token: string, host: string) => Promise<SocketLogin | null>;
  readonly clock: Clock;
  /** Answers calls about orders; left out if sockets take none. */
  readonly orders?: Pick<OrderDoor, 'answer'>;
  /** Opening blocks of companies; left out if there are none. */
  readonly offers?: Pick<OfferView, 'openingBlocks'>;
  /** Returns the company of a host; null if it is not cached yet. */
  readonly companyAt?: (host: string) => CompanyId | null;
  /** Returns the first language that the company of a host offers; null where it offers all. */
  readonly languageAt?: (host: string) => Language | null;
  readonly isTrustedProxy: IsTrustedProxy | null;
  /** Returns true if an address may connect once more. */
  readonly admitsCall?: (address: string, path: string) => boolean;
  /**
   * Returns true if a page at `origin` may open a socket to `host`; requests without an origin do not come from a page.
   */
  readonly isOriginAllowed: (origin: string, host: string) => boolean;
  readonly limits?: Partial<SocketLimits>;
  /** Left out if nothing is said about it to the sockets. */
  readonly isTradable?: IsTradable;
}

export interface SocketStats {
  readonly sockets: number;
  readonly loggedIn: number;
  readonly subscriptions: number;
  readonly refused: number;
  readonly cutOff: number;
}

export interface AttachedWebSocket {
  /** Closes every socket and accepts no more. */
  readonly close: () => Promise<void>;
  /** Closes the sockets of an ended session at once. */
  readonly closeSession: (sessionId: string) => void;
  /** Checks the sessions of all sockets again, as after changes may have been missed. */
  readonly recheckSessions: () => Promise<void>;
  readonly stats: () => SocketStats;
}

interface Connection {
  readonly socket: WebSocket;
  readonly peer: SocketPeer;
  readonly session: SocketSession;
  readonly bucket: TokenBucket;
  readonly network: string;
  /** Time of the last message from it. */
  readMs: number;
  checkedMs: number;
}

const path = '/v1/ws';
const payloadMaxBytes = 4_096;
const sweepMs = 1_000;
const rechecksAtOnce = 4;
const closeCodes = { goingAway: 1001, policy: 1008, tryLater: 1013 } as const;

/** Serves `/v1/ws` on an HTTP server: the market for anybody, the figures of an account after login (R-SOC-01). */
export function attachWebSocket(httpServer: Server, deps: WebSocketDeps): AttachedWebSocket {
  const sockets = new SocketServer(deps);
  const onUpgrade = (request: IncomingMessage, wire: Duplex, head: Buffer) => sockets.open(request, wire, head);
  httpServer.on('upgrade', onUpgrade);
  return {
    async close() {
      httpServer.off('upgrade', onUpgrade);
      await sockets.close();
    },
    closeSession: (sessionId) => sockets.closeSession(sessionId),
    recheckSessions: () => sockets.recheckSessions(),
    stats: () => sockets.stats(),
  };
}

class SocketServer {
  readonly #deps: WebSocketDeps;
  readonly #limits: SocketLimits;
  readonly #topics: MarketTopics;
  readonly #trading: TradingState | null;
  readonly #server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: payloadMaxBytes });
  readonly #connections = new Set<Connection>();
  readonly #anonymous: AnonymousSockets<Connection>;
  readonly #timer: NodeJS.Timeout;
  #rechecks = 0;
  #refused = 0;
  #cutOff = 0;

  constructor(deps: WebSocketDeps) {
    this.#deps = deps;
    this.#limits = { ...socketLimits, ...deps.limits };
    this.#anonymous = new AnonymousSockets(this.#limits);
    this.#topics = new MarketTopics(deps.market, this.#limits.flushMs, deps.offers);
    this.#trading = deps.isTradable === undefined ? null : new TradingState(deps.isTradable);
    this.#timer = setInterval(() => this.#sweep(), sweepMs);
    this.#timer.unref();
  }

  open(request: IncomingMessage, wire: Duplex, head: Buffer): void {
    const refusal = this.#findRefusal(request);
    if (refusal !== null) {
      this.#refused += 1;
      wire.end(`HTTP/1.1 ${refusal}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    this.#server.handleUpgrade(request, wire, head, (socket) => this.#add(socket, wire, request));
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#rechecks += 1;
    this.#topics.stop();
    this.#trading?.stop();
    for (const { peer } of this.#connections) peer.close(closeCodes.goingAway, 'server stops');
    await setTimeout(this.#connections.size > 0 ? 100 : 0);
    for (const { socket } of this.#connections) socket.terminate();
    this.#server.close();
  }

  closeSession(sessionId: string): void {
    for (const { session, peer } of this.#connections) {
      if (session.login?.sessionId !== sessionId) continue;
      session.endLogin();
      peer.close(closeCodes.policy, 'session ended');
    }
  }

  /** A few at a time; repeated while the store does not answer. A later call replaces an earlier one. */
  async recheckSessions(): Promise<void> {
    this.#rechecks += 1;
    const run = this.#rechecks;
    const left = [...this.#connections].values();
    const recheck = async () => {
      for (const { session, peer } of left)
        while (run === this.#rechecks && peer.isOpen && !(await isRechecked(session))) await setTimeout(sweepMs);
    };
    await Promise.all(Array.from({ length: rechecksAtOnce }, recheck));
  }

  stats(): SocketStats {
    const all = [...this.#connections];
    return {
      sockets: all.length,
      loggedIn: all.length - this.#anonymous.count,
      subscriptions: all.reduce((sum, { session }) => sum + session.subscriptions, 0),
      refused: this.#refused,
      cutOff: this.#cutOff,
    };
  }

  /** Returns the HTTP status that refuses a request; null when it is accepted. */
  #findRefusal(request: IncomingMessage): string | null {
    if (request.url?.split('?')[0] !== path) return '404 Not Found';
    const { origin } = request.headers;
    const { address, host } = callerOf(request, this.#deps.isTrustedProxy);
    if (this.#deps.admitsCall?.(address, path) === false) return '429 Too Many Requests';
    if (origin !== undefined && !this.#deps.isOriginAllowed(origin, host)) return '403 Forbidden';
    return this.#anonymous.hasRoom(networkOf(address)) ? null : '429 Too Many Requests';
  }

  #add(socket: WebSocket, wire: Duplex, request: IncomingMessage): void {
    const nowMs = this.#deps.clock.monotonicMs();
    const { address, host } = callerOf(request, this.#deps.isTrustedProxy);
    const peer = new SocketPeer(socket, wire, this.#limits, this.#deps.companyAt?.(host) ?? null);
    const { orders } = this.#deps;
    const session = new SocketSession(peer, {
      ...this.#deps,
      answerCall: orders === undefined ? null : (asked) => orders.answer({ ...asked, address, host }),
      authenticate: (token) => this.#deps.authenticate(token, host),
      marketTopics: this.#topics,
      limits: this.#limits,
      language: socketLanguage(request, this.#deps.languageAt?.(host) ?? null),
      onLogin: () => this.#makeRoom(connection),
      onLogout: () => this.#countAnonymous(connection),
    });
    const bucket = new TokenBucket(this.#limits.messagesPerSecond, this.#limits.messagesBurst, nowMs);
    const network = networkOf(address);
    const connection: Connection = { socket, peer, session, bucket, network, readMs: nowMs, checkedMs: nowMs };
    this.#connections.add(connection);
    this.#countAnonymous(connection);
    this.#trading?.add(peer);
    socket.on('message', (data, isBinary) => this.#hear(connection, data, isBinary));
    // The library closes oversized and broken frames with their own code.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      session.end();
      this.#trading?.remove(peer);
      this.#connections.delete(connection);
      this.#anonymous.remove(network, connection);
    });
  }

  #hear(connection: Connection, data: RawData, isBinary: boolean): void {
    const nowMs = this.#deps.clock.monotonicMs();
    connection.readMs = nowMs;
    if (!connection.peer.isOpen) return;
    // A binary message is refused like any other that cannot be read. The library passes one Buffer by default.
    const message = readMessage(isBinary ? '' : (data as Buffer).toString('utf8'));
    if (!isLimitedAsCall(message, connection.session) && !connection.bucket.take(nowMs)) {
      this.#cutOff += 1;
      connection.peer.close(closeCodes.policy, 'too many messages');
      return;
    }
    connection.session.handle(message);
  }

  #countAnonymous(connection: Connection): void {
    if (!this.#connections.has(connection)) return;
    const oldest = this.#anonymous.add(connection.network, connection);
    if (oldest === null) return;
    this.#cutOff += 1;
    oldest.peer.cut(closeCodes.tryLater, 'too many sockets');
  }

  /** Limits the sockets of an account; the oldest is closed for the newest, as after a lost connection. */
  #makeRoom(newest: Connection): void {
    this.#anonymous.remove(newest.network, newest);
    const accountId = newest.session.login?.accountId;
    const own = [...this.#connections].filter(({ session }) => session.login?.accountId === accountId);
    for (const { peer } of own.slice(0, Math.max(0, own.length - this.#limits.socketsPerAccount))) {
      peer.close(closeCodes.policy, 'too many sockets');
    }
  }

  #sweep(): void {
    const nowMs = this.#deps.clock.monotonicMs();
    for (const connection of this.#connections) {
      const { peer, session } = connection;
      if (peer.isStuck(nowMs)) {
        this.#cutOff += 1;
        peer.cut(closeCodes.tryLater, 'too slow');
      } else if (nowMs - connection.readMs > this.#limits.idleMs) {
        peer.cut(closeCodes.goingAway, 'idle');
      } else if (nowMs - connection.checkedMs > this.#limits.recheckMs) {
        connection.checkedMs = nowMs;
        // A failing store is no reason to log anybody out.
        session.recheck().catch(() => undefined);
      }
    }
  }
}

/**
 * Returns the language of a socket: `lang` in its address (browsers cannot set headers on a socket) or header, else the
 * first supported one of `accept-language`, else that of the company, else `hk` (R-LANG-04).
 */
export function socketLanguage(
  { url, headers }: Pick<IncomingMessage, 'url' | 'headers'>,
  ofCompany: Language | null,
): Language {
  const query = new URLSearchParams(url?.split('?')[1] ?? '');
  const { lang, 'accept-language': accepted = '' } = headers;
  return (
    parseLanguage(query.get('lang')) ??
    parseLanguage(typeof lang === 'string' ? lang : null) ??
    acceptedLanguage(accepted) ??
    ofCompany ??
    'hk'
  );
}

/**
 * True for a call that the limits of calls decide on, so that it closes no socket. Without a login, or refused before
 * those limits, it costs a message (R-SOC-17).
 */
function isLimitedAsCall(message: Heard, session: SocketSession): boolean {
  const isCall = typeof message !== 'string' && message.type === 'call';
  return isCall && session.login !== null && session.refusalOf(message.params) === null;
}

function isRechecked(session: SocketSession): Promise<boolean> {
  return session.recheck().then(
    () => true,
    () => false,
  );
}
