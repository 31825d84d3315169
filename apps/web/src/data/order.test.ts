import type { OrderList, Order as WireOrder } from '@candor/contracts/http/trade';
import { expect, it } from 'vitest';
import {
  endedUnfilled,
  fromPlacement,
  fromSeenQuote,
  hasEnded,
  type Placement,
  toLevel,
  toOrder,
  toOrderPage,
} from './order.ts';

const wire: WireOrder = {
  Id: 7,
  ForexId: 3,
  ForexTradeLists: { ShowCode: 'EUR/USD' },
  Status: 1,
  Kind: 'market',
  OrderType: 2,
  Quantity: '0.50',
  Multiple: 100,
  OriginPrice: '1.15000',
  Price: '1.15034',
  UpdatePrice: '1.15040',
  FactProfits: '-3.000000',
  CautionMoney: '575.170000',
  TradeFee: '3.500000',
  Swap: '0.000000',
  TargetLossPrice: '1.16000',
  TargetProfitPrice: '0',
  CreateTimeHandler: 1,
  OpenTime: 2,
  CloseTime: null,
  ExpireTime: null,
  CloseReason: null,
  ReceiptIds: ['a'],
};

it('maps an order of the wire to the domain’s names', () => {
  expect(toOrder(wire)).toEqual({
    id: 7,
    instrumentId: 3,
    showCode: 'EUR/USD',
    status: 'open',
    kind: 'market',
    side: 'sell',
    lots: '0.50',
    leverage: 100,
    entryPrice: '1.15034',
    markPrice: '1.15040',
    profit: '-3.000000',
    margin: '575.170000',
    fee: '3.500000',
    swap: '0.000000',
    stopLoss: '1.16000',
    takeProfit: null,
    trailingDistance: null,
    linkedId: null,
    placedAtMs: 1,
    openedAtMs: 2,
    endedAtMs: null,
    expiresAtMs: null,
    closeReason: null,
    waitingCloseLots: null,
    swapChange: null,
    costs: null,
    receiptIds: ['a'],
  });
  expect(toOrder({ ...wire, WaitingClose: '0.10' }).waitingCloseLots).toBe('0.10');
  const change = { From: 5, Before: '-1.00', After: '-2.00' };
  expect(toOrder({ ...wire, SwapChange: change }).swapChange).toEqual({ fromMs: 5, before: '-1.00', after: '-2.00' });
  expect(toOrder({ ...wire, TrailingDistance: '0.00200' }).trailingDistance).toBe('0.00200');
  expect(toOrder({ ...wire, CloseReason: 'stop_loss' }).closeReason).toBe('stop-loss');
});

it('names each status and recognises ended ones', () => {
  const orders = ([0, 1, 3, 4, 5] as const).map((Status) => toOrder({ ...wire, Status }));
  expect(orders.map(({ status }) => status)).toEqual(['pending', 'open', 'closed', 'cancelled', 'expired']);
  expect(orders.map(hasEnded)).toEqual([false, false, true, true, true]);
  expect(orders.map(endedUnfilled)).toEqual([false, false, false, true, true]);
});

it('reads "0" as a stop that is not set (R-SCR-05)', () => {
  expect(['0', '0.00000', '1.14850'].map(toLevel)).toEqual([null, null, '1.14850']);
});

it('reads a page with the totals of the whole list', () => {
  const list = { data: [wire], total: 30, all_fact_profits: '-9.000000' } as OrderList;
  expect(toOrderPage(list)).toEqual({ orders: [toOrder(wire)], total: 30, profitTotal: '-9.000000' });
});

const placement: Placement = {
  kind: 'market',
  instrumentId: 3,
  side: 'buy',
  lots: '0.50',
  leverage: 100,
  targetPrice: null,
  stopLoss: '1.14850',
  takeProfit: null,
};

it('sends a market order with stops that are off as 0 (R-SCR-05)', () => {
  expect(fromPlacement(placement)).toEqual({
    type: 1,
    cont: '0.50',
    forex_id: 3,
    status: 1,
    target_price: '0',
    stop_loss_price: '1.14850',
    target_profit_price: '0',
    multiple: 100,
  });
});

it('sends a pending order as pending even without a price', () => {
  const pending = { ...placement, kind: 'pending', side: 'sell' } as const;
  expect(fromPlacement({ ...pending, targetPrice: '1.16000' })).toMatchObject({
    type: 2,
    status: 0,
    target_price: '1.16000',
  });
  expect(fromPlacement(pending)).toMatchObject({ status: 0, target_price: '0' });
  expect(fromPlacement(pending)).not.toHaveProperty('expires_at');
  expect(fromPlacement({ ...pending, expiresAtMs: 1_763_589_600_000 })).toMatchObject({
    expires_at: 1_763_589_600_000,
  });
});

it('sends the quote on the screen, with its price only if a deviation is set (R-ORD-26)', () => {
  expect(fromSeenQuote({ seq: 42 })).toEqual({ seq: 42 });
  expect(fromSeenQuote({ seq: 42, limit: { price: '1.15295', maxDeviation: '0.00030' } })).toEqual({
    seq: 42,
    price: '1.15295',
    max_deviation: '0.00030',
  });
});
