import { codes, unknownOutcomeCodes } from '@candor/contracts/codes';
import type { ConsoleCall } from '@candor/contracts/console/call';
import { operatorCalls } from '@candor/contracts/console/people';
import type { Envelope } from '@candor/contracts/envelope';
import {
  type InvitationAccepted,
  invitationAcceptance,
  type OperatorSignedIn,
  operatorSignIn,
} from '@candor/contracts/http/console';
import type { WorkRequired } from '@candor/contracts/http/identity';
import { text } from '@candor/texts/console';
import type * as z from 'zod/mini';

/** A refused or failed call. Its message is the server's text if the server answered, and can be shown unchanged. */
export class CallError extends Error {
  override readonly name = 'CallError';
  /** Code of the server; 0 if the outcome of the call is unknown. */
  readonly code: number;
  /** HTTP status. */
  readonly status: number;
  /** Name of the refused field, if the refusal names one. */
  readonly field: string | undefined;
  readonly data: unknown;

  constructor(code: number, message: string, status: number, field?: string, data: unknown = null) {
    super(message);
    this.code = code;
    this.status = status;
    this.data = data;
    this.field = field;
  }
}

/** Input of a call; undefined fields of the query are left out of the address. */
export interface CallInput<Call extends ConsoleCall> {
  readonly params?: z.input<Call['params']>;
  readonly query?: Partial<z.input<Call['query']>>;
  readonly body?: z.input<Call['body']>;
}

export interface ApiDeps {
  readonly fetch: typeof globalThis.fetch;
  readonly token: () => string | null;
  /** Solves a proof of work, which the server asks for under pressure (code 1013). */
  readonly doWork?: (asked: WorkRequired) => Promise<string>;
}

const timeoutMs = 20_000;
const exportTimeoutMs = 120_000;
/** Maximum proofs of work for one sign-in: the difficulty may rise while the first one is solved. */
const worksMax = 3;
const prefix = '/api/console';

/** Client of the operators' API: sends each call by its description and parses the answer with the description's schema. */
export function createApi(deps: ApiDeps) {
  async function send(path: string, init: RequestInit, waitMs: number, asToken?: string): Promise<Response> {
    const token = asToken ?? deps.token();
    const headers: Record<string, string> = {
      ...(init.headers as Record<string, string> | undefined),
      lang: 'en',
      ...(token !== null && { authorization: token }),
    };
    if (init.body !== undefined) headers['content-type'] = 'application/json';
    try {
      return await deps.fetch(`${prefix}${path}`, { ...init, headers, signal: AbortSignal.timeout(waitMs) });
    } catch {
      throw new CallError(0, text.errors.network, 0);
    }
  }

  return {
    /** Resolves to the data of the answer; rejects with a CallError. `asToken` is for a session that has not begun yet. */
    async call<Call extends ConsoleCall>(
      call: Call,
      input: CallInput<Call> = {},
      asToken?: string,
    ): Promise<z.output<Call['answer']>> {
      const path = pathOf(call.path, input.params) + queryOf(input.query);
      const init = call.method === 'GET' ? {} : { method: 'POST', body: JSON.stringify(input.body ?? {}) };
      const data = await readData(await send(path, init, call.waitMs ?? timeoutMs, asToken));
      return parseAnswer<Call['answer']>(call.answer, data);
    },

    /** Fetches a whole list as the server's CSV file. */
    async csv<Call extends ConsoleCall>(call: Call, input: CallInput<Call>): Promise<Blob> {
      const path = pathOf(call.path, input.params) + queryOf({ ...input.query, format: 'csv' });
      const response = await send(path, {}, exportTimeoutMs);
      if (response.headers.get('content-type')?.startsWith('text/csv') !== true) await readData(response);
      return response.blob();
    },

    /** Ends the session of a token. The request survives leaving the page, so that no session outlives its tab. */
    async signOut(token: string): Promise<void> {
      const { path } = operatorCalls.signOut;
      await readData(await send(path, { method: 'POST', body: '{}', keepalive: true }, timeoutMs, token));
    },

    /** Accepts an invitation; answers the address to sign in with. */
    async acceptInvitation(fields: z.input<typeof invitationAcceptance.body>): Promise<InvitationAccepted> {
      const init: RequestInit = { method: 'POST', body: JSON.stringify(fields) };
      const { path, answer } = invitationAcceptance;
      return parseAnswer(answer, await readData(await send(path, init, timeoutMs)));
    },

    /** Signs in, with a proof of work if the server asks for one. */
    async signIn(fields: z.input<typeof operatorSignIn.body>): Promise<OperatorSignedIn> {
      let init: RequestInit = { method: 'POST', body: JSON.stringify(fields) };
      for (let works = 0; ; works += 1) {
        try {
          return parseAnswer(operatorSignIn.answer, await readData(await send(operatorSignIn.path, init, timeoutMs)));
        } catch (error) {
          const asked = works < worksMax ? workAskedBy(error) : null;
          if (asked === null || deps.doWork === undefined) throw error;
          init = { ...init, headers: { [asked.header]: await deps.doWork(asked) } };
        }
      }
    },
  };
}

