import type { OrderList } from '@candor/contracts/http/trade';
import type { ForexTradeLine } from '@candor/contracts/ws/messages';
import { beforeEach, expect, test } from 'vitest';
import { acceptOrderList, acceptTradeLine, forgetAccount, useAccount } from './account.ts';

const line = (profit: string): ForexTradeLine => ({
  ProfitsTotal: profit,
  HazardRate: '0',
  CautionMoneyAll: '0.000000',
  Balance: '50000.00',
  Equity: '50000.000000',
  FreeMargin: '50000.000000',
  MarginLevel: '0',
  TransOrder: [{ Id: 1, UpdatePrice: '1.15429', FactProfits: profit }],
  OrdersStamp: 'one',
});

const list = (profit: string, ...ids: number[]): OrderList => ({
  balance: '50000.00',
  equity: '50000.000000',
  margin: '0.000000',
  free_margin: '50000.000000',
  margin_level: '0',
  risk_rate: '0',
  all_fact_profits: profit,
  orders_stamp: 'one',
  data: ids.map((Id) => ({ Id, UpdatePrice: '1.15400', FactProfits: profit })) as OrderList['data'],
  total: ids.length,
});

beforeEach(forgetAccount);

test('R-SOC-07 the account has the server’s latest figures, from a list or a push', () => {
  acceptOrderList(list('1.000000', 1));
  expect(useAccount.getState()).toMatchObject({ profit: '1.000000', orders: { 1: { price: '1.15400' } } });
  acceptTradeLine(line('2.000000'));
  expect(useAccount.getState()).toMatchObject({ profit: '2.000000', orders: { 1: { price: '1.15429' } } });
});

test('R-SOC-07 a list does not reset an order to its older price', () => {
  acceptTradeLine(line('2.000000'));
  acceptOrderList(list('1.000000', 1, 2));
  expect(useAccount.getState().orders).toEqual({
    1: { price: '1.15429', profit: '2.000000' },
    2: { price: '1.15400', profit: '1.000000' },
  });
});
