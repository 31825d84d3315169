import { testSpecs } from '../../../../../testkit/engine-scenario.ts';
import {
  correctionOf,
  dollars,
  fundsId,
  operator,
  secondAlways,
  toE8,
  watcher,
} from '../../../../../testkit/funds-commands.ts';
import { FundsScenario } from '../../../../../testkit/funds-scenario.ts';
import { type RefusalRow, testRefusals } from '../../../../../testkit/refusal-table.ts';
import { approveFundsRefusals } from './approvals.ts';
import { amendFundsRefusals, cancelWithdrawalRefusals, markPaidRefusals, rejectFundsRefusals } from './changes.ts';
import type { AmendFunds, ApproveFunds, MarkWithdrawalPaid, RequestWithdrawal } from './funds-command.ts';
import type { FundsRequest } from './funds-request.ts';

const { eurusd, gbpusd } = testSpecs;

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Account with 10,000 dollars, credited by request 1, and the request that the command names. */
interface Deciding<Changes> {
  readonly scenario: FundsScenario;
  id: number;
  readonly changes: Writable<Changes>;
  /** True if the open position loses its price before the command. */
  losesPrice: boolean;
}

function funded<Changes extends object>(changes: Changes): Deciding<Changes> {
  return { scenario: new FundsScenario('10000'), id: 1, changes, losesPrice: false };
}

type AnyDeciding = Pick<Deciding<object>, 'scenario' | 'id' | 'losesPrice'>;

/** Names the request that was made last. */
function nameLast(world: AnyDeciding): void {
  world.id = world.scenario.state.lastFundsId - fundsId(0);
}

function isOf(world: AnyDeciding, kind: FundsRequest['kind']): boolean {
  return world.scenario.funds(world.id)?.kind === kind;
}

function deposit(world: AnyDeciding): void {
  world.scenario.deposit({ externalId: 'tx' });
  nameLast(world);
}

/** Names a new withdrawal, unless one is named already. */
function withdrawal(world: AnyDeciding, changes: Partial<RequestWithdrawal> = {}): void {
  if (isOf(world, 'withdrawal')) return;
  world.scenario.withdraw('100', changes);
  nameLast(world);
}

function nameUnknown(world: AnyDeciding): void {
  world.id = 99;
}

function nameFinished(world: AnyDeciding): void {
  world.id = 1;
}

function losePrice(world: AnyDeciding): void {
  const { scenario } = world;
  scenario.quote(eurusd, '1.15283', '1.15295');
  scenario.place(eurusd, { lots: '0.01' });
  world.losesPrice = true;
}

/** Opens a position that a stress move of its closed market would ruin. */
function riskAll({ scenario, changes }: Deciding<Pick<ApproveFunds, 'markets'>>): void {
  scenario.quote(gbpusd, '1.30678', '1.30694');
  scenario.place(gbpusd, { lots: '20.00', leverage: 400 });
  changes.markets = [{ instrumentId: gbpusd.id, kind: 'closed', ageMs: 0 }];
}

/** Claims the same payment from another account. */
function rival(world: AnyDeciding, accountId: number): void {
  world.scenario.deposit({ accountId: world.scenario.openOther(accountId), externalId: 'tx', payloadHash: 'rival' });
}

function dropPrice({ scenario, losesPrice }: AnyDeciding): void {
  if (losesPrice) scenario.state.quotes.delete(eurusd.id);
}

const oneRequest = 'a command names one request';

type Approving = Deciding<Partial<ApproveFunds>>;

