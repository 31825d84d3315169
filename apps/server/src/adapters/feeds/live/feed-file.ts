import { readFileSync, statSync } from 'node:fs';
import * as z from 'zod/mini';
import { ExplainedError } from '../../../ports/explained-error.ts';

const fileBytesMax = 262_144;
/** Longest silence of a venue whose prices are traded at. */
export const tradeableSilenceMaxMs = 60_000;
/**
 * Refused starts of names: `simulated` and `replay` are Candor's own feeds, and prices under their names would be shown as invented
 * or recorded; `fix` is a protocol, not a provider.
 */
const ownSources = ['simulated', 'replay', 'fix'];

export const text = (longest: number) => z.string().check(z.minLength(1), z.maxLength(longest));
export const whole = (least: number, most: number) => z.number().check(z.int(), z.gte(least), z.lte(most));
export const symbol = z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/));
export const source = z.string().check(
  z.regex(/^[a-z][a-z0-9-]{0,30}$/),
  z.refine((name: string) => !ownSources.some((own) => name.startsWith(own))),
);
export const about = z.optional(z.string().check(z.maxLength(2_000)));
export const filedInstrument = {
  symbol,
  instrument: z.string().check(z.regex(/^[A-Za-z0-9._-]{1,32}$/)),
  digits: whole(0, 10),
  hours: z.enum(['always', 'sessions']),
};

/** An instrument of a feed's file: symbol of the venue, and what the file says of the catalogue's instrument. */
export interface FiledInstrument {
  readonly symbol: string;
  readonly instrument: string;
  readonly digits: number;
  readonly hours: 'always' | 'sessions';
}

/** Possible values of fields that several kinds of files have. */
export const commonExpectations: Readonly<Record<string, string>> = {
  source: `a name in lower case such as "kraken": letters, digits and hyphens, at most 31, not beginning with ${ownSources.join(', ')}`,
  about: 'a text of at most 2,000 characters',
  prices: '"tradeable" or "indicative"',
  instruments: 'a list of 1 to 500 instruments',
  'instruments[].symbol': "the venue's symbol, up to 64 visible characters",
  'instruments[].instrument': "the instrument's code in the catalogue, such as BTCUSD",
  'instruments[].digits': 'a whole number from 0 to 10',
  'instruments[].hours': '"always" or "sessions"',
};

/** A file that cannot be used; the message names file, field and reason, and holds no value of the file. */
export class FeedFileError extends ExplainedError {
  override readonly name = 'FeedFileError';

  constructor(kind: string, file: string, what: string, { origin, guide }: FileOrigin = ofFeed) {
    super(`The ${kind} ${file} of the ${origin} cannot be used: ${what}. See ${guide}.`);
  }
}

/** Setting or part of the program that names a file, and the page that explains it. */
export interface FileOrigin {
  /** E.g. "setting FEED". */
  readonly origin: string;
  readonly guide: string;
}

const ofFeed: FileOrigin = { origin: 'setting FEED', guide: 'docs/runbook/live-feed.md' };

/** One kind of file: of the setting FEED, or of another origin. */
export interface FeedFileKind<T> {
  readonly kind: string;
  readonly schema: { safeParse(value: unknown): { success: true; data: T } | { success: false; error: Refused } };
  /** Possible values of each field, for refusals; `[]` is any item. Given values are never repeated: they may hold a key. */
  readonly expectations: Readonly<Record<string, string>>;
  /** Expectation of a field without one. */
  readonly fallback: string;
  /** Fields whose own expectation does not describe the fields in them. */
  readonly containers?: readonly string[];
  /** Returns the first fault between fields; null without one. */
  readonly findContradiction: (given: T) => string | null;
  /** Absent for a file of the setting FEED. */
  readonly from?: FileOrigin;
}

interface Refused {
  readonly issues: readonly Issue[];
}

interface Issue {
  readonly code?: string;
  readonly path: readonly PropertyKey[];
  readonly keys?: readonly string[];
}

