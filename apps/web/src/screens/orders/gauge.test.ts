import { expect, it } from 'vitest';
import { gaugeFacts, gaugeTicks } from './gauge.ts';

it('ends at the stop-out and marks the margin call (R-ORD-15)', () => {
  const gauge = gaugeFacts('12.30', '100', '50');
  expect(gauge).toMatchObject({ max: 200, callAt: 0.5, callLabel: '100%', stopLabel: '200%', state: 'ok' });
  expect(gauge.ticks).toHaveLength(gaugeTicks);
  expect(gauge.ticks.filter((tick) => tick === 'on')).toHaveLength(3);
  expect(gauge.ticks.filter((tick) => tick === 'm')).toHaveLength(2);
});

it.each([
  ['0.00', 'ok'],
  ['79.99', 'ok'],
  ['80.00', 'warn'],
  ['100.00', 'bad'],
  [null, 'bad'],
])('a risk rate of %s is %s', (rate, state) => expect(gaugeFacts(rate).state).toBe(state));
