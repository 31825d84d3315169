import { codes, unknownOutcomeCodes } from '@candor/contracts/codes';
import type { Envelope } from '@candor/contracts/envelope';
import type { CallAnswer, CallInput } from '@candor/contracts/http/calls';
import type { WorkRequired } from '@candor/contracts/http/identity';
import { type CallName, pathOf, revalidatedCalls, verbOf } from '@candor/contracts/http/paths';
import type { SocketCallName } from '@candor/contracts/ws/messages';
import type { SocketAnswer } from './socket-calls.ts';

/** Failure of a call. `code` is that of the server, or a network code such as ERR_NETWORK. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: number | string;
  readonly data: unknown;
  /** True if the server refused; false if the outcome of the call is unknown. */
  readonly answered: boolean;

  constructor(code: number | string, message: string, answered: boolean, data: unknown = null) {
    super(message);
    this.code = code;
    this.answered = answered;
    this.data = data;
  }
}

export const sessionExpiredCode = codes.sessionExpired;

export interface ClientDeps {
  readonly origin: string;
  readonly fetch: (url: string, init: Sent) => Promise<Response>;
  readonly language: () => string;
  readonly token: () => string | null;
  /** Called for each answer that the session has expired, unless the call was a probe (R-ERR-01). */
  readonly onSessionExpired: () => void;
  /** Called for each answer that the company is out of service (R-COM-02). */
  readonly onSuspended?: () => void;
  /** Counts a state change while it is under way, with its retries. */
  readonly countWrite?: <Data>(call: Promise<Data>) => Promise<Data>;
  /** Device token of the last login; sent so that the server recognises the device. */
  readonly device?: () => string | null;
  /** Does the work that the server asks for under pressure (code 1013). */
  readonly doWork?: (asked: WorkRequired) => Promise<string>;
  /** Makes a call about an order over the open socket; null if it must go over HTTP (R-SOC-16). */
  readonly overSocket?: CallOverSocket;
  /** User who is logged in; null for a visitor. A lost call of one user is never repeated for another. */
  readonly userId?: () => number | null;
  readonly now?: () => number;
  readonly sleep?: (ms: number) => Promise<void>;
}

export type CallOverSocket = (
  name: SocketCallName,
  fields: object,
  token: string,
  language: string,
) => Promise<SocketAnswer> | null;

export interface CallOptions {
  readonly timeoutMs?: number;
  /** Retries of an unanswered call. Writes carry a client id, so that a retry is the same request. */
  readonly retries?: number;
  readonly probe?: boolean;
  /** Called with the message of a successful answer (R-ERR-05). */
  readonly onDone?: (message: string) => void;
  readonly signal?: AbortSignal;
  /** Lets the call reach the server even if the user leaves the page at once; its body is at most 64 KiB. */
  readonly keepalive?: boolean;
}

const timeoutMsDefault = 10_000;
const retryBaseMs = 400;
/** The work asked for may grow while the first is done. */
const worksMax = 3;
/** Codes of a server that can answer soon; a read, or a call that carries its id, may be repeated after them. */
export const passingCodes: ReadonlySet<number | string> = new Set([codes.busy, codes.unavailable, codes.standby]);
/** Codes of refusals that say nothing about an earlier attempt under the same id. */
const undecided: ReadonlySet<number | string> = new Set([
  ...passingCodes,
  codes.tooManyRequests,
  codes.workRequired,
  codes.sessionExpired,
  codes.companySuspended,
]);

/** Returns the failure of a call of which an earlier attempt may have been carried out. */
export function afterLostAttempt(error: CallError): CallError {
  return undecided.has(error.code) ? new CallError(error.code, error.message, false, error.data) : error;
}

/** True unless the call may have been carried out although no result is known. */
export function isOutcomeKnown(error: CallError): boolean {
  return error.answered && !unknownOutcomeCodes.has(error.code);
}

/** Calls that carry the device's word of its last login. */
const deviceCalls: ReadonlySet<CallName> = new Set([
  'logIn',
  'resetPassword',
  'changePassword',
  'sendMailCode',
  'sendSmsCode',
]);

