import { createHash } from 'node:crypto';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { QuotedInstrument } from '../../../ports/market.ts';
import { type FeedMapping, FeedMappingError, isVenueUrl } from './mapping.ts';

/** A symbol of the venue and the instrument that it prices. */
export interface PlannedSymbol {
  readonly symbol: string;
  readonly instrumentId: InstrumentId;
  readonly digits: number;
}

/** All that the thread of the feed needs, without a function, so that it can be sent to it. */
export interface FeedPlan {
  /** Name shown with every price; ends in `-indicative` if nobody trades at these prices. */
  readonly source: string;
  readonly url: string;
  /** Host and port of the venue, for messages: the rest of the address may hold a key. */
  readonly host: string;
  readonly isIndicative: boolean;
  readonly hasTimes: boolean;
  readonly hasSizes: boolean;
  readonly unchanged: FeedMapping['unchanged'];
  /** Messages that subscribe, in order, `subscribeEveryMs` apart. */
  readonly subscribe: readonly string[];
  readonly subscribeEveryMs: number;
  readonly keepAlive: { readonly message: string; readonly everyMs: number } | null;
  readonly frames: FeedMapping['frames'];
  readonly quote: FeedMapping['quote'];
  readonly frameBytesMax: number;
  readonly silenceMs: number;
  readonly symbols: readonly PlannedSymbol[];
  /** Names of the symbols in subscriptions, and the symbols. */
  readonly names: readonly string[];
  /** Names the series of candles: another venue, other symbols or another meaning of prices is another series. */
  readonly storeKey: string;
}

const messagesMax = 1_000;
const urlMax = 16_384;

/**
 * Checks a mapping against the catalogue and fills its templates (R-MKT-22). `instruments` have the calendars of the
 * settings, `real` those of the exchanges. Throws FeedMappingError that names instrument and field.
 */
export function planFeed(
  mapping: FeedMapping,
  file: string,
  instruments: readonly QuotedInstrument[],
  real: readonly QuotedInstrument[],
): FeedPlan {
  const refuse = (what: string): never => {
    throw new FeedMappingError(file, what);
  };
  const symbols = mapping.instruments.map((one, at) => {
    const found = instruments.find(({ spec }) => spec.code === one.instrument);
    if (found === undefined)
      return refuse(`instruments[${at}].instrument: the catalogue has no instrument ${one.instrument}`);
    const { code, digits, id } = found.spec;
    if (one.digits !== digits)
      return refuse(`instruments[${at}].digits is ${one.digits}, and ${code} has ${digits} in the catalogue`);
    const calendar = real.find(({ spec }) => spec.id === id)?.calendar;
    const hours = calendar?.name === 'always' ? 'always' : 'sessions';
    if (one.hours !== hours)
      return refuse(`instruments[${at}].hours is "${one.hours}", and ${code} has "${hours}" in the catalogue`);
    if (found.calendar.name !== calendar?.name)
      return refuse(
        `instruments[${at}]: ${code} has sessions, and the setting SIM_CALENDAR=open leaves its market open at all hours. Set SIM_CALENDAR=real, for every role`,
      );
    return { symbol: one.symbol, instrumentId: id, digits };
  });
  const names = mapping.instruments.map(({ symbol, subscribeAs }) => subscribeAs ?? symbol);
  const subscribe = mapping.subscribe.flatMap((template) => fillMessage(template, names));
  if (subscribe.length > messagesMax)
    refuse(`subscribe makes ${subscribe.length} messages; at most ${messagesMax} are sent`);
  const url = fillUrl(mapping, names);
  if (!isVenueUrl(url)) refuse('url and urlSymbols make no wss:// address without user, password or #');
  if (url.length > urlMax) refuse(`url has more than ${urlMax} characters with its symbols`);
  const { quote, keepAlive, prices, source } = mapping;
  const isIndicative = prices === 'indicative';
  return {
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
    storeKey: `websocket/${source}/${hashSymbols(mapping)}`,
  };
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

function hashSymbols({ url, instruments, prices }: FeedMapping): string {
  const { host, pathname } = new URL(url);
  const pairs = instruments.map(({ symbol, instrument }) => `${symbol}=${instrument}`).toSorted();
  return createHash('sha256')
    .update([host, pathname, prices, ...pairs].join('\n'))
    .digest('hex')
    .slice(0, 12);
}
