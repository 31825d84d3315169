import type { Envelope } from '@candor/contracts/envelope';
import type { Instrument } from '@candor/contracts/http/market';
import type { Order } from '@candor/contracts/http/trade';
import type { Chance } from './chance.ts';

/** One request with its id and its first answer. */
export interface Sent {
  readonly id: string;
  readonly call: 'submit' | 'close' | 'cancel_trade' | 'set_stop_price';
  readonly body: Readonly<Record<string, unknown>>;
  readonly instrumentId: number;
  /** Time of the instrument's last quote before the first send; `quotedAfterMs` is the one after the answer. */
  readonly quotedBeforeMs: number;
  quotedAfterMs: number;
  /** First answer, unchanged; null until answered. */
  answer: string | null;
  isDone: boolean;
}

interface Held {
  readonly instrumentId: number;
  readonly isBuy: boolean;
  /** Lots held; needed to close a part. */
  readonly lots?: string;
}

export type Call = (path: string, init: { token?: string; body?: object }) => Promise<{ status: number; text: string }>;

/** Returns a client for a server's calls; a call is aborted after `withinMs`. */
export function callAt(url: string, withinMs: number): Call {
  return async (path, { token, body }) => {
    const answer = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...(token === undefined ? {} : { authorization: token }), 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(withinMs),
    });
    return { status: answer.status, text: await answer.text() };
  };
}

const openMax = 12;
const pendingMax = 8;
const serverCodes = 1_900;
const sessionCode = 999;
const instruments = 5;

/**
 * Simulated trader of one account: opens and closes orders with stops close to the market, and repeats unanswered
 * requests under the same id.
 */
export class Trader {
  readonly token: string;
  readonly accountId: number;
  readonly sent = new Map<string, Sent>();
  /** Repeated requests with an answer different from the first, byte by byte. */
  readonly unequal: string[] = [];
  readonly #unanswered: Sent[] = [];
  readonly #open = new Map<number, Held>();
  readonly #pending = new Map<number, Held>();
  readonly #chance: Chance;
  readonly #call: Call;
  /** Time of the last accepted new order. */
  acceptedMs = 0;

  constructor(account: { token: string; accountId: number }, chance: Chance, call: Call) {
    this.token = account.token;
    this.accountId = account.accountId;
    this.#chance = chance;
    this.#call = call;
  }

  get unanswered(): number {
    return this.#unanswered.length;
  }

  /** Sends one request, an unanswered one first. Throws if the server does not answer. */
  async step(): Promise<void> {
    const due = this.#unanswered[0];
    if (due !== undefined) {
      await this.#send(due);
      this.#unanswered.shift();
      return;
    }
    if (this.#chance.next() < 0.1 && this.sent.size > 0) return this.#askAgain();
    const request = this.#invent(await this.#instruments());
    this.sent.set(request.id, request);
    this.#unanswered.push(request);
    await this.#send(request);
    this.#unanswered.splice(this.#unanswered.indexOf(request), 1);
  }

  async #send(request: Sent): Promise<void> {
    const { status, text } = await this.#ask(request);
    const { code, data } = JSON.parse(text) as Envelope<Order | null>;
    if (status >= 500 || code >= serverCodes) throw new Error(`Temporary refusal: ${text}`);
    if (code === sessionCode) throw new Error(`The session of account ${this.accountId} was lost`);
    if (request.answer !== null && request.answer !== text) this.#noteUnequal(request, text);
    request.answer ??= text;
    request.isDone = code === 1;
    // A changed stop and a pending order are surely in force from the answer on.
    if (request.call === 'set_stop_price' || request.body['status'] === 0) {
      const now = (await this.#instruments()).find(({ Id }) => Id === request.instrumentId);
      request.quotedAfterMs = Math.max(request.quotedAfterMs, now?.Time ?? 0);
    }
    if (code !== 1 || data === null) this.#forget(request);
    else this.#remember(request, data);
  }

  #remember(request: Sent, order: Order): void {
    const held = { instrumentId: order.ForexId, isBuy: order.OrderType === 1, lots: order.Quantity };
    if (request.call === 'submit') {
      (order.Status === 0 ? this.#pending : this.#open).set(order.Id, held);
      this.acceptedMs = performance.now();
    } else if (request.call !== 'set_stop_price' && request.body['cont'] === undefined) this.#forget(request);
  }

  /** Drops an order that has ended or was filled, so that it cannot be closed or cancelled; its stops remain. */
  #forget({ call, body }: Sent): void {
    if (call === 'submit') return;
    this.#open.delete(Number(body['id']));
    this.#pending.delete(Number(body['id']));
  }

