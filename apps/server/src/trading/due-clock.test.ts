import { expect, test } from 'vitest';
import { EngineScenario, testSpecs } from '../../../../testkit/engine-scenario.ts';
import { DueClock } from './due-clock.ts';

const roll = (day: number) => Date.parse(`2026-11-${day}T22:00:00Z`);
const { eurusd } = testSpecs;

test('R-TIME-05 after a confirmed step back, the following nights are charged again, to new orders only', () => {
  const scenario = new EngineScenario({ startMs: roll(17) + 3_600_000 });
  scenario.quote(eurusd, '1.15283', '1.15295');
  const time = new DueClock(scenario.state, roll(17));
  scenario.place(eurusd, { lots: '1.00' });
  expect(time.roll(roll(20), roll(20), () => true)).not.toEqual([]);
  time.confirm(roll(18) + 7_200_000);
  scenario.place(eurusd, { lots: '1.00', atMs: roll(18) + 7_200_000 });
  const events = time.roll(roll(19), roll(19), () => true);
  expect(events.map((event) => 'order' in event && [event.type, event.order.id])).toEqual([['SwapCharged', 2]]);
});
