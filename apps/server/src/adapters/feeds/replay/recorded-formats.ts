/** Parsers of untrusted texts in recorded files; NaN for malformed text, so that the reader can name the line. */

const hourMs = 3_600_000;
/** HistData uses Eastern Standard Time all year, without daylight saving. */
const easternStandardMs = 5 * hourMs;

const isoPattern = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:?\d\d)?$/;
const compactPattern = /^(\d{4})(\d\d)(\d\d) (\d\d):?(\d\d):?(\d\d)[.]?(\d{3})?$/;
const dottedPattern = /^(\d\d)\.(\d\d)\.(\d{4}) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?$/;
const pricePattern = /^(\d{1,9})(?:\.(\d{1,12}))?$/;

/** Parses a decimal price into ticks of 10^-digits; NaN if malformed or finer than the instrument. */
export function parseTicks(text: string, digits: number): number {
  const match = pricePattern.exec(text);
  if (match === null) return Number.NaN;
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  if (fraction.length > digits) return Number.NaN;
  return Number((match[1] ?? '') + fraction.padEnd(digits, '0'));
}

/** Parses "2012-02-01 00:00:00+00:00", with up to nanoseconds (cut to milliseconds); UTC without an offset. */
function parseIsoTime(text: string): number {
  const match = isoPattern.exec(text);
  if (match === null) return Number.NaN;
  const [, year, month, day, hour, minute, second, fraction, zone] = match;
  return toUtc([year, month, day, hour, minute, second], fraction) - parseOffset(zone);
}

/** Parses HistData's "20130101 170000295" or "20130101 170000", five hours behind UTC all year. */
function parseHistDataTime(text: string): number {
  const time = parseCompactTime(text);
  return time + easternStandardMs;
}

/** Parses TrueFX's "20130101 22:00:00.295", UTC. */
function parseCompactTime(text: string): number {
  const match = compactPattern.exec(text);
  if (match === null) return Number.NaN;
  const [, year, month, day, hour, minute, second, fraction] = match;
  return toUtc([year, month, day, hour, minute, second], fraction);
}

/** Parses Dukascopy's "01.01.2013 22:00:00.295", an ISO time, or milliseconds since 1970; UTC. */
function parseDukascopyTime(text: string): number {
  if (/^\d{12,14}$/.test(text)) return Number(text);
  const match = dottedPattern.exec(text);
  if (match === null) return parseIsoTime(text);
  const [, day, month, year, hour, minute, second, fraction] = match;
  return toUtc([year, month, day, hour, minute, second], fraction);
}

function toUtc(parts: readonly (string | undefined)[], fraction: string | undefined): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map(Number);
  const isInRange = month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour < 24 && minute < 60 && second < 60;
  if (!isInRange) return Number.NaN;
  return Date.UTC(year, month - 1, day, hour, minute, second, Number((fraction ?? '').slice(0, 3).padEnd(3, '0')));
}

function parseOffset(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0;
  const digits = zone.replace(':', '');
  const minutes = Number(digits.slice(1, 3)) * 60 + Number(digits.slice(3, 5));
  return (digits.startsWith('-') ? -minutes : minutes) * 60_000;
}

/** Column positions of a format's fields. */
export interface TickFormat {
  readonly kind: 'ticks';
  readonly name: string;
  readonly separator: string;
  readonly columns: { readonly time: number; readonly bid: number; readonly ask: number; readonly count: number };
  readonly parseTime: (text: string) => number;
  readonly hasHeader: boolean;
}

export interface BarFormat {
  readonly kind: 'bars';
  readonly name: string;
  readonly separator: string;
  readonly parseTime: (text: string) => number;
  readonly hasHeader: boolean;
}

export type RecordedFormat = TickFormat | BarFormat;

/** Detects a file's format from its first line; null for an unknown one. */
export function detectFormat(firstLine: string): RecordedFormat | null {
  const header = firstLine.toLowerCase().replaceAll(' ', '');
  if (header === 'timestamp,bid,ask') {
    const columns = { time: 0, bid: 1, ask: 2, count: 3 };
    return {
      kind: 'ticks',
      name: 'timestamp,bid,ask',
      separator: ',',
      columns,
      parseTime: parseIsoTime,
      hasHeader: true,
    };
  }
  if (header.startsWith('timestamp,open,high,low,close')) {
    return { kind: 'bars', name: 'timestamped M1 bars', separator: ',', parseTime: parseIsoTime, hasHeader: true };
  }
  if (/^[a-z()]*time[a-z()]*,ask,bid,askvolume,bidvolume$/.test(header)) return dukascopy(true);
  const cells = firstLine.split(',');
  if (/^\d{8} \d{6};/.test(firstLine)) {
    return { kind: 'bars', name: 'HistData M1', separator: ';', parseTime: parseHistDataTime, hasHeader: false };
  }
  if (/^\d{8} \d{9},/.test(firstLine)) {
    const columns = { time: 0, bid: 1, ask: 2, count: 3 };
    return {
      kind: 'ticks',
      name: 'HistData ticks',
      separator: ',',
      columns,
      parseTime: parseHistDataTime,
      hasHeader: false,
    };
  }
  if (/^[A-Z]{3}\/?[A-Z]{3},\d{8} \d\d:/.test(firstLine)) {
    const columns = { time: 1, bid: 2, ask: 3, count: 4 };
    return { kind: 'ticks', name: 'TrueFX', separator: ',', columns, parseTime: parseCompactTime, hasHeader: false };
  }
  return cells.length === 5 && Number.isFinite(parseDukascopyTime(cells[0] ?? '')) ? dukascopy(false) : null;
}

function dukascopy(hasHeader: boolean): TickFormat {
  const columns = { time: 0, bid: 2, ask: 1, count: 3 };
  return { kind: 'ticks', name: 'Dukascopy ticks', separator: ',', columns, parseTime: parseDukascopyTime, hasHeader };
}
