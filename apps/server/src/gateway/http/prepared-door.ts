import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Language } from '@candor/contracts/languages';
import type { CompanyId } from '@candor/domain/values/ids';
import type { Companies } from '../../services/company/companies.ts';
import { type RateGate, weightOfFields } from '../rate-gate.ts';
import { callerOf, type IsTrustedProxy } from '../trusted-proxies.ts';
import { companyAt, suspensionOf } from './company-of.ts';
import { originHeaders } from './cross-origin.ts';
import { languageOf, RefusalError } from './envelope.ts';
import { type HostPlan, isServedAt } from './host-plan.ts';
import { acceptsGzip, isKnown, type PreparedAnswer, preparedHeaders } from './prepared-answer.ts';
import { jsonType } from './reply.ts';
import { callHeaders } from './security-headers.ts';

/** Returns the answer that is prepared for a request; null if there is none. */
export type FindPrepared = (
  fields: ReadonlyMap<string, string>,
  companyId: CompanyId,
  language: Language,
) => PreparedAnswer | null;

interface Checks {
  readonly hosts: HostPlan;
  readonly isHttps: boolean;
  readonly isTrustedProxy: IsTrustedProxy | null;
  readonly rateGate: RateGate | null;
}

interface Prepared {
  readonly fields: ReadonlySet<string>;
  readonly find: FindPrepared;
}

/** Sent by the app against caches (R-WIRE-11); without meaning to any call. */
const timeField = 't';
const plainTarget = /^\/[\w/.-]*(?:\?[\w&=-]*)?$/;

/**
 * Sends answers that are prepared, or can be from memory, before the framework sees the request, which costs less than
 * half as much (R-MKT-40). It knows plain GET requests only, without a body and with known fields, and admits them by
 * the same checks; all others, and every refusal, are left to the framework.
 */
export class PreparedDoor {
  readonly #security: Checks;
  readonly #companies: Pick<Companies, 'ofHost' | 'peek'>;
  readonly #prepared = new Map<string, Prepared>();
  readonly #peek: Companies['peek'];
  readonly #forms = new WeakMap<PreparedAnswer, Forms>();
  /** Admissions of requests that were left to the framework. */
  readonly #admissions = new WeakMap<IncomingMessage, boolean>();
  #isClosing = false;

  constructor(security: Checks, companies: Pick<Companies, 'ofHost' | 'peek'>) {
    this.#security = security;
    this.#companies = companies;
    this.#peek = (host) => companies.peek(host);
  }

  add(path: string, fields: readonly string[], find: FindPrepared): void {
    this.#prepared.set(path, { fields: new Set([...fields, timeField]), find });
  }

  /** The framework says goodbye to the clients of a server that stops. */
  close(): void {
    this.#isClosing = true;
  }

  /** Sends the answer of a request if it is prepared; returns false if it did not. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '', headers, method } = request;
    if (method !== 'GET' || this.#isClosing || hasBody(headers) || !plainTarget.test(url)) return false;
    const end = url.indexOf('?');
    const path = end < 0 ? url : url.slice(0, end);
    const prepared = this.#prepared.get(path);
    if (prepared === undefined) return false;
    const fields = fieldsOf(end < 0 ? '' : url.slice(end + 1), prepared.fields);
    if (fields === null) return false;
    const { address, host } = callerOf(request, this.#security.isTrustedProxy);
    const company = companyAt(this.#companies, host);
    if (company instanceof RefusalError || company instanceof Promise) return false;
    if (suspensionOf(company, url) !== undefined || !isServedAt(this.#security.hosts, host, url)) return false;
    const isAdmitted = this.#security.rateGate?.admitsCall(address, path, weightOfFields(path, fields)) ?? true;
    // Finding may be work, which a caller who is refused does not get.
    const answer = isAdmitted ? this.#find(request, prepared, fields, company.id) : null;
    if (answer === null) {
      this.#admissions.set(request, isAdmitted);
      return false;
    }
    const form = this.#formOf(answer, headers);
    if (form === null) this.#sendPacked(answer, request, response, host);
    else this.#send(form, request, response, host);
    return true;
  }

  /** True if a request that was left to the framework is admitted; undefined if it has not been counted. */
  admissionOf(request: IncomingMessage): boolean | undefined {
    return this.#admissions.get(request);
  }

  /** A failure is left to the framework too: it meets the same one, reports it, and answers. */
  #find(
    request: IncomingMessage,
    { find }: Prepared,
    fields: ReadonlyMap<string, string>,
    companyId: CompanyId,
  ): PreparedAnswer | null {
    try {
      return find(fields, companyId, languageOf(request));
    } catch {
      return null;
    }
  }

  #sendPacked(answer: PreparedAnswer, request: IncomingMessage, response: ServerResponse, host: string): void {
    answer.pack().then(
      () => {
        const form = this.#formOf(answer, request.headers);
        if (form !== null && !response.destroyed) this.#send(form, request, response, host);
      },
      () => response.destroy(),
    );
  }

  #send(form: Form, { headers: { origin } }: IncomingMessage, response: ServerResponse, host: string): void {
    const allowed = origin === undefined ? null : originHeaders(this.#peek, origin, host, this.#security.isHttps);
    const headers = allowed === null ? form.headers : [...Object.entries(allowed).flat(), ...form.headers];
    response.writeHead(form.status, headers).end(form.body, 'latin1');
  }

  /** Returns what a client gets of an answer, by what it has and accepts; null if that is not compressed yet. */
  #formOf(answer: PreparedAnswer, headers: IncomingMessage['headers']): Form | null {
    let forms = this.#forms.get(answer);
    if (forms === undefined) this.#forms.set(answer, (forms = {}));
    if (isKnown(headers['if-none-match'], answer)) return (forms.same ??= this.#form(answer, 304, '', {}));
    const isPacked = answer.isWorthPacking && acceptsGzip(headers['accept-encoding']);
    if (!isPacked) return (forms.plain ??= this.#form(answer, 200, answer.body, bodyHeaders(answer.body)));
    const { packed } = answer;
    if (forms.packed !== undefined || packed === null) return forms.packed ?? null;
    const more = { ...bodyHeaders(packed), 'content-encoding': 'gzip' };
    // Node sends headers and a text in one piece, but bytes in another.
    return (forms.packed = this.#form(answer, 200, packed.toString('latin1'), more));
  }

  #form(answer: PreparedAnswer, status: number, body: string | Buffer, more: Record<string, string>): Form {
    const headers = { ...callHeaders(this.#security.isHttps), ...preparedHeaders(answer), ...more };
    return { status, headers: Object.entries(headers).flat(), body };
  }
}

/** A prepared answer as it leaves: headers as names and values in turn. */
interface Form {
  readonly status: number;
  readonly headers: string[];
  readonly body: string | Buffer;
}

interface Forms {
  same?: Form;
  plain?: Form;
  packed?: Form;
}

function bodyHeaders({ length }: Buffer): Record<string, string> {
  return { 'content-type': jsonType, 'content-length': String(length) };
}

function hasBody(headers: IncomingMessage['headers']): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** Reads a query of plain fields; null if one is unknown or given twice. */
function fieldsOf(query: string, known: ReadonlySet<string>): ReadonlyMap<string, string> | null {
  const fields = new Map<string, string>();
  if (query === '') return fields;
  for (const part of query.split('&')) {
    const at = part.indexOf('=');
    const name = at < 0 ? part : part.slice(0, at);
    if (!known.has(name) || fields.has(name)) return null;
    fields.set(name, at < 0 ? '' : part.slice(at + 1));
  }
  return fields;
}
