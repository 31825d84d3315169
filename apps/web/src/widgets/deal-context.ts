import type { AccountTotals } from '@candor/domain/calc/account-summary';
import type { FeeType } from '@candor/domain/calc/order-formulas';
import type { Ratio } from '@candor/domain/values/decimal';
import type { Quote } from '@candor/domain/values/quote';
import { toAccountTotals, useAccount } from '../data/account.ts';
import { accountRate, type InstrumentFacts, toTicks } from '../data/instruments.ts';
import { useConnection, useTrading } from '../data/live.ts';
import { useBasicInfo, useInstruments } from '../data/queries.ts';
import { quotes } from '../data/quotes.ts';
import { useSession } from '../session/session-store.ts';
import { type DealState, dealStateOf, useSlowQuote } from './live-quote.ts';

const currencyDefault = 'USD';

/** Everything that a ticket computes from, a few times a second. */
export interface DealContext {
  readonly sides: Pick<Quote, 'bid' | 'ask'> | null;
  readonly rate: Ratio | null;
  readonly feeType: FeeType;
  readonly totals: AccountTotals | null;
  readonly currency: string;
  readonly state: DealState | 'paused';
  readonly isConnected: boolean;
  /** True while no order is carried out (R-SCR-25). */
  readonly isPaused: boolean;
  /** True if an order may be sent: open, not halted, fresh, priced, connected and not paused. */
  readonly canDeal: boolean;
}

export function useDealContext(facts: InstrumentFacts): DealContext {
  const quote = useSlowQuote(facts.id);
  const all = useInstruments().data ?? [];
  const feeType = useBasicInfo().data?.feeType ?? 'per-lot';
  const account = useAccount();
  const currency = useSession((session) => session.user?.currency) ?? currencyDefault;
  const isConnected = useConnection((connection) => connection.state !== 'lost');
  const isPaused = useTrading((trading) => trading.isPaused);
  const dealState = dealStateOf(quote);
  // A closed market says when it opens, which is the later of the two.
  const state = isPaused && dealState !== 'closed' && dealState !== 'no-price' ? 'paused' : dealState;
  const sides = toTicks(quote, facts.spec.digits);
  return {
    sides,
    rate: accountRate(facts, currency, all, quotes),
    feeType,
    totals: toAccountTotals(account),
    currency,
    state,
    isConnected,
    isPaused,
    canDeal: state === 'open' && sides !== null && isConnected,
  };
}
