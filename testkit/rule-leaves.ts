import type { RuleEvent } from '@candor/domain/engine/rules/trading-rules';
import { leavesOf } from '../apps/server/src/projections/log-leaves.ts';

/** Returns the leaves of rules that came into force together, as the writer of a log makes them. */
export function ruleLeaves(rules: readonly RuleEvent[]): Uint8Array[] {
  const entry = { seq: 1, hash: Buffer.alloc(32), decision: { kind: 'rules-changed' as const, rules: [...rules] } };
  return leavesOf([entry], new Map(), () => Buffer.alloc(32)).map((leaf) => leaf.entry);
}
