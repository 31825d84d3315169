import { applyQuote } from '@candor/domain/engine/on-quote';
import type { EngineState } from '@candor/domain/engine/state';
import type { Quote } from '@candor/domain/values/quote';
import { testSpecs } from '../testkit/engine-scenario.ts';
import { scanQuote } from '../testkit/scan-engine.ts';
import { type Figure, measureRounds, nsPerTurn, type Size, type Suite, toFigure } from './figure.ts';
import { always, holdOrders, makeState, middleTicks, quoteAt, restTriggers } from './populations.ts';

// A quote that triggers nothing, with any number of resting orders (R-ORD-09, docs/adr/0007).

interface Plan {
  readonly triggers: readonly number[];
  readonly accounts: readonly number[];
  readonly scanned: readonly number[];
  readonly both: readonly [triggers: number, accounts: number];
  readonly turns: number;
  readonly rounds: number;
}

const plans: Record<Size, Plan> = {
  full: {
    triggers: [1_000, 10_000, 100_000, 1_000_000],
    accounts: [1_000, 10_000, 100_000],
    scanned: [1_000, 10_000, 100_000, 1_000_000],
    both: [1_000_000, 100_000],
    turns: 200_000,
    rounds: 5,
  },
  tiny: { triggers: [10, 100], accounts: [10, 50], scanned: [10, 100], both: [100, 50], turns: 200, rounds: 1 },
};
const accountsOfTriggers = 1_000;

const triggerName = (count: number) => `quiet tick, ${count} triggers`;
const accountName = (count: number) => `quiet tick, ${count} accounts holding orders`;
const bothName = ([triggers, accounts]: Plan['both']) => `quiet tick, ${triggers} triggers and ${accounts} accounts`;
const scanName = (count: number) => `quiet tick, scan of ${count} triggers`;

export const quietTicks: Suite = {
  name: 'quiet-ticks',
  figureNames(size) {
    const { triggers, accounts, scanned, both } = plans[size];
    return [...triggers.map(triggerName), ...accounts.map(accountName), bothName(both), ...scanned.map(scanName)];
  },
  async run(size, say) {
    const { triggers, accounts, scanned, both, turns, rounds } = plans[size];
    const scans = new Map<number, number>();
    const scanFigures: Figure[] = [];
    for (const count of scanned) {
      say(scanName(count));
      const state = triggersAtRest(count);
      const few = Math.max(1, Math.min(turns, Math.round(1_000_000 / count)));
      const figure = toFigure(scanName(count), 'ns', ticksOf(state, few, Math.min(rounds, 3), scanQuote));
      scans.set(count, figure.value ?? Number.NaN);
      scanFigures.push(figure);
    }
    const figures: Figure[] = [];
    let least: number | null = null;
    const add = (name: string, state: EngineState, scan: number | undefined) => {
      say(name);
      const values = ticksOf(state, turns, rounds, applyQuote);
      const figure = toFigure(name, 'ns', values, {
        ...(least === null ? {} : { 'the same with the fewest': least }),
        ...(scan === undefined ? {} : { 'scanning everything': scan }),
      });
      least ??= figure.value;
      figures.push(figure);
    };
    for (const count of triggers) add(triggerName(count), triggersAtRest(count), scans.get(count));
    least = null;
    for (const count of accounts) add(accountName(count), ordersHeld(count), undefined);
    least = figures[0]?.value ?? null;
    const crowded = ordersHeld(both[1]);
    restTriggers(crowded, both[0]);
    add(bothName(both), crowded, scans.get(both[0]));
    return [...figures, ...scanFigures];
  },
};

/** Makes a state with pending orders that no price of `quietQuotes` triggers. */
export function triggersAtRest(count: number): EngineState {
  const state = makeState(accountsOfTriggers);
  restTriggers(state, count);
  return state;
}

function ordersHeld(accounts: number): EngineState {
  const state = makeState(accounts);
  holdOrders(state);
  return state;
}

function ticksOf(state: EngineState, turns: number, rounds: number, take: typeof applyQuote): number[] {
  const quotes = quietQuotes();
  return measureRounds(rounds, () =>
    nsPerTurn(turns, (turn) => {
      const events = take(state, quotes[turn % quotes.length] as Quote, 1_000_000, always);
      if (events.length > 0) throw new Error(`A quiet tick does nothing, this one did ${events[0]?.type}`);
    }),
  );
}

export function quietQuotes(): Quote[] {
  return Array.from({ length: 64 }, (_, index) => quoteAt(testSpecs.eurusd, middleTicks - 8 + (index % 16)));
}
