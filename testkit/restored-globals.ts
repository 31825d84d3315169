import { afterAll, beforeAll, expect, vi } from 'vitest';

// Set-up file of projects whose files share one module graph: a file that leaves a global, a setting of the environment
// or the clock changed fails, instead of a later file that uses it.

type Globals = ReadonlyMap<string, PropertyDescriptor>;

let globals: Globals;
let settings: NodeJS.ProcessEnv;

beforeAll(() => {
  globals = globalsNow();
  settings = { ...process.env };
});

afterAll(() => {
  const left = [...changedGlobals(), ...changedSettings(), ...(vi.isFakeTimers() ? ['the clock'] : [])];
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  expect(left, 'changed by this file and not restored').toEqual([]);
});

/** Globals by name; those of the test runner itself change with every file. */
function globalsNow(): Globals {
  const all = Object.entries(Object.getOwnPropertyDescriptors(globalThis));
  return new Map(all.filter(([name]) => !name.startsWith('__')));
}

function changedGlobals(): string[] {
  const now = globalsNow();
  return [...new Set([...globals.keys(), ...now.keys()])].filter((name) => {
    const [before, after] = [globals.get(name), now.get(name)];
    if (before === undefined || after === undefined) return true;
    // Node replaces some of its globals by their value at the first use.
    if (before.get !== undefined && after.get === undefined) return before.get.call(globalThis) !== after.value;
    return !Object.is(before.value, after.value) || before.get !== after.get;
  });
}

function changedSettings(): string[] {
  const names = new Set([...Object.keys(settings), ...Object.keys(process.env)]);
  return [...names].filter((name) => settings[name] !== process.env[name]);
}
