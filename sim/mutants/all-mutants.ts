import type { Edit } from '../threads/bundle.ts';
import { entryMutants } from './entry-mutants.ts';
import { orderMutants } from './order-mutants.ts';

/** A fault planted in the product's source, which an ordinary run must find. */
export interface Mutant {
  readonly what: string;
  readonly edits: readonly Edit[];
  /** True if processes often crash between two entries of an act. */
  readonly isInterrupted?: boolean;
}

function mutant(what: string, file: string, from: string, to: string): Mutant {
  return { what, edits: [{ file, from, to }] };
}

const engine = 'packages/domain/src/engine';
const calc = 'packages/domain/src/calc';
const trading = 'apps/server/src/trading';
const clock = 'apps/server/src/adapters/clock/product-clock.ts';
const filter = 'apps/server/src/services/market/quote-filter.ts';

/** Forgets ids by their age alone, after a shorter time. */
function forgetsIds(when: string, ageMs: string): Mutant {
  const file = `${trading}/idempotency.ts`;
  const edits = [
    { file, from: '.slice(filtersKept)', to: '' },
    { file, from: '7 * 24 * 3_600_000', to: ageMs },
  ];
  return { what: `forgets ids ${when}`, edits };
}

export const mutants: readonly Mutant[] = [
  mutant('charges two nights on the triple day', `${calc}/order-formulas.ts`, '? 3 : 1', '? 2 : 1'),
  mutant(
    'leaves negative balances under 1 USD',
    `${engine}/recheck-margin.ts`,
    'if (transfers.length > 0) return',
    'if (balance <= -1_000_000n) return',
  ),
  forgetsIds('after an hour', '3_600_000'),
  forgetsIds('after three days', '3 * 24 * 3_600_000'),
  mutant(
    'accepts leaps at once',
    filter,
    'if (last === null || isNear(raw, last, reachOf(raw, track.limit)))',
    'if (true)',
  ),
  mutant('accepts any spread', filter, 'if (!isSpreadWide(raw, limit * 10_000)) return null;', 'return null;'),
  mutant(
    'confirms a leap with any quote',
    filter,
    'if (held === null) return false;',
    'if (held !== null) return true;',
  ),
  mutant('drops the confirmed leap', filter, 'this.#accept(held, track, accept);', ''),
  mutant('accepts crossed quotes', filter, "return bid > ask ? 'crossed' : null;", 'return null;'),
  mutant(
    'accepts the same quote twice',
    filter,
    'return hasNumbers(raw, other) ? raw.feedSeq === other.feedSeq : raw.timeMs === other.timeMs;',
    'return false;',
  ),
  mutant('accepts quotes out of order', filter, 'return raw.timeMs < other.timeMs;', 'return false;'),
  mutant('accepts quotes from the future', filter, "if (raw.timeMs > latestMs) return 'from-the-future';", ''),
  mutant(
    'orders later quotes by a quote from the future',
    filter,
    "if (raw.timeMs > latestMs) return 'from-the-future';",
    "if (raw.timeMs > latestMs) {\n      track.lastSeen = { ...raw, timeMs: latestMs };\n      return 'from-the-future';\n    }",
  ),
  mutant(
    'charges weekend nights',
    `${calc}/order-formulas.ts`,
    '|| weekday === sunday) return 0',
    '|| weekday === sunday) return 1',
  ),
  mutant(
    'charges coins three nights at once',
    `${calc}/order-formulas.ts`,
    'if (spec.swapTripleDay === null) return 1;',
    'if (spec.swapTripleDay === null) return newYorkWeekday(rollMs) === 3 ? 3 : 1;',
  ),
  mutant(
    'charges the swap of the opposite side',
    `${calc}/order-formulas.ts`,
    "BigInt(side === 'buy'",
    "BigInt(side === 'sell'",
  ),
  mutant(
    'charges nights again after a restart',
    `${engine}/roll-over.ts`,
    'Math.max(openedAtMs ?? 0, swapRollMs ?? 0)',
    'openedAtMs ?? 0',
  ),
  mutant(
    'charges one of several missed nights',
    `${engine}/roll-over.ts`,
    'dueMs = nextTradingDayStart(dueMs)',
    'dueMs = this.#rollMs + 1',
  ),
  mutant('starts the night an hour late', `${calc}/trading-day.ts`, '17 * 3_600_000', '18 * 3_600_000'),
  mutant(
    'leaves the whole fee with the rest of a partial close',
    `${engine}/close-order.ts`,
    'const fee = share(order.fee);',
    'const fee = share(toMoney(0n));',
  ),
  mutant(
    'leaves the whole swap with the rest of a partial close',
    `${engine}/close-order.ts`,
    'const swap = share(order.swap);',
    'const swap = share(toMoney(0n));',
  ),
  mutant('stops out the wrong order', `${engine}/recheck-margin.ts`, 'result > worstResult', 'result < worstResult'),
  mutant('stops out in a closed market', `${engine}/recheck-margin.ts`, 'if (!isClosable(valued)) continue;', ''),
  mutant(
    'stops out two percent too late',
    `${engine}/recheck-margin.ts`,
    'BigInt(stopOutPercent)',
    'BigInt(stopOutPercent - 2)',
  ),
  mutant(
    'omits swap from equity',
    `${engine}/recheck-margin.ts`,
    'totals.balance + totals.openProfit + totals.openSwap',
    'totals.balance + totals.openProfit',
  ),
  mutant(
    'calculates margin from the wrong side of the quote',
    `${calc}/order-formulas.ts`,
    'calculateMargin(spec, lots, price, input.leverage, rate)',
    'calculateMargin(spec, lots, closingPrice(input.quote, side), input.leverage, rate)',
  ),
  mutant(
    'opens without free margin for the fee',
    `${calc}/order-formulas.ts`,
    'account.balance - fee',
    'account.balance',
  ),
  mutant(
    'never expires an order at a quote',
    `${engine}/on-quote.ts`,
    'const events = expireOrders(state, dueMs, atMs);',
    'const events: EngineEvent[] = [];',
  ),
  mutant('inverts the conversion rate', `${calc}/order-formulas.ts`, 'inverse: true }', 'inverse: false }'),
  mutant(
    'converts by the bid',
    `${calc}/order-formulas.ts`,
    'BigInt(quote.bid) + BigInt(quote.ask)',
    '2n * BigInt(quote.bid)',
  ),
  mutant(
    'fills pending orders one tick worse',
    `${engine}/place-order.ts`,
    'return openOrder(state, account, order, contract, opening, { atMs, expected: null, quoteSeq: null });',
    'return openOrder(state, account, order, contract, opening && { ...opening, price: (opening.price + 1) as Price }, { atMs, expected: null, quoteSeq: null });',
  ),
  mutant(
    'fills pending orders before stops',
    `${engine}/on-quote.ts`,
    "['stops', 'fills'] as const",
    "['fills', 'stops'] as const",
  ),
  mutant('opens at a price of any age', `${engine}/place-order.ts`, 'market.ageMs > policy.openAgeMaxMs', 'false'),
  mutant(
    'ingests no logged tick after a restart',
    `${trading}/quote-intake.ts`,
    'if (offset < tickOffset) {',
    'if (true) {',
  ),
  mutant(
    'answers a different body under a known id',
    `${trading}/command-desk.ts`,
    'known.bodyHash === bodyHash ?',
    'true ?',
  ),
  mutant(
    'dates a late quote by its arrival',
    `${trading}/due-clock.ts`,
    'nowMs - quote.timeMs <= lateMaxMs ? quote.timeMs : nowMs;',
    'false ? 0 : nowMs;',
  ),
  mutant(
    'removes and adds unchanged levels',
    `${engine}/triggers/level-book.ts`,
    'for (const level of before) if (!isAmong(after, level)) this.#heapOf(level).remove(id);\n    for (const level of after) if (!isAmong(before, level))',
    'for (const level of before) this.#heapOf(level).remove(id);\n    for (const level of after)',
  ),
  mutant(
    'keeps the expiry of an ended order',
    `${engine}/evolve.ts`,
    'if (expiredBy !== null) state.expiries.remove(id);',
    '',
  ),
  mutant(
    'keeps the bands of an account without orders',
    `${engine}/margin-bands.ts`,
    'if (!ids.has(id)) moveBand',
    'if (false) moveBand',
  ),
  mutant(
    'checks every account at every quote',
    `${engine}/on-quote.ts`,
    'if (watch?.isAnyReached(quote)) {',
    'for (const id of state.accounts.keys()) state.dirtyAccounts.add(id);\n  if (watch?.isAnyReached(quote)) {',
  ),
  mutant(
    'charges and expires while the time is unconfirmed',
    `${trading}/due-events.ts`,
    'if (this.isTimeHeld()) return this.#settle(accountIds, atMs, canClose);',
    'this.isTimeHeld();',
  ),
  mutant(
    'opens while the time is unconfirmed',
    `${engine}/rules/opening-block.ts`,
    "if (state.isTimeUnconfirmed) return 'time-unconfirmed';",
    '',
  ),
  mutant('decides with a quote from a closed session', `${engine}/on-quote.ts`, 'if (isLive) {', 'if (true) {'),
  mutant(
    'prices with quotes from a closed session',
    `${engine}/facts.ts`,
    'if (isLive || !state.quotes.has(quote.instrumentId))',
    'if (true)',
  ),
  mutant(
    'opens at a price from the previous session',
    `${engine}/place-order.ts`,
    'market.ageMs > policy.openAgeMaxMs || !isQuoteLive',
    'market.ageMs > policy.openAgeMaxMs',
  ),
  mutant(
    'closes at a price from the previous session',
    `${engine}/close-order.ts`,
    'market.ageMs > policy.closeAgeMaxMs || !isQuoteLive',
    'market.ageMs > policy.closeAgeMaxMs',
  ),
  mutant(
    'stops out at a price from the previous session',
    `${engine}/recheck-margin.ts`,
    'canClose(id) && isOfRunningSession(state, id)',
    'canClose(id)',
  ),
  mutant(
    'trades until an hour after the close',
    `${calc}/session-hours.ts`,
    'return untilMs < closesAtMs;',
    'return untilMs < closesAtMs + 3_600_000;',
  ),
  mutant(
    'ignores the age of the conversion pair',
    `${engine}/facts.ts`,
    "conversion?.kind === 'open' ? conversion.ageMs : 0",
    '0',
  ),
  mutant(
    'never executes a queued close',
    `${engine}/on-quote.ts`,
    'for (const event of closeWaiting(state, quote, atMs, canClose)) events.push(event);',
    '',
  ),
  mutant(
    'never moves a trailing stop',
    `${engine}/on-quote.ts`,
    "if (action === 'trail') return trailStop(order, quote, atMs);",
    "if (action === 'trail') return null;",
  ),
  mutant(
    'fires no alert',
    `${engine}/on-quote.ts`,
    'for (const event of fireAlerts(state, quote, atMs)) events.push(event);',
    '',
  ),
  mutant(
    'lets a trailing stop go back',
    `${engine}/change-order.ts`,
    "return (side === 'buy' ? asked > stopLoss : asked < stopLoss) ? asked : stopLoss;",
    'return asked;',
  ),
  mutant(
    'forgets queued closes at a restart',
    `${engine}/evolve.ts`,
    'moveWaiting(state, id, instrumentId, after?.waitingClose !== undefined);',
    'moveWaiting(state, id, instrumentId, after?.waitingClose !== undefined && state.nowMs > 0);',
  ),
  mutant(
    'executes a queued close at a stale price',
    `${engine}/close-order.ts`,
    'ids === undefined || !canClose(quote.instrumentId)',
    'ids === undefined',
  ),
  mutant(
    'keeps a queued close after another close',
    `${engine}/close-order.ts`,
    'const order = withoutWaiting(held);',
    'const order = held;',
  ),
  mutant(
    'ignores stress moves at a withdrawal',
    `${engine}/funds/withdrawable.ts`,
    'return free === null || free - amount > 0n ? null',
    'return true ? null',
  ),
  mutant(
    'ignores stress moves at a payout',
    `${engine}/funds/withdrawable.ts`,
    'free + valuation.totals.margin > 0n ? null',
    'true ? null',
  ),
  mutant(
    'accepts withdrawals at stale prices',
    `${engine}/funds/withdrawable.ts`,
    'if (ids.some((id) => isOld(id) || !isOfRunningSession(state, id)))',
    'if (false)',
  ),
  mutant(
    'opens while the spread is wide',
    `${engine}/rules/opening-block.ts`,
    "return state.wideSpreads.has(id) ? 'spread-wide' : null;",
    'return null;',
  ),
  mutant(
    'forgets a wide spread at a restart',
    `${trading}/quote-intake.ts`,
    'recordQuote(state, quote, quote.timeMs);\n        this.#noteSpread(quote);',
    'recordQuote(state, quote, quote.timeMs);',
  ),
  mutant(
    'ends demos after three idle days',
    'apps/server/src/services/identity/demos.ts',
    '30 * 86_400_000',
    '3 * 86_400_000',
  ),
  mutant(
    'ends demos that hold orders',
    'apps/server/src/services/identity/demos.ts',
    'if (hasTraded || (await deps.hasOrders(accountId)))',
    'if (hasTraded)',
  ),
  mutant(
    'ends real accounts',
    `${engine}/account-life.ts`,
    'if (refusal !== undefined) return refuse(refusal);\n  const { events, transfers } = startAnew(state, account, zeroMoney, atMs);',
    'const { events, transfers } = startAnew(state, account, zeroMoney, atMs);',
  ),
  mutant(
    'applies a confirmed step twice',
    clock,
    'const beforeMs = this.#givenMs;\n    this.#jump(this.#machine.wallMs());',
    'const beforeMs = this.#givenMs;\n    this.#jump(2 * this.#machine.wallMs() - fromMs);',
  ),
  mutant(
    'applies a confirmed step again after a restart',
    `${trading}/clock-keeper.ts`,
    'seq > stored.confirmedSeq',
    'seq > 0',
  ),
  mutant(
    'forgets a confirmed step missing from the stored mark',
    `${trading}/clock-keeper.ts`,
    'seq > stored.confirmedSeq',
    'seq < 0',
  ),
  mutant(
    'treats a step as downtime after a restart',
    clock,
    'if (expectedMs === null) return;',
    'if (expectedMs !== null) return;',
  ),
  mutant(
    'charges nights twice after a confirmed step back',
    `${engine}/roll-over.ts`,
    'return nextTradingDayStart(Math.max(openedAtMs ?? 0, swapRollMs ?? 0));',
    'return nextTradingDayStart(Math.max(openedAtMs ?? 0, (swapRollMs ?? 0) - 86_400_000));',
  ),
  mutant(
    'dates quotes at zero while the time is unconfirmed',
    `${trading}/due-events.ts`,
    'const dueMs = this.isTimeHeld() ? timeMs : this.#due.reach(timeMs);',
    'const dueMs = this.isTimeHeld() ? 0 : this.#due.reach(timeMs);',
  ),
  mutant(
    'follows a step of the wall clock',
    clock,
    'export const stepMs = 5_000;',
    'export const stepMs = 5_000_000_000;',
  ),
  ...entryMutants,
  ...orderMutants,
];
