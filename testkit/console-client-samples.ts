import { since } from './console-money-samples.ts';

const list = (...rows: object[]) => ({ data: rows, total: rows.length });

const payoutMethod = {
  id: 1,
  kind: 'coin',
  currency: 'USDT',
  protocol: 'TRC20',
  destination: 'TR7N••••Lj6t',
  bank_name: '',
  payee_name: '',
  payee_match: 'none',
  state: 'usable',
  bound_at: since(800),
  usable_at: since(776),
};

/** Invented answers of the lists on a client's page: test data only. */
export const clientSamples: Readonly<Record<string, () => unknown>> = {
  '/users/91418880/looks': () =>
    list(
      { id: 502, at: since(0.1), operator: 'ada@test.example', action: 'user-viewed', reason: '' },
      { id: 498, at: since(3), operator: 'cora@test.example', action: 'user-found', reason: 'searched by number' },
    ),
  '/users/91418880/notes': () =>
    list(
      { id: 2, at: since(2), operator: 'sue@test.example', note: 'Called: asks when the payout arrives.' },
      { id: 1, at: since(50), operator: 'cora@test.example', note: 'Sent the bank statement by mail.' },
    ),
  '/users/91418880/payout-methods': () =>
    list(
      { ...payoutMethod, id: 2, state: 'held', bound_at: since(3), usable_at: since(-21) },
      {
        ...payoutMethod,
        kind: 'bank',
        currency: 'EUR',
        protocol: '',
        destination: 'DE89••••3000',
        bank_name: 'Test Bank',
        payee_name: 'Rosa Testmann',
        payee_match: 'same',
      },
    ),
  '/users/91418880/notices': () =>
    list({
      id: '7:0',
      at: since(29),
      kind: 'order-closed',
      text: 'Order 8000001: EURUSD closed at 1.15419',
      is_read: true,
    }),
};
