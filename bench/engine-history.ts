import { tradingDayStart } from '@candor/domain/calc/trading-day';
import { execute } from '@candor/domain/engine/execute';
import { rollOver } from '@candor/domain/engine/roll-over';
import type { EngineState } from '@candor/domain/engine/state';
import type { AccountId, OrderId } from '@candor/domain/values/ids';
import type { Price } from '@candor/domain/values/price';
import { type Figure, nsPerTurn, type Size, type Suite, toFigure } from './figure.ts';
import { always, holdOrders, makeState, middleTicks } from './populations.ts';

// Work that must not grow with history: the roll of the tenth night and of the first, an amend after many amends.

interface Plan {
  readonly orders: number;
  readonly amends: number;
  readonly turns: number;
}

const plans: Record<Size, Plan> = {
  full: { orders: 10_000, amends: 100_000, turns: 2_000 },
  tiny: { orders: 50, amends: 200, turns: 20 },
};
const dayMs = 86_400_000;
const nights = [2, 10];

const nightName = ({ orders }: Plan, night: number) => `night's roll, ${orders} orders, night ${night}`;
const nightStepsName = (plan: Plan, night: number) => `${nightName(plan, night)}, operations`;
const amendName = ({ amends }: Plan) => `amend, after ${amends} amends`;
const amendStepsName = (plan: Plan) => `${amendName(plan)}, operations`;

export const engineHistory: Suite = {
  name: 'engine-history',
  figureNames(size) {
    const plan = plans[size];
    const rolls = nights.flatMap((night) => [nightName(plan, night), nightStepsName(plan, night)]);
    return [...rolls, amendName(plan), amendStepsName(plan)];
  },
  async run(size) {
    const plan = plans[size];
    return [...measureNights(plan), ...measureAmends(plan)];
  },
};

function measureNights(plan: Plan): Figure[] {
  const state = makeState(plan.orders);
  holdOrders(state);
  const rolls = Array.from({ length: Math.max(...nights) }, (_, night) => {
    const rollMs = tradingDayStart(Date.now() + (night + 1) * dayMs);
    const [ns, steps] = measured(state, 1, () => {
      const { events } = rollOver(state, rollMs, rollMs, always);
      if (events.length < plan.orders) throw new Error(`A night charges ${plan.orders} orders, was ${events.length}`);
    });
    return { ms: ns / 1e6, steps };
  });
  const first = rolls[0] ?? { ms: Number.NaN, steps: Number.NaN };
  return nights.flatMap((night) => {
    const roll = rolls[night - 1] ?? first;
    return [
      toFigure(nightName(plan, night), 'ms', [roll.ms], { 'night 1': first.ms }),
      toFigure(nightStepsName(plan, night), '', [roll.steps], { 'night 1': first.steps }),
    ];
  });
}

function measureAmends(plan: Plan): Figure[] {
  const state = makeState(plan.orders);
  holdOrders(state);
  const orderId = 1 as OrderId;
  const accountId = state.orderAccounts.get(orderId) as AccountId;
  const amend = (turn: number) => {
    const takeProfit = (middleTicks + 5_000 + (turn % 2)) as Price;
    const about = { atMs: Date.now(), accountId, orderId, stopLoss: null, takeProfit };
    const result = execute(state, { type: 'AmendStops', ...about, market: { kind: 'open', ageMs: 0 } }, always);
    if (!result.ok) throw new Error(`The amend is accepted, was ${result.refusal}`);
  };
  const [firstNs, firstSteps] = measured(state, plan.turns, amend);
  for (let turn = 0; turn < plan.amends; turn += 1) amend(turn);
  const [ns, steps] = measured(state, plan.turns, amend);
  return [
    toFigure(amendName(plan), 'ns', [ns], { 'the first amends': firstNs }),
    toFigure(amendStepsName(plan), '', [steps], { 'the first amends': firstSteps }),
  ];
}

/** Measures nanoseconds and operations per turn. */
function measured(state: EngineState, turns: number, act: (turn: number) => void): [ns: number, steps: number] {
  const operations = () => state.work.heapSteps + state.work.accountChecks;
  const before = operations();
  const ns = nsPerTurn(turns, act);
  return [ns, (operations() - before) / turns];
}
