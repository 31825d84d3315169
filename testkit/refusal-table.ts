import type { Refusal, RefusalRule } from '@candor/domain/engine/refusal';
import { describe, expect, test } from 'vitest';

/** Row of a refusal table: one way to violate one rule. */
export interface RefusalRow<World> {
  readonly code: Refusal;
  readonly violate: (world: World) => void;
  /** Reason that this rule and the next one cannot be violated together. */
  readonly excludesNext?: string;
}

interface RefusalTable<World> {
  readonly command: string;
  readonly rules: readonly Pick<RefusalRule<never>, 'code' | 'when'>[];
  readonly rows: readonly RefusalRow<World>[];
  /** Creates a world in which the command is accepted. */
  readonly create: () => World;
  /** Runs the command. */
  readonly run: (world: World) => Refusal | readonly unknown[];
}

/**
 * Declares the tests of one command's refusals: a row for each rule in the same order, each rule violated alone, and each
 * rule violated together with the next one.
 */
export function testRefusals<World>({ command, rules, rows, create, run }: RefusalTable<World>): void {
  const outcome = (...violated: readonly RefusalRow<World>[]) => {
    const world = create();
    for (const { violate } of violated) violate(world);
    return run(world);
  };
  describe(`R-ORD-18 refusals of ${command}`, () => {
    test('the table has a row for each rule, in the order of the list', () => {
      expect(rows.map(({ code }) => code)).toEqual(rules.map(({ code }) => code));
    });

    test('a command that violates no rule is accepted', () => {
      expect(outcome()).toBeInstanceOf(Array);
    });

    for (const [index, { code, when }] of rules.entries()) {
      const [row, next] = rows.slice(index);
      test(`${code}: ${when}`, () => {
        expect(row && outcome(row)).toBe(code);
      });
      if (row === undefined || next === undefined || row.excludesNext !== undefined) continue;
      test(`${row.code} comes before ${next.code} (${index + 1}, ${index + 2})`, () => {
        expect(outcome(row, next)).toBe(row.code);
      });
    }
  });
}
