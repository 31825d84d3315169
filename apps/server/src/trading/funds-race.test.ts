import type { Command, PlaceOrder } from '@candor/domain/engine/command';
import { accountBalance, lockedBalance } from '@candor/domain/engine/facts';
import { withdrawableOf } from '@candor/domain/engine/funds/withdrawable';
import { createState } from '@candor/domain/engine/state';
import type { AccountId } from '@candor/domain/values/ids';
import { toLots } from '@candor/domain/values/lots';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { priceOf, testPolicy, testSpecs } from '../../../../testkit/engine-scenario.ts';
import { FaultyJournal } from '../../../../testkit/faulty-journal.ts';
import {
  approvalOf,
  cancellationOf,
  depositOf,
  dollars,
  openReal,
  operator,
  payoutOf,
  rejectionOf,
  toE8,
  withdrawalOf,
} from '../../../../testkit/funds-commands.ts';
import type { Outcome, StoredDecision } from '../ports/trading-port.ts';
import { decodeDecision } from './codec.ts';
import { startTradingCore, type TradingCore } from './trading-core.ts';

const { eurusd } = testSpecs;
const races = 1_000;
const nowMs = Date.parse('2026-11-17T12:00:00Z');

let journal: FaultyJournal;
let core: TradingCore;

beforeEach(async () => {
  journal = new FaultyJournal();
  core = await startTradingCore({
    journal,
    state: createState(Object.values(testSpecs), testPolicy, 8_000_000),
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
    canClose: () => true,
    ticksFrom: async function* () {},
    onFatal: (error) => {
      throw error;
    },
  });
  const prices = { bid: priceOf(eurusd, '1.15283'), ask: priceOf(eurusd, '1.15295') };
  core.onQuote({ instrumentId: eurusd.id, seq: 1, ...prices, timeMs: nowMs, source: 'test' }, 0);
});

function submit(command: Command, clientId: string | null = null): Promise<Outcome> {
  return core.submit({ command, clientId, bodyHash: clientId });
}

const sourceOf = (at: number) => ({ atMs: nowMs, accountId: at as AccountId });

/** Opens an account with 1,000 dollars. */
async function wealthy(at: number): Promise<void> {
  const source = sourceOf(at);
  const paid = { paid: toE8('1000') };
  await submit(openReal(source));
  await submit(depositOf(source, paid));
  expect(await submit(approvalOf(source, lastId(), operator(1)))).toMatchObject({ kind: 'done' });
}

const lastId = () => core.state.lastFundsId - 1_000_000;

/**
 * Returns the largest order that 1,000 dollars allow at 1:100: each lot takes 1152.95 of margin, 12 of spread and 7 of
 * fee.
 */
function openMost(at: number): PlaceOrder {
  const terms = { targetPrice: null, stopLoss: null, takeProfit: null, expiresAtMs: null, expected: null };
  const what = { instrumentId: eurusd.id, side: 'buy', lots: toLots(85), leverage: 100 } as const;
  return { ...sourceOf(at), type: 'PlaceOrder', ...what, ...terms, quoteSeq: null, market: { kind: 'open', ageMs: 0 } };
}

function requireSound(at: number): { balance: bigint; locked: bigint } {
  const account = core.state.accounts.get(at as AccountId);
  if (account === undefined) throw new Error(`The test opened no account ${at}`);
  const [balance, locked] = [accountBalance(core.state, account), lockedBalance(core.state, account)];
  const free = withdrawableOf(core.state, account);
  expect({ at, isSound: balance >= 0n && locked >= 0n && free !== null && free <= balance }).toMatchObject({
    isSound: true,
  });
  return { balance, locked };
}

/** Returns a random permutation, reproducible by `at`. */
const shuffled = <Item>(items: readonly Item[], at: number): Item[] =>
  fc.sample(fc.shuffledSubarray([...items], { minLength: items.length }), { numRuns: 1, seed: at })[0] ?? [];

