export * from './server/documents.ts';
export * from './server/errors.ts';
export * from './server/instruments.ts';
export * from './server/messages.ts';
export * from './server/public.ts';

/** Notices of events on an account, shown in the app and sent on the socket. */
export const notices = {
  'margin-call': 'Margin call: your net value no longer covers your margin. Add funds or close positions.',
  'margin-call-ended': 'The margin call has ended: your net value covers your margin again.',
  'stop-out': 'Stop-out: {code} (order {order}) was closed because your net value fell too low. Result {amount}.',
  'stop-out-paused': 'A stop-out is pending because the market is closed. Positions will be closed when it opens.',
  'stop-out-resumed': 'The stop-out is no longer pending.',
  'stop-out-noticed':
    'From {time} the stop-out level of your open positions is {level}. Until then the present level stays.',
  'stop-out-raised':
    'From {time} the stop-out level of your open positions is {level}; until then it stays {before}. Closing positions or adding funds keeps you above it.',
  'stop-out-notice-ended': 'The stop-out level of your account is now {level}.',
  'swap-noticed':
    '{code} ({side}): from {time} the swap of your open positions is {after} points a night; until then {before}. It is not charged on a position that you close before.',
  'swap-noticed-now':
    '{code} ({side}): the swap is now {after} points a night, before {before}. It applies to your position, which was opened after the change.',
  'order-cancelled':
    'The pending order {order} for {code} was cancelled because there was not enough available prepayment (free margin).',
  'order-expired': 'The pending order {order} for {code} has expired.',
  'negative-balance-covered': 'Your balance had fallen below zero. We covered {amount}, so you owe nothing.',
  'alert-fired': '{code} has reached your alert at {price}.',
  'swap-alert-fired': 'Tonight’s swap of your open positions: {amount}.',
  'result-alert-fired': 'Your position {order} in {code} has reached your alert: {amount}, swap included.',
  'margin-alert-fired': 'Your margin level is {level} and has reached your alert.',
  'alert-fired-percent': '{code} has moved {level} since you set your alert, to {price}.',
  'deposit-credited': 'Your deposit of {amount} has been credited.',
  'deposit-rejected': 'Your deposit of {amount} was not accepted. The reason is under Deposit records.',
  'withdrawal-requested': 'A withdrawal of {amount} was requested.',
  'withdrawal-approved': 'Your withdrawal of {amount} has been approved and will be paid out.',
  'withdrawal-paid': 'Your withdrawal of {amount} has been paid out.',
  'withdrawal-rejected': 'Your withdrawal of {amount} was rejected. The whole amount is back in your balance.',
  'withdrawal-taken-back': 'Your withdrawal of {amount} was cancelled because your balance had fallen below zero.',
  'correction-posted': 'A correction of {amount} was posted to your account. The reason is under Account detail.',
  'order-filled-buy': '{lots} {code} bought at {price}.',
  'order-filled-sell': '{lots} {code} sold at {price}.',
  'order-closed': '{code} closed at {price}. Net result {amount}.',
  'stop-loss-hit': 'Stop-loss: {code} closed at {price}. Net result {amount}.',
  'take-profit-hit': 'Take-profit: {code} closed at {price}. Net result {amount}.',
  'password-changed': 'Your password was changed.',
  'second-factor-added': 'A second factor was added to your account.',
  'second-factor-removed': 'A second factor was removed from your account.',
  'signed-in-new-device': 'Your account was used on a new device.',
  'method-bound': 'A payout method was added to your account.',
  'method-removed': 'A payout method was removed from your account.',
  'verification-approved': 'Your identity has been verified.',
  'verification-rejected': 'Your identity check was not accepted. The reason is on the page of the check.',
} as const;

/** Side of a position, in brackets. */
export const sides = { buy: 'buy', sell: 'sell' } as const;

/** Kinds of event that a user chooses ways for; also the heading of a pushed notice. */
export const noticeEvents = {
  fills: 'Order filled or closed',
  stops: 'Stop-loss or take-profit hit',
  'stop-out': 'Stop-out',
  'margin-call': 'Margin call',
  alert: 'Alert fired',
  'swap-alert': 'Swap alert',
  'result-alert': 'Position result alert',
  'margin-alert': 'Margin level alert',
  money: 'Deposit or withdrawal',
  security: 'New sign-in or changed credentials',
  verification: 'Identity check decided',
  terms: 'Terms that change for you',
} as const;

/** Reason of each kind of posting, shown in the account detail and in statements. */
export const postings = {
  'demo-grant': 'Practice money',
  'demo-return': 'Practice money removed at reset',
  'trade-fee': 'Handling fee',
  'trade-profit': 'Trading profit',
  'trade-loss': 'Trading loss',
  swap: 'Swap',
  'negative-balance': 'Negative balance covered',
  deposit: 'Deposit',
  'withdrawal-lock': 'Withdrawal requested',
  'withdrawal-release': 'Withdrawal returned',
  'withdrawal-paid': 'Withdrawal paid',
  'withdrawal-fee': 'Withdrawal fee',
  correction: 'Correction',
  'closing-remainder': 'Rest below one cent at closing',
} as const;

/** States of a withdrawal; `held` and `marketClosed` replace the state while one of them delays it. */
export const withdrawalStates = {
  requested: 'Requested',
  approved: 'Approved',
  paid: 'Paid',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
  held: 'Held until {time}',
  marketClosed: 'Waiting for your market to open',
} as const;

/** Status of a deposit that several accounts report. Every claimant reads the same words, so that they reveal nothing of another account (R-FND-44). */
export const claims = {
  contested:
    'This payment was reported more than once. We are checking who paid it and show the result here. If you have further proof, send it to support.',
  lost: 'We found that this payment was not yours, so it was not credited. If you did pay it, send your proof of transfer to support.',
} as const;
