import { type Ratio, ratioOne } from '@candor/domain/values/decimal';
import { entryEventsMax, type StoredDecision } from '../ports/trading-port.ts';

/**
 * Encodes a decision as JSON with bigints as "123n"; a text of that form, which users may type, becomes "~123n"
 * (R-FND-11). Throws if it has more events than an entry holds; older entries may have more (R-LED-27).
 */
export function encodeDecision(decision: StoredDecision): string {
  const count = sizeOf(decision);
  if (count > entryEventsMax) throw new Error(`Invariant: an entry has at most ${entryEventsMax} events, not ${count}`);
  return encode(decision);
}

function sizeOf(decision: StoredDecision): number {
  if (decision.kind === 'done') return decision.events.length;
  return decision.kind === 'rules-changed' ? decision.rules.length : 0;
}

export function decodeDecision(payload: string): StoredDecision {
  return decode(payload) as StoredDecision;
}

/**
 * Encodes plain values as `JSON.stringify` does, with bigints as above. Hand-written because a replacer is called for
 * every value: this runs for every order and takes a third of the time.
 */
export function encode(value: unknown): string {
  if (typeof value === 'string') return encodeText(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  if (typeof value === 'bigint') return `"${value}n"`;
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value !== 'object' || value === null) return 'null';
  return Array.isArray(value) ? encodeList(value) : encodeRecord(value as Record<string, unknown>);
}

function encodeText(value: string): string {
  const text = endsLikeBigint(value) && bigintLike.test(value) ? `~${value}` : value;
  return needsEscape.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/** Characters that JSON must escape: quotes, backslashes, control characters, lone surrogates. */
const needsEscape = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

function encodeList(list: readonly unknown[]): string {
  let text = '';
  for (const value of list) text += text === '' ? encode(value) : `,${encode(value)}`;
  return `[${text}]`;
}

function encodeRecord(record: Record<string, unknown>): string {
  let text = '';
  for (const key in record) {
    const value = record[key];
    if (value === undefined) continue;
    text += (text === '' ? firstName(key) : nextName(key)) + encode(value);
  }
  return text === '' ? '{}' : `${text}}`;
}

/** Names as they are written before a value: pieces that are joined already cost less than their parts. */
const firstNames = new Map<string, string>();
const nextNames = new Map<string, string>();
const namesMax = 1_000;

function firstName(key: string): string {
  return firstNames.get(key) ?? keepName(firstNames, key, `{"${key}":`);
}

function nextName(key: string): string {
  return nextNames.get(key) ?? keepName(nextNames, key, `,"${key}":`);
}

/** Keeps the names of fields; beyond the bound, which records by other names reach, they are made each time. */
function keepName(names: Map<string, string>, key: string, text: string): string {
  if (names.size < namesMax) names.set(key, text);
  return text;
}

export function decode(text: string): unknown {
  return withBigints(JSON.parse(text));
}

/** Walks a parsed value and replaces encoded bigints, and texts that look like them, by the originals. */
function withBigints(value: unknown): unknown {
  if (typeof value === 'string') return endsLikeBigint(value) ? decodeText(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  const record = value as Record<string, unknown>;
  for (const key in record) {
    const inner = record[key];
    if (typeof inner === 'string') {
      if (endsLikeBigint(inner)) record[key] = decodeText(inner);
    } else if (typeof inner === 'object' && inner !== null) {
      const whole = withBigints(inner) as Partial<Ratio>;
      if (whole.numerator === 1n && whole.denominator === 1n) record[key] = ratioOne;
    }
  }
  return value;
}

function decodeText(text: string): string | bigint {
  if (!bigintLike.test(text)) return text;
  return text.startsWith('~') ? text.slice(1) : toBigint(text);
}

/** Most amounts of an order are zero; returning a constant avoids the parsing. */
function toBigint(text: string): bigint {
  return text === '0n' ? 0n : BigInt(text.slice(0, -1));
}

/** Encoded bigint, or a text of that form, behind any number of tildes. */
const bigintLike = /^~*-?\d+n$/;
const letterN = 110;

/** Quick check that rules out most texts. */
function endsLikeBigint(text: string): boolean {
  return text.charCodeAt(text.length - 1) === letterN;
}
