import * as z from 'zod/mini';
import {
  about,
  commonExpectations,
  type FeedFileKind,
  filedInstrument,
  findTwin,
  parseFeedFile,
  readFeedFile,
  source,
  tradeableSilenceMaxMs,
  whole,
} from '../live/feed-file.ts';

/** Text of a field: visible ASCII and spaces, so that it can hold no separator. */
const value = z.string().check(z.regex(/^[\x20-\x7e]{1,256}$/));
const compId = z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/));
const fields = z._default(z.record(z.string().check(z.regex(/^[1-9]\d{0,4}$/)), value), {});
/** Fields that the session writes itself. */
const ownTags = new Set([
  '8',
  '9',
  '10',
  '34',
  '35',
  '43',
  '49',
  '50',
  '52',
  '56',
  '57',
  '98',
  '108',
  '122',
  '141',
  '553',
  '554',
]);
const requestTags = new Set(['262', '263', '264', '265', '146', '267', '269', '55', '48', '22']);

/** Fields of a session, whatever it is for. */
export const sessionFields = {
  host: z.string().check(z.regex(/^[A-Za-z0-9.:_-]{1,255}$/)),
  port: whole(1, 65_535),
  encryption: z.enum(['tls', 'private-line']),
  serverName: z.optional(z.string().check(z.regex(/^[A-Za-z0-9.-]{1,255}$/))),
  certificateFile: z.optional(z.string().check(z.minLength(1), z.maxLength(1_024))),
  senderCompId: compId,
  targetCompId: compId,
  senderSubId: z.optional(compId),
  targetSubId: z.optional(compId),
  username: z.optional(value),
  password: z.optional(value),
  logonFields: fields,
  heartBtSec: z._default(whole(1, 60), 30),
  sequence: z._default(z.enum(['reset', 'keep']), 'reset'),
  dayStart: z.optional(
    z.strictObject({
      time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
      zone: z.string().check(z.maxLength(64), z.refine(isZone)),
    }),
  ),
  messageBytesMax: z._default(whole(1_024, 1_048_576), 262_144),
};

const config = z.strictObject({
  source,
  about,
  ...sessionFields,
  prices: z.enum(['tradeable', 'indicative']),
  unchanged: z.enum(['connection', 'heartbeats', 'never']),
  silenceMs: z._default(whole(1_000, 3_600_000), 30_000),
  identify: z._default(z.enum(['symbol', 'security-id']), 'symbol'),
  securityIdSource: z.optional(compId),
  depth: z._default(whole(0, 20), 1),
  updates: z.enum(['full', 'incremental']),
  symbolsPerRequest: z._default(whole(1, 500), 1),
  requestFields: fields,
  time: z._default(z.enum(['entry', 'sending', 'none']), 'sending'),
  sizes: z._default(z.boolean(), true),
  instruments: z
    .array(z.strictObject({ ...filedInstrument, contractSize: z.optional(whole(1, 1_000_000_000)) }))
    .check(z.minLength(1), z.maxLength(500)),
});

/** Description of a FIX session by the installer (docs/runbook/live-feed.md). */
export type FixConfig = z.infer<typeof config>;

const aCompId = 'up to 64 visible characters';
const aText = 'a text of up to 256 visible characters';
const someFields = 'an object of tags, such as "1130", with a text each';

/** Possible values of the fields of a session. */
export const sessionExpectations = {
  host: 'a host name or an address, without port',
  port: 'a whole number from 1 to 65,535',
  encryption: '"tls", or "private-line" for a line that nobody else can read',
  serverName: 'the name in the certificate of the venue',
  certificateFile: 'the path of a file with the certificates that are trusted, in PEM',
  senderCompId: aCompId,
  targetCompId: aCompId,
  senderSubId: aCompId,
  targetSubId: aCompId,
  username: aText,
  password: aText,
  logonFields: someFields,
  heartBtSec: 'a whole number from 1 to 60',
  sequence: '"reset" or "keep"',
  dayStart: 'an object with "time" and "zone"',
  'dayStart.time': 'a time such as "17:00"',
  'dayStart.zone': 'a time zone such as "America/New_York"',
  messageBytesMax: 'a whole number from 1,024 to 1,048,576',
};

/** The configuration file of `FEED=fix:<file>` (R-MKT-33). */
export const fixFileKind: FeedFileKind<FixConfig> = {
  kind: 'FIX configuration',
  schema: config,
  expectations: {
    ...commonExpectations,
    ...sessionExpectations,
    requestFields: someFields,
    unchanged: '"connection", "heartbeats" or "never"',
    silenceMs: 'a whole number from 1,000 to 3,600,000, at most 60,000 where prices are "tradeable"',
    identify: '"symbol" or "security-id"',
    securityIdSource: aCompId,
    depth: 'a whole number from 0 to 20',
    updates: '"full" or "incremental"',
    symbolsPerRequest: 'a whole number from 1 to 500',
    time: '"entry", "sending" or "none"',
    sizes: 'true or false',
    'instruments[].contractSize': 'the units of one lot, a whole number',
  },
  fallback: 'a value of this field (docs/runbook/live-feed.md)',
  findContradiction,
};

/** Reads a configuration of at most 256 KiB. Throws FeedFileError. */
export function readFixConfig(file: string): FixConfig {
  return readFeedFile(file, fixFileKind);
}

/** Parses the text of a configuration. Throws FeedFileError. */
export function parseFixConfig(content: string, file: string): FixConfig {
  return parseFeedFile(content, file, fixFileKind);
}

/** Returns the minutes since midnight of a time such as "17:00". */
export function minuteOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function findContradiction(given: FixConfig): string | null {
  const { prices, identify, securityIdSource, requestFields } = given;
  if (prices === 'tradeable' && given.silenceMs > tradeableSilenceMaxMs)
    return 'silenceMs is more than 60,000, the most where prices are "tradeable"';
  const fault = findEncryptionFault(given);
  if (fault !== null) return fault;
  if ((identify === 'security-id') !== (securityIdSource !== undefined))
    return 'securityIdSource belongs to "identify": "security-id", which needs it';
  for (const name of [...Object.keys(given.logonFields), ...Object.keys(requestFields)])
    if (ownTags.has(name))
      return `logonFields and requestFields must not contain ${name}, which the session writes itself`;
  for (const name of Object.keys(requestFields))
    if (requestTags.has(name)) return `requestFields must not contain ${name}, which the request writes itself`;
  return findTwin(given.instruments);
}

/** Fields of a session, checked. */
export type SessionConfig = Pick<FixConfig, keyof typeof sessionFields>;

/** Returns the first fault between the fields of a session; null without one. */
export function findSessionFault(given: SessionConfig): string | null {
  const own = Object.keys(given.logonFields).find((name) => ownTags.has(name));
  return own === undefined
    ? findEncryptionFault(given)
    : `logonFields must not contain ${own}, which the session writes itself`;
}

function findEncryptionFault({ encryption, serverName, certificateFile }: SessionConfig): string | null {
  return encryption !== 'tls' && (serverName !== undefined || certificateFile !== undefined)
    ? 'serverName and certificateFile belong to "encryption": "tls"'
    : null;
}
