import type { OrderReport } from '@candor/domain/hedging/decide-report';
import type { HedgeOrder, HedgeOrderId } from '@candor/domain/hedging/hedge-records';
import { formatDecimal } from '@candor/domain/values/decimal';
import type { CompanyId } from '@candor/domain/values/ids';
import type { FixField, FixMessage } from '../fix/fix-message.ts';
import { formatStamp } from '../fix/fix-time.ts';
import { codeOf, type Dialect, readE8, unitsOf } from './provider-values.ts';

/** Tags of FIX 4.4 that orders and positions use. */
const tag = {
  account: 1,
  avgPx: 6,
  clOrdId: 11,
  commission: 12,
  commType: 13,
  cumQty: 14,
  execId: 17,
  execRefId: 19,
  handlInst: 21,
  lastPx: 31,
  lastQty: 32,
  orderQty: 38,
  ordStatus: 39,
  ordType: 40,
  origClOrdId: 41,
  price: 44,
  side: 54,
  symbol: 55,
  text: 58,
  timeInForce: 59,
  transactTime: 60,
  ordRejReason: 103,
  execType: 150,
  commCurrency: 479,
  accountType: 581,
  noPositions: 702,
  longQty: 704,
  shortQty: 705,
  posReqId: 710,
  clearingBusinessDate: 715,
  posReqType: 724,
  totalNumPosReports: 727,
  posReqResult: 728,
} as const;

/** Message types that orders and positions use. */
export const orderType = {
  executionReport: '8',
  cancelReject: '9',
  newOrder: 'D',
  cancelRequest: 'F',
  statusRequest: 'H',
  businessReject: 'j',
  positionsRequest: 'AN',
  positionsAck: 'AO',
  positionReport: 'AP',
} as const;

const scale = 8;

/** Fields of a NewOrderSingle: immediate or cancel, at the market or with a limit. Null if the provider does not trade it. */
export function orderFields(order: HedgeOrder, plan: Dialect, nowMs: number): FixField[] | null {
  const named = namesOf(order, plan);
  if (named === null) return null;
  const { limitE8 } = order;
  return [
    [tag.clOrdId, order.orderId],
    ...named,
    [tag.handlInst, '1'],
    [tag.transactTime, formatStamp(nowMs)],
    [tag.ordType, limitE8 === null ? '1' : '2'],
    ...(limitE8 === null ? [] : [[tag.price, plain(limitE8)] as const]),
    [tag.timeInForce, '3'],
    ...plan.orderFields,
  ];
}

/** Fields of an OrderStatusRequest. */
export function statusFields(order: HedgeOrder, plan: Dialect): FixField[] | null {
  const named = namesOf(order, plan);
  return named === null ? null : [[tag.clOrdId, order.orderId], ...named.filter(([one]) => one !== tag.orderQty)];
}

/** Fields of an OrderCancelRequest. */
export function cancelFields(order: HedgeOrder, plan: Dialect, nowMs: number): FixField[] | null {
  const named = namesOf(order, plan);
  if (named === null) return null;
  return [
    [tag.origClOrdId, order.orderId],
    [tag.clOrdId, `${order.orderId}-c`],
    ...named,
    [tag.transactTime, formatStamp(nowMs)],
  ];
}

/** Fields of a RequestForPositions. */
export function positionsFields(
  requestId: string,
  companyId: CompanyId,
  plan: Dialect,
  nowMs: number,
): FixField[] | null {
  const account = plan.accounts.get(companyId);
  if (account === undefined) return null;
  return [
    [tag.posReqId, requestId],
    [tag.posReqType, '0'],
    [tag.account, account],
    [tag.accountType, '1'],
    [tag.clearingBusinessDate, formatStamp(nowMs).slice(0, 8)],
    [tag.transactTime, formatStamp(nowMs)],
  ];
}

function namesOf({ companyId, code, side, unitsE8 }: HedgeOrder, { accounts, instruments, quantity }: Dialect) {
  const [account, instrument] = [accounts.get(companyId), instruments.get(code)];
  if (account === undefined || instrument === undefined) return null;
  const quantityE8 = quantity === 'units' ? unitsE8 : unitsE8 / BigInt(instrument.spec.unitsPerLot);
  return [
    [tag.account, account],
    [tag.symbol, instrument.symbol],
    [tag.side, side === 'buy' ? '1' : '2'],
    [tag.orderQty, plain(quantityE8)],
  ] as const;
}

/** Formats a decimal without zeros at its end. */
function plain(valueE8: bigint): string {
  return formatDecimal(valueE8, scale).replace(/\.?0+$/, '');
}

