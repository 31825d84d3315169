import { type Mutant, mutant } from './mutant.ts';

const engine = 'packages/domain/src/engine';
const calc = 'packages/domain/src/calc';
const trading = 'apps/server/src/trading';
const filter = 'apps/server/src/services/market/quote-filter.ts';

export const mutants: readonly Mutant[] = [
  mutant('charges two nights on the triple day', `${calc}/swap.ts`, '? 3 : 1', '? 2 : 1'),
  mutant(
    'leaves negative balances under 1 USD',
    `${engine}/settle-account.ts`,
    'if (transfers.length > 0) return',
    'if (accountBalance(state, account) <= -1_000_000n) return',
  ),
  mutant('forgets ids after an hour', `${trading}/idempotency.ts`, '7 * 24 * 3_600_000', '3_600_000'),
  mutant('forgets ids after three days', `${trading}/idempotency.ts`, '7 * 24 * 3_600_000', '3 * 24 * 3_600_000'),
  mutant('accepts leaps at once', filter, 'if (last !== null && !isNear(raw, last, track.limit))', 'if (false)'),
  mutant('lets any spread in', filter, "? 'spread-too-wide' : null", '? null : null'),
  mutant('confirms a leap by anything', filter, 'if (isNear(raw, held, track.limit))', 'if (true)'),
  mutant('drops the leap that was confirmed', filter, 'this.#accept(held, track, accept);', ''),
  mutant('lets crossed quotes in', filter, "if (bid > ask) return 'crossed';", ''),
  mutant('takes the same quote twice', filter, "if (isDuplicate(raw, before)) return 'duplicate';", ''),
  mutant('takes quotes out of order', filter, 'if (timeMs < before.timeMs)', 'if (false)'),
  mutant('keeps a leap that was refuted', filter, 'track.held = null;\n      if', 'if'),
  mutant(
    'charges the weekend too',
    `${calc}/swap.ts`,
    '|| weekday === sunday) return 0',
    '|| weekday === sunday) return 1',
  ),
  mutant(
    'charges coins threefold',
    `${calc}/swap.ts`,
    'if (spec.swapTripleDay === null) return 1;',
    'if (spec.swapTripleDay === null) return newYorkWeekday(rollMs) === 3 ? 3 : 1;',
  ),
  mutant('charges the swap of the other side', `${calc}/swap.ts`, "side === 'buy'", "side === 'sell'"),
  mutant(
    'charges nights again after a restart',
    `${engine}/roll-over.ts`,
    'Math.max(openedAtMs ?? 0, swapRollMs ?? 0)',
    'openedAtMs ?? 0',
  ),
  mutant(
    'charges one night of several missed',
    `${engine}/roll-over.ts`,
    'dueMs = nextTradingDayStart(dueMs)',
    'dueMs = rollMs + 1',
  ),
  mutant('begins the night an hour late', `${calc}/trading-day.ts`, '17 * 3_600_000', '18 * 3_600_000'),
  mutant(
    'leaves the fee with the rest of a part',
    `${engine}/close-order.ts`,
    'const fee = share(order.fee);',
    'const fee = share(toMoney(0n));',
  ),
  mutant(
    'leaves the swap with the rest of a part',
    `${engine}/close-order.ts`,
    'const swap = share(order.swap);',
    'const swap = share(toMoney(0n));',
  ),
  mutant('stops the wrong order out', `${engine}/settle-account.ts`, 'result > worstResult', 'result < worstResult'),
  mutant(
    'stops out in a closed market',
    `${engine}/settle-account.ts`,
    'if (!canClose(order.instrumentId)) continue;',
    '',
  ),
  mutant(
    'stops out two percent too late',
    `${engine}/settle-account.ts`,
    'BigInt(stopOutPercent)',
    'BigInt(stopOutPercent - 2)',
  ),
  mutant(
    'leaves swap out of the equity',
    `${engine}/settle-account.ts`,
    'balance + profit + openSwap',
    'balance + profit',
  ),
  mutant(
    'takes margin at the wrong side',
    `${calc}/order-preview.ts`,
    'calculateMargin(spec, lots, price, input.leverage, rate)',
    'calculateMargin(spec, lots, closingPrice(input.quote, side), input.leverage, rate)',
  ),
  mutant('opens without room for the fee', `${calc}/order-preview.ts`, 'account.balance - fee', 'account.balance'),
  mutant(
    'expires an order after the quote that fills it',
    `${engine}/on-quote.ts`,
    '[...expireOrders(state, dueMs, atMs), ...fireTriggers(state, quote, atMs, dueMs)]',
    '[...fireTriggers(state, quote, atMs, dueMs), ...expireOrders(state, dueMs, atMs)]',
  ),
  mutant('reads the conversion backwards', `${calc}/conversion.ts`, 'inverse: true }', 'inverse: false }'),
  mutant(
    'converts by the bid',
    `${calc}/conversion.ts`,
    'BigInt(quote.bid) + BigInt(quote.ask)',
    '2n * BigInt(quote.bid)',
  ),
  mutant(
    'fills pending orders one tick worse',
    `${engine}/on-quote.ts`,
    'return openOrder(state, account, order, quote,',
    'return openOrder(state, account, order, { ...quote, ask: (quote.ask + 1) as typeof quote.ask },',
  ),
  mutant(
    'fills before stops fire',
    `${engine}/on-quote.ts`,
    "['stops', 'fills'] as const",
    "['fills', 'stops'] as const",
  ),
  mutant('opens at a price of any age', `${engine}/place-order.ts`, 'market.ageMs > policy.openAgeMaxMs', 'false'),
  mutant(
    'takes no logged tick in after a restart',
    `${trading}/trading-core.ts`,
    'if (offset < tickOffset) {',
    'if (true) {',
  ),
  mutant(
    'answers another body under an id',
    `${trading}/trading-core.ts`,
    'known.bodyHash === bodyHash ? known.decision',
    'true ? known.decision',
  ),
  mutant('counts a late quote at its coming', `${trading}/passing-time.ts`, 'isLate ? quote.timeMs : nowMs', 'nowMs'),
];
