import type { QuotedInstrument } from '../../../ports/market.ts';
import { checkInstruments } from '../live/catalogue-check.ts';
import { FeedFileError, isEncryptedOrHere } from '../live/feed-file.ts';
import { hashOfSeries, type LivePlan } from '../live/live-plan.ts';
import type { FeedMapping } from './mapping.ts';

/** All that the thread of the feed needs, without a function, so that it can be sent to it. */
export interface FeedPlan extends LivePlan {
  readonly kind: 'websocket';
  readonly url: string;
  readonly unchanged: FeedMapping['unchanged'];
  /** Messages that subscribe, in order, `subscribeEveryMs` apart. */
  readonly subscribe: readonly string[];
  readonly subscribeEveryMs: number;
  readonly keepAlive: { readonly message: string; readonly everyMs: number } | null;
  readonly frames: FeedMapping['frames'];
  readonly quote: FeedMapping['quote'];
  readonly frameBytesMax: number;
  readonly silenceMs: number;
  /** Names of the symbols in subscriptions, and the symbols. */
  readonly names: readonly string[];
}

const messagesMax = 1_000;
const urlMax = 16_384;

/**
 * Checks a mapping against the catalogue and fills its templates (R-MKT-22). `instruments` have the calendars of the
 * settings, `real` those of the exchanges. Throws FeedFileError that names instrument and field.
 */
export function planFeed(
  mapping: FeedMapping,
  file: string,
  instruments: readonly QuotedInstrument[],
  real: readonly QuotedInstrument[],
): FeedPlan {
  const refuse = (what: string): never => {
    throw new FeedFileError('mapping file', file, what);
  };
  const symbols = checkInstruments(mapping.instruments, instruments, real, refuse);
  const names = mapping.instruments.map(({ symbol, subscribeAs }) => subscribeAs ?? symbol);
  const subscribe = mapping.subscribe.flatMap((template) => fillMessage(template, names));
  if (subscribe.length > messagesMax)
    refuse(`subscribe makes ${subscribe.length} messages; at most ${messagesMax} are sent`);
  const url = fillUrl(mapping, names);
  if (!isEncryptedOrHere(url, 'wss')) refuse('url and urlSymbols make no wss:// address without user, password or #');
  if (url.length > urlMax) refuse(`url has more than ${urlMax} characters with its symbols`);
  const { quote, keepAlive, prices, source } = mapping;
  const isIndicative = prices === 'indicative';
  return {
    kind: 'websocket',
    source: isIndicative ? `${source}-indicative` : source,
    url,
    host: new URL(url).host,
    isIndicative,
    hasTimes: quote.time !== undefined,
    hasSizes: quote.bidSize !== undefined,
    unchanged: mapping.unchanged,
    subscribe,
    subscribeEveryMs: mapping.subscribeEveryMs,
    keepAlive:
      keepAlive === undefined ? null : { message: JSON.stringify(keepAlive.message), everyMs: keepAlive.everyMs },
    frames: mapping.frames,
    quote,
    frameBytesMax: mapping.frameBytesMax,
    silenceMs: mapping.silenceMs,
    symbols,
    names: [...new Set([...names, ...symbols.map(({ symbol }) => symbol)])],
    storeKey: `websocket/${source}/${hashOfSeries(partsOf(mapping), mapping.instruments)}`,
  };
}

/** Parts of the mapping that make its candles a series of their own; the query of an address may hold a key. */
function partsOf({ url, prices }: FeedMapping): string[] {
  const { host, pathname } = new URL(url);
  return [host, pathname, prices];
}

/** Returns the messages of a template: one for each symbol if it has `{symbol}`, else one. */
function fillMessage(template: FeedMapping['subscribe'][number], names: readonly string[]): string[] {
  const isPerSymbol = JSON.stringify(template).includes('{symbol}');
  const filled = isPerSymbol ? names.map((name) => fill(template, names, name)) : [fill(template, names, null)];
  return filled.map((message) => JSON.stringify(message));
}

/** Fills `{symbol}` inside of texts, and replaces the text `{symbols}`, also as the only item of a list, by the list. */
function fill(value: unknown, names: readonly string[], name: string | null): unknown {
  if (value === '{symbols}') return names;
  if (typeof value === 'string') return name === null ? value : value.replaceAll('{symbol}', () => name);
  if (Array.isArray(value)) {
    const spread = value.length === 1 ? /^(.*)\{symbols\}(.*)$/.exec(String(value[0])) : null;
    if (spread !== null) return names.map((one) => `${spread[1] ?? ''}${one}${spread[2] ?? ''}`);
    return value.map((one: unknown) => fill(one, names, name));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fill(one, names, name)]));
}

function fillUrl({ url, urlSymbols }: FeedMapping, names: readonly string[]): string {
  if (urlSymbols === undefined) return url;
  const { each, join } = urlSymbols;
  const list = names.map((name) => each.replaceAll('{symbol}', () => encodeURIComponent(name))).join(join);
  return url.replaceAll('{symbols}', () => list);
}
