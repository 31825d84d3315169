import type { Command } from '@candor/domain/engine/command';
import type { EngineEvent } from '@candor/domain/engine/event';
import type { Refusal } from '@candor/domain/engine/refusal';
import { EngineScenario, testSpecs } from '../testkit/engine-scenario.ts';
import type { Walk } from './engine-walk.ts';

/** Reports of the domain's functions: which file each of them is in. */
class Recorder {
  readonly files: string[] = [];
  returns = 0;
  valueCalls = 0;
  readonly #stack: string[] = [];

  enter(file: string): void {
    const from = this.#stack.at(-1);
    this.#stack.push(file);
    if (from === file) return;
    if (!this.files.includes(file)) this.files.push(file);
    else if (isValue(file)) this.valueCalls += 1;
    else this.returns += 1;
  }

  leave(): void {
    this.#stack.pop();
  }
}

/** True for a file of values: arithmetic and small types that every formula calls. */
function isValue(file: string): boolean {
  return file.startsWith('values/');
}

/** Scenario that records the walk of each command from its decision to the end of its margin check. */
class WalkedScenario extends EngineScenario {
  last = new Recorder();

  override run(command: Command): EngineEvent[] | Refusal {
    this.last = new Recorder();
    Object.assign(globalThis, { __walk: this.last });
    const result = super.run(command);
    Object.assign(globalThis, { __walk: undefined });
    return result;
  }
}

/** A market order, a pending one, a close and a change of stops, each on an account that holds an order already. */
export function runWalks(): Walk[] {
  const { eurusd, eurjpy, usdjpy } = testSpecs;
  const scenario = new WalkedScenario();
  scenario.quote(eurusd, '1.15283', '1.15295');
  scenario.quote(usdjpy, '150.000', '150.010');
  scenario.quote(eurjpy, '172.000', '172.020');
  scenario.place(eurusd, {});
  const walk = (name: string, result: EngineEvent[] | Refusal): Walk => {
    if (typeof result === 'string') throw new Error(`${name} is accepted, was ${result}`);
    const { files, returns, valueCalls } = scenario.last;
    return { name, files, returns, valueCalls };
  };
  return [
    walk('market order', scenario.place(eurusd, { stopLoss: '1.14000' })),
    walk('market order, converted', scenario.place(eurjpy, {})),
    walk('pending order', scenario.place(eurusd, { target: '1.14000' })),
    walk('change of stops', scenario.amend(eurusd, 1, { stopLoss: '1.13000' })),
    walk('close', scenario.close(1)),
  ];
}
