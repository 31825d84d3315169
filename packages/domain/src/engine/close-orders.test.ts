import { describe, expect, test } from 'vitest';
import { EngineScenario, testSpecs } from '../../../../testkit/engine-scenario.ts';
import type { InstrumentId } from '../values/ids.ts';
import { toMoney } from '../values/money.ts';
import type { CloseOrders } from './command.ts';
import type { EngineEvent } from './event.ts';
import type { MarketOf } from './market-now.ts';

const { eurusd, gbpusd, usdjpy, eurjpy, index } = testSpecs;
const closed = new Set<InstrumentId>();

/** Account with a winner (1) and a loser (2) in EUR/USD, a winner (3) in GBP/USD and a pending order (4). */
function traded(): EngineScenario {
  closed.clear();
  const scenario = new EngineScenario({ sessions: { isWithin: (id) => !closed.has(id) } });
  scenario.quote(eurusd, '1.15283', '1.15295');
  scenario.quote(gbpusd, '1.30000', '1.30010');
  scenario.place(eurusd, { side: 'buy', lots: '0.10' });
  scenario.place(eurusd, { side: 'sell', lots: '0.20' });
  scenario.place(gbpusd, { side: 'buy', lots: '0.10' });
  scenario.place(eurusd, { side: 'buy', lots: '0.10', target: '1.10000' });
  scenario.quote(eurusd, '1.15383', '1.15395');
  scenario.quote(gbpusd, '1.30100', '1.30110');
  return scenario;
}

function closeAll(scenario: EngineScenario, more: Partial<CloseOrders> = {}): EngineEvent[] {
  const asked = { which: 'all', instrumentId: null, whenPriced: false, ...more } as const;
  const decided = scenario.run({ type: 'CloseOrders', ...scenario.source(), ...asked });
  if (typeof decided === 'string') throw new Error(decided);
  return decided;
}

const outcomes = (events: readonly EngineEvent[]) =>
  events.map((event) => ('order' in event ? `${event.type} ${event.order.id}` : event.type));

describe('R-ORD-35 one command closes several orders', () => {
  test.each([
    ['all of them', {}, [1, 2, 3]],
    ['those in profit', { which: 'winners' }, [1, 3]],
    ['those at a loss', { which: 'losers' }, [2]],
    ['those in one instrument', { instrumentId: eurusd.id }, [1, 2]],
    ['those in profit in one instrument', { which: 'winners', instrumentId: gbpusd.id }, [3]],
  ] as const)('%s, oldest first, and pending orders stay', (_name, asked, ids) => {
    const scenario = traded();
    expect(outcomes(closeAll(scenario, asked))).toEqual(ids.map((id) => `OrderClosed ${id}`));
    for (const id of [1, 2, 3]) expect(scenario.order(id) === undefined).toBe((ids as readonly number[]).includes(id));
    expect(scenario.order(4)).toMatchObject({ status: 'pending' });
  });

  test('each is filled, charged and posted like a close of its own', () => {
    const [together, alone] = [traded(), traded()];
    const singly = [1, 2, 3].flatMap((id) => alone.close(id) as EngineEvent[]);
    expect(closeAll(together)).toEqual(singly);
    expect(together.state.balances).toEqual(alone.state.balances);
  });

  test('an order that cannot be closed stays as it is, and says why; with `whenPriced` it waits', () => {
    const stale: MarketOf[] = [{ instrumentId: gbpusd.id, kind: 'open', ageMs: 10_001 }];
    const scenario = traded();
    const held = scenario.order(3);
    const [, , refused] = closeAll(scenario, { markets: stale });
    expect(refused).toMatchObject({ type: 'CloseRefused', refusal: 'price-stale', transfers: [] });
    expect(scenario.order(3)).toBe(held);
    expect(outcomes(closeAll(scenario, { markets: stale, whenPriced: true }))).toEqual(['CloseQueued 3']);
    expect(closeAll(scenario, { markets: stale, whenPriced: true })).toMatchObject([{ refusal: 'close-waiting' }]);
    closed.add(gbpusd.id);
    expect(closeAll(scenario, { whenPriced: true })).toMatchObject([{ refusal: 'market-closed' }]);
  });

  test('the age of the pair that converts its result counts for each of them', () => {
    const scenario = traded();
    scenario.quote(usdjpy, '148.200', '148.210');
    scenario.quote(eurjpy, '170.000', '170.010');
    scenario.place(eurjpy, { lots: '0.10' });
    const markets = [{ instrumentId: usdjpy.id, kind: 'open', ageMs: 10_001 }] as const;
    const last = closeAll(scenario, { markets }).at(-1);
    expect(last).toMatchObject({ type: 'CloseRefused', order: { id: 5 }, refusal: 'conversion-stale' });
    expect(outcomes(closeAll(scenario))).toEqual(['OrderClosed 5']);
  });

  test('without an order of that kind it is refused', () => {
    expect(() => closeAll(traded(), { instrumentId: index.id })).toThrow('no-open-orders');
  });

  test('a swap larger than the profit makes a loser of a winner', () => {
    const scenario = traded();
    const held = scenario.order(3);
    if (held?.status !== 'open') throw new Error('order 3 is open');
    const account = scenario.state.accounts.get(scenario.accountId);
    account?.orders.set(held.id, { ...held, swap: toMoney(-1_000_000_000n) });
    expect(outcomes(closeAll(scenario, { which: 'losers' }))).toEqual(['OrderClosed 2', 'OrderClosed 3']);
  });

  test('a position whose price is unknown is neither a winner nor a loser', () => {
    const scenario = traded();
    scenario.state.quotes.delete(gbpusd.id);
    expect(outcomes(closeAll(scenario, { which: 'winners' }))).toEqual(['OrderClosed 1']);
  });
});