  async #askAgain(): Promise<void> {
    const request = this.#chance.pick([...this.sent.values()].slice(-40));
    if (request.answer === null || !request.isDone) return;
    const { status, text } = await this.#ask(request);
    if (status >= 500) throw new Error(`Temporary refusal: ${text}`);
    if (text !== request.answer) this.#noteUnequal(request, text);
  }

  #noteUnequal(request: Sent, text: string): void {
    this.unequal.push(`${request.call} ${request.id}: ${request.answer} then ${text}`);
  }

  #ask(request: Sent): Promise<{ status: number; text: string }> {
    const body = { ...request.body, client_id: request.id };
    return this.#call(`/v1/api/forex/${request.call}`, { token: this.token, body });
  }

  async #instruments(): Promise<Instrument[]> {
    const { text } = await this.#call('/v1/api/forex/trade_list', {});
    return (JSON.parse(text) as Envelope<Instrument[]>).data.slice(0, instruments);
  }

  #invent(list: readonly Instrument[]): Sent {
    const chance = this.#chance;
    const kind = chance.next();
    if (this.#open.size >= openMax || (this.#open.size > 2 && kind < 0.3)) return this.#inventChange(list, kind);
    if (this.#pending.size > 1 && kind < 0.38) {
      const [id, order] = chance.pick([...this.#pending]);
      if (kind < 0.34) return this.#request('set_stop_price', { id, ...this.#stops(list, order, 40) }, list, order);
      return this.#request('cancel_trade', { id }, list, order);
    }
    const instrument = chance.pick(list);
    const order = { instrumentId: instrument.Id, isBuy: chance.next() < 0.5 };
    const smallest = Number(instrument.ForexMinCont);
    const fields = {
      type: order.isBuy ? 1 : 2,
      // Three times the minimum: a part can be closed and the rest remains a valid order.
      cont: chance.next() < 0.5 ? instrument.ForexMinCont : (smallest * 3).toFixed(2),
      forex_id: instrument.Id,
      multiple: Math.max(...instrument.HasForexMultiple.map(({ Value }) => Value)),
    };
    if (kind > 0.7 && this.#pending.size < pendingMax)
      return this.#request('submit', { ...fields, ...this.#target(list, order) }, list, order);
    return this.#request('submit', { ...fields, status: 1, ...this.#stops(list, order) }, list, order);
  }

  #inventChange(list: readonly Instrument[], kind: number): Sent {
    const [id, order] = this.#chance.pick([...this.#open]);
    if (kind < 0.15) return this.#request('set_stop_price', { id, ...this.#stops(list, order) }, list, order);
    const smallest = list.find(({ Id }) => Id === order.instrumentId)?.ForexMinCont ?? '0';
    const isPart = kind < 0.22 && Number(order.lots ?? 0) > 2 * Number(smallest);
    return this.#request('close', isPart ? { id, cont: smallest } : { id }, list, order);
  }

  /** Returns fields of a pending order some ticks from the market, with stops further away, mostly with an expiry. */
  #target(list: readonly Instrument[], order: Held): object {
    const { price, digits, spread } = marketOf(list, { ...order, isBuy: !order.isBuy });
    const away = (this.#chance.next() < 0.5 ? -1 : 1) * this.#chance.between(1, Math.max(3, spread));
    const life = this.#chance.between(1_500, 60_000);
    return {
      status: 0,
      target_price: (price + away / 10 ** digits).toFixed(digits),
      ...(this.#chance.next() < 0.7 ? { expires_at: Date.now() + life } : {}),
      ...this.#stops(list, order, 40),
    };
  }

  /** Returns stops some ticks from the closing price; a fifth of them is '0', which is none. */
  #stops(list: readonly Instrument[], order: Held, least = 2): object {
    const { price, digits, spread } = marketOf(list, order);
    const side = order.isBuy ? 1 : -1;
    const level = (direction: number) => {
      const away = this.#chance.between(least, least + Math.max(6, spread * 3));
      return this.#chance.next() < 0.2 ? '0' : (price + (side * direction * away) / 10 ** digits).toFixed(digits);
    };
    return { stop_loss_price: level(-1), target_profit_price: level(1) };
  }

  #request(
    call: Sent['call'],
    body: Sent['body'],
    list: readonly Instrument[],
    { instrumentId }: { instrumentId: number },
  ): Sent {
    const quotedBeforeMs = list.find(({ Id }) => Id === instrumentId)?.Time ?? 0;
    const id = this.#chance.hex(32);
    return { id, call, body, instrumentId, quotedBeforeMs, quotedAfterMs: 0, answer: null, isDone: false };
  }
}

/** Returns a violation if most requests were refused, because such a campaign proves little. */
export function mostlyRefused(requests: readonly Sent[]): string[] {
  const refused = requests.filter(({ isDone }) => !isDone);
  if (refused.length < requests.length / 2) return [];
  return [`${refused.length} of ${requests.length} requests were refused, such as: ${refused[0]?.answer ?? ''}`];
}

/** Returns the current closing price of an order, with digits and spread of its instrument. */
function marketOf(list: readonly Instrument[], { instrumentId, isBuy }: Held) {
  const instrument = list.find(({ Id }) => Id === instrumentId);
  const digits = instrument?.Digits ?? 0;
  const spread = Math.round((Number(instrument?.Ask) - Number(instrument?.Bid)) * 10 ** digits);
  return { price: Number((isBuy ? instrument?.Bid : instrument?.Ask) ?? 0), digits, spread };
}