const approveRows: readonly RefusalRow<Approving>[] = [
  { code: 'funds-not-found', violate: nameUnknown, excludesNext: oneRequest },
  { code: 'funds-decided', violate: nameFinished, excludesNext: oneRequest },
  {
    code: 'funds-decided',
    violate: (world) => {
      withdrawal(world);
      world.scenario.approve(world.id, operator(2));
    },
  },
  { code: 'payload-changed', violate: ({ changes }) => void (changes.payloadHash = 'other') },
  {
    code: 'funds-on-hold',
    violate: (world) => {
      withdrawal(world);
      world.changes.heldUntilMs = world.scenario.nowMs + 1;
    },
    excludesNext: 'withdrawals are held, payments are those of deposits',
  },
  {
    code: 'deposit-known',
    violate: (world) => {
      const { scenario } = world;
      rival(world, 11);
      const accountId = scenario.openOther(11);
      const id = scenario.state.lastFundsId - fundsId(0);
      scenario.reject(world.id);
      scenario.approve(id, operator(2), { accountId, payloadHash: 'rival' });
      deposit(world);
    },
  },
  {
    code: 'funds-contested',
    violate: (world) => {
      rival(world, 12);
      world.changes.by = watcher('chain');
    },
  },
  { code: 'claims-changed', violate: ({ changes }) => void (changes.rivals = [fundsId(77)]) },
  {
    code: 'other-operator-needed',
    violate: (world) => {
      withdrawal(world, { secondFrom: secondAlways });
      world.scenario.approve(world.id, operator(1));
    },
  },
  {
    code: 'no-price',
    violate: (world) => {
      withdrawal(world);
      losePrice(world);
    },
  },
  {
    code: 'market-closed-risk',
    violate: (world) => {
      withdrawal(world);
      riskAll(world);
    },
    excludesNext: oneRequest,
  },
  {
    code: 'no-price',
    violate: (world) => {
      world.scenario.correct('-100', { proposedBy: operator(2) });
      nameLast(world);
      losePrice(world);
    },
  },
  {
    code: 'not-enough-funds',
    violate: (world) => {
      world.scenario.run(correctionOf(world.scenario.source(), '-5000', { proposedBy: operator(2) }));
      nameLast(world);
      world.scenario.quote(gbpusd, '1.30678', '1.30694');
      world.scenario.place(gbpusd, { lots: '5.00' });
    },
  },
];

testRefusals({
  command: 'ApproveFunds',
  rules: approveFundsRefusals,
  rows: approveRows,
  create: (): Approving => {
    const world = funded<Partial<ApproveFunds>>({});
    deposit(world);
    return world;
  },
  run: (world) => {
    dropPrice(world);
    return world.scenario.approve(world.id, operator(1), world.changes);
  },
});

testRefusals({
  command: 'RejectFunds',
  rules: rejectFundsRefusals,
  rows: [
    { code: 'funds-not-found', violate: nameUnknown, excludesNext: oneRequest },
    { code: 'funds-decided', violate: nameFinished },
  ],
  create: () => {
    const world = funded({});
    deposit(world);
    return world;
  },
  run: ({ scenario, id }) => scenario.reject(id),
});

testRefusals({
  command: 'CancelWithdrawal',
  rules: cancelWithdrawalRefusals,
  rows: [
    { code: 'funds-not-found', violate: nameUnknown, excludesNext: oneRequest },
    { code: 'funds-decided', violate: nameFinished, excludesNext: oneRequest },
    { code: 'funds-not-found', violate: deposit, excludesNext: oneRequest },
    { code: 'withdrawal-not-cancellable', violate: ({ scenario, id }) => void scenario.approve(id) },
  ],
  create: () => {
    const world = funded({});
    withdrawal(world);
    return world;
  },
  run: ({ scenario, id }) => scenario.cancelWithdrawal(id),
});

type Paying = Deciding<Partial<MarkWithdrawalPaid>>;

const payRows: readonly RefusalRow<Paying>[] = [
  { code: 'funds-not-found', violate: nameUnknown, excludesNext: oneRequest },
  { code: 'funds-decided', violate: nameFinished, excludesNext: oneRequest },
  { code: 'funds-not-found', violate: deposit },
  { code: 'payload-changed', violate: ({ changes }) => void (changes.payloadHash = 'other') },
  {
    code: 'other-operator-needed',
    violate: (world) => {
      world.scenario.withdraw('100');
      nameLast(world);
    },
  },
  { code: 'funds-on-hold', violate: ({ changes, scenario }) => void (changes.heldUntilMs = scenario.nowMs + 1) },
  { code: 'payer-approved', violate: ({ changes }) => void (changes.by = operator(1)) },
  {
    code: 'deposit-known',
    violate: (world) => {
      const { scenario, changes } = world;
      scenario.withdraw('100');
      const id = scenario.state.lastFundsId - fundsId(0);
      scenario.approve(id);
      scenario.pay(id, scenario.hashOf(id), operator(9), { externalId: 'paid' });
      changes.externalId = 'paid';
    },
  },
  { code: 'no-price', violate: losePrice },
  { code: 'market-closed-risk', violate: riskAll },
];

