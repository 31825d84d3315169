/** Reason that the engine refuses a command. The gateway gives it a code and a text. */
export type Refusal =
  | 'account-exists'
  | 'account-ended'
  | 'account-not-found'
  | 'only-demo-account'
  | 'account-has-orders'
  | 'account-has-requests'
  | 'account-has-money'
  | 'unknown-instrument'
  | 'instrument-not-offered'
  | 'opening-blocked'
  | 'no-leverage'
  | 'leverage-not-allowed'
  | 'leverage-not-offered'
  | 'lots-out-of-range'
  | 'no-price'
  | 'market-closed'
  | 'time-unconfirmed'
  | 'trading-halted'
  | 'spread-wide'
  | 'price-stale'
  | 'quote-outdated'
  | 'deviation-exceeded'
  | 'target-price-at-market'
  | 'expiry-in-past'
  | 'stop-loss-wrong-side'
  | 'take-profit-wrong-side'
  | 'too-many-orders'
  | 'no-conversion'
  | 'conversion-stale'
  | 'close-waiting'
  | 'expiry-too-far'
  | 'not-enough-margin'
  | 'order-not-found'
  | 'order-not-open'
  | 'order-not-pending'
  | 'no-open-orders'
  | 'stop-at-break-even'
  | 'break-even-not-reached'
  | 'order-linked'
  | 'order-not-linked'
  | 'alert-reached'
  | 'alert-met'
  | 'too-many-alerts'
  | 'alert-not-found'
  | 'close-lots-out-of-range'
  | 'only-real-account'
  | 'funds-amount-out-of-range'
  | 'not-enough-funds'
  | 'funds-nothing-received'
  | 'too-many-funds-requests'
  | 'market-closed-risk'
  | 'funds-not-found'
  | 'funds-decided'
  | 'withdrawal-not-cancellable'
  | 'payload-changed'
  | 'other-operator-needed'
  | 'funds-on-hold'
  | 'payer-approved'
  | 'deposit-known'
  | 'funds-contested'
  | 'claims-changed'
  | 'too-many-claims'
  | 'too-many-rival-claims';

/** One line of a command's ordered list of refusals; the first that applies is the answer (R-ORD-18). */
export interface RefusalRule<Facts> {
  readonly code: Refusal;
  /** Condition in words, as docs/REFUSALS.md shows it; `npm run api-docs` renews that page. */
  readonly when: string;
  readonly applies: (facts: Facts) => boolean;
}

/** Refusals of accounts, alerts and money, which no order or close gets. */
const notOfTrading: ReadonlySet<Refusal> = new Set<Refusal>([
  'account-exists',
  'account-ended',
  'account-not-found',
  'only-demo-account',
  'only-real-account',
  'account-has-orders',
  'account-has-requests',
  'account-has-money',
  'alert-reached',
  'too-many-alerts',
  'alert-not-found',
  'funds-amount-out-of-range',
  'not-enough-funds',
  'funds-nothing-received',
  'too-many-funds-requests',
  'market-closed-risk',
  'funds-not-found',
  'funds-decided',
  'withdrawal-not-cancellable',
  'payload-changed',
  'other-operator-needed',
  'funds-on-hold',
  'payer-approved',
  'deposit-known',
  'funds-contested',
  'claims-changed',
  'too-many-claims',
  'too-many-rival-claims',
]);

/** True for the refusals of orders and closes. */
export function isOfTrading(refusal: Refusal): boolean {
  return !notOfTrading.has(refusal);
}
