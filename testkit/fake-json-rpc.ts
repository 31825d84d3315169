import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Fault of one call of a method. */
export type Fault =
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'truncated' | 'oversized' | 'hang' | 'garbled' | 'other id' | 'reset' }
  | { readonly kind: 'refusal'; readonly code: number; readonly message: string };

export class RpcRefusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Returns a method's result as JSON text, or throws an `RpcRefusal`. */
export type AnswerCall = (method: string, params: readonly unknown[]) => string;

/** A node's JSON-RPC server over HTTP on the loopback, with faults on demand. */
export class FakeJsonRpc {
  url = '';
  /** Calls received, with parameters. */
  readonly calls: { readonly method: string; readonly params: readonly unknown[] }[] = [];
  readonly #faults = new Map<string, Fault[]>();
  readonly #server = createServer((request, reply) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => this.#take(body, request.headers.authorization, reply));
  });
  readonly #answer: AnswerCall;
  /** Required login of calls; others get 401. Null for none. */
  login: string | null = null;

  constructor(answer: AnswerCall) {
    this.#answer = answer;
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  fail(method: string, ...faults: readonly Fault[]): void {
    this.#faults.set(method, [...(this.#faults.get(method) ?? []), ...faults]);
  }

  #take(body: string, authorization: string | undefined, reply: ServerResponse): void {
    if (this.login !== null && authorization !== `Basic ${Buffer.from(this.login).toString('base64')}`) {
      reply.writeHead(401).end();
      return;
    }
    const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: unknown[] };
    this.calls.push({ method, params });
    const fault = this.#faults.get(method)?.shift();
    if (fault !== undefined && fault.kind !== 'refusal') return failWith(fault, id, reply);
    try {
      if (fault !== undefined) throw new RpcRefusal(fault.code, fault.message);
      reply.setHeader('content-type', 'application/json');
      reply.end(`{"jsonrpc":"2.0","id":${id},"result":${this.#answer(method, params)}}\n`);
    } catch (error) {
      const { code, message } = error as RpcRefusal;
      // Bitcoin Core answers refusals with 500, other nodes with 200.
      reply.writeHead(500, { 'content-type': 'application/json' });
      reply.end(JSON.stringify({ jsonrpc: '2.0', id, result: null, error: { code, message } }));
    }
  }
}

function failWith(fault: Exclude<Fault, { kind: 'refusal' }>, id: number, reply: ServerResponse): void {
  switch (fault.kind) {
    case 'status':
      reply.writeHead(fault.status, { 'content-type': 'text/plain' }).end('no');
      return;
    case 'truncated':
      // Ends the connection before the announced length is sent.
      reply.writeHead(200, { 'content-type': 'application/json', 'content-length': 1_000 });
      reply.write(`{"jsonrpc":"2.0","id":${id},"resu`, () => reply.destroy());
      return;
    case 'oversized':
      reply.end(`{"jsonrpc":"2.0","id":${id},"result":"${'x'.repeat(256 * 1024)}"}`);
      return;
    case 'hang':
      return;
    case 'garbled':
      reply.end('<html>Bad gateway</html>');
      return;
    case 'other id':
      reply.end(JSON.stringify({ jsonrpc: '2.0', id: id + 1_000, result: null }));
      return;
    case 'reset':
      reply.destroy();
      return;
  }
}
