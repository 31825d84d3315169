import { calculateBreakEven } from '../calc/break-even.ts';
import type { Price } from '../values/price.ts';
import { closingPrice } from '../values/quote.ts';
import { ok, type Result, refuse } from '../values/result.ts';
import type { BreakEven } from './command.ts';
import type { EngineEvent } from './event.ts';
import { type DecisionFacts, gatherFacts } from './facts.ts';
import { isOpen, type OrderRecord } from './order.ts';
import type { Refusal, RefusalRule } from './refusal.ts';
import type { AccountState, EngineState } from './state.ts';

/** Everything that a stop at break-even depends on, gathered once. */
export interface BreakEvenFacts {
  readonly order: OrderRecord | undefined;
  readonly instrument: DecisionFacts | null;
  /** Null without a rate, for orders that are not open, and if no price covers the costs. */
  readonly price: Price | null;
  /** True if the closing price is beyond `price`, where a stop-loss may be. */
  readonly isReached: boolean;
}

/** Refusals of a stop at break-even, in their order (R-ORD-18, R-ORD-37). */
export const breakEvenRefusals: readonly RefusalRule<BreakEvenFacts>[] = [
  {
    code: 'order-not-found',
    when: 'the account holds no such order',
    applies: ({ order }) => order === undefined,
  },
  {
    code: 'order-not-open',
    when: 'the order is pending',
    applies: ({ order }) => order?.status !== 'open',
  },
  {
    code: 'no-price',
    when: 'the instrument has no price',
    applies: ({ instrument }) => instrument?.market.kind === 'no-price' || instrument?.contract.quote === undefined,
  },
  {
    code: 'market-closed',
    when: 'the market is closed by its calendar',
    applies: ({ instrument }) => instrument?.isMarketOpen === false,
  },
  {
    code: 'price-stale',
    when: 'the price is older than the policy allows for an opening, or of an earlier session',
    applies: ({ instrument }) => instrument !== null && isTooOld(instrument),
  },
  {
    code: 'conversion-stale',
    when: 'the conversion pair is open and its price is older than that',
    applies: ({ instrument }) =>
      instrument !== null && instrument.conversionAgeMs > instrument.rules.policy.openAgeMaxMs,
  },
  {
    code: 'no-conversion',
    when: "no rate is known from the instrument's currency to the account's",
    applies: ({ instrument }) => instrument?.contract.rate === null,
  },
  {
    code: 'stop-at-break-even',
    when: 'the stop-loss is at the break-even price already, or better',
    applies: ({ order, price }) => isStopAt(order, price),
  },
  {
    code: 'break-even-not-reached',
    when: 'the closing price is not beyond the break-even price',
    applies: ({ isReached }) => !isReached,
  },
];

/** Sets the stop-loss of an open order to its break-even price; take-profit and trailing stay as they are (R-ORD-37). */
export function decideBreakEven(
  state: EngineState,
  account: AccountState,
  command: BreakEven,
): Result<EngineEvent[], Refusal> {
  const facts = gatherBreakEven(state, account, command);
  const { order, price } = facts;
  const refused = breakEvenRefusals.find(({ applies }) => applies(facts));
  if (refused !== undefined) return refuse(refused.code);
  if (order === undefined || price === null) throw new Error('Invariant: an accepted break-even has a price');
  const { atMs, accountId } = command;
  const { trailed: _, ...standing } = order;
  return ok([{ type: 'StopsAmended', atMs, accountId, order: { ...standing, stopLoss: price }, transfers: [] }]);
}

function gatherBreakEven(state: EngineState, account: AccountState, command: BreakEven): BreakEvenFacts {
  const order = account.orders.get(command.orderId);
  if (order === undefined || !isOpen(order)) return { order, instrument: null, price: null, isReached: false };
  const instrument = gatherFacts(state, account, order.instrumentId, command);
  if (instrument === null) throw new Error(`Invariant: instrument ${order.instrumentId} is known`);
  const { spec, quote, rate } = instrument.contract;
  const price = rate === null ? null : calculateBreakEven({ ...order, spec, rate });
  if (price === null || quote === undefined) return { order, instrument, price, isReached: false };
  const ahead = (closingPrice(quote, order.side) - price) * (order.side === 'buy' ? 1 : -1);
  return { order, instrument, price, isReached: ahead > 0 };
}

/** True if the last quote is too old to set a stop by, or of an earlier session. */
function isTooOld({ market, rules: { policy }, isQuoteLive }: DecisionFacts): boolean {
  return market.ageMs > policy.openAgeMaxMs || !isQuoteLive;
}

function isStopAt(order: OrderRecord | undefined, price: Price | null): boolean {
  if (order === undefined || order.stopLoss === null || price === null) return false;
  return order.side === 'buy' ? order.stopLoss >= price : order.stopLoss <= price;
}
