import type { Envelope } from '@candor/contracts/envelope';
import type { Instrument } from '@candor/contracts/http/market';
import type { Order } from '@candor/contracts/http/trade';
import type { Chance } from './chance.ts';

/** One request with its id, from before it is first sent until it is answered, and beyond. */
export interface Sent {
  readonly id: string;
  readonly call: 'submit' | 'close' | 'set_stop_price';
  readonly body: Readonly<Record<string, unknown>>;
  readonly instrumentId: number;
  /** Time of the instrument's last quote before it was first sent, and after it was answered. */
  readonly quotedBeforeMs: number;
  quotedAfterMs: number;
  /** The first answer, byte by byte; null until there is one. */
  answer: string | null;
  isDone: boolean;
}

export type Call = (path: string, init: { token?: string; body?: object }) => Promise<{ status: number; text: string }>;

const openMax = 12;
const serverCodes = 1_900;
const sessionCode = 999;
const instruments = 5;

/**
 * One account whose owner opens and closes orders with stops close to the market, and asks again under the same id
 * for whatever was not answered.
 */
export class Trader {
  readonly token: string;
  readonly accountId: number;
  readonly sent = new Map<string, Sent>();
  /** Answers that were other bytes when asked for again. */
  readonly unequal: string[] = [];
  readonly #unanswered: Sent[] = [];
  readonly #open = new Map<number, { instrumentId: number; isBuy: boolean }>();
  readonly #chance: Chance;
  readonly #call: Call;
  /** When the last new order was accepted. */
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

  /** Does one thing: what is unanswered comes first. Throws when the server does not answer. */
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
    if (status >= 500 || code >= serverCodes) throw new Error(`Not now: ${text}`);
    if (code === sessionCode) throw new Error(`The session of account ${this.accountId} was lost`);
    if (request.answer !== null && request.answer !== text) this.#noteUnequal(request, text);
    request.answer ??= text;
    request.isDone = code === 1;
    if (request.call === 'set_stop_price') {
      const now = (await this.#instruments()).find(({ Id }) => Id === request.instrumentId);
      request.quotedAfterMs = Math.max(request.quotedAfterMs, now?.Time ?? 0);
    }
    if (request.call === 'submit' && code === 1 && data !== null) {
      this.#open.set(data.Id, { instrumentId: data.ForexId, isBuy: data.OrderType === 1 });
      this.acceptedMs = performance.now();
    }
    if (request.call === 'close') this.#open.delete(Number(request.body['id']));
  }

  async #askAgain(): Promise<void> {
    const request = this.#chance.pick([...this.sent.values()].slice(-40));
    if (request.answer === null || !request.isDone) return;
    const { status, text } = await this.#ask(request);
    if (status >= 500) throw new Error(`Not now: ${text}`);
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
    const open = [...this.#open.entries()];
    const kind = chance.next();
    if (open.length >= openMax || (open.length > 2 && kind < 0.3)) {
      const [id, order] = chance.pick(open);
      if (kind < 0.2) return this.#request('set_stop_price', { id, ...this.#stops(list, order) }, list, order);
      return this.#request('close', { id }, list, order);
    }
    const instrument = chance.pick(list);
    const order = { instrumentId: instrument.Id, isBuy: chance.next() < 0.5 };
    const fields = {
      type: order.isBuy ? 1 : 2,
      cont: instrument.ForexMinCont,
      forex_id: instrument.Id,
      multiple: Math.max(...instrument.HasForexMultiple.map(({ Value }) => Value)),
      ...this.#stops(list, order),
    };
    return this.#request('submit', fields, list, order);
  }

  /** Some ticks from the closing price, or none. */
  #stops(list: readonly Instrument[], order: { instrumentId: number; isBuy: boolean }): object {
    const instrument = list.find(({ Id }) => Id === order.instrumentId);
    const price = Number((order.isBuy ? instrument?.Bid : instrument?.Ask) ?? 0);
    const digits = instrument?.Digits ?? 0;
    const spread = Math.round((Number(instrument?.Ask) - Number(instrument?.Bid)) * 10 ** digits);
    const side = order.isBuy ? 1 : -1;
    const level = (direction: number) => {
      const away = this.#chance.between(2, Math.max(6, spread * 3));
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
