import { expect, test } from 'vitest';
import { ownLimits, sleepers } from './exceptions.ts';
import {
  allFiles,
  fieldOf,
  isSource,
  isTest,
  literal,
  type Node,
  nameOf,
  read,
  visit,
  visitSource,
} from './source-tree.ts';

const isOfTests = (path: string) => isTest(path) || /^(bench|e2e|sim|testkit)\//.test(path);

/** Lines of a source that pause for a fixed time or burn it, in any form. */
function pausesIn(path: string, text: string): number[] {
  const lines = new Set<number>();
  visitSource(path, text, (node, parent, line) => {
    if (isPause(node, parent)) lines.add(line);
  });
  return [...lines];
}

function isPause(node: Node, parent: Node | undefined): boolean {
  if (/^(?:node:)?timers\/promises$|\/pace\.ts$/.test(literal(node) ?? '')) return true;
  if (node.type === 'NewExpression' && nameOf(node['callee']) === 'Promise') return isTimed(node);
  if (node.type === 'MemberExpression') return isSleepingMember(node);
  if (isLoop(node)) return isBusy(node);
  // Passed on instead of called, as in `promisify(setTimeout)`.
  return node.type === 'Identifier' && nameOf(node) === 'setTimeout' && parent !== undefined && isPassed(node, parent);
}

function isSleepingMember(node: Node): boolean {
  const [owner, field] = [nameOf(node['object']), fieldOf(node)];
  return (
    field === 'waitForTimeout' ||
    (owner === 'Atomics' && field === 'wait') ||
    (owner === 'Promise' && field === 'withResolvers')
  );
}

function isPassed(node: Node, parent: Node): boolean {
  if (parent.type === 'CallExpression') return (parent['arguments'] as Node[]).includes(node);
  return parent.type === 'VariableDeclarator' && parent['init'] === node;
}

/** True if a timer fulfils a promise; a timer that ends it after a limit is no pause. */
function isTimed(promise: Node): boolean {
  const [executor] = promise['arguments'] as Node[];
  const fulfil = nameOf((executor?.['params'] as Node[] | undefined)?.[0]);
  let isFound = false;
  visit(promise, undefined, (node) => {
    if (node.type !== 'CallExpression' || nameOf(node['callee']) !== 'setTimeout') return;
    const [callback] = node['arguments'] as [Node];
    visit(callback, undefined, (inner) => {
      if (fulfil === undefined || nameOf(inner) === fulfil) isFound = true;
    });
  });
  return isFound;
}

const isLoop = (node: Node) => /^(While|DoWhile|For)Statement$/.test(node.type);

/** True if a loop ends by the clock and never gives way. */
function isBusy(loop: Node): boolean {
  let [isByClock, givesWay] = [false, false];
  visit((loop['test'] ?? loop) as Node, undefined, (node) => {
    if (node.type === 'MemberExpression' && /^(now|nowMs|hrtime|monotonicMs)$/.test(fieldOf(node) ?? ''))
      isByClock = true;
  });
  visit(loop, undefined, (node) => {
    if (/^(Await|Yield)Expression$/.test(node.type)) givesWay = true;
  });
  return loop['test'] != null && isByClock && !givesWay;
}

const sleeping = allFiles().filter(
  (path) => isSource(path) && isOfTests(path) && pausesIn(path, read(path)).length > 0,
);

test('tests wait for the event they need: no file sleeps but those that say why', () => {
  expect(sleeping.filter((path) => !(path in sleepers))).toEqual([]);
});

test('each exception still sleeps: take it off the list when it does not', () => {
  expect(Object.keys(sleepers).filter((path) => !sleeping.includes(path))).toEqual([]);
});

