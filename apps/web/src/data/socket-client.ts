import { codes } from '@candor/contracts/codes';
import type { ClientMessage, ServerMessage, SocketCallName, Topic } from '@candor/contracts/ws/messages';
import { type SocketAnswer, SocketCalls } from './socket-calls.ts';

/** Fixed by the contract (R-CON-01…03); repeated here because the contract module contains its schemas. */
export const heartbeatMs = 5_000;
const pingsUnansweredMax = 2;
export const connectTimeoutMs = 5_000;

const backoffBaseMs = 500;
const backoffCapMs = 15_000;
/** First waits before a login is sent again: without an answer, and after the answer that sessions cannot be read. */
const loginUnansweredMs = 4_000;
const loginUnavailableMs = 1_000;
const pendingMax = 50;

export type SocketStatus = 'idle' | 'connecting' | 'open' | 'silent' | 'waiting';

/** The part of WebSocket that is used; tests implement it. */
export interface SocketLike {
  addEventListener(type: 'open' | 'close', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  send(data: string): void;
  close(): void;
}

export interface SocketDeps {
  readonly create: (language: string) => SocketLike;
  /** Language in which the next connection is opened; it stays that of the connection. */
  readonly language: () => string;
  readonly token: () => string | null;
  readonly onMessage: (message: ServerMessage) => void;
  readonly onStatus: (status: SocketStatus) => void;
  /** The token is not known to the server, or no longer: it sends nothing of the account any more (R-ERR-01). */
  readonly onSessionExpired: () => void;
  readonly random?: () => number;
}

interface Subscription {
  readonly topic: Topic;
  listeners: number;
}

/**
 * The one connection of the app. Topics count their listeners: the first subscribes, the last unsubscribes (R-SOC-05).
 * After a reconnect it logs in and subscribes again, and sends pending messages (R-SOC-02).
 */
export class SocketClient {
  private readonly deps: SocketDeps;
  private socket: SocketLike | null = null;
  private status: SocketStatus = 'idle';
  private attempts = 0;
  private unanswered = 0;
  private loggedIn = false;
  /** Token of the last login sent on this connection, by which the server makes its calls. */
  private loginToken: string | null = null;
  private language = '';
  private logins = 0;
  private loginTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly topics = new Map<string, Subscription>();
  private readonly pending: ClientMessage[] = [];
  private readonly calls = new SocketCalls((message) => this.send(message));
  private beat: ReturnType<typeof setInterval> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(deps: SocketDeps) {
    this.deps = deps;
  }

  /** Makes sure there is a connection or one under way; called on every navigation (R-NAV-02). */
  connect(): void {
    if (this.status === 'connecting' || this.isOpen()) return;
    this.stopTimers();
    this.setStatus('connecting');
    this.language = this.deps.language();
    const socket = this.deps.create(this.language);
    this.socket = socket;
    this.timer = setTimeout(() => this.drop(socket), connectTimeoutMs);
    socket.addEventListener('open', () => this.opened(socket));
    socket.addEventListener('message', (event) => this.received(socket, event.data));
    socket.addEventListener('close', () => this.drop(socket));
  }

  /** The page is visible or the network is back: do not sit out the backoff, and find out at once if the line is dead. */
  nudge(): void {
    if (this.status === 'waiting') {
      this.attempts = 0;
      this.connect();
    } else if (this.isOpen()) this.ping();
  }

  /** The system says that the network is gone; the close would take three heartbeats to notice. */
  lost(): void {
    if (this.socket !== null) this.drop(this.socket);
  }

  subscribe(topic: Topic): () => void {
    const key = JSON.stringify(topic);
    const known = this.topics.get(key);
    if (known === undefined) {
      this.topics.set(key, { topic, listeners: 1 });
      this.sendTopic('sub', topic);
    } else known.listeners += 1;
    let active = true;
    return () => {
      if (!active) return;
      active = false;
      this.release(key);
    };
  }

  /**
   * Sends the token after a login, again until the server has answered it (R-SOC-12); topics of the account follow once
   * it is accepted.
   */
  login(): void {
    this.logins = 0;
    this.sendLogin();
  }

  logout(): void {
    this.forgetLogin();
    clearTimeout(this.loginTimer);
    this.loginTimer = undefined;
    if (this.isOpen()) this.send({ type: 'logout' });
  }

  /**
   * Makes a call about an order, as the session of `token`. Null if it must go over HTTP: unless the connection answers,
   * and has the login and the language of the caller, an answer would be late, another user's, or in another language
   * (R-SOC-16).
   */
  call(name: SocketCallName, fields: object, token: string, language: string): Promise<SocketAnswer> | null {
    const isOwn = this.loggedIn && this.loginToken === token && this.language === language;
    return this.status === 'open' && isOwn && this.calls.isFree ? this.calls.ask(name, fields) : null;
  }

