const engine = 'packages/domain/src/engine';

function mutant(what: string, file: string, from: string, to: string) {
  return { what, edits: [{ file, from, to }] };
}

/** Faults of reversals, stops at break-even, changed pending orders, pairs of them, and the reasons in receipts. */
export const orderMutants = [
  mutant(
    'reverses at the margin of both positions',
    `${engine}/place-order.ts`,
    'replaced === null ? valueAccount(state, account) : valueWithout(state, account, replaced)',
    'valueAccount(state, account)',
  ),
  mutant(
    'opens the same side at a reversal',
    `${engine}/reverse-order.ts`,
    "side: order.side === 'buy' ? 'sell' : 'buy',",
    'side: order.side,',
  ),
  mutant('ignores the swap at break-even', 'packages/domain/src/calc/break-even.ts', '>= fee - swap;', '>= fee;'),
  mutant(
    'sets stops to break-even before the price is there',
    `${engine}/break-even.ts`,
    'isReached: ahead > 0 };',
    'isReached: ahead > -50 };',
  ),
  mutant(
    'keeps the kind of an order whose target crosses the market',
    `${engine}/amend-order.ts`,
    'kind: isMoved ? kindOf(placing, fillPrice) : order.kind,',
    'kind: order.kind,',
  ),
  mutant(
    'drops the expiry of a changed order',
    `${engine}/amend-order.ts`,
    'kept(command.expiresAtMs, order.expiresAtMs)',
    'command.expiresAtMs ?? null',
  ),
  mutant(
    'leaves the other order of a pair after a fill',
    `${engine}/pending-end.ts`,
    'if (other === undefined) return [];',
    "if (other === undefined || event.type === 'OrderOpened') return [];",
  ),
  mutant(
    'cancels the other order of a pair when one is cancelled',
    `${engine}/pending-end.ts`,
    "return [event.type === 'OrderOpened' ?",
    "return [event.type !== 'OrderExpired' ?",
  ),
  mutant(
    'gives a stop-out the balance after it',
    `${engine}/recheck-margin.ts`,
    ': { balance, first };',
    ': { balance: (balance + worst.profit) as typeof balance, first };',
  ),
  mutant(
    'says that a position of a shut market could be closed',
    `${engine}/recheck-margin.ts`,
    'positionFacts(state, valued, isClosable(valued))',
    'positionFacts(state, valued, true)',
  ),
  mutant(
    'counts no move of a trailing stop after the first',
    `${engine}/on-quote.ts`,
    '(order.trailed?.moves ?? 0) + 1',
    '1',
  ),
  mutant(
    'keeps the last move of a trailing stop that was set by hand',
    `${engine}/change-order.ts`,
    '...(isWhereItTrailed && { trailed })',
    '...(trailed && { trailed })',
  ),
];