const resultOf = (outcome: Outcome): string => (outcome.kind === 'refused' ? outcome.refusal : outcome.kind);

describe('R-FND-04 a thousand concurrent rounds', () => {
  test('one withdrawal of everything and two maximum orders: the first succeeds, the others are refused', async () => {
    for (let at = 1; at <= races; at += 1) {
      await wealthy(at);
      const all = withdrawalOf(sourceOf(at), '1000');
      const commands = shuffled([all, openMost(at), openMost(at)], at);
      const outcomes = await Promise.all(commands.map((command) => submit(command)));
      const { balance, locked } = requireSound(at);
      const isWithdrawn = commands[0] === all;
      expect(outcomes.map(resultOf)).toEqual(
        commands.map((command, place) => {
          if (place === 0) return 'done';
          return command === all ? 'not-enough-funds' : 'not-enough-margin';
        }),
      );
      expect([balance, locked]).toEqual(isWithdrawn ? [0n, dollars('1000')] : [dollars('994.05'), 0n]);
    }
  });
});

describe('R-FND-06 a thousand concurrent rounds', () => {
  test('two approvals, cancel, reject and pay: posted exactly once in any order', async () => {
    const seen = new Set<string>();
    for (let at = 1; at <= races; at += 1) {
      const source = sourceOf(at);
      await wealthy(at);
      await submit(withdrawalOf(source, '400'));
      const id = lastId();
      const commands = shuffled(
        [
          approvalOf(source, id, operator(1)),
          approvalOf(source, id, operator(2)),
          cancellationOf(source, id),
          rejectionOf(source, id),
          payoutOf(source, id),
        ],
        at,
      );
      // Each command twice under one id, as a client retries.
      const outcomes = await Promise.all(
        commands.flatMap((command, place) => [submit(command, `${at}-${place}`), submit(command, `${at}-${place}`)]),
      );
      outcomes.forEach((outcome, place) => place % 2 === 1 && expect(outcome).toEqual(outcomes[place - 1]));
      const transfers = movedBy(id);
      const { balance, locked } = requireSound(at);
      expect(locked).toBe(0n);
      const isPaid = transfers.includes('withdrawal-paid');
      seen.add(transfers.join());
      expect(balance).toBe(dollars(isPaid ? '600' : '1000'));
      expect(transfers).toEqual(
        isPaid ? ['withdrawal-lock', 'withdrawal-paid', 'withdrawal-fee'] : ['withdrawal-lock', 'withdrawal-release'],
      );
    }
    expect(seen.size).toBe(2);
  });

  test('a deposit approved by two operators and a watcher is credited exactly once', async () => {
    for (let at = 1; at <= races; at += 1) {
      const source = sourceOf(at);
      await submit(openReal(source));
      await submit(depositOf(source, { externalId: `btc:${at}:0` }));
      const actors = [operator(1), operator(2), { kind: 'watcher', name: 'chain' } as const];
      const outcomes = await Promise.all(actors.map((by) => submit(approvalOf(source, at, by))));
      expect(outcomes.map(resultOf)).toEqual(['done', 'funds-decided', 'funds-decided']);
      expect(movedBy(at)).toEqual(['deposit']);
      expect(requireSound(at).balance).toBe(dollars('100'));
    }
  });
});

/** Decisions in the journal, decoded on demand. */
const decisions: StoredDecision[] = [];
beforeEach(() => void decisions.splice(0));
function stored(): StoredDecision[] {
  for (const entry of journal.entries.slice(decisions.length)) decisions.push(decodeDecision(entry.payload));
  return decisions;
}

const eventsOf = (decision: StoredDecision) => (decision.kind === 'done' ? decision.events : []);

/** Returns the transfers of a request, from the journal. */
function movedBy(id: number): string[] {
  return stored()
    .slice(-16)
    .flatMap(eventsOf)
    .flatMap((event) => ('funds' in event && event.funds.id === 1_000_000 + id ? event.transfers : []))
    .map(({ kind }) => kind);
}
