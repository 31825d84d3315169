import { Readable } from 'node:stream';
import { type CodeName, codes } from '@candor/contracts/codes';
import { type Call, commonRefusals } from '@candor/contracts/http/call';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Session, Tokens } from '../../services/identity/tokens.ts';
import { requireRealUser, requireSession, tokenOf } from './authenticate.ts';
import { crossSiteRefusal } from './cross-site.ts';
import { RefusalError, sendOk } from './envelope.ts';
import { parseInput } from './parse.ts';
import type { PreparedAnswer } from './prepared-answer.ts';
import { toRefusal } from './refusals.ts';
import { sendJson, sendPrepared } from './reply.ts';

/** A request to a call: its fields, read by the schema of the call, and the session that the call needs. */
export interface Given<Described extends Call> {
  readonly input: z.output<Described['input']>;
  readonly session: Described['who'] extends 'anybody' ? null : Session;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** An answer that is serialised already: the whole envelope as JSON. */
export class WrittenAnswer {
  readonly envelope: Buffer;
  /** The envelope, if it is prepared for many callers; null for one caller's. */
  readonly prepared: PreparedAnswer | null;

  constructor(envelope: Buffer | PreparedAnswer) {
    this.prepared = Buffer.isBuffer(envelope) ? null : envelope;
    this.envelope = Buffer.isBuffer(envelope) ? envelope : envelope.body;
  }
}

/** An answer that is a file to download. */
export class FileAnswer {
  readonly name: string;
  readonly type: string;
  /** The whole file, or its pieces in order. */
  readonly content: Uint8Array | AsyncGenerator<string>;

