import type { EngineEvent } from '@candor/domain/engine/event';
import type { Refusal } from '@candor/domain/engine/refusal';

/** What became of a command: its events, or the reason it was refused. */
export type Decision =
  | { readonly kind: 'done'; readonly events: readonly EngineEvent[] }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** JSON with bigints written as "123n"; no text in an event has that shape. */
export function encodeDecision(decision: Decision): string {
  return encode(decision);
}

export function decodeDecision(payload: string): Decision {
  return decode(payload) as Decision;
}

/**
 * What `JSON.stringify` writes of plain values, with bigints as above. Written out, since a replacer is called for every
 * single value: this runs for every order, and takes a third of the time.
 */
export function encode(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return needsEscape.test(value) ? JSON.stringify(value) : `"${value}"`;
    case 'number':
      return Number.isFinite(value) ? String(value) : 'null';
    case 'bigint':
      return `"${value}n"`;
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? encodeList(value) : encodeRecord(value as Record<string, unknown>);
    default:
      return value === true ? 'true' : value === false ? 'false' : 'null';
  }
}

/** Quotes, backslashes, control characters and halves of surrogate pairs. */
const needsEscape = /["\\\u0000-\u001f\ud800-\udfff]/;

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
    text += text === '' ? `"${key}":${encode(value)}` : `,"${key}":${encode(value)}`;
  }
  return `{${text}}`;
}

export function decode(text: string): unknown {
  return withBigints(JSON.parse(text));
}

/** Walks what was parsed and puts bigints in the place of their texts. */
function withBigints(value: unknown): unknown {
  if (typeof value === 'string') return isBigintText(value) ? BigInt(value.slice(0, -1)) : value;
  if (typeof value !== 'object' || value === null) return value;
  const record = value as Record<string, unknown>;
  for (const key in record) {
    const inner = record[key];
    if (typeof inner === 'string') {
      if (isBigintText(inner)) record[key] = BigInt(inner.slice(0, -1));
    } else if (typeof inner === 'object' && inner !== null) withBigints(inner);
  }
  return value;
}

const bigintText = /^-?\d+n$/;
const letterN = 110;

function isBigintText(text: string): boolean {
  return text.charCodeAt(text.length - 1) === letterN && bigintText.test(text);
}