/** Reads a file of at most 256 KiB (R-MKT-21). Throws FeedFileError. */
export function readFeedFile<T>(file: string, of: FeedFileKind<T>): T {
  let content: string;
  try {
    if (statSync(file).size > fileBytesMax)
      throw new FeedFileError(of.kind, file, `it is larger than ${fileBytesMax} bytes`, of.from);
    content = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof FeedFileError) throw error;
    const { code = 'unknown reason' } = error as { code?: string };
    throw new FeedFileError(of.kind, file, `it cannot be read (${code})`, of.from);
  }
  return parseFeedFile(content, file, of);
}

/** Parses the text of a file and checks everything that needs no catalogue. Throws FeedFileError. */
export function parseFeedFile<T>(content: string, file: string, of: FeedFileKind<T>): T {
  const refuse = (what: string) => new FeedFileError(of.kind, file, what, of.from);
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch {
    throw refuse('it is not JSON');
  }
  const parsed = of.schema.safeParse(json);
  if (!parsed.success) throw refuse(describeIssue(json, parsed.error.issues[0], of));
  const fault = of.findContradiction(parsed.data);
  if (fault !== null) throw refuse(fault);
  return parsed.data;
}

type Expected = Pick<FeedFileKind<unknown>, 'expectations' | 'fallback' | 'containers'>;

function describeIssue(json: unknown, issue: Issue | undefined, of: Expected): string {
  const steps = issue?.path ?? [];
  const place = placeOf(steps);
  const [unknown] = issue?.keys ?? [];
  if (issue?.code === 'unrecognized_keys' && unknown !== undefined)
    return `there is no field ${place === '' ? '' : `${place}.`}${unknown.slice(0, 64)}`;
  if (place === '') return 'it is not a JSON object';
  const given = steps.reduce<unknown>((at, step) => (at as Record<PropertyKey, unknown> | undefined)?.[step], json);
  if (given === undefined) return `${place} is missing: it must be ${expectationOf(steps, of)}`;
  return `${place} must be ${expectationOf(steps, of)}`;
}

function placeOf(steps: readonly PropertyKey[]): string {
  return steps
    .map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at === 0 ? '' : '.'}${String(step).slice(0, 64)}`))
    .join('');
}

/** Returns the expectation of the innermost field that has one. */
function expectationOf(steps: readonly PropertyKey[], { expectations, fallback, containers = [] }: Expected): string {
  const names = steps.map((step) => (typeof step === 'number' ? '[]' : String(step)));
  for (let count = names.length; count > 0; count -= 1) {
    const name = names.slice(0, count).join('.').replaceAll('.[]', '[]');
    const found = expectations[name];
    if (found !== undefined && (count === names.length || !containers.includes(name))) return found;
  }
  return fallback;
}

/**
 * True for an address of an encrypted protocol, or of this machine in its plain form, without a login or a fragment in it. A
 * WebSocket has no fragment: the client would throw at each connection.
 */
export function isEncryptedOrHere(url: string, protocol: 'https' | 'wss'): boolean {
  if (!URL.canParse(url) || url.includes('#')) return false;
  const { protocol: given, hostname, username, password } = new URL(url);
  const isHere = hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
  const isSafe = given === `${protocol}:` || (isHere && given === `${protocol.slice(0, -1)}:`);
  return isSafe && username === '' && password === '';
}

/** Returns the fault of two instruments with the same symbol or code; null without one. */
export function findTwin(instruments: readonly FiledInstrument[]): string | null {
  for (const field of ['symbol', 'instrument'] as const) {
    const seen = new Map<string, number>();
    for (const [at, one] of instruments.entries()) {
      const first = seen.get(one[field]);
      if (first !== undefined) return `instruments[${at}].${field} is that of instruments[${first}]`;
      seen.set(one[field], at);
    }
  }
  return null;
}
