import { calculateAccountSummary } from '@candor/domain/calc/account-summary';
import { accountTotals, lockedBalance, openProfit, valueAccount } from '@candor/domain/engine/facts';
import { rivalsOf } from '@candor/domain/engine/funds/payments';
import { paymentKey } from '@candor/domain/engine/funds/used-payments';
import { leavableOf, refuseReleasing } from '@candor/domain/engine/funds/withdrawable';
import type { MarketNow } from '@candor/domain/engine/market-now';
import type { OpenOrder } from '@candor/domain/engine/order';
import { type ComingSwap, comingSwapOf } from '@candor/domain/engine/rules/swap-notice';
import type { AccountState, EngineState } from '@candor/domain/engine/state';
import type { AccountId, InstrumentId } from '@candor/domain/values/ids';
import { type Money, zeroMoney } from '@candor/domain/values/money';
import { closingPrice, openingPrice } from '@candor/domain/values/quote';
import type { Clock, ClockStep } from '../ports/clock.ts';
import type { StoredPayments } from '../ports/journal.ts';
import type {
  AccountIdentity,
  AccountView,
  LiveViews,
  MarkedOrder,
  StoredViews,
  WithdrawableView,
} from '../ports/trading-port.ts';
import { exposuresOf } from './exposure.ts';
import { marketsOf } from './market-facts.ts';
import { StateOfferView } from './offer-view.ts';
import { findStored } from './payment-search.ts';
import { nearestToStopOut } from './stop-out-watch.ts';

type MarketNowOf = (id: InstrumentId) => MarketNow;

/** Creates the views that show stored decisions only: `whenCommitted` resolves once everything decided so far is stored. */
export function createStoredViews(
  state: EngineState,
  whenCommitted: () => Promise<void>,
  marketNow: MarketNowOf | undefined,
  payments: Pick<StoredPayments, 'find'>,
): StoredViews {
  const stored = async <Value>(value: Value): Promise<Value> => {
    await whenCommitted();
    return value;
  };
  return {
    viewAccount: (accountId) => stored(viewAccount(state, accountId)),
    viewAccounts: (accountIds) => stored(accountIds.map((id) => viewAccount(state, id))),
    viewAlerts: (accountId) => stored([...(state.accounts.get(accountId)?.alerts.values() ?? [])]),
    viewWithdrawable(accountId) {
      const account = state.accounts.get(accountId);
      return stored(account === undefined ? null : withdrawableOf(state, account, marketNow));
    },
    async viewPayment(companyId, externalId) {
      const key = paymentKey({ tenantId: companyId }, externalId);
      const credited = state.creditedPayments.get(key)?.id ?? null;
      const isSettled = credited !== null || state.forgottenPayments.credited === 0;
      const view = await stored({ claims: rivalsOf(state, { tenantId: companyId }, { externalId }), credited });
      if (isSettled) return view;
      const by = await findStored(payments, { use: 'credited', key }, whenCommitted);
      return { ...view, credited: by?.id ?? null };
    },
    waitingDeposits(companyId) {
      const ids = [...(state.fundsAccounts.get(companyId) ?? [])];
      const funds = ids.flatMap((id) => [...(state.accounts.get(id)?.funds.values() ?? [])]);
      return stored(funds.filter((one) => one.kind === 'deposit'));
    },
  };
}

/** Returns an account with its figures and orders at the last quotes; null if there is no account with that id. */
export function viewAccount(state: EngineState, accountId: AccountId): AccountView | null {
  const account = state.accounts.get(accountId);
  if (account === undefined) return null;
  const { totals, open } = valueAccount(state, account);
  const orders: MarkedOrder[] = [];
  let nextOpen = 0;
  for (const order of account.orders.values()) {
    const valued = open[nextOpen]?.order === order ? open[nextOpen] : null;
    if (valued) nextOpen += 1;
    const quote = valued ? valued.quote : state.quotes.get(order.instrumentId);
    const priceOf = valued ? closingPrice : openingPrice;
    const figures = { mark: quote ? priceOf(quote, order.side) : null, profit: valued?.profit ?? zeroMoney };
    const coming = valued && comingSwap(state, account, valued.order);
    orders.push({ order, ...figures, ...(coming && { coming }) });
  }
  orders.reverse();
  return {
    account: identityOf(account),
    summary: calculateAccountSummary(totals),
    locked: lockedBalance(state, account),
    openProfit: totals.openProfit,
    orders,
    fundsRequests: [...account.funds.values()],
  };
}

function comingSwap(
  { rules, specs, nowMs }: EngineState,
  { tenantId }: AccountState,
  { instrumentId, side, openedAtMs }: OpenOrder,
): ComingSwap | null {
  const spec = rules.specOf(specs.get(instrumentId), tenantId);
  const notices = rules.swapNoticesOf(tenantId, instrumentId);
  if (spec === undefined || notices.length === 0) return null;
  return comingSwapOf(notices, spec, { side, openedAtMs: openedAtMs ?? 0 }, nowMs);
}

function withdrawableOf(
  state: EngineState,
  account: AccountState,
  marketNow: MarketNowOf | undefined,
): WithdrawableView {
  const markets = marketNow && marketsOf(state, account, marketNow);
  return { amount: leavableOf(state, account), isReleasable: refuseReleasing(state, account, markets) === null };
}

/** Creates the views that may include decisions not stored yet. */
export function createLiveViews(
  state: EngineState,
  clock: Clock,
  steps?: { readonly step: ClockStep | null },
): LiveViews {
  return {
    async findAccount(accountId) {
      const account = state.accounts.get(accountId);
      return account === undefined ? null : identityOf(account);
    },
    findOrder: async (accountId, orderId) => state.accounts.get(accountId)?.orders.get(orderId) ?? null,
    hasOrders: async (accountId) => (state.accounts.get(accountId)?.orders.size ?? 0) > 0,
    async heldBy(accountId) {
      const orders = state.accounts.get(accountId)?.orders.values() ?? [];
      return new Set([...orders].map(({ instrumentId }) => instrumentId));
    },
    async summaryOf(accountId) {
      const account = state.accounts.get(accountId);
      return account === undefined ? null : calculateAccountSummary(accountTotals(state, account));
    },
    profitsOf: async (orders) => orders.map((order) => profitOf(state, order)),
    exposureOf: async (companyId, realm) => exposuresOf(state, companyId, realm),
    nearestToStopOut: async (companyId, realm) => nearestToStopOut(state, companyId, realm),
    async viewClock() {
      const nowMs = clock.nowMs();
      return { nowMs, wallMs: Math.floor(clock.wallMs?.() ?? nowMs), step: steps?.step ?? null };
    },
    offers: new StateOfferView(state, clock),
  };
}

function profitOf(state: EngineState, order: OpenOrder): Money {
  const account = state.accounts.get(order.accountId);
  return account === undefined ? order.profit : openProfit(state, account, order);
}

function identityOf({ id, tenantId, realm, currency }: AccountState): AccountIdentity {
  return { id, tenantId, realm, currency };
}
