import { testSpecs } from '../../../../../testkit/engine-scenario.ts';
import { correctionOf, depositOf, dollars, withdrawalOf } from '../../../../../testkit/funds-commands.ts';
import { FundsScenario } from '../../../../../testkit/funds-scenario.ts';
import { type RefusalRow, testRefusals } from '../../../../../testkit/refusal-table.ts';
import type { AccountId } from '../../values/ids.ts';
import { toMoney } from '../../values/money.ts';
import type { ProposeCorrection, RequestDeposit, RequestWithdrawal } from './funds-command.ts';
import { proposeCorrectionRefusals, requestDepositRefusals, requestWithdrawalRefusals } from './requests.ts';

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

const { eurusd, gbpusd, usdjpy, eurjpy } = testSpecs;

interface Asking<Command> {
  readonly scenario: FundsScenario;
  readonly command: Writable<Command>;
}

/** Opens a position that has no price any longer. */
function loseAPrice(scenario: FundsScenario): void {
  scenario.quote(eurusd, '1.15283', '1.15295');
  scenario.place(eurusd, { lots: '0.01' });
  scenario.state.quotes.delete(eurusd.id);
}

function askFromDemo({ scenario, command }: { scenario: FundsScenario; command: { accountId: AccountId } }): void {
  command.accountId = scenario.openOther(7, 'demo');
}

function times(count: number, run: (index: number) => void): void {
  for (let index = 0; index < count; index += 1) run(index);
}

const noRequestsOfDemos = 'a demo account has no requests';

const requestDepositRows: readonly RefusalRow<Asking<RequestDeposit>>[] = [
  { code: 'only-real-account', violate: askFromDemo, excludesNext: noRequestsOfDemos },
  { code: 'too-many-funds-requests', violate: ({ scenario }) => times(20, () => scenario.deposit()) },
  { code: 'funds-amount-out-of-range', violate: ({ command }) => void (command.paid = 0n) },
  { code: 'payload-changed', violate: ({ command }) => void (command.credit = toMoney(5n)) },
  { code: 'deposit-known', violate: ({ scenario }) => void scenario.deposit({ externalId: 'tx' }) },
  {
    code: 'too-many-claims',
    violate: ({ scenario }) =>
      times(5, (index) => scenario.deposit({ accountId: scenario.openOther(11 + index), externalId: 'tx' })),
  },
  {
    code: 'too-many-rival-claims',
    violate: ({ scenario }) => {
      const accountId = scenario.openOther(21);
      for (const externalId of ['a', 'b', 'c', 'tx']) scenario.deposit({ accountId, externalId });
      for (const externalId of ['a', 'b', 'c']) scenario.deposit({ externalId });
    },
  },
];

testRefusals({
  command: 'RequestDeposit',
  rules: requestDepositRefusals,
  rows: requestDepositRows,
  create: (): Asking<RequestDeposit> => {
    const scenario = new FundsScenario();
    return { scenario, command: depositOf(scenario.source(), { externalId: 'tx' }) };
  },
  run: ({ scenario, command }) => scenario.run(command),
});

const requestWithdrawalRows: readonly RefusalRow<Asking<RequestWithdrawal>>[] = [
  { code: 'only-real-account', violate: askFromDemo, excludesNext: noRequestsOfDemos },
  { code: 'too-many-funds-requests', violate: ({ scenario }) => times(20, () => scenario.withdraw('2')) },
  { code: 'funds-amount-out-of-range', violate: ({ command }) => void (command.rate = 0n) },
  {
    code: 'payload-changed',
    violate: ({ command }) => void (command.received = 0n),
    excludesNext: 'this row violates both: nothing is received, and it is not the right amount',
  },
  {
    code: 'funds-nothing-received',
    violate: ({ command }) => {
      command.fee = command.amount;
      command.received = 0n;
    },
  },
  {
    code: 'funds-amount-out-of-range',
    violate: ({ scenario, command }) => {
      scenario.withdraw('2');
      command.day = { left: dollars('101.99'), counted: [] };
    },
  },
  { code: 'no-price', violate: ({ scenario }) => loseAPrice(scenario) },
  {
    code: 'not-enough-funds',
    violate: ({ scenario, command }) => void Object.assign(command, withdrawalOf(scenario.source(), '50000')),
  },
  {
    code: 'price-stale',
    violate: ({ scenario, command }) => {
      scenario.quote(eurusd, '1.15283', '1.15295');
      scenario.place(eurusd, { lots: '0.01' });
      command.markets = [{ instrumentId: eurusd.id, kind: 'open', ageMs: 10_001 }];
    },
  },
  {
    code: 'conversion-stale',
    violate: ({ scenario, command }) => {
      scenario.quote(usdjpy, '157.400', '157.410');
      scenario.quote(eurjpy, '181.000', '181.020');
      scenario.place(eurjpy, { lots: '0.01' });
      command.markets = [...(command.markets ?? []), { instrumentId: usdjpy.id, kind: 'open', ageMs: 10_001 }];
    },
  },
  {
    code: 'market-closed-risk',
    violate: ({ scenario, command }) => {
      scenario.quote(gbpusd, '1.30678', '1.30694');
      scenario.place(gbpusd, { lots: '5.00' });
      command.markets = [...(command.markets ?? []), { instrumentId: gbpusd.id, kind: 'closed', ageMs: 0 }];
    },
  },
];

testRefusals({
  command: 'RequestWithdrawal',
  rules: requestWithdrawalRefusals,
  rows: requestWithdrawalRows,
  create: (): Asking<RequestWithdrawal> => {
    const scenario = new FundsScenario('10000');
    return { scenario, command: withdrawalOf(scenario.source(), '100') };
  },
  run: ({ scenario, command }) => scenario.run(command),
});

const proposeCorrectionRows: readonly RefusalRow<Asking<ProposeCorrection>>[] = [
  { code: 'only-real-account', violate: askFromDemo, excludesNext: noRequestsOfDemos },
  { code: 'too-many-funds-requests', violate: ({ scenario }) => times(20, () => scenario.correct('1')) },
  {
    code: 'funds-amount-out-of-range',
    violate: ({ command }) => void (command.amount = toMoney(-1_000_000_000_000_001n)),
  },
  { code: 'no-price', violate: ({ scenario }) => loseAPrice(scenario) },
  { code: 'not-enough-funds', violate: ({ command }) => void (command.amount = toMoney(-dollars('50000'))) },
];

testRefusals({
  command: 'ProposeCorrection',
  rules: proposeCorrectionRefusals,
  rows: proposeCorrectionRows,
  create: (): Asking<ProposeCorrection> => {
    const scenario = new FundsScenario('10000');
    return { scenario, command: correctionOf(scenario.source(), '-100') };
  },
  run: ({ scenario, command }) => scenario.run(command),
});
