import type { Command } from '@candor/domain/engine/command';
import { createState } from '@candor/domain/engine/state';
import type { AccountId, CompanyId } from '@candor/domain/values/ids';
import { beforeEach, expect, test } from 'vitest';
import { testPolicy, testSpecs } from '../../../../testkit/engine-scenario.ts';
import { FaultyJournal } from '../../../../testkit/faulty-journal.ts';
import {
  approvalOf,
  depositOf,
  openReal,
  operator,
  payoutOf,
  toE8,
  withdrawalOf,
} from '../../../../testkit/funds-commands.ts';
import type { Outcome } from '../ports/trading-port.ts';
import { startTradingCore, type TradingCore } from './trading-core.ts';

const nowMs = Date.parse('2026-11-17T12:00:00Z');
const company = 1 as CompanyId;

let journal: FaultyJournal;
let core: TradingCore;

/** Starts a core that holds two payments of each use. */
async function start(): Promise<void> {
  core = await startTradingCore({
    journal,
    state: { ...createState(Object.values(testSpecs), testPolicy, 8_000_000), recentPaymentsMax: 2 },
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
    canClose: () => true,
    ticksFrom: async function* () {},
    onFatal: (error) => {
      throw error;
    },
  });
}

beforeEach(async () => {
  journal = new FaultyJournal();
  await start();
  for (const at of [1, 2]) await submit(openReal(sourceOf(at)));
});

const sourceOf = (at: number) => ({ atMs: nowMs, accountId: at as AccountId });
const lastId = () => core.state.lastFundsId - 1_000_000;
const submit = (command: Command): Promise<Outcome> => core.submit({ command, clientId: null, bodyHash: null });
const report = (externalId: string, at = 1, isSeen = false) =>
  submit(depositOf(sourceOf(at), { paid: toE8('1000'), externalId, isSeen, payloadHash: 'payload' }));
const approve = (id: number, at = 1) => submit(approvalOf(sourceOf(at), id, operator(1), 'payload'));

async function credit(externalId: string): Promise<void> {
  expect(await report(externalId)).toMatchObject({ kind: 'done' });
  expect(await approve(lastId())).toMatchObject({ kind: 'done' });
}

test('R-FND-93 an old payment is never credited again to any account, also after a restart', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await credit(name);
  expect([...core.state.creditedPayments.keys()]).toEqual(['1/c', '1/d']);
  expect(core.state.forgottenPayments).toEqual({ credited: 2, paid: 0 });
  for (let starts = 0; starts < 2; starts += 1) {
    expect(await report('A')).toEqual({ kind: 'refused', refusal: 'deposit-known' });
    expect(await report('0xb', 2, true)).toEqual({ kind: 'refused', refusal: 'deposit-known' });
    expect((await core.viewPayment(company, 'a')).credited).toBe(1_000_001);
    expect((await core.viewPayment(company, 'x')).credited).toBeNull();
    await start();
    expect(core.state.forgottenPayments.credited).toBe(2);
  }
  // Another account may claim it; operators see the contest and cannot credit it.
  expect(await report('b', 2)).toMatchObject({ events: [{ funds: { contested: 'credited' } }] });
  expect(await approve(lastId(), 2)).toEqual({ kind: 'refused', refusal: 'deposit-known' });
});

test('R-FND-93 a withdrawal is not paid by an old payment again', async () => {
  for (let money = 0; money < 2; money += 1) await credit(`money ${money}`);
  const pay = async (externalId: string) => {
    await submit(withdrawalOf(sourceOf(1), '10', { payloadHash: 'payload' }));
    const id = lastId();
    expect(await approve(id)).toMatchObject({ kind: 'done' });
    return submit({ ...payoutOf(sourceOf(1), id, 'payload'), by: operator(9), externalId });
  };
  for (const name of ['p', 'q', 'r']) expect(await pay(name)).toMatchObject({ kind: 'done' });
  expect(core.state.forgottenPayments.paid).toBe(1);
  expect(await pay('P')).toEqual({ kind: 'refused', refusal: 'deposit-known' });
  expect(await pay('s')).toMatchObject({ kind: 'done' });
});

test('R-FND-93 the table is asked only once payments were forgotten, and not for a recent one', async () => {
  for (const name of ['a', 'b']) await credit(name);
  await report('c');
  await report('a');
  expect(journal.paymentQueries).toBe(0);
  await approve(lastId());
  await credit('d');
  journal.paymentQueries = 0;
  await report('d');
  expect(journal.paymentQueries).toBe(0);
  await report('e');
  expect(journal.paymentQueries).toBe(1);
});

test('R-FND-93 a payment that is credited and forgotten while the table is asked is found', async () => {
  for (const name of ['a', 'b', 'c']) await credit(name);
  await report('x');
  const first = lastId();
  await report('y');
  const others = [lastId()];
  for (const name of ['z', 'w']) {
    await report(name);
    others.push(lastId());
  }
  let open = () => {};
  journal.paymentGate = new Promise((resolve) => {
    open = resolve;
  });
  const asked = journal.paymentQueries;
  const late = report('x', 2, true);
  await expect.poll(() => journal.paymentQueries).toBe(asked + 1);
  journal.paymentGate = Promise.resolve();
  for (const id of [first, ...others]) expect(await approve(id)).toMatchObject({ kind: 'done' });
  expect(core.state.creditedPayments.has('1/x')).toBe(false);
  open();
  // The first answer is older than the credit: it does not count.
  expect(await late).toEqual({ kind: 'refused', refusal: 'deposit-known' });
  const credited = journal.entries.flatMap(({ payment }) => (payment?.use === 'credited' ? [payment.key] : []));
  expect(new Set(credited).size).toBe(credited.length);
});

test('R-FND-93 while the table does not answer, nothing is credited', async () => {
  for (const name of ['a', 'b', 'c']) await credit(name);
  journal.paymentGate = Promise.reject(new Error('no database'));
  journal.paymentGate.catch(() => undefined);
  expect(await report('e')).toEqual({ kind: 'unavailable' });
  expect(await report('c')).toEqual({ kind: 'refused', refusal: 'deposit-known' });
});
