import { EngineScenario, testSpecs } from '../testkit/engine-scenario.ts';
import type { Walk } from './engine-walk.ts';

/** Reports of the domain's functions: which file each of them is in. */
class Recorder {
  readonly files: string[] = [];
  returns = 0;
  readonly #stack: string[] = [];
  current = '';

  enter(file: string): void {
    if (this.#stack.at(-1) !== file) {
      if (this.files.includes(file)) {
        this.returns += 1;
      } else this.files.push(file);
    }
    this.#stack.push(file);
  }

  leave(): void {
    this.#stack.pop();
  }
}

/** A market order, a pending one, a close and a change of stops, each on an account that holds an order already. */
export function runWalks(): Walk[] {
  const { eurusd, eurjpy, usdjpy } = testSpecs;
  const scenario = new EngineScenario();
  scenario.quote(eurusd, '1.15283', '1.15295');
  scenario.quote(usdjpy, '150.000', '150.010');
  scenario.quote(eurjpy, '172.000', '172.020');
  scenario.place(eurusd, {});
  const walk = (name: string, act: () => unknown): Walk => {
    const recorder = new Recorder();
    Object.assign(globalThis, { __walk: recorder });
    const result = act();
    Object.assign(globalThis, { __walk: undefined });
    if (typeof result === 'string') throw new Error(`${name} is accepted, was ${result}`);
    return { name, files: recorder.files, returns: recorder.returns };
  };
  return [
    walk('market order', () => scenario.place(eurusd, { stopLoss: '1.14000' })),
    walk('market order, converted', () => scenario.place(eurjpy, {})),
    walk('pending order', () => scenario.place(eurusd, { target: '1.14000' })),
    walk('change of stops', () => scenario.amend(eurusd, 1, { stopLoss: '1.13000' })),
    walk('close', () => scenario.close(1)),
  ];
}
