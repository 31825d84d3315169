import type { Command } from '@candor/domain/engine/command';
import { conversionPathOf } from '@candor/domain/engine/facts';
import { pricedBy } from '@candor/domain/engine/funds/withdrawable';
import type { MarketNow, MarketOf } from '@candor/domain/engine/market-now';
import type { AccountState, EngineState } from '@candor/domain/engine/state';
import type { InstrumentId } from '@candor/domain/values/ids';

type MarketNowOf = (id: InstrumentId) => MarketNow;

/**
 * Adds to a command the state of the markets that it depends on, at the time of the decision: the instrument's and that
 * of the pair that converts what it opens or closes (R-ORD-19), or every market that prices the account that money leaves
 * (R-FND-47) or that closes several orders (R-ORD-35). A gateway's view of the market may be older: its own is replaced.
 */
export function withMarkets(state: EngineState, command: Command, marketNow: MarketNowOf | undefined): Command {
  const account = state.accounts.get(command.accountId);
  if (marketNow === undefined || account === undefined) return command;
  const { type } = command;
  if (isAboutOne(command)) return withMarket(state, account, command, marketNow);
  const isLeaving = type === 'RequestWithdrawal' || type === 'ApproveFunds' || type === 'MarkWithdrawalPaid';
  return isLeaving || type === 'CloseOrders' ? { ...command, markets: marketsOf(state, account, marketNow) } : command;
}

/** Returns the state of every market that prices an account's open positions. */
export function marketsOf(state: EngineState, account: AccountState, marketNow: MarketNowOf): MarketOf[] {
  return pricedBy(state, account).map((instrumentId) => ({ instrumentId, ...marketNow(instrumentId) }));
}

/** Command that one instrument's price decides. */
type AboutOne = Extract<Command, { type: (typeof aboutOne)[number] }>;
const aboutOne = ['PlaceOrder', 'CloseOrder', 'ReverseOrder', 'BreakEven', 'AmendOrder', 'AmendStops'] as const;

function isAboutOne(command: Command): command is AboutOne {
  return aboutOne.some((type) => type === command.type);
}

function withMarket(state: EngineState, account: AccountState, command: AboutOne, marketNow: MarketNowOf): Command {
  const id = command.type === 'PlaceOrder' ? command.instrumentId : account.orders.get(command.orderId)?.instrumentId;
  const spec = id === undefined ? undefined : state.specs.get(id);
  if (spec === undefined) return command;
  const market = marketNow(spec.id);
  if (command.type === 'AmendStops') return { ...command, market };
  const path = conversionPathOf(state, spec, account.currency);
  return path?.kind === 'pair'
    ? { ...command, market, conversion: marketNow(path.instrumentId) }
    : { ...command, market };
}
