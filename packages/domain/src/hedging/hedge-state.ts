import type { CompanyId, Currency } from '../values/ids.ts';
import type { HedgeOrder, HedgeOrderId, HedgeRecord, RulesTaken } from './hedge-records.ts';

/** A company's instrument: "1/EURUSD". */
export type HedgePlace = `${CompanyId}/${string}`;

export function placeOf({ companyId, code }: { readonly companyId: CompanyId; readonly code: string }): HedgePlace {
  return `${companyId}/${code}`;
}

/** An order with what is filled of it. */
export interface FollowedOrder extends HedgeOrder {
  readonly atMs: number;
  cumE8: bigint;
  valueE16: bigint;
}

/** A fill that may still be reported again or taken back. */
export interface KnownFill {
  readonly orderId: HedgeOrderId;
  readonly unitsE8: bigint;
  readonly valueE16: bigint;
  readonly feeE16: bigint;
  readonly isBusted: boolean;
}

/** Everything that the hedger's journal gives. Grows with companies and instruments, not with entries (R-HDG-08). */
export interface HedgeState {
  readonly rules: Map<CompanyId, Pick<RulesTaken, 'version' | 'rules'>>;
  /** Last followed entry of the clients' journal, by shard. */
  readonly followed: Map<number, number>;
  /** Orders whose end is not known, at most one for each place. */
  readonly working: Map<HedgeOrderId, FollowedOrder>;
  /** Latest orders that are over, since a report may be late. */
  readonly ended: Map<HedgeOrderId, FollowedOrder>;
  readonly fills: Map<string, KnownFill>;
  /** Units × 10⁸; bought is above zero. */
  readonly positions: Map<HedgePlace, bigint>;
  /** Double-entry book in 10⁻¹⁶ of each currency, by `bookKey`. */
  readonly balances: Map<string, bigint>;
  readonly breaks: Map<HedgePlace, { readonly oursE8: bigint; readonly theirsE8: bigint }>;
  /** Times of the latest orders, oldest first. */
  readonly orderTimes: number[];
}

/** Accounts of a company's book: two for each kind of posting, which sum to zero (R-HDG-09). */
export type BookAccount = 'clients' | 'house-clients' | 'provider' | 'house-hedges' | 'provider-fees' | 'house-fees';

const endedMax = 500;
const fillsMax = 1_000;
const orderTimesMax = 1_000;
/** From millionths to 10⁻¹⁶. */
const perMicroE16 = 10_000_000_000n;

/** Key of an account of the book: "1/USD/provider/EURUSD"; postings of clients have no instrument. */
export function bookKey(companyId: CompanyId, currency: Currency, account: BookAccount, code = ''): string {
  return `${companyId}/${currency}/${account}${code === '' ? '' : `/${code}`}`;
}

export function createHedgeState(): HedgeState {
  return {
    rules: new Map(),
    followed: new Map(),
    working: new Map(),
    ended: new Map(),
    fills: new Map(),
    positions: new Map(),
    balances: new Map(),
    breaks: new Map(),
    orderTimes: [],
  };
}

/** Applies an entry. Throws if it contradicts the state: the hedger then stops rather than guess. */
export function evolveHedge(state: HedgeState, record: HedgeRecord): void {
  switch (record.kind) {
    case 'rules':
      state.rules.set(record.companyId, { version: record.version, rules: record.rules });
      return;
    case 'clients':
      state.followed.set(record.shard, record.seq);
      for (const { companyId, currency, amount } of record.results)
        post(state, companyId, currency, ['house-clients', 'clients'], '', amount * perMicroE16);
      return;
    case 'order': {
      const { kind: _, ...order } = record;
      if (state.working.has(order.orderId) || state.ended.has(order.orderId))
        throw new Error(`Invariant: the order ${order.orderId} is made once`);
      state.working.set(order.orderId, { ...order, cumE8: 0n, valueE16: 0n });
      keepNewest(state.orderTimes, record.atMs);
      return;
    }
    case 'fill': {
      const { orderId, execId, unitsE8, valueE16, feeE16 } = record;
      if (state.fills.has(execId)) throw new Error(`Invariant: the fill ${execId} is booked once`);
      putBounded(state.fills, execId, { orderId, unitsE8, valueE16, feeE16, isBusted: false }, fillsMax);
      applyFill(state, orderOf(state, orderId), record, 1n);
      return;
    }
    case 'bust': {
      const fill = state.fills.get(record.execId);
      if (fill === undefined || fill.isBusted)
        throw new Error(`Invariant: the fill ${record.execId} can be taken back`);
      state.fills.set(record.execId, { ...fill, isBusted: true });
      applyFill(state, orderOf(state, record.orderId), fill, -1n);
      return;
    }
    case 'ended': {
      const order = orderOf(state, record.orderId);
      state.working.delete(record.orderId);
      putBounded(state.ended, record.orderId, order, endedMax);
      return;
    }
    case 'break':
      state.breaks.set(placeOf(record), { oursE8: record.oursE8, theirsE8: record.theirsE8 });
      return;
    case 'break-closed':
      state.breaks.delete(placeOf(record));
  }
}

function orderOf(state: HedgeState, orderId: HedgeOrderId): FollowedOrder {
  const order = state.working.get(orderId) ?? state.ended.get(orderId);
  if (order === undefined) throw new Error(`Invariant: the order ${orderId} is known`);
  return order;
}

function applyFill(
  state: HedgeState,
  order: FollowedOrder,
  { unitsE8, valueE16, feeE16 }: Pick<KnownFill, 'unitsE8' | 'valueE16' | 'feeE16'>,
  sign: bigint,
): void {
  const { companyId, currency, code, side } = order;
  order.cumE8 += sign * unitsE8;
  order.valueE16 += sign * valueE16;
  const bought = side === 'buy' ? sign : -sign;
  const place = placeOf(order);
  state.positions.set(place, (state.positions.get(place) ?? 0n) + bought * unitsE8);
  post(state, companyId, currency, ['house-hedges', 'provider'], code, bought * valueE16);
  post(state, companyId, currency, ['house-fees', 'provider-fees'], code, sign * feeE16);
}

/** Moves an amount, which may be below zero, from one account to another: both postings or none. */
function post(
  { balances }: HedgeState,
  companyId: CompanyId,
  currency: Currency,
  [from, to]: readonly [BookAccount, BookAccount],
  code: string,
  amount: bigint,
): void {
  if (amount === 0n) return;
  const [fromKey, toKey] = [bookKey(companyId, currency, from, code), bookKey(companyId, currency, to, code)];
  balances.set(fromKey, (balances.get(fromKey) ?? 0n) - amount);
  balances.set(toKey, (balances.get(toKey) ?? 0n) + amount);
}

function putBounded<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}

function keepNewest(times: number[], atMs: number): void {
  times.push(atMs);
  if (times.length > orderTimesMax) times.shift();
}
