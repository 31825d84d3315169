import * as z from 'zod/mini';
import type { QuotedInstrument } from '../../../ports/market.ts';
import { checkInstruments } from '../live/catalogue-check.ts';
import {
  about,
  commonExpectations,
  FeedFileError,
  type FeedFileKind,
  filedInstrument,
  findTwin,
  isEncryptedOrHere,
  parseFeedFile,
  readFeedFile,
  source,
  text,
  whole,
} from '../live/feed-file.ts';
import { hashOfSeries, type LivePlan } from '../live/live-plan.ts';

const column = text(64);
const header = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/));
const headerValue = z.string().check(z.regex(/^[\x20-\x7e]{1,512}$/));
/** Headers that the poll writes itself. */
const ownHeaders = new Set(['if-none-match', 'if-modified-since', 'host', 'content-length', 'connection']);

const config = z.strictObject({
  source,
  about,
  url: z.string().check(
    z.maxLength(2_048),
    z.refine((url: string) => isEncryptedOrHere(url, 'https')),
  ),
  headers: z._default(z.record(header, headerValue), {}),
  everyMs: z._default(whole(1_000, 3_600_000), 60_000),
  bytesMax: z._default(whole(1_024, 4_194_304), 1_048_576),
  separator: z._default(z.enum([',', ';', 'tab']), ','),
  symbol: column,
  bid: z.optional(column),
  ask: z.optional(column),
  rate: z.optional(column),
  time: z.optional(z.strictObject({ column, unit: z.enum(['s', 'ms', 'us', 'ns', 'iso']) })),
  instruments: z.array(z.strictObject(filedInstrument)).check(z.minLength(1), z.maxLength(500)),
});

/** Description of a table of rates by the installer (docs/runbook/live-feed.md). */
export type PollConfig = z.infer<typeof config>;

/** All that the thread of a polled feed needs, without a function, so that it can be sent to it. */
export interface PollPlan extends LivePlan {
  readonly kind: 'poll';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly everyMs: number;
  readonly bytesMax: number;
  readonly table: Pick<PollConfig, 'separator' | 'symbol' | 'bid' | 'ask' | 'rate' | 'time'>;
}

const aColumn = 'the name of a column, up to 64 characters';

/** The file of `FEED=poll:<file>` (R-MKT-39). */
const kind: FeedFileKind<PollConfig> = {
  kind: 'polling file',
  schema: config,
  expectations: {
    ...commonExpectations,
    url: 'an https:// address without user, password or # (http:// only for this machine)',
    headers: 'an object of header names with a text each',
    everyMs: 'a whole number from 1,000 to 3,600,000',
    bytesMax: 'a whole number from 1,024 to 4,194,304',
    separator: '",", ";" or "tab"',
    symbol: aColumn,
    bid: aColumn,
    ask: aColumn,
    rate: aColumn,
    time: 'an object with "column" and "unit"',
    'time.column': aColumn,
    'time.unit': '"s", "ms", "us", "ns" or "iso"',
  },
  fallback: 'a value of this field (docs/runbook/live-feed.md)',
  findContradiction: ({ bid, ask, rate, headers, instruments }) => {
    if ((bid === undefined) !== (ask === undefined) || (bid === undefined) === (rate === undefined))
      return 'it must name the columns "bid" and "ask", or the column "rate"';
    const own = Object.keys(headers).find((name) => ownHeaders.has(name.toLowerCase()));
    return own === undefined ? findTwin(instruments) : `headers must not contain ${own}, which the poll writes itself`;
  },
};

/** Reads a file of at most 256 KiB. Throws FeedFileError. */
export function readPollConfig(file: string): PollConfig {
  return readFeedFile(file, kind);
}

/** Parses the text of a file. Throws FeedFileError. */
export function parsePollConfig(content: string, file: string): PollConfig {
  return parseFeedFile(content, file, kind);
}

/** Checks a file against the catalogue. Its prices are indicative: a table of rates is no offer. Throws FeedFileError. */
export function planPoll(
  config: PollConfig,
  file: string,
  instruments: readonly QuotedInstrument[],
  real: readonly QuotedInstrument[],
): PollPlan {
  const symbols = checkInstruments(config.instruments, instruments, real, (what) => {
    throw new FeedFileError(kind.kind, file, what);
  });
  const { url, headers, everyMs, bytesMax, separator, symbol, bid, ask, rate, time } = config;
  const { host, pathname } = new URL(url);
  return {
    kind: 'poll',
    source: `${config.source}-indicative`,
    host,
    isIndicative: true,
    hasTimes: time !== undefined,
    hasSizes: false,
    takesOldChanges: true,
    symbols,
    storeKey: `poll/${config.source}/${hashOfSeries([host, pathname], config.instruments)}`,
    url,
    headers,
    everyMs,
    bytesMax,
    table: { separator, symbol, bid, ask, rate, time },
  };
}
