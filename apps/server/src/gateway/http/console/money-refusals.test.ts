import type { CodeName } from '@candor/contracts/codes';
import { type ConsoleCall, consoleRefusals } from '@candor/contracts/console/call';
import { correctionCalls, depositCalls, withdrawalCalls } from '@candor/contracts/console/money';
import type { Refusal } from '@candor/domain/engine/refusal';
import { expect, test } from 'vitest';
import { refusalLists } from '../../../../../../testkit/refusal-lists.ts';
import { codeNames } from '../to-command.ts';

interface Decided {
  readonly call: ConsoleCall;
  /** Command that the engine decides. */
  readonly command: keyof typeof refusalLists;
  /** Refusals of the desk before the engine decides. */
  readonly before?: readonly CodeName[];
  /** Refusals of the engine that this call cannot meet: of another kind of request, or checked by the desk itself. */
  readonly never?: readonly Refusal[];
}

const decided: readonly Decided[] = [
  {
    call: depositCalls.approve,
    command: 'ApproveFunds',
    never: ['funds-on-hold', 'claims-changed', 'no-price', 'market-closed-risk', 'not-enough-funds'],
  },
  { call: depositCalls.reject, command: 'RejectFunds' },
  { call: depositCalls.void, command: 'RejectFunds' },
  {
    call: depositCalls.decideClaim,
    command: 'ApproveFunds',
    never: ['funds-on-hold', 'funds-contested', 'no-price', 'market-closed-risk', 'not-enough-funds'],
  },
  { call: depositCalls.amend, command: 'AmendFunds', never: ['funds-nothing-received'] },
  {
    call: withdrawalCalls.approve,
    command: 'ApproveFunds',
    before: ['methodChanged'],
    never: ['deposit-known', 'funds-contested', 'claims-changed', 'not-enough-funds'],
  },
  { call: withdrawalCalls.reject, command: 'RejectFunds' },
  { call: withdrawalCalls.paid, command: 'MarkWithdrawalPaid', before: ['methodChanged'] },
  { call: withdrawalCalls.amend, command: 'AmendFunds', before: ['methodChanged'], never: ['deposit-known'] },
  { call: correctionCalls.propose, command: 'ProposeCorrection', before: ['userNotFound'] },
  {
    call: correctionCalls.approve,
    command: 'ApproveFunds',
    never: ['funds-on-hold', 'deposit-known', 'funds-contested', 'claims-changed', 'market-closed-risk'],
  },
  { call: correctionCalls.reject, command: 'RejectFunds' },
];

/** Returns the difference between the refusals that a call lists and those that engine and desk can give. */
function differences({ call, command, before = [], never = [] }: Decided, listed: readonly CodeName[]): string[] {
  const rules: readonly { readonly code: Refusal }[] = refusalLists[command];
  const byEngine = rules.map(({ code }) => code).filter((code) => !never.includes(code));
  const given = new Set<CodeName>([...byEngine.map((code) => codeNames[code]), ...before, 'idempotencyConflict']);
  for (const common of consoleRefusals) given.delete(common);
  return [
    ...listed.filter((one) => !given.has(one)).map((one) => `${call.path}: ${one} is never given`),
    ...[...given].filter((one) => !listed.includes(one)).map((one) => `${call.path}: ${one} is not listed`),
  ];
}

test.each(decided.map((one) => [one.call.path, one] as const))(
  'R-ORD-18 %s lists the refusals of its command and of the desk, no others',
  (_, one) => {
    const { refusals = [] } = one.call;
    expect(differences(one, refusals)).toEqual([]);
    expect(new Set(refusals).size).toBe(refusals.length);
  },
);

test('every call that moves money at the desk is compared', () => {
  const writing = [depositCalls, withdrawalCalls, correctionCalls].flatMap((calls) =>
    Object.values<ConsoleCall>(calls).filter(({ method }) => method === 'POST'),
  );
  expect(new Set(decided.map(({ call }) => call))).toEqual(new Set(writing));
});

test('a refusal that is never given and one that is not listed are found', () => {
  const [, reject] = decided as [Decided, Decided];
  expect(differences(reject, ['idempotencyConflict', 'fundsNotFound', 'noPrice'])).toEqual([
    '/deposits/:id/reject: noPrice is never given',
    '/deposits/:id/reject: fundsDecided is not listed',
  ]);
});
