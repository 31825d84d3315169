import { readFileSync, statSync } from 'node:fs';
import * as z from 'zod/mini';
import { ExplainedError } from '../../../ports/explained-error.ts';

const fileBytesMax = 262_144;
/** Longest silence of a venue whose prices are traded at. */
const tradeableSilenceMaxMs = 60_000;
/** Starts of names of Candor's own feeds: prices of a mapping that took one would be shown as invented or recorded. */
const ownSources = ['simulated', 'replay', 'fix'];

/** Steps to a value in a frame, e.g. `data.bid`, `3.0` for items of lists, `/time` from the frame's root. */
const path = z.string().check(z.regex(/^\/?[\w$@-]{1,64}(\.[\w$@-]{1,64}){0,7}$/));
const text = (longest: number) => z.string().check(z.minLength(1), z.maxLength(longest));
const whole = (least: number, most: number) => z.number().check(z.int(), z.gte(least), z.lte(most));
const symbol = z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/));
const message = z.record(z.string(), z.unknown());

const frameRule = z.strictObject({
  when: z.record(path, z.union([text(200), z.number(), z.boolean()])),
  use: z.enum(['quotes', 'heartbeat', 'doubt', 'ignore', 'error']),
  text: z.optional(path),
});

const quote = z.strictObject({
  list: z.optional(path),
  symbol: path,
  bid: path,
  ask: path,
  bidSize: z.optional(path),
  askSize: z.optional(path),
  time: z.optional(z.strictObject({ path, unit: z.enum(['s', 'ms', 'us', 'ns', 'iso']) })),
  sequence: z.optional(path),
  sides: z._default(z.enum(['both', 'changed']), 'both'),
});

const instrument = z.strictObject({
  symbol,
  subscribeAs: z.optional(symbol),
  instrument: z.string().check(z.regex(/^[A-Za-z0-9._-]{1,32}$/)),
  digits: whole(0, 10),
  hours: z.enum(['always', 'sessions']),
});

const mapping = z.strictObject({
  source: z.string().check(
    z.regex(/^[a-z][a-z0-9-]{0,30}$/),
    z.refine((name: string) => !ownSources.some((own) => name.startsWith(own))),
  ),
  about: z.optional(z.string().check(z.maxLength(2_000))),
  url: z.string().check(z.maxLength(2_048), z.refine(isVenueUrl)),
  urlSymbols: z.optional(z.strictObject({ each: text(200), join: z.string().check(z.maxLength(8)) })),
  prices: z.enum(['tradeable', 'indicative']),
  unchanged: z.enum(['connection', 'heartbeats', 'never']),
  subscribe: z._default(z.array(message).check(z.maxLength(10)), []),
  subscribeEveryMs: z._default(whole(0, 10_000), 250),
  keepAlive: z.optional(z.strictObject({ message, everyMs: whole(1_000, 600_000) })),
  frames: z.array(frameRule).check(z.minLength(1), z.maxLength(30)),
  quote,
  frameBytesMax: z._default(whole(1_024, 1_048_576), 262_144),
  silenceMs: z._default(whole(1_000, 3_600_000), 30_000),
  instruments: z.array(instrument).check(z.minLength(1), z.maxLength(500)),
});

/** Description of a venue by the installer (docs/runbook/live-feed.md). */
export type FeedMapping = z.infer<typeof mapping>;

/** Possible values of each field, for refusals; `[]` is any item. Given values are never repeated: they may hold a key. */
const expectations: Readonly<Record<string, string>> = {
  source: `a name in lower case such as "kraken": letters, digits and hyphens, at most 31, not beginning with ${ownSources.join(', ')}`,
  about: 'a text of at most 2,000 characters',
  url: 'a wss:// address without user, password or # (ws:// only for this machine)',
  urlSymbols: 'an object with "each", a text with {symbol}, and "join"',
  prices: '"tradeable" or "indicative"',
  unchanged: '"connection", "heartbeats" or "never"',
  subscribe: 'a list of at most 10 messages',
  'subscribe[]': 'an object',
  subscribeEveryMs: 'a whole number from 0 to 10,000',
  keepAlive: 'an object with "message" and "everyMs"',
  'keepAlive.message': 'an object',
  'keepAlive.everyMs': 'a whole number from 1,000 to 600,000',
  frames: 'a list of 1 to 30 rules',
  'frames[].when': 'an object of paths with the text, number or boolean at each',
  'frames[].use': '"quotes", "heartbeat", "doubt", "ignore" or "error"',
  'frames[].text': 'a path such as "error.message"',
  quote: 'an object with the paths to symbol, bid and ask',
  'quote.time': 'an object with "path" and "unit"',
  'quote.time.unit': '"s", "ms", "us", "ns" or "iso"',
  'quote.sides': '"both" or "changed"',
  frameBytesMax: 'a whole number from 1,024 to 1,048,576',
  silenceMs: 'a whole number from 1,000 to 3,600,000, at most 60,000 where prices are "tradeable"',
  instruments: 'a list of 1 to 500 instruments',
  'instruments[].symbol': "the venue's symbol, up to 64 visible characters",
  'instruments[].subscribeAs': "the venue's symbol in subscriptions, up to 64 visible characters",
  'instruments[].instrument': "the instrument's code in the catalogue, such as BTCUSD",
  'instruments[].digits': 'a whole number from 0 to 10',
  'instruments[].hours': '"always" or "sessions"',
};

