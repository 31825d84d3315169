import type { AssetClass, InstrumentSpec } from '../values/instrument.ts';

/** Hedged part of a rule's positions: `all`, `none` (the house keeps them), or their net above a limit. */
export type HedgeShare =
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  /** The house keeps up to `limitLotsE8` (lots × 10⁸) of the net of each instrument. */
  | { readonly kind: 'net'; readonly limitLotsE8: bigint };

/** One routing rule of a company. Absent conditions fit every position (R-HDG-01). */
export interface HedgeRule {
  readonly name: string;
  /** Codes of the catalogue; null for every instrument. */
  readonly instruments: readonly string[] | null;
  readonly classes: readonly AssetClass[] | null;
  /** Open size of the position in lots × 10⁸: from, and below. */
  readonly fromLotsE8: bigint | null;
  readonly belowLotsE8: bigint | null;
  /** Time of opening in minutes of the UTC day: from, and before. `from` above `to` passes midnight. */
  readonly hours: { readonly fromMinute: number; readonly toMinute: number } | null;
  readonly share: HedgeShare;
}

/** Instrument of a position, as far as rules look at it. */
export type HedgedSpec = Pick<InstrumentSpec, 'code' | 'assetClass' | 'lotStepE8'>;

/** Open client position, as far as rules look at it. */
export interface RoutedPosition {
  /** Open size, in lot steps. */
  readonly lots: number;
  readonly openedAtMs: number;
}

const minuteMs = 60_000;
const dayMinutes = 1_440;

/** Returns the place of the first rule that fits a position; null if none does: the house keeps it (R-HDG-01). */
export function findRule(rules: readonly HedgeRule[], spec: HedgedSpec, position: RoutedPosition): number | null {
  const at = rules.findIndex((rule) => fits(rule, spec, position));
  return at === -1 ? null : at;
}

function fits(rule: HedgeRule, spec: HedgedSpec, { lots, openedAtMs }: RoutedPosition): boolean {
  const { instruments, classes, fromLotsE8, belowLotsE8, hours } = rule;
  if (instruments !== null && !instruments.includes(spec.code)) return false;
  if (classes !== null && !classes.includes(spec.assetClass)) return false;
  const lotsE8 = BigInt(lots) * BigInt(spec.lotStepE8);
  if (fromLotsE8 !== null && lotsE8 < fromLotsE8) return false;
  if (belowLotsE8 !== null && lotsE8 >= belowLotsE8) return false;
  if (hours === null) return true;
  const minute = Math.floor(openedAtMs / minuteMs) % dayMinutes;
  const { fromMinute, toMinute } = hours;
  return fromMinute <= toMinute ? minute >= fromMinute && minute < toMinute : minute >= fromMinute || minute < toMinute;
}

/**
 * Returns the part of a net position that a rule hedges, in lot steps with the sign of the net. A limit that is no
 * multiple of the lot step is rounded down, so that the house never keeps more than it (R-HDG-02).
 */
export function hedgedSteps(share: HedgeShare, netSteps: bigint, lotStepE8: number): bigint {
  if (share.kind === 'none') return 0n;
  if (share.kind === 'all') return netSteps;
  const limit = share.limitLotsE8 / BigInt(lotStepE8);
  if (netSteps > limit) return netSteps - limit;
  return netSteps < -limit ? netSteps + limit : 0n;
}