const ends: Readonly<Record<string, OrderReport['end']>> = {
  2: 'filled',
  3: 'expired',
  4: 'cancelled',
  8: 'rejected',
  C: 'expired',
};

/** Reads an ExecutionReport; null if a field that the book needs is missing or cannot be read (R-HDG-17). */
export function readReport(message: FixMessage, plan: Dialect): OrderReport | null {
  const orderId = message.get(tag.origClOrdId) ?? message.get(tag.clOrdId);
  const execId = message.get(tag.execId);
  const execType = message.get(tag.execType);
  const code = codeOf(message.get(tag.symbol), plan);
  const cumE8 = unitsOf(message.get(tag.cumQty), plan, code);
  if (orderId === undefined || execId === undefined || execType === undefined || cumE8 === null || cumE8 < 0n)
    return null;
  const about = execType === 'I' ? 'status' : execType === 'H' || execType === 'G' ? 'bust' : 'report';
  const isFill = execType === 'F' || execType === '1' || execType === '2';
  const last = isFill ? readLast(message, plan, code) : null;
  if (isFill && last === null) return null;
  const averageE8 = readE8(message.get(tag.avgPx), true);
  return {
    orderId: orderId as HedgeOrderId,
    execId,
    about,
    end: endOf(message, about),
    cumE8,
    averageE8: averageE8 !== null && averageE8 > 0n ? averageE8 : null,
    last,
    feeE16: code === null ? null : readFee(message, plan.instruments.get(code)?.spec.quoteCurrency),
    bustedExecId: execType === 'H' ? (message.get(tag.execRefId) ?? null) : null,
    text: message.get(tag.text) ?? '',
  };
}

function endOf(message: FixMessage, about: OrderReport['about']): OrderReport['end'] {
  const end = ends[message.get(tag.ordStatus) ?? ''] ?? null;
  const isUnknown = message.get(tag.ordRejReason) === '5' || /unknown order/i.test(message.get(tag.text) ?? '');
  return about === 'status' && end === 'rejected' && isUnknown ? 'unknown' : end;
}

function readLast(message: FixMessage, plan: Dialect, code: string | null): OrderReport['last'] {
  const [unitsE8, priceE8] = [unitsOf(message.get(tag.lastQty), plan, code), readE8(message.get(tag.lastPx))];
  return unitsE8 === null || priceE8 === null || unitsE8 <= 0n || priceE8 <= 0n ? null : { unitsE8, priceE8 };
}

/** Commission of a report as an amount of the quote currency, in 10⁻¹⁶; null if it is none. */
function readFee(message: FixMessage, quoteCurrency: string | undefined): bigint | null {
  const amountE8 = readE8(message.get(tag.commission));
  const isAmount = (message.get(tag.commType) ?? '3') === '3';
  const isQuote = (message.get(tag.commCurrency) ?? quoteCurrency) === quoteCurrency;
  return amountE8 !== null && isAmount && isQuote ? amountE8 * 100_000_000n : null;
}

/** Order that an OrderCancelReject is about. */
export function readCancelReject(message: FixMessage): HedgeOrderId | null {
  return (message.get(tag.origClOrdId) ?? null) as HedgeOrderId | null;
}

/** An answer to a RequestForPositions: its id and number of reports, and the position of one of them. */
export interface PositionAnswer {
  readonly requestId: string;
  readonly total: number | null;
  /** Null for the acknowledgement. */
  readonly position: { readonly code: string; readonly unitsE8: bigint } | null;
  readonly isRefused: boolean;
}

/** Reads an acknowledgement or a report of positions; null if it cannot be read. */
export function readPositions(message: FixMessage, plan: Dialect): PositionAnswer | null {
  const requestId = message.get(tag.posReqId);
  if (requestId === undefined) return null;
  const total = message.number(tag.totalNumPosReports);
  const result = message.get(tag.posReqResult) ?? '0';
  if (message.type === orderType.positionsAck) {
    const isEmpty = result === '2';
    return { requestId, total: isEmpty ? 0 : total, position: null, isRefused: result !== '0' && !isEmpty };
  }
  const symbol = message.get(tag.symbol);
  const entries = message.group(tag.noPositions);
  if (symbol === undefined || entries === null) return null;
  const code = codeOf(symbol, plan);
  let unitsE8 = 0n;
  for (const entry of entries) {
    const [long, short] = [tag.longQty, tag.shortQty].map((one) => unitsOf(entry.get(one) ?? '0', plan, code));
    if (long === undefined || short === undefined || long === null || short === null) return null;
    unitsE8 += long - short;
  }
  return { requestId, total, position: { code: code ?? symbol, unitsE8 }, isRefused: false };
}
