import type { OrderList } from '@candor/contracts/http/trade';
import type { ForexTradeLine } from '@candor/contracts/ws/messages';
import { beforeEach, expect, test } from 'vitest';
import { acceptOrderList, acceptTradeLine, forgetAccount } from './account.ts';

const line = (...ids: number[]): ForexTradeLine => ({
  ProfitsTotal: '0.000000',
  HazardRate: '0',
  CautionMoneyAll: '0.000000',
  Balance: '50000.00',
  Equity: '50000.000000',
  FreeMargin: '50000.000000',
  MarginLevel: '0',
  TransOrder: ids.map((Id) => ({
    Id,
    UpdatePrice: '1.15429',
    FactProfits: '0.000000',
    Quantity: '0.50',
    TargetLossPrice: '0',
    TargetProfitPrice: '0',
  })),
});

const list = (...ids: number[]): OrderList =>
  ({
    balance: '50000.00',
    equity: '50000.000000',
    margin: '0.000000',
    free_margin: '50000.000000',
    margin_level: '0',
    risk_rate: '0',
    all_fact_profits: '0.000000',
    data: ids.map((Id) => ({ Id, UpdatePrice: '1.15429', FactProfits: '0.000000' })),
    total: ids.length,
  }) as OrderList;

beforeEach(forgetAccount);

test('R-SOC-07 an order that was filled, or opened elsewhere, makes the lists old, once', () => {
  acceptOrderList(list(1, 2));
  expect(acceptTradeLine(line(1, 2))).toBe(false);
  expect(acceptTradeLine(line(1, 2, 3))).toBe(true);
  expect(acceptTradeLine(line(1, 2, 3))).toBe(false);
  expect(acceptTradeLine(line(1))).toBe(false);
});

test.each([{ Quantity: '0.30' }, { TargetLossPrice: '1.14000' }, { TargetProfitPrice: '1.16000' }])(
  'R-SOC-07 an order closed in part or given stops elsewhere makes the lists old, once: %o',
  (change) => {
    const changed = line(1);
    changed.TransOrder = changed.TransOrder.map((order) => ({ ...order, ...change }));
    acceptOrderList(list(1));
    expect(acceptTradeLine(line(1))).toBe(false);
    acceptOrderList(list(1));
    expect(acceptTradeLine(changed)).toBe(true);
    expect(acceptTradeLine(changed)).toBe(false);
  },
);

test('R-SOC-07 before the first list nothing is new', () => {
  expect(acceptTradeLine(line(1))).toBe(false);
  acceptOrderList(list(1));
  expect(acceptTradeLine(line(1))).toBe(false);
});