/** A mapping that cannot be used; the message names file, field and reason, and holds no value of the file. */
export class FeedMappingError extends ExplainedError {
  override readonly name = 'FeedMappingError';

  constructor(file: string, what: string) {
    super(`The mapping file ${file} of the setting FEED cannot be used: ${what}. See docs/runbook/live-feed.md.`);
  }
}

/** Reads a mapping file of at most 256 KiB (R-MKT-21). Throws FeedMappingError. */
export function readMapping(file: string): FeedMapping {
  let content: string;
  try {
    if (statSync(file).size > fileBytesMax) throw new FeedMappingError(file, `it is larger than ${fileBytesMax} bytes`);
    content = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof FeedMappingError) throw error;
    throw new FeedMappingError(file, `it cannot be read (${(error as { code?: string }).code ?? 'unknown reason'})`);
  }
  return parseMapping(content, file);
}

/** Parses the text of a mapping file and checks everything that needs no catalogue. Throws FeedMappingError. */
export function parseMapping(content: string, file: string): FeedMapping {
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch {
    throw new FeedMappingError(file, 'it is not JSON');
  }
  const parsed = mapping.safeParse(json);
  if (!parsed.success) throw new FeedMappingError(file, describeIssue(json, parsed.error.issues[0]));
  const fault = findContradiction(parsed.data);
  if (fault !== null) throw new FeedMappingError(file, fault);
  return parsed.data;
}

/** True for an encrypted address, or one of this machine, without a login or a fragment in it. */
export function isVenueUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  // A WebSocket has no fragment: the client would throw at each connection.
  if (url.includes('#')) return false;
  const isHere = hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
  return (protocol === 'wss:' || (protocol === 'ws:' && isHere)) && username === '' && password === '';
}

interface Issue {
  readonly code?: string;
  readonly path: readonly PropertyKey[];
  readonly keys?: readonly string[];
}

function describeIssue(json: unknown, issue: Issue | undefined): string {
  const steps = issue?.path ?? [];
  const place = placeOf(steps);
  const [unknown] = issue?.keys ?? [];
  if (issue?.code === 'unrecognized_keys' && unknown !== undefined)
    return `there is no field ${place === '' ? '' : `${place}.`}${unknown.slice(0, 64)}`;
  if (place === '') return 'it is not a JSON object';
  const given = steps.reduce<unknown>((at, step) => (at as Record<PropertyKey, unknown> | undefined)?.[step], json);
  if (given === undefined) return `${place} is missing: it must be ${expectationOf(steps)}`;
  return `${place} must be ${expectationOf(steps)}`;
}

function placeOf(steps: readonly PropertyKey[]): string {
  return steps
    .map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at === 0 ? '' : '.'}${String(step).slice(0, 64)}`))
    .join('');
}

/** Expectation of the innermost field that has one; the other fields of `quote` are paths. */
function expectationOf(steps: readonly PropertyKey[]): string {
  const names = steps.map((step) => (typeof step === 'number' ? '[]' : String(step)));
  for (let count = names.length; count > 0; count -= 1) {
    const name = names.slice(0, count).join('.').replaceAll('.[]', '[]');
    const found = expectations[name];
    if (found !== undefined && (count === names.length || name !== 'quote')) return found;
  }
  return 'a path such as "data.bid"';
}

/** Returns the first fault between fields; null without one. */
function findContradiction(given: FeedMapping): string | null {
  const { url, urlSymbols, subscribe, frames, quote: paths, unchanged, instruments, keepAlive } = given;
  if (url.includes('{symbols}') !== (urlSymbols !== undefined))
    return 'url has {symbols} exactly if urlSymbols says how they are written';
  if (urlSymbols !== undefined && !urlSymbols.each.includes('{symbol}')) return 'urlSymbols.each must contain {symbol}';
  for (const [at, template] of subscribe.entries()) {
    const written = JSON.stringify(template);
    if (/\{symbol\}/.test(written) && /\{symbols\}/.test(written))
      return `subscribe[${at}] has both {symbol} and {symbols}: it is sent for one symbol or for all`;
    if (written.length > 32_768) return `subscribe[${at}] is longer than 32,768 characters`;
  }
  if (keepAlive !== undefined && JSON.stringify(keepAlive.message).length > 4_096)
    return 'keepAlive.message is longer than 4,096 characters';
  if (given.prices === 'tradeable' && given.silenceMs > tradeableSilenceMaxMs)
    return 'silenceMs is more than 60,000, the most where prices are "tradeable"';
  if (!frames.some(({ use }) => use === 'quotes')) return 'frames has no rule with "use": "quotes"';
  const loose = frames.findIndex(({ when }) => Object.keys(when).length === 0);
  if (loose !== -1) return `frames[${loose}].when is empty: name at least one path`;
  const told = frames.findIndex(({ use, text: shown }) => shown !== undefined && use !== 'error');
  if (told !== -1) return `frames[${told}].text belongs to a rule with "use": "error"`;
  if (unchanged === 'heartbeats' && !frames.some(({ use }) => use === 'heartbeat'))
    return 'unchanged is "heartbeats", and frames has no rule with "use": "heartbeat"';
  if ((paths.bidSize === undefined) !== (paths.askSize === undefined))
    return 'quote.bidSize and quote.askSize belong together';
  return findTwin(instruments);
}

function findTwin(instruments: FeedMapping['instruments']): string | null {
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
