import * as z from 'zod/mini';
import type { CodeName } from '../codes.ts';
import { type CallName, pathOf, type Verb, verbOf } from './paths.ts';

export type Schema = z.ZodMiniType;

/**
 * Required caller of a call: `anybody`; `session`, a trader who is signed in, on a demo too; `real`, a trader who is signed in
 * to a real account (a demo is refused by `onlyRealAccount`).
 */
export type Who = 'anybody' | 'session' | 'real';

/** One call of the trader's API. Server, browser, documents and tests work from this one description. */
export interface Call<
  Name extends CallName = CallName,
  Input extends Schema = Schema,
  Answer extends Schema = Schema,
  By extends Who = Who,
> {
  readonly name: Name;
  readonly verb: Verb;
  readonly path: string;
  readonly summary: string;
  readonly who: By;
  /** True if the refusal 1117 asks for a fresh proof of the user before the call is carried out (R-SES-31). */
  readonly needsStepUp: boolean;
  /** True if the same fields may be sent by GET, as query (R-WIRE-08); a setting turns that off. */
  readonly alsoByGet: boolean;
  /** The query of a GET; the fields of a POST, as JSON or as form. */
  readonly input: Input;
  /** `data` of the answer. */
  readonly answer: Answer;
  /** Media types of a file that the call may answer with instead of the envelope. */
  readonly files: readonly string[];
  /** True if the body is one picture as multipart form data, instead of fields. */
  readonly takesPicture: boolean;
  /** Refusals of this call beside those of every call (`commonRefusals`), without an order. */
  readonly refusals: readonly CodeName[];
  /** Calls it counts as where calls are limited by address (R-SEC-07). */
  readonly weight: number;
  /** True if it is answered while the company is out of service (R-COM-02). */
  readonly isOpenWhenSuspended: boolean;
}

interface Shape<Input extends Schema, Answer extends Schema, By extends Who> {
  readonly summary: string;
  readonly who: By;
  readonly input?: Input;
  readonly answer?: Answer;
  readonly refusals?: readonly CodeName[];
  readonly needsStepUp?: boolean;
  readonly alsoByGet?: boolean;
  readonly files?: readonly string[];
  readonly takesPicture?: boolean;
  readonly weight?: number;
  readonly isOpenWhenSuspended?: boolean;
}

const none = z.object({});
const nothing = z.null();

/** Describes a call. Left out: no input, `null` as answer, no refusals of its own, weight 1, everything else false. */
export function describeCall<
  Name extends CallName,
  By extends Who,
  Input extends Schema = typeof none,
  Answer extends Schema = typeof nothing,
>(name: Name, shape: Shape<Input, Answer, By>): Call<Name, Input, Answer, By> {
  return {
    input: none as unknown as Input,
    answer: nothing as unknown as Answer,
    refusals: [],
    needsStepUp: false,
    alsoByGet: false,
    files: [],
    takesPicture: false,
    weight: 1,
    isOpenWhenSuspended: false,
    ...shape,
    name,
    verb: verbOf(name),
    path: pathOf(name),
  };
}

/** Refusals that any call may answer with. */
const everyCall: readonly CodeName[] = ['tooManyRequests', 'companySuspended', 'busy', 'unavailable', 'internal'];
/** Refusals of a body that cannot be read. */
const everyBody: readonly CodeName[] = ['bodyTooLarge', 'unsupportedType', 'crossSite'];

/** Returns the refusals that the kind of a call brings with it: limits, session, fields, proof. */
export function commonRefusals(call: Call): readonly CodeName[] {
  return [
    ...everyCall,
    // The host of the request is a field too, and so is a field that is given twice.
    'invalidField',
    ...(call.verb === 'POST' ? everyBody : []),
    ...(call.alsoByGet ? (['getWritesOff'] as const) : []),
    ...(call.alsoByGet || call.who !== 'anybody' ? (['sessionExpired'] as const) : []),
    ...(call.who === 'real' ? (['onlyRealAccount'] as const) : []),
    ...(call.needsStepUp ? (['stepUpRequired'] as const) : []),
  ];
}