/** Calls that a socket makes too, under their names there. */
export const socketNames: Readonly<Partial<Record<CallName, SocketCallName>>> = {
  placeOrder: 'submit',
  closeOrder: 'close',
  cancelOrder: 'cancel_trade',
  setStops: 'set_stop_price',
  reverseOrder: 'reverse',
  breakEven: 'break_even',
  amendOrder: 'amend_order',
  linkOrders: 'link_orders',
};

/** A request with the headers that every call has. */
export interface Sent extends Omit<Outgoing, 'name' | 'url' | 'fields'> {
  readonly signal: AbortSignal;
  readonly keepalive?: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/** A request before the headers that every call has. */
interface Outgoing {
  readonly name: CallName;
  readonly url: string;
  /** Fields of a state change. */
  readonly fields?: object;
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Creates the client for calls, over HTTP or first over the socket: it sets headers, unwraps envelopes, and bounds time
 * and retries.
 */
export function createClient(deps: ClientDeps) {
  return {
    /** Makes a call of the table. A read is repeated once by itself; every state change is a POST (R-WIRE-07). */
    call<Name extends CallName>(
      name: Name,
      fields: CallInput<Name>,
      options: CallOptions = {},
    ): Promise<CallAnswer<Name>> {
      const read = async (response: Response, token: string | null) =>
        unwrap(deps, await readEnvelope<CallAnswer<Name>>(response), token, options);
      if (verbOf(name) === 'GET')
        return send(deps, toGet(deps, name, fields as object), { retries: 1, ...options }, read);
      const sent = send(deps, toPost(deps, name, fields as object), options, read);
      return deps.countWrite?.(sent) ?? sent;
    },
    /** Fetches a file; a refusal throws as for any other call. */
    file<Name extends CallName>(name: Name, query: CallInput<Name>, options: CallOptions = {}): Promise<Blob> {
      const read = async (response: Response, token: string | null): Promise<Blob> => {
        const isFile = response.headers.has('content-disposition');
        return isFile ? response.blob() : unwrap(deps, await readEnvelope<Blob>(response), token, options);
      };
      return send(deps, toGet(deps, name, query as object), options, read);
    },
  };
}

/** A GET carries `t`, which prevents caches from answering for the server, unless they ask it each time (R-WIRE-11). */
function toGet({ origin, now = Date.now }: ClientDeps, name: CallName, query: object): Outgoing {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) params.set(key, String(value));
  if (!revalidatedCalls.has(name)) params.set('t', String(now()));
  const fields = String(params);
  return { name, url: `${origin}${pathOf(name)}${fields === '' ? '' : `?${fields}`}`, method: 'GET' };
}

function toPost({ origin }: ClientDeps, name: CallName, fields: object): Outgoing {
  const headers = { 'content-type': 'application/json' };
  return { name, url: `${origin}${pathOf(name)}`, fields, method: 'POST', body: JSON.stringify(fields), headers };
}

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/**
 * Sends a request until it is answered: again after work that the server asks for, and as often as `retries` allow. An
 * order goes over the socket first; without an answer it goes over HTTP at once, under the same id.
 */
async function send<Data>(
  deps: ClientDeps,
  outgoing: Outgoing,
  options: CallOptions,
  read: (response: Response, token: string | null) => Promise<Data>,
): Promise<Data> {
  const { doWork, sleep = wait } = deps;
  const retries = options.retries ?? 0;
  const isSameUser = userGuard(deps, outgoing);
  let sent = outgoing;
  let works = 0;
  let token = deps.token();
  // A call that the socket does not make is sent at once: the one that logs out still in its session.
  const asking = askSocket(deps, outgoing, token);
  let overSocket = asking === null ? 'untaken' : await asking;
  let wasLost = overSocket === 'lost';
  const failed = (error: unknown) => (wasLost && error instanceof CallError ? afterLostAttempt(error) : error);
  if (asking !== null && typeof overSocket === 'string' && !isSameUser())
    throw new CallError('ERR_CANCELED', 'the user has changed', false);
  for (let attempt = 0; ; attempt += 1) {
    try {
      if (typeof overSocket === 'object') return unwrap(deps, overSocket as Envelope<Data>, token, options);
      token = deps.token();
      return await read(await fetchOnce(deps, sent, token, options), token);
    } catch (error) {
      overSocket = 'untaken';
      const asked = works < worksMax ? workAskedBy(error) : null;
      if (asked !== null && doWork !== undefined) {
        works += 1;
        sent = { ...outgoing, headers: { ...outgoing.headers, [asked.header]: await doWork(asked) } };
        attempt -= 1;
        continue;
      }
      const mayRepeat = error instanceof CallError && (!error.answered || passingCodes.has(error.code));
      if (!mayRepeat || attempt >= retries || options.signal?.aborted === true) throw failed(error);
      wasLost ||= !isOutcomeKnown(error);
      await sleep(retryBaseMs * 2 ** attempt);
      if (!isSameUser()) throw failed(error);
    }
  }
}

/** Returns the function that is true while a call may be repeated: a state change never for another user. */
function userGuard({ userId = () => null }: ClientDeps, { method }: Outgoing): () => boolean {
  const asked = method === 'POST' ? userId() : null;
  return () => asked === null || userId() === asked;
}

/** Makes a call over the socket; null if it is none of those, has no id, or no socket is open. */
function askSocket(deps: ClientDeps, { name, fields }: Outgoing, token: string | null): Promise<SocketAnswer> | null {
  const socketName = socketNames[name];
  if (socketName === undefined || fields === undefined || !('client_id' in fields) || token === null) return null;
  return deps.overSocket?.(socketName, fields, token, deps.language()) ?? null;
}

async function fetchOnce(
  deps: ClientDeps,
  { name, url, method, body, headers }: Outgoing,
  token: string | null,
  options: CallOptions,
): Promise<Response> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? timeoutMsDefault);
  const signal = options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]);
  try {
    const init = {
      ...(method !== undefined && { method }),
      ...(body !== undefined && { body }),
      ...(options.keepalive === true && { keepalive: true }),
      signal,
    };
    return await deps.fetch(url, { ...init, headers: { ...headersOf(deps, name, token), ...headers } });
  } catch (error) {
    if (options.signal?.aborted === true) throw new CallError('ERR_CANCELED', 'cancelled', false);
    const code = timeout.aborted ? 'ERR_TIMEOUT' : 'ERR_NETWORK';
    throw new CallError(code, String(error), false);
  }
}

