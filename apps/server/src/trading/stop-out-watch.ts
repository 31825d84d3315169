import { calculateAccountSummary } from '@candor/domain/calc/account-summary';
import { type ValuedOrder, valueAccount } from '@candor/domain/engine/facts';
import { marginTermsOf } from '@candor/domain/engine/recheck-margin';
import type { AccountState, EngineState } from '@candor/domain/engine/state';
import type { CompanyId, Realm } from '@candor/domain/values/ids';
import { toMoney } from '@candor/domain/values/money';
import type { StopOutWatch, WatchedAccount } from '../ports/trading-port.ts';

/** Maximum rows of the list. */
export const watchedMax = 50;
/** Accounts and orders that one reading values at most: one or two milliseconds of the trading thread. */
const accountsMax = 400;
const ordersMax = 2_000;

/**
 * Returns the accounts with open orders whose margin level is lowest, exact at the last quotes (R-OPS-61). Accounts are
 * valued in the order of their bounds until no other can be lower than those found, or until the limits of one reading.
 * Accounts in which a position has no price yet have no level and are left out.
 */
export function nearestToStopOut(state: EngineState, companyId: CompanyId, realm: Realm): StopOutWatch {
  const found: WatchedAccount[] = [];
  let accounts = 0;
  let orders = 0;
  for (const { id, bound } of state.margins.nearest(companyId, realm)) {
    const last = found[watchedMax - 1];
    if (last !== undefined && bound * 100 > Number(last.marginLevelE2)) break;
    if (accounts >= accountsMax || orders >= ordersMax) return { accounts: found, isWhole: false };
    const account = state.accounts.get(id);
    if (account === undefined) throw new Error(`Invariant: account ${id} is open`);
    accounts += 1;
    orders += account.orders.size;
    const watched = watch(state, account);
    if (watched !== null) insert(found, watched);
  }
  return { accounts: found, isWhole: true };
}

function watch(state: EngineState, account: AccountState): WatchedAccount | null {
  const { totals, open, isPriced } = valueAccount(state, account);
  const { equity, margin, marginLevelE2 } = calculateAccountSummary(totals);
  const largest = largestOf(open);
  if (!isPriced || marginLevelE2 === null || largest === null) return null;
  const { order, spec, profit } = largest;
  return {
    id: account.id,
    equity,
    margin,
    marginLevelE2,
    stopOutPercent: marginTermsOf(state, account, { open }).policy.stopOutPercent,
    openOrders: open.length,
    largest: { spec, side: order.side, lots: order.lots, result: toMoney(profit + order.swap) },
  };
}

/** Returns the position with the largest margin; the oldest among equals. */
function largestOf(open: readonly ValuedOrder[]): ValuedOrder | null {
  let largest: ValuedOrder | null = null;
  for (const one of open) if (largest === null || one.order.margin > largest.order.margin) largest = one;
  return largest;
}

/** Adds an account at its place, lowest level first; the last of too many is dropped. */
function insert(found: WatchedAccount[], added: WatchedAccount): void {
  const at = found.findIndex((one) => isBefore(added, one));
  found.splice(at === -1 ? found.length : at, 0, added);
  if (found.length > watchedMax) found.pop();
}

function isBefore(one: WatchedAccount, other: WatchedAccount): boolean {
  if (one.marginLevelE2 !== other.marginLevelE2) return one.marginLevelE2 < other.marginLevelE2;
  return one.id < other.id;
}

/** Joins the lists of one company's shards, whose accounts differ. */
export function mergeWatches(shards: readonly StopOutWatch[]): StopOutWatch {
  const [only, ...others] = shards;
  if (only !== undefined && others.length === 0) return only;
  const accounts: WatchedAccount[] = [];
  for (const shard of shards) for (const account of shard.accounts) insert(accounts, account);
  return { accounts, isWhole: shards.every(({ isWhole }) => isWhole) };
}
