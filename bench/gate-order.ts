import { Writable } from 'node:stream';
import type { AccountId } from '@candor/domain/values/ids';
import type { FastifyBaseLogger } from 'fastify';
import type { WebSocket } from 'ws';
import { plainSecurity } from '../apps/server/src/gateway/http/build-gateway.ts';
import { createOrderCalls } from '../apps/server/src/gateway/http/order-calls.ts';
import { OrderDoor } from '../apps/server/src/gateway/ws/order-door.ts';
import { socketLimits } from '../apps/server/src/gateway/ws/socket-limits.ts';
import { SocketPeer } from '../apps/server/src/gateway/ws/socket-peer.ts';
import { readMessage, type SessionDeps, SocketSession } from '../apps/server/src/gateway/ws/socket-session.ts';
import type { Tokens } from '../apps/server/src/services/identity/tokens.ts';
import { CoreBench } from '../testkit/core-bench.ts';
import { testSpecs } from '../testkit/engine-scenario.ts';
import { FaultyJournal } from '../testkit/faulty-journal.ts';
import { ManualMarket } from '../testkit/manual-market.ts';
import { testCompany } from '../testkit/test-company.ts';

// The way of an order from the text of a socket's message to the frame of its answer, within one process: without the
// kernel, and with a journal that keeps nothing.

const clients = 32;
const turns = 20;

/** Journal that takes every batch at once and keeps its length only. */
class TakingJournal extends FaultyJournal {
  override commit(): Promise<void> {
    return Promise.resolve();
  }
}

/** A client: its socket, and what it was answered last. */
interface Client {
  readonly session: SocketSession;
  /** Id of its open order; 0 for none. */
  openId: number;
}

/** Orders within the process, compared with reading and writing the answer as JSON. */
export async function orderWithin(): Promise<{ product(): Promise<number>; rival(): number }> {
  const orders = await OrdersWithin.start();
  let used = 0;
  return {
    async product() {
      const before = process.cpuUsage();
      for (let turn = 0; turn < turns; turn += 1) await orders.turn();
      return usSince(before);
    },
    rival() {
      const before = process.cpuUsage();
      for (let turn = 0; turn < turns * clients; turn += 1) {
        // The parsed texts differ, so that nothing is kept from one to the next.
        used += JSON.stringify(JSON.parse(orders.answer.replace('"Id":', `"Id":${1 + (turn % 9)}`))).length;
      }
      if (used === 0) throw new Error('Invariant: an answer has a length');
      return usSince(before);
    },
  };
}

function usSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / (turns * clients);
}

/** Sockets of traders who open and close positions, in turns. */
class OrdersWithin {
  readonly #clients: Client[] = [];
  /** Text of an answer, for the rival. */
  answer = '';
  #turn = 0;
  #missing = 0;
  #answered = () => undefined as void;

  static async start(): Promise<OrdersWithin> {
    const orders = new OrdersWithin();
    const market = new ManualMarket(Object.values(testSpecs));
    const bench = await CoreBench.start(new TakingJournal());
    market.give(testSpecs.eurusd, '1.10000', '1.10010');
    bench.tick('1.10000', '1.10010');
    const sessions = Array.from({ length: clients + 1 }, (_, accountId) => ({ user: { companyId: 1, accountId } }));
    const tokens = {
      authenticate: async (token: string) => sessions[Number(token)],
      known: (token: string) => sessions[Number(token)],
    };
    const door = new OrderDoor({
      security: { ...plainSecurity, checksAnswers: false },
      companies: { ofHost: () => testCompany },
      tokens: tokens as unknown as Tokens,
      orders: createOrderCalls({
        core: bench.core,
        history: { instrumentOf: async () => null } as never,
        market,
        clock: bench.clock,
      }),
      log: { info: () => undefined, error: () => undefined } as unknown as FastifyBaseLogger,
    });
    for (let id = 1; id <= clients; id += 1) await orders.#add(bench, door, id);
    // The rival needs the text of an answer, and may be measured first. Two turns leave no position open.
    for (let turn = 0; turn < 2; turn += 1) await orders.turn();
    return orders;
  }

  async #add(bench: CoreBench, door: OrderDoor, id: number): Promise<void> {
    await bench.openAccount(bench.core, id as AccountId);
    const take = (frames: readonly Buffer[]) => {
      for (const frame of frames) this.#take(client, frame);
    };
    const wire = new Writable({
      write(frame: Buffer, _encoding, done) {
        take([frame]);
        done();
      },
      writev(frames, done) {
        take([Buffer.concat(frames.map(({ chunk }) => chunk as Buffer))]);
        done();
      },
    });
    const socket = { readyState: 1, OPEN: 1, bufferedAmount: 0, send: (text: string) => wire.write(Buffer.from(text)) };
    const peer = new SocketPeer(socket as unknown as WebSocket, wire as never, socketLimits);
    const deps = {
      limits: socketLimits,
      language: 'en',
      authenticate: async () => ({ accountId: id, currency: 'USD', sessionId: 's' }),
      answerCall: (asked: object) => door.answer({ ...asked, address: '127.0.0.1', host: 'localhost' } as never),
      onLogin: () => undefined,
      onLogout: () => undefined,
    } as unknown as SessionDeps;
    const client: Client = { session: new SocketSession(peer, deps), openId: 0 };
    this.#clients.push(client);
    client.session.handle({ type: 'login', params: { token: String(id) } });
    await new Promise(setImmediate);
  }

  #take(client: Client, frame: Buffer): void {
    const text = frame.toString('latin1');
    const at = text.indexOf('{"type":"call_result"');
    if (at < 0) return;
    if (!text.includes('"code":1,')) throw new Error(`The order is accepted, was ${text}`);
    this.answer = text.slice(at);
    client.openId = client.openId === 0 ? Number.parseInt(text.slice(text.indexOf('"Id":') + 5), 10) : 0;
    this.#missing -= 1;
    if (this.#missing === 0) this.#answered();
  }

  /** Each client opens a position or closes it; returns the number of orders once all are answered. */
  async turn(): Promise<number> {
    this.#turn += 1;
    this.#missing = clients;
    const answered = new Promise<void>((resolve) => {
      this.#answered = resolve;
    });
    for (const [at, { session, openId }] of this.#clients.entries()) {
      const clientId = (this.#turn * clients + at).toString(16).padStart(32, '0');
      const fields =
        openId === 0
          ? `{"type":1,"status":1,"cont":"0.01","multiple":100,"forex_id":1,"client_id":"${clientId}"}`
          : `{"id":${openId},"client_id":"${clientId}"}`;
      const call = openId === 0 ? 'submit' : 'close';
      session.handle(readMessage(`{"type":"call","params":{"n":1,"call":"${call}","fields":${fields}}}`));
    }
    await answered;
    return clients;
  }
}
