/** Invented rows of the money desk: test data only. */
export const hour = 3_600_000;
export const since = (hours: number): number => Date.now() - hours * hour;
const hash = 'q'.repeat(43);

const request = (id: number, hours: number, extra: object = {}) => ({
  id,
  uid: '91418880',
  client_name: 'Rosa Testmann',
  client_language: 'de',
  account_id: 40_000 + id,
  status: 'waiting',
  requested_at: since(hours),
  since: since(hours),
  approvals: [] as { by: string; at: number }[],
  approvals_needed: 1,
  remark: '',
  payload_hash: hash,
  ...extra,
});

export const coinDeposit = {
  ...request(11, 0.4),
  method: 'coin',
  paid: '1250.00000000',
  currency: 'USDT',
  protocol: 'TRC20',
  rate: '1.0000',
  credit: '1250.00',
  option_id: 3,
  paid_to: 'TTestAddressTestAddressTestAddress1',
  proof_url: '/files/sample-front.svg',
  external_id: 'test-transaction-0001',
  confirmations: null,
  contested: null as 'rival' | 'credited' | null,
};
export const bankDeposit = {
  ...coinDeposit,
  ...request(12, 27, { approvals_needed: 2, approvals: [{ by: 'cora@test.example', at: since(3) }] }),
  method: 'bank',
  paid: '18000.00',
  currency: 'EUR',
  protocol: '',
  rate: '0.9223',
  credit: '19516.43',
  paid_to: 'TEST BANK · DE00 0000 0000 0000',
  proof_url: null,
  external_id: '',
  confirmations: null,
};
/** Two deposit reports that claim one payment. */
export const claims = [
  { ...coinDeposit, ...request(13, 6), contested: 'rival' },
  {
    ...coinDeposit,
    ...request(14, 2, { uid: '91418881' }),
    contested: 'rival',
    proof_url: '/files/sample-back.svg',
    paid: '1200.00000000',
    credit: '1200.00',
  },
];
export const seenPayment = {
  transaction: '0xtest-transaction-0001',
  external_id: 'eip155:1:0xtest-transaction-0001:log2',
  address: 'TTestAddressTestAddressTestAddress1',
  amount: '1250',
  currency: 'USDT',
  first_seen_at: since(6.5),
  block: 1_204_411,
  confirmations: 40,
  confirmations_needed: 12,
  is_reverted: false,
};
export const withdrawal = {
  ...request(21, 5, {
    status: 'requested',
    approvals_needed: 2,
    approvals: [{ by: 'cora@test.example', at: since(1) }],
  }),
  method: 'coin',
  amount: '12400.00',
  fee: '12.00',
  received: '12388.00',
  currency: 'USDT',
  protocol: 'TRC20',
  rate: '1.0000',
  destination: { address: 'TTestPayoutTestPayoutTestPayoutTest' },
  payee_name: '',
  payee_match: 'known',
  method_bound_at: since(1_200),
  is_method_changed: true,
  held_until: null,
  waits_for_market: false,
  memo: 'Test memo',
  external_id: '',
};
/** A bank withdrawal that needs one approval, to a payee of this name. */
function bankWithdrawal(id: number, hours: number, payee: string, match: string, extra: object = {}) {
  return {
    ...withdrawal,
    ...request(id, hours, { status: 'requested', uid: String(91_418_860 + id), ...extra }),
    method: 'bank',
    amount: `${id * 50}.00`,
    fee: '5.00',
    received: `${id * 45}.50`,
    currency: 'EUR',
    protocol: '',
    rate: '0.9223',
    destination: {
      bank_name: 'Test Bank',
      bank_address: '',
      bank_swift: 'TESTDEFF',
      payee_name: payee,
      payee_account: 'DE00••••0000',
    },
    payee_name: payee,
    payee_match: match,
    is_method_changed: false,
    memo: '',
  };
}
/** Withdrawals of a queue, oldest first: every way in which a payee compares with the verified name. */
export const withdrawals = [
  withdrawal,
  bankWithdrawal(22, 4.6, 'TESTMANN ROSA', 'same'),
  bankWithdrawal(23, 3.9, 'R. Testmann', 'close'),
  bankWithdrawal(24, 3.2, 'Testmann Trade Ltd', 'other'),
  bankWithdrawal(25, 1.1, 'Rosa Testmann', 'same'),
  bankWithdrawal(26, 0.3, 'Rosa Testmann', 'unverified', { client_name: '' }),
];
export const correction = {
  ...request(31, 2, { status: 'proposed' }),
  amount: '-25.50',
  reason: 'Swap charged twice in a test',
  proposed_by: 'cora@test.example',
};
export const payWay = {
  id: 3,
  kind: 'coin',
  currency: 'USDT',
  protocol: 'TRC20',
  address: 'TTestAddressTestAddressTestAddress1',
  bank_name: '',
  bank_address: '',
  bank_swift: '',
  payee_name: '',
  payee_account: '',
  bank_remark: '',
  usd_price: '1.0000',
  min: '10',
  is_active: true,
  watcher: '',
  confirmations: 19,
  created_at: since(800),
  free_addresses: 40,
};
export const drawCurrency = {
  id: 4,
  kind: 'coin',
  code: 'USDT',
  protocol: 'TRC20',
  fee_type: 1,
  draw_rate: '1.0',
  usd_price: '1.0000',
  min: '10',
  max: '0',
  is_active: true,
  created_at: since(800),
};
