import { type CodeName, codes } from '@candor/contracts/codes';
import type { Language } from '@candor/contracts/languages';
import {
  type ClientMessage,
  clientMessage,
  type SocketCall,
  type SocketCallName,
  socketCalls,
  type Topic,
  topicSchema,
} from '@candor/contracts/ws/messages';
import type { Notice } from '@candor/domain/engine/notice';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { MarketView } from '../../services/market/market-view.ts';
import { compiledSchema } from '../http/compiled-schema.ts';
import { RefusalError, refusalEnvelope } from '../http/envelope.ts';
import { textOf } from '../http/texts/text-of.ts';
import { instrumentOf } from '../http/to-notice.ts';
import type { AccountTopics } from './account-topics.ts';
import type { MarketTopics } from './market-topics.ts';
import { toNoticeLine } from './notice-line.ts';
import type { SocketAsked } from './order-door.ts';
import type { SocketLimits } from './socket-limits.ts';
import type { SocketPeer } from './socket-peer.ts';

export interface SocketLogin {
  readonly accountId: number;
  /** Currency of the account. */
  readonly currency: string;
  readonly sessionId: string;
}

export type Authenticate = (token: string) => Promise<SocketLogin | null>;

export interface SessionDeps {
  readonly market: MarketView;
  readonly marketTopics: MarketTopics;
  readonly accountTopics: Pick<AccountTopics, 'watch'>;
  readonly authenticate: Authenticate;
  readonly limits: SocketLimits;
  readonly language: Language;
  /** Resolves to the envelope of a call about orders, as JSON; never rejects. Null: this socket takes no calls. */
  readonly answerCall: ((asked: Omit<SocketAsked, 'address' | 'host'>) => Promise<string>) | null;
  /** Called when this socket logs in to an account. */
  readonly onLogin: () => void;
  /** Called when this socket logs out. */
  readonly onLogout: () => void;
}

type AccountTopic = 'FOREX_TRADE' | 'FOREX_CLOSED';

/** Login and subscriptions of one socket (R-SOC-03, R-SOC-04). */
export class SocketSession {
  login: SocketLogin | null = null;
  readonly peer: SocketPeer;
  readonly #deps: SessionDeps;
  readonly #topics = new Map<string, Topic>();
  readonly #accountTopics = new Set<AccountTopic>();
  #token = '';
  /** Token of the latest login, checked or not: a call that follows a login is never made for the user before. */
  #callToken = '';
  #logins = 0;
  /** Numbers of the calls that are not answered yet. */
  readonly #calls = new Set<number>();
  #stopAccount: (() => void) | null = null;

  constructor(peer: SocketPeer, deps: SessionDeps) {
    this.peer = peer;
    this.#deps = deps;
  }

  get subscriptions(): number {
    return this.#topics.size;
  }

  /** Returns why a call is refused before it is checked; null if it is not. */
  refusalOf({ n }: SocketCall): 'malformedMessage' | 'tooManyRequests' | null {
    // A number that is under way already would have two answers.
    if (this.#deps.answerCall === null || this.#calls.has(n)) return 'malformedMessage';
    return this.#calls.size >= this.#deps.limits.callsUnderWay ? 'tooManyRequests' : null;
  }

  /** Handles a message: answers it, or refuses it by an error; none closes the socket (R-SOC-08). */
  handle(message: Heard): void {
    if (message === 'ping') this.peer.send('pong');
    else if (typeof message === 'string') this.#refuse(message);
    else this.#apply(message);
  }

  /** Ends the login of a socket whose session has ended; account topics stop. */
  endLogin(): void {
    this.#logOut();
    this.#refuse('sessionExpired');
  }

  /** Checks again whether the token is valid. */
  async recheck(): Promise<void> {
    const { login } = this;
    if (login === null) return;
    const again = await this.#deps.authenticate(this.#token);
    if (this.login === login && again === null) this.endLogin();
  }

  end(): void {
    this.#stopAccount?.();
    this.#stopAccount = null;
    this.#deps.marketTopics.forget(this.peer);
  }

  #apply(message: ClientMessage): void {
    switch (message.type) {
      case 'login':
        void this.#logIn(message.params.token);
        return;
      case 'logout':
        this.#logOut();
        return;
      case 'sub':
        this.#subscribe(message.params);
        return;
      case 'unsub':
        this.#unsubscribe(message.params);
        return;
      case 'call':
        void this.#call(message.params);
    }
  }