function headersOf(deps: ClientDeps, name: CallName, token: string | null): Record<string, string> {
  const device = deviceCalls.has(name) ? (deps.device?.() ?? null) : null;
  return {
    lang: deps.language(),
    ...(token !== null && { authorization: token }),
    ...(device !== null && { device }),
  };
}

function unwrap<Data>(deps: ClientDeps, body: Envelope<Data>, token: string | null, options: CallOptions): Data {
  if (body.code === codes.ok) {
    options.onDone?.(body.msg);
    return body.data;
  }
  // A late answer to a call of an earlier session says nothing about the present one.
  const isOfSession = token === deps.token();
  if (body.code === sessionExpiredCode && options.probe !== true && isOfSession) deps.onSessionExpired();
  if (body.code === codes.companySuspended) deps.onSuspended?.();
  throw new CallError(body.code, body.msg, true, body.data);
}

/**
 * Returns the work that a refusal asks for; null for other refusals. The device that sent the first code counts down the
 * pause until the second (1107); another device that is refused by it works instead of waiting.
 */
function workAskedBy(error: unknown): WorkRequired | null {
  if (!(error instanceof CallError)) return null;
  const data = error.data as (Partial<WorkRequired> & { work?: Partial<WorkRequired> }) | null;
  const asked = error.code === codes.workRequired ? data : error.code === codes.codeTooSoon ? data?.work : null;
  const isKnown = asked?.algorithm === 'sha256' && asked.header !== undefined && asked.challenge !== undefined;
  return isKnown ? (asked as WorkRequired) : null;
}

export type Client = ReturnType<typeof createClient>;

async function readEnvelope<Data>(response: Response): Promise<Envelope<Data>> {
  try {
    const body = (await response.json()) as Partial<Envelope<Data>> | null;
    if (typeof body?.code === 'number') return body as Envelope<Data>;
  } catch {
    // Not JSON: the page of a proxy, or a cut answer. Reported below by its status.
  }
  throw new CallError(response.status, `HTTP ${response.status}`, false);
}
