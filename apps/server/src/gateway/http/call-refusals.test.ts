import type { CodeName } from '@candor/contracts/codes';
import { alertCalls } from '@candor/contracts/http/alerts';
import { type Call, commonRefusals } from '@candor/contracts/http/call';
import { depositCalls, withdrawalCalls } from '@candor/contracts/http/funds';
import { tradeCalls } from '@candor/contracts/http/trade';
import type { Refusal } from '@candor/domain/engine/refusal';
import { expect, test } from 'vitest';
import { refusalLists } from '../../../../../testkit/refusal-lists.ts';
import { codeNames } from './to-command.ts';

type List = keyof typeof refusalLists;

interface Decided {
  readonly call: Call;
  /** Command that the engine decides. */
  readonly command: List;
  /** Refusals of the gateway and the service before the engine decides. */
  readonly before?: readonly CodeName[];
  /** Refusals of the engine that the service prevents: it composes these fields itself. */
  readonly prevented?: readonly Refusal[];
}

const report = {
  command: 'RequestDeposit',
  before: ['payWayUnknown', 'amountOutOfRange', 'proofMissing', 'uploadNotFound', 'rateChanged', 'fundsContested'],
  prevented: ['payload-changed'],
} as const;

const decided: readonly Decided[] = [
  { call: tradeCalls.placeOrder, command: 'PlaceOrder', before: ['targetPriceRequired', 'lotsOffStep'] },
  { call: tradeCalls.setStops, command: 'AmendStops' },
  { call: tradeCalls.closeOrder, command: 'CloseOrder', before: ['lotsOffStep'] },
  { call: tradeCalls.closeOrders, command: 'CloseOrders' },
  { call: tradeCalls.reverseOrder, command: 'ReverseOrder' },
  { call: tradeCalls.breakEven, command: 'BreakEven' },
  { call: tradeCalls.amendOrder, command: 'AmendOrder', before: ['lotsOffStep'] },
  { call: tradeCalls.linkOrders, command: 'LinkOrders' },
  { call: tradeCalls.cancelOrder, command: 'CancelOrder' },
  { call: tradeCalls.resetDemo, command: 'ResetDemo' },
  { call: alertCalls.setAlert, command: 'SetAlert' },
  { call: alertCalls.removeAlert, command: 'RemoveAlert' },
  { call: depositCalls.reportCoins, ...report },
  { call: depositCalls.reportWire, ...report },
  {
    call: withdrawalCalls.requestWithdrawal,
    command: 'RequestWithdrawal',
    before: [
      'payWayUnknown',
      'methodNotFound',
      'methodChanged',
      'identityNotApproved',
      'withdrawalsFrozen',
      'withdrawalsBlocked',
      'rateChanged',
    ],
    prevented: ['payload-changed'],
  },
  { call: withdrawalCalls.cancelWithdrawal, command: 'CancelWithdrawal' },
];

/** Returns the difference between the refusals that a call declares and those that engine, service and gateway can give. */
function differences({ call, command, before = [], prevented = [] }: Decided, declared: readonly CodeName[]): string[] {
  const rules: readonly { readonly code: Refusal }[] = refusalLists[command];
  const byEngine = rules.map(({ code }) => code).filter((code) => !prevented.includes(code));
  const common = commonRefusals(call);
  const given = new Set(
    ([...byEngine.map((code) => codeNames[code]), ...before, 'idempotencyConflict'] as const).filter(
      (one) => !common.includes(one),
    ),
  );
  return [
    ...declared.filter((one) => !given.has(one)).map((one) => `${one} is never given`),
    ...[...given].filter((one) => !declared.includes(one)).map((one) => `${one} is not declared`),
  ];
}

test.each(decided.map((one) => [one.call.name, one] as const))(
  'R-ORD-18 %s declares the refusals of its command and of what comes before it, no others',
  (_, one) => {
    const { refusals } = one.call;
    expect(differences(one, refusals)).toEqual([]);
    expect(new Set(refusals).size).toBe(refusals.length);
  },
);

test('every call that submits a command is compared', () => {
  const submitting = Object.values<Call>({ ...tradeCalls, ...alertCalls, ...depositCalls, ...withdrawalCalls }).filter(
    ({ refusals, name }) => refusals.includes('idempotencyConflict') && name !== 'bindMethod',
  );
  expect(submitting.map(({ name }) => name)).toEqual(decided.map(({ call }) => call.name));
});

test('a refusal that is never given and one that is not declared are found', () => {
  const cancel = { call: tradeCalls.cancelOrder, command: 'CancelOrder' } as const;
  expect(differences(cancel, ['idempotencyConflict', 'orderNotFound', 'noPrice'])).toEqual([
    'noPrice is never given',
    'orderNotPending is not declared',
  ]);
});
