import type { IncomingMessage } from 'node:http';
import { type Code, type CodeName, codes } from '@candor/contracts/codes';
import { type Language, parseLanguage } from '@candor/contracts/languages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { textOf } from './texts/text-of.ts';

/** Retry time sent with 503 and 429: a backlog of thousands is stored in less. */
const retryAfterSeconds = 1;

/** A refusal by name; the error handler turns it into an envelope. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly code: Code;
  readonly data: unknown;
  /** 200 for a business refusal; a transport refusal carries its own (R-WIRE-02). */
  readonly httpStatus: number;

  constructor(name: CodeName, options: { data?: unknown; httpStatus?: number } = {}) {
    super(name);
    this.code = codes[name];
    this.data = options.data ?? null;
    this.httpStatus = options.httpStatus ?? 200;
  }
}

export function invalidField(field: string): RefusalError {
  return new RefusalError('invalidField', { data: { field } });
}

/** The language of an answer: the `lang` header's, else `hk` (R-LANG-04). */
export function languageOf(request: Pick<IncomingMessage, 'headers'>): Language {
  const header = request.headers['lang'];
  return parseLanguage(typeof header === 'string' ? header : null) ?? 'hk';
}

const okHeads = new Map<Language, string>();

/** Returns the envelope of code 1 with data, as JSON. */
export function okText(language: Language, data: unknown): string {
  let head = okHeads.get(language);
  if (head === undefined) {
    // Up to the closing brace.
    head = JSON.stringify(okEnvelope(language, undefined)).slice(0, -1);
    okHeads.set(language, head);
  }
  return data === undefined ? `${head}}` : `${head},"data":${JSON.stringify(data)}}`;
}

/** Returns the envelope of code 1 with data. */
function okEnvelope(language: Language, data: unknown): object {
  return { code: codes.ok, msg: textOf(codes.ok, language), data };
}

export function refusalEnvelope(language: Language, { code, data }: RefusalError): object {
  return { code, msg: textOf(code, language, (data as { field?: string } | null)?.field), data };
}

/** Answers code 1 with data. */
export function sendOk(request: FastifyRequest, reply: FastifyReply, data: unknown): FastifyReply {
  return reply.send(okEnvelope(languageOf(request), data));
}

export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: RefusalError): FastifyReply {
  if (refusal.httpStatus === 503 || refusal.httpStatus === 429) reply.header('retry-after', retryAfterSeconds);
  return reply.status(refusal.httpStatus).send(refusalEnvelope(languageOf(request), refusal));
}
