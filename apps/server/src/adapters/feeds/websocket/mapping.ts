import * as z from 'zod/mini';
import {
  about,
  commonExpectations,
  type FeedFileKind,
  filedInstrument,
  findTwin,
  isEncryptedOrHere,
  parseFeedFile,
  readFeedFile,
  source,
  symbol,
  text,
  tradeableSilenceMaxMs,
  whole,
} from '../live/feed-file.ts';

/** Steps to a value in a frame, e.g. `data.bid`, `3.0` for items of lists, `/time` from the frame's root. */
const path = z.string().check(z.regex(/^\/?[\w$@-]{1,64}(\.[\w$@-]{1,64}){0,7}$/));
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

const instrument = z.strictObject({ ...filedInstrument, subscribeAs: z.optional(symbol) });

const mapping = z.strictObject({
  source,
  about,
  url: z.string().check(
    z.maxLength(2_048),
    z.refine((url: string) => isEncryptedOrHere(url, 'wss')),
  ),
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

const expectations: Readonly<Record<string, string>> = {
  ...commonExpectations,
  url: 'a wss:// address without user, password or # (ws:// only for this machine)',
  urlSymbols: 'an object with "each", a text with {symbol}, and "join"',
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
  'instruments[].subscribeAs': "the venue's symbol in subscriptions, up to 64 visible characters",
};

const kind: FeedFileKind<FeedMapping> = {
  kind: 'mapping file',
  schema: mapping,
  expectations,
  fallback: 'a path such as "data.bid"',
  // The other fields of `quote` are paths.
  containers: ['quote'],
  findContradiction,
};

/** Reads a mapping file of at most 256 KiB (R-MKT-21). Throws FeedFileError. */
export function readMapping(file: string): FeedMapping {
  return readFeedFile(file, kind);
}

/** Parses the text of a mapping file and checks everything that needs no catalogue. Throws FeedFileError. */
export function parseMapping(content: string, file: string): FeedMapping {
  return parseFeedFile(content, file, kind);
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
