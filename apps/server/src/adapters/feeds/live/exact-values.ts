import { JsonNumber, type JsonValue } from './read-json.ts';

/** A price in whole ticks, and the digits after them, without zeros at the end; '' if there are none. */
export interface ExactPrice {
  readonly ticks: number;
  readonly rest: string;
}

export type PriceFault = 'no-price' | 'not-a-price' | 'exponent' | 'too-many-digits';

const decimal = /^(0|[1-9]\d{0,15})(?:\.(\d{1,30}))?$/;

/** Returns the text of a number or of a string; undefined for any other value. */
function textOf(value: JsonValue | undefined): string | undefined {
  if (value instanceof JsonNumber) return value.text;
  return typeof value === 'string' ? value : undefined;
}

/**
 * Reads a price from decimal text, digit by digit: no double takes part. Zero, signs, exponents, spaces and names such as NaN
 * are refused.
 */
export function readPrice(value: JsonValue | undefined, digits: number): ExactPrice | PriceFault {
  if (value === undefined || value === null) return 'no-price';
  const text = textOf(value);
  if (text === undefined) return 'not-a-price';
  const found = decimal.exec(text);
  if (found === null) return describeBadPrice(text);
  const [, whole = '', fraction = ''] = found;
  const ticks = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  if (!Number.isSafeInteger(ticks)) return 'too-many-digits';
  const rest = fraction.slice(digits).replace(/0+$/, '');
  return ticks === 0 && rest === '' ? 'not-a-price' : { ticks, rest };
}

function describeBadPrice(text: string): PriceFault {
  if (/^-?\d{1,40}(?:\.\d{1,40})?[eE][+-]?\d{1,10}$/.test(text)) return 'exponent';
  return /^\d{1,400}(?:\.\d{1,400})?$/.test(text) && !/^0\d/.test(text) ? 'too-many-digits' : 'not-a-price';
}

/** True if the first price is higher, compared in all their digits. */
export function isHigher(price: ExactPrice, other: ExactPrice): boolean {
  return price.ticks === other.ticks ? price.rest > other.rest : price.ticks > other.ticks;
}

/** Rounds a bid down and an ask up to the instrument's digits: the spread is never narrower than the venue's (docs/adr/0042). */
export function roundOutward(bid: ExactPrice, ask: ExactPrice): { readonly bid: number; readonly ask: number } {
  return { bid: bid.ticks, ask: ask.rest === '' ? ask.ticks : ask.ticks + 1 };
}

/** True if a size is a positive decimal number. */
export function isSize(value: JsonValue | undefined): boolean {
  const text = textOf(value);
  return (
    text !== undefined &&
    /^\d{1,30}(\.\d{1,30})?([eE][+-]?\d{1,3})?$/.test(text) &&
    /[1-9]/.test(text.replace(/[eE].*$/, ''))
  );
}

/** Digits by which a unit's point moves to the right to give milliseconds. */
const shifts = { s: 3, ms: 0, us: -3, ns: -6 } as const;
const iso = /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d)(?:\.(\d{1,9})\d{0,9})?(Z|[+-]\d\d:\d\d)$/;

/** Reads a time in milliseconds since 1970, rounded down; null if it is none. */
export function readTime(value: JsonValue | undefined, unit: keyof typeof shifts | 'iso'): number | null {
  const text = textOf(value);
  if (text === undefined) return null;
  return unit === 'iso' ? readIsoTime(text) : readUnitTime(text, shifts[unit]);
}

function readUnitTime(text: string, shift: number): number | null {
  const found = /^(0|[1-9]\d{0,24})(?:\.(\d{1,12}))?$/.exec(text);
  if (found === null) return null;
  const [, whole = '', fraction = ''] = found;
  const ms = shift >= 0 ? whole + fraction.slice(0, shift).padEnd(shift, '0') : whole.slice(0, shift);
  const time = Number(ms === '' ? '0' : ms);
  return Number.isSafeInteger(time) ? time : null;
}

function readIsoTime(text: string): number | null {
  const found = iso.exec(text);
  if (found === null) return null;
  const [, second = '', fraction = '', zone = ''] = found;
  const time = Date.parse(`${second.replace(' ', 'T')}.${fraction.slice(0, 3).padEnd(3, '0')}${zone}`);
  return Number.isSafeInteger(time) && time >= 0 ? time : null;
}

/** Reads a sequence number; null if it is none. */
export function readSequence(value: JsonValue | undefined): number | null {
  const text = textOf(value);
  if (text === undefined || !/^(0|[1-9]\d{0,15})$/.test(text)) return null;
  const sequence = Number(text);
  return Number.isSafeInteger(sequence) ? sequence : null;
}