/** Returns the proof of work that a refusal asks for; null for other errors. */
function workAskedBy(error: unknown): WorkRequired | null {
  return error instanceof CallError && error.code === codes.workRequired ? (error.data as WorkRequired) : null;
}

export type Api = ReturnType<typeof createApi>;

function pathOf(pattern: string, params: unknown): string {
  return pattern.replaceAll(/:([a-z]+)/g, (_, name: string) => {
    const value = (params as Record<string, unknown> | undefined)?.[name];
    return encodeURIComponent(String(value));
  });
}

function queryOf(query: Readonly<Record<string, unknown>> = {}): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (typeof value === 'number' || (typeof value === 'string' && value !== '')) given.set(name, String(value));
  return given.size === 0 ? '' : `?${given}`;
}

/** Parses the data of an answer; throws a CallError that can be shown if it has another form. */
function parseAnswer<Answer extends z.ZodMiniType>(schema: Answer, data: unknown): z.output<Answer> {
  const answer = schema.safeParse(data);
  if (!answer.success) throw new CallError(0, text.errors.unknownAnswer, 200);
  return answer.data;
}

async function readData(response: Response): Promise<unknown> {
  const { code, msg, data } = await readEnvelope(response);
  if (code === codes.ok) return data;
  const field = (data as { field?: unknown } | null)?.field;
  throw new CallError(code, msg, response.status, typeof field === 'string' ? field : undefined, data);
}

/** Console texts of refusals whose server text is written for traders. */
const operatorsWords: ReadonlyMap<number, string> = new Map([
  [codes.marketClosedRisk, text.funds.marketClosedRisk],
  [codes.fundsOnHold, text.funds.onHold],
]);

/** True if a failure’s code says that nothing was done; 0 means that no answer came. */
export function isOutcomeKnown(code: number): boolean {
  return code !== 0 && !unknownOutcomeCodes.has(code);
}

/** Text of a refusal for the sum line, and the one for its field; both name the field as its form does, never as the wire. */
export function problemOf(
  code: number,
  message: string,
  field?: string,
): {
  readonly problem: string;
  readonly fields?: Readonly<Record<string, string>>;
} {
  if (field === undefined) return { problem: operatorsWords.get(code) ?? message };
  if (code !== codes.invalidField) return { problem: message, fields: { [field]: message } };
  const label = (text.fieldLabels as Readonly<Record<string, string>>)[field] ?? field;
  return { problem: text.errors.checkField(label), fields: { [field]: text.errors.checkEntry } };
}

async function readEnvelope(response: Response): Promise<Envelope<unknown>> {
  try {
    const body = (await response.json()) as Partial<Envelope<unknown>> | null;
    if (typeof body?.code === 'number' && typeof body.msg === 'string') return body as Envelope<unknown>;
  } catch {
    // Not JSON: the page of a proxy, or a truncated answer. Reported below with its status.
  }
  throw new CallError(0, `${text.errors.noEnvelope} (HTTP ${response.status})`, response.status);
}