testRefusals({
  command: 'MarkWithdrawalPaid',
  rules: markPaidRefusals,
  rows: payRows,
  create: (): Paying => {
    const world = funded<Partial<MarkWithdrawalPaid>>({});
    withdrawal(world);
    world.scenario.approve(world.id);
    return world;
  },
  run: (world) => {
    const { scenario, id, changes } = world;
    dropPrice(world);
    return scenario.pay(id, scenario.hashOf(id), operator(9), changes);
  },
});

/** Change of a withdrawal's fee, and a change of what a deposit paid. */
interface Change {
  payloadHash?: string;
  fee: { -readonly [Key in 'fee' | 'received']: Extract<AmendFunds['change'], { kind: 'withdrawal-fee' }>[Key] };
  paid: Writable<Omit<Extract<AmendFunds['change'], { kind: 'deposit-paid' }>, 'kind'>>;
  isOfOtherKind: boolean;
}

type Amending = Deciding<Change>;

const amendRows: readonly RefusalRow<Amending>[] = [
  { code: 'funds-not-found', violate: nameUnknown, excludesNext: oneRequest },
  { code: 'funds-decided', violate: nameFinished, excludesNext: oneRequest },
  {
    code: 'funds-not-found',
    violate: ({ changes }) => void (changes.isOfOtherKind = true),
    excludesNext: 'a change of another kind raises no fee',
  },
  {
    code: 'funds-amount-out-of-range',
    violate: (world) => {
      withdrawal(world);
      world.changes.fee.fee = dollars('2');
    },
    excludesNext: 'a fee below zero is not raised',
  },
  {
    code: 'funds-amount-out-of-range',
    violate: (world) => {
      withdrawal(world);
      world.changes.fee.fee = dollars('-1');
    },
  },
  {
    code: 'payload-changed',
    violate: (world) => {
      withdrawal(world);
      world.changes.fee.received = 0n;
    },
    excludesNext: 'this row violates both: nothing is received, and it is not the right amount',
  },
  {
    code: 'funds-nothing-received',
    // Requests that pay out nothing are refused, and a lower fee only pays more: the record is changed in the state.
    violate: (world) => {
      withdrawal(world);
      const { scenario, id, changes } = world;
      const asked = scenario.funds(id);
      if (asked?.kind !== 'withdrawal') throw new Error('The test has no withdrawal');
      scenario.state.accounts.get(scenario.accountId)?.funds.set(asked.id, { ...asked, amount: asked.fee });
      changes.fee = { fee: asked.fee, received: 0n };
    },
    excludesNext: oneRequest,
  },
  { code: 'funds-amount-out-of-range', violate: ({ changes }) => void (changes.paid.paid = 0n) },
  { code: 'payload-changed', violate: ({ changes }) => void (changes.paid.credit = dollars('5')) },
  {
    code: 'deposit-known',
    violate: ({ scenario, changes }) => {
      scenario.deposit({ externalId: 'taken' });
      changes.paid.externalId = 'taken';
    },
  },
  {
    code: 'payload-changed',
    violate: ({ scenario, id, changes }) => void (changes.payloadHash = scenario.hashOf(id)),
  },
];

testRefusals({
  command: 'AmendFunds',
  rules: amendFundsRefusals,
  rows: amendRows,
  create: (): Amending => {
    const fee = { fee: dollars('0.50'), received: toE8('99.50') };
    const paid = { paid: toE8('50'), credit: dollars('50'), externalId: 'tx' };
    const world = funded<Change>({ fee, paid, isOfOtherKind: false });
    deposit(world);
    return world;
  },
  run: (world) => {
    const { scenario, id, changes } = world;
    const isFee = isOf(world, 'withdrawal') !== changes.isOfOtherKind;
    const change: AmendFunds['change'] = isFee
      ? { kind: 'withdrawal-fee', ...changes.fee }
      : { kind: 'deposit-paid', ...changes.paid };
    return scenario.amendFunds(
      id,
      change,
      changes.payloadHash === undefined ? {} : { payloadHash: changes.payloadHash },
    );
  },
});