  /** Sends now, or when the connection is next open. */
  send(message: ClientMessage): void {
    if (this.isOpen() && this.socket !== null) this.socket.send(JSON.stringify(message));
    else if (message.type !== 'login') this.pending.splice(0, Math.max(0, this.pending.push(message) - pendingMax));
  }

  private sendLogin(): void {
    clearTimeout(this.loginTimer);
    this.loginTimer = undefined;
    const token = this.deps.token();
    if (!this.isOpen() || token === null) return;
    this.loginToken = token;
    this.send({ type: 'login', params: { token } });
    this.logins += 1;
    this.logInAgain(loginUnansweredMs);
  }

  private logInAgain(firstMs: number): void {
    clearTimeout(this.loginTimer);
    this.loginTimer = setTimeout(() => this.sendLogin(), this.backoff(firstMs, this.logins - 1));
  }

  private release(key: string): void {
    const known = this.topics.get(key);
    if (known === undefined) return;
    known.listeners -= 1;
    if (known.listeners > 0) return;
    this.topics.delete(key);
    this.sendTopic('unsub', known.topic);
  }

  private sendTopic(type: 'sub' | 'unsub', topic: Topic): void {
    // Topics are kept in the registry, so a closed line needs no queue: opening subscribes to all of them.
    if (!this.isOpen() || (needsLogin(topic) && !this.loggedIn)) return;
    this.send({ type, params: topic });
  }

  private opened(socket: SocketLike): void {
    if (socket !== this.socket) return;
    this.stopTimers();
    this.attempts = 0;
    this.unanswered = 0;
    this.forgetLogin();
    this.setStatus('open');
    this.login();
    for (const { topic } of this.topics.values()) this.sendTopic('sub', topic);
    for (const message of this.pending.splice(0)) this.send(message);
    this.beat = setInterval(() => this.ping(), heartbeatMs);
  }

  private ping(): void {
    if (this.socket === null) return;
    if (this.unanswered > pingsUnansweredMax) {
      this.drop(this.socket);
      return;
    }
    // One whole heartbeat without an answer: prices may be old, so the screens must say so before the line is given up.
    if (this.unanswered > 0) this.setStatus('silent');
    this.unanswered += 1;
    this.socket.send('ping');
  }

  private received(socket: SocketLike, data: unknown): void {
    if (socket !== this.socket || typeof data !== 'string') return;
    this.unanswered = 0;
    if (this.status === 'silent') this.setStatus('open');
    if (data === 'pong') return;
    let message: ServerMessage;
    try {
      message = JSON.parse(data) as ServerMessage;
    } catch {
      return;
    }
    if (message.type === 'login_result') this.loginAnswered(message.code);
    if (message.type === 'call_result') this.calls.answered(message);
    if (message.type === 'error') this.refused(message.code);
    this.deps.onMessage(message);
  }

  private loginAnswered(code: number): void {
    clearTimeout(this.loginTimer);
    this.loginTimer = undefined;
    this.loggedIn = code === codes.ok;
    if (code === codes.sessionExpired) this.deps.onSessionExpired();
    if (!this.loggedIn) return;
    for (const { topic } of this.topics.values()) if (needsLogin(topic)) this.sendTopic('sub', topic);
  }

  /** A session that was left meanwhile is ignored. */
  private refused(code: number): void {
    this.calls.refused(code);
    // Only a login is refused so; one that was answered is not sent again.
    if (code === codes.unavailable && this.loginTimer !== undefined) this.logInAgain(loginUnavailableMs);
    if (code !== codes.sessionExpired || !this.loggedIn) return;
    this.loggedIn = false;
    this.deps.onSessionExpired();
  }

  private drop(socket: SocketLike): void {
    if (socket !== this.socket) return;
    this.socket = null;
    this.stopTimers();
    socket.close();
    this.forgetLogin();
    this.setStatus('waiting');
    this.calls.disconnected();
    this.timer = setTimeout(() => this.connect(), this.backoff(backoffBaseMs, this.attempts));
    this.attempts += 1;
  }

  private forgetLogin(): void {
    this.loggedIn = false;
    this.loginToken = null;
  }

  /** Time before the next try; half of it is random, so that clients do not come back all at once. */
  private backoff(firstMs: number, tries: number): number {
    const ceiling = Math.min(backoffCapMs, firstMs * 2 ** tries);
    const random = this.deps.random ?? Math.random;
    return ceiling / 2 + (random() * ceiling) / 2;
  }

  private isOpen(): boolean {
    return this.status === 'open' || this.status === 'silent';
  }

  private stopTimers(): void {
    clearTimeout(this.timer);
    clearTimeout(this.loginTimer);
    this.loginTimer = undefined;
    clearInterval(this.beat);
  }

  private setStatus(status: SocketStatus): void {
    this.status = status;
    this.deps.onStatus(status);
  }
}

function needsLogin(topic: Topic): boolean {
  return topic.topic === 'FOREX_TRADE' || topic.topic === 'FOREX_CLOSED';
}