  /** Answers a call under its number (R-SOC-15). */
  async #call(asked: SocketCall): Promise<void> {
    const { answerCall, language } = this.#deps;
    const { n, call, fields } = asked;
    const refusal = this.refusalOf(asked);
    if (refusal === 'malformedMessage' || answerCall === null) {
      this.#refuse('malformedMessage');
      return;
    }
    if (refusal === 'tooManyRequests') {
      this.#answer(n, JSON.stringify(refusalEnvelope(language, new RefusalError(refusal))));
      return;
    }
    this.#calls.add(n);
    const envelope = await answerCall({ call, fields, language, token: this.#callToken });
    this.#calls.delete(n);
    this.#answer(n, envelope);
  }

  #answer(n: number, envelope: string): void {
    this.peer.answer(`{"type":"call_result","n":${n},${envelope.slice(1)}`);
  }

  async #logIn(token: string): Promise<void> {
    this.#logins += 1;
    const attempt = this.#logins;
    this.#callToken = token;
    let login: SocketLogin | null;
    try {
      login = await this.#deps.authenticate(token);
    } catch {
      this.#refuse('unavailable');
      return;
    }
    // A later login or logout has replaced this one.
    if (attempt !== this.#logins || !this.peer.isOpen) return;
    if (login === null) {
      const { language } = this.#deps;
      const msg = textOf(codes.sessionExpired, language);
      this.peer.send(JSON.stringify({ type: 'login_result', code: codes.sessionExpired, msg }));
      return;
    }
    if (this.login?.accountId !== login.accountId) this.#dropAccountTopics();
    this.login = login;
    this.#token = token;
    this.peer.send(JSON.stringify({ type: 'login_result', code: codes.ok }));
    this.#deps.onLogin();
  }

