import { codes } from '@candor/contracts/codes';
import type { Envelope } from '@candor/contracts/envelope';
import type { WorkRequired } from '@candor/contracts/http/identity';

/** What a call can fail with. `code` is the server's, or a network code such as ERR_NETWORK. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: number | string;
  readonly data: unknown;
  /** Whether the server said no. Otherwise nobody knows what became of the call. */
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
  /** Called once per expired answer, unless the call was an initial probe (R-ERR-01). */
  readonly onSessionExpired: () => void;
  /** Called with every answer that the company is out of service (R-COM-02). */
  readonly onSuspended?: () => void;
  /** Follows every state change from its press to its last answer. */
  readonly countWrite?: <Data>(call: Promise<Data>) => Promise<Data>;
  /** The word that a login gave this device; sent where it tells the device from strangers. */
  readonly device?: () => string | null;
  /** Answers a proof of work, which the server asks for under pressure (code 1013). */
  readonly doWork?: (asked: WorkRequired) => Promise<string>;
  readonly now?: () => number;
  readonly sleep?: (ms: number) => Promise<void>;
}

export interface CallOptions {
  readonly timeoutMs?: number;
  /** How often an unanswered call is sent again. Writes carry a client id, so that a repeat is the same intent. */
  readonly retries?: number;
  readonly probe?: boolean;
  /** Given the server's words for what was done (R-ERR-05). */
  readonly onDone?: (message: string) => void;
  readonly signal?: AbortSignal;
}

/** What a call carries; an object only where another standard shapes it, as WebAuthn does. */
export type CallFields = Readonly<Record<string, string | number | undefined | Readonly<Record<string, unknown>>>>;
/** What an address can carry. */
export type QueryFields = Readonly<Record<string, string | number | undefined>>;

const timeoutMsDefault = 10_000;
const retryBaseMs = 400;
/** The pressure may grow, and so the work asked for, while the first was done. */
const worksMax = 3;
const devicePaths = /\/api\/(?:user\/(?:loginForU|forget_password|amend_password)|notify\/send_)/;

/** A call as it leaves. */
export interface Sent extends Outgoing {
  readonly signal: AbortSignal;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a call sends beside its headers of every call. */
interface Outgoing {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The one way to the server over HTTP: envelope unwrapped, headers set, bounded in time and in retries. */
export function createClient(deps: ClientDeps) {
  const sleep = deps.sleep ?? ((ms: number) => new Promise<void>((done) => setTimeout(done, ms)));
  const now = deps.now ?? Date.now;

  async function send<Data>(
    url: string,
    init: Outgoing,
    options: CallOptions,
    read: (response: Response) => Promise<Data> = (response) => unwrap<Data>(response, options),
  ): Promise<Data> {
    const retries = options.retries ?? 0;
    let sent = init;
    let works = 0;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await read(await fetchOnce(url, sent, options));
      } catch (error) {
        const asked = works < worksMax ? workAskedBy(error) : null;
        if (asked !== null && deps.doWork !== undefined) {
          works += 1;
          sent = { ...init, headers: { ...init.headers, [asked.header]: await deps.doWork(asked) } };
          attempt -= 1;
          continue;
        }
        const mayRepeat = error instanceof CallError && (!error.answered || error.code === codes.busy);
        if (!mayRepeat || attempt >= retries || options.signal?.aborted === true) throw error;
        await sleep(retryBaseMs * 2 ** attempt);
      }
    }
  }

  async function fetchOnce(url: string, init: Outgoing, options: CallOptions): Promise<Response> {
    const timeout = AbortSignal.timeout(options.timeoutMs ?? timeoutMsDefault);
    const signal = options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]);
    try {
      return await deps.fetch(url, { ...init, signal, headers: { ...headers(url), ...init.headers } });
    } catch (error) {
      if (options.signal?.aborted === true) throw new CallError('ERR_CANCELED', 'cancelled', false);
      const code = timeout.aborted ? 'ERR_TIMEOUT' : 'ERR_NETWORK';
      throw new CallError(code, String(error), false);
    }
  }

  function headers(url: string): Record<string, string> {
    const token = deps.token();
    const device = devicePaths.test(url) ? (deps.device?.() ?? null) : null;
    return {
      lang: deps.language(),
      ...(token !== null && { authorization: token }),
      ...(device !== null && { device }),
    };
  }

  function addressOf(path: string, query: QueryFields): string {
    const params = new URLSearchParams();
    for (const [key, value] of Object.entries(query)) if (value !== undefined) params.set(key, String(value));
    params.set('t', String(now()));
    return `${deps.origin}${path}?${params}`;
  }

  async function unwrap<Data>(response: Response, options: CallOptions): Promise<Data> {
    const body = await readEnvelope<Data>(response);
    if (body.code === codes.ok) {
      options.onDone?.(body.msg);
      return body.data;
    }
    if (body.code === sessionExpiredCode && options.probe !== true) deps.onSessionExpired();
    if (body.code === codes.companySuspended) deps.onSuspended?.();
    throw new CallError(body.code, body.msg, true, body.data);
  }

  return {
    /** GET carries `t`, so that no cache in between answers for the server (R-WIRE-11). */
    get<Data>(path: string, query: QueryFields = {}, options: CallOptions = {}): Promise<Data> {
      return send<Data>(addressOf(path, query), { method: 'GET' }, { retries: 1, ...options });
    },
    /** A file; where the server refuses, its refusal is one like any other. */
    file(path: string, query: QueryFields, options: CallOptions = {}): Promise<Blob> {
      const read = (response: Response): Promise<Blob> => {
        const isFile = response.headers.has('content-disposition');
        return isFile ? response.blob() : unwrap<Blob>(response, options);
      };
      return send<Blob>(addressOf(path, query), { method: 'GET' }, options, read);
    },
    /** Every state change is a POST (R-WIRE-07). */
    post<Data>(path: string, body: CallFields, options: CallOptions = {}): Promise<Data> {
      const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
      const call = send<Data>(`${deps.origin}${path}`, init, options);
      return deps.countWrite?.(call) ?? call;
    },
  };
}

/**
 * The work that a refusal asks for; null where it is another one. The pause between two codes (1107) is counted down
 * where the first was sent: whoever hears of it has not sent that one, and works instead of waiting.
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
    // Not JSON: a proxy's page, or a cut answer. Reported below by its status.
  }
  throw new CallError(response.status, `HTTP ${response.status}`, false);
}