test.each([
  'await page.waitForTimeout(5);',
  "await page['waitForTimeout'](5);",
  'await new Promise((resolve) => setTimeout(resolve, 5));',
  'new Promise<void>((next) => requestAnimationFrame(() => setTimeout(next, 30)));',
  "import { setTimeout as after } from 'node:timers/promises';",
  "import { delay } from './pace.ts';",
  "const { setTimeout: after } = await import('timers/promises');",
  'const after = promisify(setTimeout);',
  'const later = setTimeout; await then(later);',
  'Atomics.wait(cells, 0, 0, 50);',
  'while (Date.now() < endMs);',
  'do { spins += 1; } while (performance.now() < endMs);',
  'for (const endMs = start + 5; clock.nowMs() < endMs; ) spins += 1;',
  'const { promise, resolve } = Promise.withResolvers(); setTimeout(resolve, 5);',
])('a pause is found: %s', (text) => {
  expect(pausesIn('planted.test.ts', text)).toEqual([1]);
});

test('a limit of time, a poll that gives way and a fake clock are no pauses', () => {
  const text = `
    const timer = setTimeout(stop, 5);
    await new Promise((resolve, reject) => { setTimeout(() => reject(late), 5); work.then(resolve); });
    while (Date.now() < endMs) await next();
    while (queue.length > 0) queue.pop();
    vi.advanceTimersByTime(5);`;
  expect(pausesIn('planted.test.ts', text)).toEqual([]);
});

test('tests with a database or a browser leave the clock of their process alone: its timers are those of the driver', () => {
  const clocks = allFiles().filter(
    (path) => /\.store\.test\.ts$|^e2e\//.test(path) && /useFakeTimers|setSystemTime/.test(read(path)),
  );
  expect(clocks).toEqual([]);
});

/** Lines of a test that give a test, a hook or a poll a time limit or retries of its own. */
function limitsIn(path: string, text: string): number[] {
  const lines = new Set<number>();
  visitSource(path, text, (node, _parent, line) => {
    if (isLimit(node)) lines.add(line);
  });
  return [...lines];
}

const runners = /^(test|it|describe|beforeAll|beforeEach|afterAll|afterEach)$/;

function isLimit(node: Node): boolean {
  if (node.type === 'Property')
    return /^(timeout|retry|retries|testTimeout|hookTimeout)$/.test(nameOf(node['key']) ?? '');
  if (node.type !== 'CallExpression') return false;
  const given = node['arguments'] as Node[];
  const callee = node['callee'] as Node;
  const last = given.at(-1);
  if (!isRunner(callee) || last === undefined) return false;
  // A limit follows the function: `test(title, run, ms)`, `beforeAll(run, ms)`.
  const isHook = /^(before|after)/.test(nameOf(callee) ?? '');
  return /^(Literal|Identifier)$/.test(last.type) && given.length === (isHook ? 2 : 3);
}

/** True for `test`, `test.runIf(…)`, `test.each(…)` and the like. */
function isRunner(callee: Node): boolean {
  if (callee.type === 'MemberExpression')
    return /^(only|skip|concurrent)$/.test(fieldOf(callee) ?? '') && isRunner(callee['object'] as Node);
  if (callee.type === 'CallExpression') {
    const made = callee['callee'] as Node;
    return made.type === 'MemberExpression' && isRunner(made['object'] as Node);
  }
  return runners.test(nameOf(callee) ?? '');
}

const limited = allFiles().filter((path) => isTest(path) && limitsIn(path, read(path)).length > 0);

test('tests keep the time limits of their project, but for those that say why', () => {
  expect(limited.filter((path) => !(path in ownLimits))).toEqual([]);
  expect(Object.keys(ownLimits).filter((path) => !limited.includes(path))).toEqual([]);
});

test.each([
  "test('x', { timeout: 60_000 }, run);",
  "test('x', run, 60_000);",
  'beforeAll(start, slowMs);',
  "test.each([1])('x', { retry: 2 }, run);",
  'await expect.poll(state, { timeout: 5_000 }).toBe(1);',
])('a time limit or retry of its own is found: %s', (text) => {
  expect(limitsIn('planted.test.ts', text)).toEqual([1]);
});
