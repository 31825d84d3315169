import { toMoney } from '@candor/domain/values/money';
import { EngineScenario, testSpecs } from './engine-scenario.ts';

const { eurusd, eurjpy, usdjpy, index } = testSpecs;

/** Returns a scenario with every rule at least once, including a partial close, converted profit and fixed margin. */
export function scenarioOfEveryRule(): EngineScenario {
  const scenario = new EngineScenario({ balance: '3000.00' });
  scenario.quote(usdjpy, '157.120', '157.134');
  scenario.quote(eurusd, '1.15283', '1.15295');
  scenario.quote(eurjpy, '181.150', '181.170');
  scenario.quote(index, '6642.1', '6642.7');
  scenario.place(eurusd, { lots: '0.50', stopLoss: '1.15000' });
  scenario.place(eurusd, { side: 'sell', lots: '0.20', target: '1.15400' });
  scenario.place(eurjpy, { lots: '0.30', target: '181.250', takeProfit: '181.400' });
  scenario.close(1, '0.17');
  scenario.quote(eurusd, '1.15411', '1.15423');
  scenario.quote(eurjpy, '181.260', '181.281');
  scenario.quote(eurjpy, '181.415', '181.436');
  scenario.quote(eurusd, '1.14982', '1.14994');
  scenario.place(index, { lots: '3.00' });
  scenario.close(2);
  scenario.place(eurusd, { side: 'sell', lots: '1.00' });
  scenario.quote(eurusd, '1.16800', '1.16815');
  const grant = toMoney(50_000_000_000n);
  scenario.run({ type: 'ResetDemo', atMs: 2_000_000, accountId: scenario.accountId, grant });
  return scenario;
}
