import { setTimeout as wait } from 'node:timers/promises';
import { WatcherError } from '../../ports/payment-watch.ts';

export interface JsonRpcOptions {
  /** With user and password if the node requires them. */
  readonly url: string;
  readonly attemptMaxMs?: number;
  readonly attemptsMax?: number;
  /** Wait before the second attempt; doubles before each later one. */
  readonly waitMs?: number;
  /** Maximum size of an answer; larger ones are refused. */
  readonly answerMaxBytes: number;
  /** Transforms the text of an answer before parsing, e.g. to keep what parsing would lose. */
  readonly prepare?: (text: string) => string;
}

/** The node understood the call and refused it. */
export class RpcError extends WatcherError {
  readonly code: number;

  constructor(method: string, code: number, message: string) {
    super(`${method} was refused: ${code} ${message.slice(0, 200)}`);
    this.code = code;
  }
}

export type CallNode = (method: string, params: readonly unknown[]) => Promise<unknown>;

const attemptMaxMs = 15_000;
const attemptsMax = 3;
const waitMs = 250;

/**
 * JSON-RPC over HTTP with bounds on time, attempts and size. Retries only temporary failures: no connection, no answer
 * in time, a broken answer, an overloaded server. Errors name the method and never the address, which may contain a
 * key.
 */
export function createJsonRpc(options: JsonRpcOptions): CallNode {
  const { endpoint, headers } = parseEndpoint(options.url);
  const tries = options.attemptsMax ?? attemptsMax;
  let lastId = 0;
  return async (method, params) => {
    lastId += 1;
    const id = lastId;
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    for (let attempt = 1; ; attempt += 1) {
      const answer = await ask(endpoint, headers, body, options);
      const value = answer.ok ? readAnswer(answer.text, id, method, options) : answer;
      if (value.ok) return value.result;
      if (attempt >= tries || !value.mayPass) throw new WatcherError(`${method}: ${value.reason}`);
      await wait((options.waitMs ?? waitMs) * 2 ** (attempt - 1));
    }
  };
}

interface Failure {
  readonly ok: false;
  readonly reason: string;
  readonly mayPass: boolean;
}

function parseEndpoint(url: string): { readonly endpoint: string; readonly headers: Record<string, string> } {
  const parsed = new URL(url);
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (parsed.username !== '') {
    const login = `${decodeURIComponent(parsed.username)}:${decodeURIComponent(parsed.password)}`;
    headers['authorization'] = `Basic ${Buffer.from(login).toString('base64')}`;
  }
  parsed.username = '';
  parsed.password = '';
  return { endpoint: parsed.href, headers };
}

async function ask(
  endpoint: string,
  headers: Record<string, string>,
  body: string,
  options: JsonRpcOptions,
): Promise<{ readonly ok: true; readonly text: string } | Failure> {
  try {
    const signal = AbortSignal.timeout(options.attemptMaxMs ?? attemptMaxMs);
    const answer = await fetch(endpoint, { method: 'POST', headers, body, redirect: 'error', signal });
    const text = await readBounded(answer, options.answerMaxBytes);
    if (text === null) return { ok: false, reason: 'the answer is too large', mayPass: false };
    // Bitcoin Core answers refusals with HTTP 500 and a body with the reason.
    if (answer.ok || text.startsWith('{')) return { ok: true, text };
    const mayPass = answer.status === 429 || answer.status >= 500;
    return { ok: false, reason: `HTTP ${answer.status}`, mayPass };
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } };
    return { ok: false, reason: cause?.code ?? name, mayPass: true };
  }
}

async function readBounded(answer: Response, bytesMax: number): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    bytes += part.byteLength;
    if (bytes > bytesMax) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function readAnswer(
  text: string,
  id: number,
  method: string,
  { prepare }: JsonRpcOptions,
): { readonly ok: true; readonly result: unknown } | Failure {
  let answer: { id?: unknown; result?: unknown; error?: { code?: unknown; message?: unknown } | null };
  try {
    answer = JSON.parse(prepare?.(text) ?? text) as typeof answer;
  } catch {
    return { ok: false, reason: 'the answer is no JSON', mayPass: true };
  }
  if (answer.error != null) throw new RpcError(method, Number(answer.error.code), String(answer.error.message));
  if (answer.id !== id) return { ok: false, reason: 'the answer is to another call', mayPass: true };
  return { ok: true, result: answer.result };
}
