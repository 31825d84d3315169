import type { Edit } from '../threads/bundle.ts';

/** Small entries, batches and pieces, so that anything may come between any two of them (R-LED-27). */
export const smallEntries: readonly Edit[] = [
  {
    file: 'apps/server/src/ports/trading-port.ts',
    from: 'export const entryEventsMax = 500;',
    to: 'export const entryEventsMax = 1;',
  },
  {
    file: 'packages/domain/src/engine/roll-over.ts',
    from: 'export const rollPieceMax = 100;',
    to: 'export const rollPieceMax = 2;',
  },
  { file: 'apps/server/src/trading/group-commit.ts', from: 'const batchMax = 1_000;', to: 'const batchMax = 1;' },
];

const trading = 'apps/server/src/trading';

function mutant(what: string, file: string, from: string, to: string) {
  return { what, edits: [...smallEntries, { file, from, to }], isInterrupted: true };
}

/** Faults of acts that are stored in several entries, or decided in several turns. */
export const entryMutants = [
  mutant(
    'counts a tick with the first of its entries',
    `${trading}/decision-log.ts`,
    'if (isLast) this.commit.tickOffset = nextOffset;',
    'this.commit.tickOffset = nextOffset;',
  ),
  mutant(
    'counts a tick with the entries decided before it',
    `${trading}/quote-intake.ts`,
    'const atMs = clock.nowMs();\n    this.#noteSpread(quote);',
    'const atMs = clock.nowMs();\n    this.#deps.log.commit.tickOffset = offset + 1;\n    this.#noteSpread(quote);',
  ),
  mutant(
    'forgets at a restart which accounts an interrupted tick changed',
    `${trading}/quote-intake.ts`,
    'let rest: ReadonlySet<AccountId> = tick;',
    'let rest: ReadonlySet<AccountId> = noAccounts;',
  ),
  mutant(
    'rechecks the accounts of an interrupted tick before the rest of it',
    `${trading}/quote-intake.ts`,
    'addOpen(state, turn);',
    'addOpen(state, new Set([...tick, ...turn]));',
  ),
  mutant(
    'loses its place in a roll after a piece',
    `${trading}/due-clock.ts`,
    'if (roll.isDone) {',
    'if (roll !== null) {',
  ),
  mutant(
    'decides a command during a roll before its account is charged',
    `${trading}/command-desk.ts`,
    'due.advanceClock(command.atMs, command.atMs, [command.accountId]);',
    'due.advanceClock(command.atMs, command.atMs);',
  ),
  mutant(
    'closes at a tick during a roll before the account is charged',
    `${trading}/due-events.ts`,
    'this.#settle(accountsReachedBy(this.#deps.state, quote), atMs, canClose)',
    'this.#settle([], atMs, canClose)',
  ),
  mutant(
    'stops out during a roll before the account is charged',
    'packages/domain/src/engine/recheck-margin.ts',
    'let isCharged = night === null;',
    'let isCharged = true;',
  ),
];