  constructor(name: string, type: string, content: Uint8Array | AsyncGenerator<string>) {
    this.name = name;
    this.type = type;
    this.content = content;
  }
}

/** The caller has the answer already: 304 without a body. */
export const notModified = Symbol('not modified');

/**
 * `data` of the answer, a serialised envelope, or a file. A handler does not send: awaiting a reply waits for the end of
 * its response and yields undefined.
 */
export type Answer<Described extends Call> =
  | z.input<Described['answer']>
  | WrittenAnswer
  | FileAnswer
  | typeof notModified;

export interface CallDeps {
  /** Required by every call that needs a session. */
  readonly tokens?: Tokens;
  /** True if calls that change state answer to GET where their description allows it; false when left out. */
  readonly legacyGetWrites?: boolean;
}

/**
 * Registers one call of the trader's API from its description. Refuses in this order: a GET that is not allowed
 * (R-WIRE-08, R-SEC-11); a missing session by 999, a demo by `onlyRealAccount`; a wrong field by 1001; then the handler
 * decides.
 */
export function registerCall<Described extends Call>(
  app: FastifyInstance,
  deps: CallDeps,
  call: Described,
  handler: (given: Given<Described>) => Promise<Answer<Described>> | Answer<Described>,
): void {
  const { tokens, legacyGetWrites = false } = deps;
  if (call.who !== 'anybody' && tokens === undefined) throw new Error(`Invariant: ${call.name} needs sessions`);
  const answer = async (request: FastifyRequest, reply: FastifyReply, fields: unknown): Promise<FastifyReply> => {
    const data = await answerCall(call, app.checksAnswers, {
      fields,
      session: () => (tokens === undefined ? null : sessionFor(call, tokens, request)),
      decide: (input, session) => handler({ input, session, request, reply } as Given<Described>),
    });
    if (data instanceof FileAnswer) return sendFile(reply, data);
    if (data === notModified) return reply.code(304).send();
    if (!(data instanceof WrittenAnswer)) return sendOk(request, reply, data);
    return data.prepared === null ? sendJson(reply, data.envelope) : sendPrepared(reply, data.prepared);
  };
  if (call.verb === 'GET') app.get(call.path, (request, reply) => answer(request, reply, request.query));
  else app.post(call.path, (request, reply) => answer(request, reply, request.body));
  if (call.alsoByGet)
    app.get(call.path, (request, reply) => {
      refuseByGet(call, request, legacyGetWrites);
      return answer(request, reply, request.query);
    });
}

/** A call on any way in: its fields, the session behind it, and the function that decides it. */
export interface Asked<Described extends Call, By> {
  readonly fields: unknown;
  readonly session: () => By | Promise<By>;
  readonly decide: (input: z.output<Described['input']>, session: By) => Promise<Answer<Described>> | Answer<Described>;
}

/**
 * Answers a call that its address, host and company allow: its session first, then its fields, then the decision. Throws
 * or rejects with the refusal; waits for nothing that is in memory.
 */
export function answerCall<Described extends Call, By>(
  call: Described,
  checksAnswers: boolean,
  asked: Asked<Described, By>,
): Promise<Answer<Described>> | Answer<Described> {
  if (checksAnswers) return answerChecked(call, asked);
  const by = asked.session();
  return by instanceof Promise ? by.then((found) => decideCall(call, asked, found)) : decideCall(call, asked, by);
}

function decideCall<Described extends Call, By>(
  { input }: Described,
  { fields, decide }: Asked<Described, By>,
  by: By,
): Promise<Answer<Described>> | Answer<Described> {
  return decide(parseInput(input, fields) as z.output<Described['input']>, by);
}

async function answerChecked<Described extends Call, By>(
  call: Described,
  asked: Asked<Described, By>,
): Promise<Answer<Described>> {
  let answer: Answer<Described>;
  try {
    answer = await answerCall(call, false, asked);
  } catch (error) {
    return rethrowDescribed(call, error);
  }
  if (!(answer instanceof FileAnswer || answer === notModified)) checkAnswer(call, answer);
  return answer;
}

function sendFile(reply: FastifyReply, { name, type, content }: FileAnswer): FastifyReply {
  reply.header('content-disposition', `attachment; filename="${name}"`);
  if (!(content instanceof Uint8Array)) return reply.type(type).send(Readable.from(content));
  return reply.type(type).send(Buffer.from(content.buffer, content.byteOffset, content.length));
}

function sessionFor({ who }: Call, tokens: Tokens, request: FastifyRequest): Session | null | Promise<Session> {
  if (who === 'anybody') return null;
  return who === 'real' ? requireRealUser(tokens, request) : requireSession(tokens, request);
}

/**
 * Throws if a call that changes state may not be made by GET: turned off, from a page of another site, or without a
 * token.
 */
function refuseByGet({ who }: Call, request: FastifyRequest, isOn: boolean): void {
  if (!isOn) throw new RefusalError('getWritesOff', { httpStatus: 405 });
  const foreign = crossSiteRefusal(request);
  if (foreign !== undefined) throw foreign;
  if (who !== 'anybody' && tokenOf(request) === '') throw new RefusalError('sessionExpired');
}

/** Throws if the description does not match an answer. Development and tests only. */
function checkAnswer(call: Call, answer: unknown): void {
  const data =
    answer instanceof WrittenAnswer ? (JSON.parse(answer.envelope.toString()) as { data: unknown }).data : answer;
  const { success, error } = call.answer.safeParse(data);
  if (success) return;
  const [issue] = error.issues;
  throw new Error(`Invariant: ${call.name} answers as described, not: ${issue?.message} at ${issue?.path.join('.')}`);
}

/** Throws the error again, or another one if the description does not list the refusal. Development and tests only. */
function rethrowDescribed(call: Call, error: unknown): never {
  const { code } = toRefusal(error as Error);
  const name = (Object.keys(codes) as CodeName[]).find((one) => codes[one] === code) as CodeName;
  if (call.refusals.includes(name) || commonRefusals(call).includes(name)) throw error;
  throw new Error(`Invariant: ${call.name} lists each of its refusals, so ${name} too`, { cause: error });
}
