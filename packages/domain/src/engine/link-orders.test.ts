import { describe, expect, test } from 'vitest';
import { EngineScenario, testSpecs } from '../../../../testkit/engine-scenario.ts';
import type { OrderId } from '../values/ids.ts';
import type { EngineEvent } from './event.ts';

const { eurusd } = testSpecs;

/** Account with a buy limit (1) and a sell limit order (2) about a market of 1.15283/1.15295. */
function pending(more: { balance?: string; expiresAtMs?: number; lots?: string } = {}): EngineScenario {
  const { balance, lots = '0.20', expiresAtMs } = more;
  const scenario = new EngineScenario(balance === undefined ? {} : { balance });
  scenario.quote(eurusd, '1.15283', '1.15295');
  scenario.place(eurusd, { target: '1.15000', lots, ...(expiresAtMs !== undefined && { expiresAtMs }) });
  scenario.place(eurusd, { side: 'sell', target: '1.16000' });
  return scenario;
}

function link(scenario: EngineScenario, id = 1, other: number | null = 2) {
  const ids = { orderId: id as OrderId, otherId: other as OrderId | null };
  return scenario.run({ type: 'LinkOrders', ...scenario.source(), ...ids });
}

const outcomes = (events: EngineEvent[] | string) =>
  typeof events === 'string'
    ? events
    : events.map((event) => ('order' in event ? `${event.type} ${event.order.id}` : event.type));

describe('R-ORD-39 one cancels the other', () => {
  test('both orders show the other, and lose it together', () => {
    const scenario = pending();
    expect(outcomes(link(scenario))).toEqual(['OrderLinked 1', 'OrderLinked 2']);
    expect([scenario.order(1)?.linkedId, scenario.order(2)?.linkedId]).toEqual([2, 1]);
    expect(outcomes(link(scenario, 2, null))).toEqual(['OrderUnlinked 2', 'OrderUnlinked 1']);
    expect([scenario.order(1), scenario.order(2)].every((order) => order && !('linkedId' in order))).toBe(true);
  });

  test('the fill of one cancels the other in the same decision, and takes the link from the position', () => {
    const scenario = pending();
    link(scenario);
    const events = scenario.quote(eurusd, '1.14988', '1.15000');
    expect(outcomes(events)).toEqual(['OrderOpened 1', 'OrderCancelled 2']);
    expect(events[1]).toMatchObject({ order: { cancelReason: 'other-filled', linkedId: 1 } });
    expect(scenario.order(1)).not.toHaveProperty('linkedId');
    expect(scenario.order(2)).toBe(undefined);
  });

  test('a quote that reaches both fills the older one alone, before any other order of that quote', () => {
    const scenario = pending();
    scenario.place(eurusd, { target: '1.15100', lots: '0.10' });
    scenario.place(eurusd, { target: '1.15050', lots: '0.10' });
    link(scenario, 1, 3);
    expect(outcomes(scenario.quote(eurusd, '1.14900', '1.14912'))).toEqual([
      'OrderOpened 1',
      'OrderCancelled 3',
      'OrderOpened 4',
    ]);
  });

  test.each([
    ['its owner cancels it', (scenario: EngineScenario) => scenario.cancel(1), 'OrderCancelled 1'],
    [
      'it expires',
      (scenario: EngineScenario) => {
        scenario.nowMs = 2_000_000;
        return scenario.quote(eurusd, '1.15283', '1.15295');
      },
      'OrderExpired 1',
    ],
  ] as const)('the other stays, alone, if %s', (_when, end, ended) => {
    const scenario = pending({ expiresAtMs: 2_000_000 });
    link(scenario);
    expect(outcomes(end(scenario))).toEqual([ended, 'OrderUnlinked 2']);
    expect(scenario.order(2)).toMatchObject({ status: 'pending' });
    expect(scenario.order(2)).not.toHaveProperty('linkedId');
  });

  test('the other stays, alone, if the account cannot carry the one that is reached', () => {
    const scenario = pending({ balance: '300.00', lots: '5.00' });
    link(scenario);
    expect(outcomes(scenario.quote(eurusd, '1.14988', '1.15000'))).toEqual(['OrderCancelled 1', 'OrderUnlinked 2']);
  });

  test('a pair whose orders expire together ends', () => {
    const scenario = pending({ expiresAtMs: 2_000_000 });
    scenario.place(eurusd, { target: '1.14000', expiresAtMs: 2_000_000 });
    link(scenario, 1, 3);
    scenario.nowMs = 2_000_000;
    expect(outcomes(scenario.quote(eurusd, '1.15283', '1.15295'))).toEqual([
      'OrderExpired 1',
      'OrderUnlinked 3',
      'OrderExpired 3',
    ]);
  });

  test('an order is linked while it is placed', () => {
    const scenario = pending();
    expect(outcomes(scenario.place(eurusd, { side: 'sell', target: '1.15900', linkTo: 1 }))).toEqual([
      'OrderPlaced 3',
      'OrderLinked 1',
    ]);
    expect([scenario.order(1)?.linkedId, scenario.order(3)?.linkedId]).toEqual([3, 1]);
    expect(scenario.place(eurusd, { target: '1.15900', linkTo: 1 })).toBe('order-linked');
    expect(scenario.place(eurusd, { linkTo: 2 })).toBe('order-not-pending');
  });
});
