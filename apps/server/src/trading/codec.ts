import type { EngineEvent } from '@candor/domain/engine/event';
import type { Refusal } from '@candor/domain/engine/refusal';

/** What became of a command: its events, or the reason it was refused. */
export type Decision =
  | { readonly kind: 'done'; readonly events: readonly EngineEvent[] }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

const bigintText = /^-?\d+n$/;

/** JSON with bigints written as "123n"; no text in an event has that shape. */
export function encodeDecision(decision: Decision): string {
  return encode(decision);
}

export function decodeDecision(payload: string): Decision {
  return decode(payload) as Decision;
}

export function encode(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? `${inner}n` : inner));
}

export function decode(text: string): unknown {
  return JSON.parse(text, (_key, inner: unknown) =>
    typeof inner === 'string' && bigintText.test(inner) ? BigInt(inner.slice(0, -1)) : inner,
  );
}