  #logOut(): void {
    this.#logins += 1;
    this.login = null;
    this.#token = '';
    this.#callToken = '';
    this.#dropAccountTopics();
    this.#deps.onLogout();
  }

  #subscribe(topic: Topic): void {
    const { market, marketTopics, limits } = this.#deps;
    const key = keyOf(topic);
    if (!this.#topics.has(key) && this.#topics.size >= limits.subscriptionsMax) {
      this.#refuse('tooManySubscriptions');
      return;
    }
    if (topic.topic === 'KLINE') {
      if (market.spec(topic.forex_id as InstrumentId) === null) this.#refuse('unknownInstrument');
      else {
        this.#topics.set(key, topic);
        marketTopics.watchKline(this.peer, topic.forex_id as InstrumentId, topic.period);
      }
    } else if (topic.topic === 'DAY_MARKET') {
      this.#topics.set(key, topic);
      marketTopics.watchDay(this.peer, (topic.ids as InstrumentId[] | undefined) ?? null);
    } else this.#subscribeAccount(topic.topic, topic);
  }

  #subscribeAccount(name: AccountTopic, topic: Topic): void {
    const { login } = this;
    if (login === null) {
      this.#refuse('sessionExpired');
      return;
    }
    this.#topics.set(name, topic);
    const isNew = !this.#accountTopics.has(name);
    this.#accountTopics.add(name);
    if (!isNew) return;
    this.#stopAccount?.();
    // Watching sends the current figures at once, so a repeated FOREX_TRADE restarts the watch.
    this.#stopAccount = this.#deps.accountTopics.watch(login.accountId, {
      onTrade: (line) => this.#push('FOREX_TRADE', line),
      onClosed: (ids) => this.#push('FOREX_CLOSED', JSON.stringify(ids)),
      onNotice: (notice) => this.#tell(notice),
    });
  }

  #unsubscribe(topic: Topic): void {
    const { marketTopics } = this.#deps;
    this.#topics.delete(keyOf(topic));
    if (topic.topic === 'KLINE') marketTopics.unwatchKline(this.peer, topic.forex_id as InstrumentId, topic.period);
    else if (topic.topic === 'DAY_MARKET') {
      marketTopics.unwatchDay(this.peer, (topic.ids as InstrumentId[] | undefined) ?? null);
    } else {
      this.#accountTopics.delete(topic.topic);
      if (this.#accountTopics.size === 0) this.#dropAccountTopics();
    }
  }

  #dropAccountTopics(): void {
    this.#stopAccount?.();
    this.#stopAccount = null;
    for (const name of this.#accountTopics) this.#topics.delete(name);
    this.#accountTopics.clear();
  }

  #push(name: AccountTopic, params: string): void {
    if (!this.#accountTopics.has(name)) return;
    this.peer.sendFramed(`{"type":"${name}","code":${codes.ok},"params":${params}}`);
  }

  /** Sends to subscribers of the account's figures. */
  #tell(notice: Notice): void {
    if (!this.#accountTopics.has('FOREX_TRADE')) return;
    const { market, language } = this.#deps;
    const id = instrumentOf(notice);
    const params = toNoticeLine(notice, id === null ? null : market.spec(id), this.login?.currency ?? '', language);
    this.peer.send(JSON.stringify({ type: 'NOTICE', code: codes.ok, params }));
  }

  #refuse(name: CodeName): void {
    const code = codes[name];
    this.peer.send(JSON.stringify({ type: 'error', code, msg: textOf(code, this.#deps.language) }));
  }
}

/** A message of a client: `ping`, what it asks, or the name of the error. */
export type Heard = ClientMessage | 'ping' | 'malformedMessage' | 'unknownTopic';

const readClientMessage = compiledSchema(clientMessage);

/** Reads the text of a message. */
export function readMessage(text: string): Heard {
  if (text === 'ping') return 'ping';
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return 'malformedMessage';
  }
  const call = readCall(raw);
  if (call !== null) return call;
  const parsed = readClientMessage(raw);
  if (parsed.success) return parsed.data;
  const { type, params } = (raw ?? {}) as { type?: unknown; params?: { topic?: unknown } | null };
  const isSubscription = type === 'sub' || type === 'unsub';
  const topic = isSubscription ? params?.topic : undefined;
  if (typeof topic !== 'string') return 'malformedMessage';
  return topicSchema.safeParse(params).success || knownTopics.has(topic) ? 'malformedMessage' : 'unknownTopic';
}

/**
 * Reads a call that is well formed, as nearly all are, as its schema does; null for every other message, which the schema
 * reads or refuses.
 */
export function readCall(raw: unknown): ClientMessage | null {
  if (typeof raw !== 'object' || raw === null) return null;
  const { type, params } = raw as { readonly type?: unknown; readonly params?: unknown };
  if (type !== 'call' || typeof params !== 'object' || params === null || Array.isArray(params)) return null;
  const { n, call, fields } = params as { readonly n?: unknown; readonly call?: unknown; readonly fields?: unknown };
  const isNumbered = typeof n === 'number' && Number.isSafeInteger(n) && n >= 0;
  if (!isNumbered || typeof call !== 'string' || !Object.hasOwn(socketCalls, call)) return null;
  if (typeof fields !== 'object' || fields === null) return null;
  return { type, params: { n, call: call as SocketCallName, fields } };
}

const knownTopics = new Set<string>(['DAY_MARKET', 'KLINE', 'FOREX_TRADE', 'FOREX_CLOSED']);

function keyOf(topic: Topic): string {
  return topic.topic === 'KLINE' ? `KLINE:${topic.forex_id}:${topic.period}` : topic.topic;
}
