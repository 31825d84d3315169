import { expect, it } from 'vitest';
import {
  fromNewMethod,
  toDeposit,
  toDepositAccount,
  toDepositAddress,
  toPayoutMethod,
  toWithdrawal,
  toWithdrawOptions,
} from './funds-records.ts';

const wireBank = {
  bank_name: 'First Bank',
  bank_address: '1 High Street',
  bank_swift: 'FIRSGB2L',
  payee_name: 'Candor Ltd',
  payee_account: 'GB00 0001',
};
const bank = {
  bankName: 'First Bank',
  bankAddress: '1 High Street',
  swift: 'FIRSGB2L',
  payeeName: 'Candor Ltd',
  payeeAccount: 'GB00 0001',
};

it('reads what a deposit is sent to: a coin address, and a bank account', () => {
  const terms = { usd_price: '1.05', min: '10' };
  expect(
    toDepositAddress({
      ...terms,
      id: 4,
      currency_code: 'USDT',
      protocol_code: 'TRC20',
      address: 'TAddress',
      is_watched: true,
      confirmations: 19,
    }),
  ).toEqual({
    id: 4,
    currencyCode: 'USDT',
    network: 'TRC20',
    address: 'TAddress',
    perUsd: '1.05',
    min: '10',
    isWatched: true,
    confirmations: 19,
  });
  expect(toDepositAccount({ ...terms, ...wireBank, id: 5, bank_remark: 'Ref 7', currency_code: 'EUR' })).toEqual({
    ...bank,
    id: 5,
    remark: 'Ref 7',
    currencyCode: 'EUR',
    perUsd: '1.05',
    min: '10',
  });
});

it('reads a deposit', () => {
  const same = { id: 6, number: '100', type: 0, status: 1, remark: '', confirmations: null, tx: '' } as const;
  expect(
    toDeposit({
      ...same,
      currency_code: 'USDT',
      protocol_code: 'TRC20',
      created_at: 1,
      since: 2,
      usd_number: '95.24',
      usd_price: '1.05',
    }),
  ).toEqual({
    ...same,
    currencyCode: 'USDT',
    network: 'TRC20',
    createdAtMs: 1,
    sinceMs: 2,
    credited: '95.24',
    perUsd: '1.05',
  });
});

it('reads the payout currencies with both kinds of fee, and the obstacles', () => {
  const currency = { code: 'USDT', protocol: 'TRC20', usd_price: '1', decimals: 2, min: '10', max: '0' };
  const options = toWithdrawOptions({
    data: [
      { ...currency, id: 1, fee_type: 1, draw_rate: '25' },
      { ...currency, id: 2, fee_type: 2, draw_rate: '0.005' },
    ],
    available: '120.00',
    frozen_until: 9,
    is_verified: false,
    hold_hours: 24,
    clock: { p90_ms: null, count: 3 },
  });
  expect(options.currencies.map(({ feeKind, fee }) => [feeKind, fee])).toEqual([
    ['fixed', '25'],
    ['of-amount', '0.005'],
  ]);
  expect(options.currencies[0]).toMatchObject({ network: 'TRC20', perUsd: '1', decimals: 2, min: '10', max: '0' });
  expect(options).toMatchObject({
    available: '120.00',
    frozenUntilMs: 9,
    isVerified: false,
    holdHours: 24,
    clock: { p90Ms: null, count: 3 },
  });
});

it('reads a withdrawal', () => {
  const same = {
    id: 8,
    number: '500',
    fee: '2.5',
    address: '',
    notes: 'rent',
    remark: '',
    tx: '',
    state: 'approved',
    type: 2,
    approvals: { given: 1, needed: 2 },
  } as const;
  expect(
    toWithdrawal({
      ...same,
      real_number: '497.50',
      draw_currency: { code: 'EUR', protocol: '' },
      status_name: 'Held',
      state_name: 'Approved',
      created_at: 1,
      since: 2,
      payee_account: '••01',
      can_cancel: true,
      held_until: 3,
      waits_for_market: false,
    }),
  ).toEqual({
    ...same,
    received: '497.50',
    currency: { code: 'EUR', network: '' },
    statusName: 'Held',
    stateName: 'Approved',
    createdAtMs: 1,
    sinceMs: 2,
    payeeAccount: '••01',
    canCancel: true,
    heldUntilMs: 3,
  });
});

it('reads a payout method, and sends a new one', () => {
  const wire = { id: 9, type: 1, draw_currency: { id: 2, code: 'USDT', protocol: 'TRC20' } } as const;
  expect(toPayoutMethod({ ...wire, ...wireBank, dc_address: 'TAddress', created_at: 1, usable_at: 2 })).toEqual({
    ...bank,
    id: 9,
    type: 1,
    address: 'TAddress',
    currency: { id: 2, code: 'USDT', network: 'TRC20' },
    createdAtMs: 1,
    usableAtMs: 2,
  });
  expect(fromNewMethod({ address: 'TAddress' })).toEqual({ dc_address: 'TAddress' });
  expect(fromNewMethod(bank)).toEqual(wireBank);
});
