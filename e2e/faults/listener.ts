import type { ServerMessage } from '@candor/contracts/ws/messages';
import { WebSocket } from 'ws';
import type { Entry } from './stored-journal.ts';

const retryMs = 50;
const ended = new Set(['closed', 'cancelled', 'expired']);

/** WebSocket client of one account; reconnects after a cut and records all pushes about orders. */
export class Listener {
  readonly accountId: number;
  readonly closed: number[] = [];
  readonly seen = new Set<number>();
  readonly notices = new Set<string>();
  readonly #token: string;
  readonly #url: () => string;
  #socket: WebSocket | null = null;
  #isStopped = false;
  messages = 0;

  constructor(account: { accountId: number; token: string }, url: () => string) {
    this.accountId = account.accountId;
    this.#token = account.token;
    this.#url = url;
    this.#open();
  }

  stop(): void {
    this.#isStopped = true;
    this.#socket?.terminate();
  }

  #open(): void {
    if (this.#isStopped) return;
    const socket = new WebSocket(`${this.#url().replace('http', 'ws')}/v1/ws`);
    this.#socket = socket;
    socket.on('error', () => undefined);
    socket.on('close', () => setTimeout(() => this.#open(), retryMs));
    socket.on('open', () => socket.send(JSON.stringify({ type: 'login', params: { token: this.#token } })));
    socket.on('message', (data: Buffer) => this.#hear(socket, JSON.parse(data.toString()) as ServerMessage));
  }

  #hear(socket: WebSocket, message: ServerMessage): void {
    this.messages += 1;
    if (message.type === 'login_result') {
      for (const topic of ['FOREX_TRADE', 'FOREX_CLOSED']) {
        socket.send(JSON.stringify({ type: 'sub', params: { topic } }));
      }
    } else if (message.type === 'FOREX_CLOSED') this.closed.push(...message.params);
    else if (message.type === 'NOTICE') this.notices.add(message.params.Id);
    else if (message.type === 'FOREX_TRADE') for (const { Id } of message.params.TransOrder) this.seen.add(Id);
  }
}

/** Returns the pushes received so far, to compare with a journal that is read later. */
export function pushedUntilNow(listeners: readonly Listener[]) {
  return listeners.map(({ accountId, closed, seen, notices }) => {
    return { accountId, closed: [...closed], seen: [...seen], notices: [...notices] };
  });
}

/** Checks that every push is stored: open and ended orders, and notices of entries with events of the account. */
export function auditPushes(entries: readonly Entry[], pushed: ReturnType<typeof pushedUntilNow>): string[] {
  const [opened, over] = [new Map<number, number>(), new Map<number, number>()];
  for (const { events } of entries) {
    for (const event of events) {
      for (const order of [event.order, event.closed]) {
        if (order?.status === 'open') opened.set(order.id, order.accountId);
        if (order !== undefined && ended.has(order.status)) over.set(order.id, order.accountId);
      }
    }
  }
  return pushed.flatMap(({ accountId, closed, seen, notices }) => {
    const isOfEntry = (id: string) =>
      entries[Number.parseInt(id, 10) - 1]?.events.some((event) => event.accountId === accountId) === true;
    return [
      ...seen.filter((id) => opened.get(id) !== accountId).map((id) => `order ${id} was shown, and never opened`),
      ...closed.filter((id) => over.get(id) !== accountId).map((id) => `order ${id} was told to have ended`),
      ...notices.filter((id) => !isOfEntry(id)).map((id) => `notice ${id} is of no entry of account ${accountId}`),
    ];
  });
}
