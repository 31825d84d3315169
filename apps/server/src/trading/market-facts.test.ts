import type { InstrumentId } from '@candor/domain/values/ids';
import { expect, test } from 'vitest';
import { testSpecs } from '../../../../testkit/engine-scenario.ts';
import { approvalOf, cancellationOf, depositOf, payoutOf, withdrawalOf } from '../../../../testkit/funds-commands.ts';
import { FundsScenario } from '../../../../testkit/funds-scenario.ts';
import { withMarkets } from './market-facts.ts';

const { eurusd, eurjpy, usdjpy } = testSpecs;

test('R-FND-47 commands that pay money out carry the markets of all open positions and of their conversion pairs', () => {
  const scenario = new FundsScenario('10000');
  scenario.quote(usdjpy, '150.000', '150.010');
  scenario.quote(eurjpy, '172.000', '172.010');
  scenario.quote(eurusd, '1.15000', '1.15010');
  scenario.place(eurjpy, { lots: '1.00', leverage: 400 });
  scenario.place(eurjpy, { lots: '0.50', leverage: 400 });
  scenario.place(eurusd, { lots: '1.00', leverage: 400, target: '1.10000' });
  const { state } = scenario;
  const marketNow = (id: InstrumentId) => ({ kind: 'open' as const, ageMs: id * 1_000 });
  const markets = [eurjpy, usdjpy].map(({ id }) => ({ instrumentId: id, kind: 'open', ageMs: id * 1_000 }));
  const source = scenario.source();
  for (const command of [
    withdrawalOf(source, '100'),
    approvalOf(source, 2, { kind: 'operator', id: 1 }),
    payoutOf(source, 2),
  ])
    expect(withMarkets(state, command, marketNow)).toEqual({ ...command, markets });
  for (const command of [depositOf(source), cancellationOf(source, 2)])
    expect(withMarkets(state, command, marketNow)).toBe(command);
  const closing = {
    type: 'CloseOrder',
    ...source,
    orderId: 1 as never,
    lots: null,
    market: { kind: 'closed', ageMs: Number.POSITIVE_INFINITY },
  } as const;
  expect(withMarkets(state, closing, marketNow)).toMatchObject({
    market: { kind: 'open', ageMs: eurjpy.id * 1_000 },
    conversion: { ageMs: usdjpy.id * 1_000 },
  });
});
