import type { Happening } from './facts.ts';
import type { Verdict } from './model-commands.ts';

/** A broken rule. */
export class Violation extends Error {
  override readonly name = 'Violation';
  readonly invariant: string;

  constructor(invariant: string, detail: string) {
    super(`${invariant}: ${detail}`);
    this.invariant = invariant;
  }
}

export function require(isKept: boolean, invariant: string, detail: () => string): asserts isKept {
  if (!isKept) throw new Violation(invariant, detail());
}

const bigintText = /^(~*)(-?\d+)n$/;

/**
 * Parses the journal's JSON independently of the product: bigints are written as "123n", and such a text as "~123n".
 */
export function readPayload(payload: string): unknown {
  return JSON.parse(payload, (_key, value: unknown) => {
    const found = typeof value === 'string' ? bigintText.exec(value) : null;
    if (found === null) return value;
    return found[1] === '' ? BigInt(found[2] ?? '') : (value as string).slice(1);
  });
}

export function show(value: unknown): string {
  return (
    JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? `${inner}n` : inner)) ?? 'nothing'
  );
}

/**
 * First difference of `actual` from `expected`, or null; fields absent from `expected` may have any value. Rates
 * compare as fractions.
 */
export function firstDifference(expected: unknown, actual: unknown, path = ''): string | null {
  if (typeof expected !== 'object' || expected === null || typeof actual !== 'object' || actual === null) {
    return Object.is(expected, actual) ? null : `${path} should be ${show(expected)}, is ${show(actual)}`;
  }
  if (Array.isArray(expected) && expected.length !== (actual as unknown[]).length) {
    return `${path} should have ${expected.length}, has ${(actual as unknown[]).length}: ${show(actual)}`;
  }
  const [want, have] = [expected, actual] as [Record<string, unknown>, Record<string, unknown>];
  if ('numerator' in want && 'denominator' in want) {
    const [left, right] = [
      (want['numerator'] as bigint) * ((have['denominator'] ?? 0n) as bigint),
      ((have['numerator'] ?? 0n) as bigint) * (want['denominator'] as bigint),
    ];
    return left === right ? null : `${path} should be ${show(expected)}, is ${show(actual)}`;
  }
  for (const key of Object.keys(want)) {
    const difference = firstDifference(want[key], have[key], `${path}.${key}`);
    if (difference !== null) return difference;
  }
  return null;
}

/** Requires that a stored decision equals the expected one. */
export function requireSame(expected: Verdict, actual: Verdict, where: string): void {
  const difference = firstDifference(expected, actual);
  if (difference !== null) throw new Violation(invariantOf(expected, actual, difference), `${where}${difference}`);
}

function invariantOf(expected: Verdict, actual: Verdict, difference: string): string {
  if ([expected.kind, actual.kind].includes('time-confirmed')) return 'T2-confirmed';
  if (expected.kind !== 'done' || actual.kind !== 'done') return 'P6-refusal';
  const missing = names(expected.events).filter((name) => !names(actual.events).includes(name));
  const extra = names(actual.events).filter((name) => !names(expected.events).includes(name));
  const about = (found: string[], word: RegExp) => found.some((name) => word.test(name));
  if (about(missing, /stop-loss|take-profit/)) return 'E4-missed';
  if (about(extra, /stop-loss|take-profit/)) return 'E4-early';
  if (about([...missing, ...extra], /stop-out|StopOut|MarginCall/)) return 'E8-stop-out';
  if (missing.length + extra.length > 0) return 'E1-events';
  if (/transfers/.test(difference)) return 'L1-postings';
  if (/\.funds/.test(difference)) return 'L6-funds';
  if (/Price|Quote/.test(difference)) return 'E3-price';
  if (/profit|Rate/.test(difference)) return 'E2-profit';
  if (/margin/.test(difference)) return 'E6-margin';
  return /fee/.test(difference) ? 'E2-fee' : 'E1-order';
}

function names(events: readonly Happening[]): string[] {
  return events.map(({ type, accountId, order, closed }) => {
    const ended = closed ?? order;
    return `${type} ${accountId} ${ended?.id ?? ''} ${ended?.closeReason ?? ''}`;
  });
}
