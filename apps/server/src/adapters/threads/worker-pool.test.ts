import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { WorkerPool, type WorkerPoolOptions } from './worker-pool.ts';

const folder = mkdtempSync(join(tmpdir(), 'candor-work-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const workerPath = join(folder, 'jobs.mjs');
writeFileSync(
  workerPath,
  `import { getPriority } from 'node:os';
   import { threadId } from 'node:worker_threads';
   export const priority = () => getPriority();
   export const where = () => threadId;
   export const settings = () => Object.keys(process.env).length;
   export const fail = () => { throw new RangeError('broken'); };
   export const hang = () => { for (;;); };
   export const wait = (gate) => { Atomics.wait(new Int32Array(gate), 0, 0); return 'waited'; };`,
);

let pool: WorkerPool;
afterEach(() => pool.close());

function open(options: Partial<WorkerPoolOptions> = {}): WorkerPool {
  pool = new WorkerPool({
    workerPath,
    threads: 1,
    idleMs: 60_000,
    timeMaxMs: 30_000,
    heapMaxMb: 64,
    runningMax: [1, 1],
    waitingPerCaller: 2,
    waitingMax: 3,
    isEndedByCaller: true,
    ...options,
  });
  return pool;
}

/** Blocks a thread until it is opened. */
function createGate() {
  const buffer = new SharedArrayBuffer(4);
  return {
    buffer,
    open: () => Atomics.store(new Int32Array(buffer), 0, 1) + Atomics.notify(new Int32Array(buffer), 0),
  };
}

const of = (caller: string, signal?: AbortSignal) => (signal === undefined ? { caller } : { caller, signal });

test('R-SEC-33 a job runs in another thread, without the environment, and its error is returned', async () => {
  open();
  expect(await pool.run('where', null, of('a'))).not.toBe(0);
  expect(await pool.run('settings', null, of('a'))).toBe(0);
  await expect(pool.run('fail', null, of('a'))).rejects.toThrow('broken');
});

test('R-SEC-33 jobs have a lower scheduling priority than the program', async () => {
  open();
  // 19 is the lowest priority.
  expect(await pool.run('priority', null, of('a'))).toBe(Math.min(19, getPriority() + 10));
});

test('R-SEC-33 a job of a patient caller outlives the time limit, at which another one is ended', async () => {
  open({ threads: 2, timeMaxMs: 200 });
  const gate = createGate();
  const patient = pool.run('wait', gate.buffer, { caller: 'start', isPatient: true });
  // Its limit begins later and has passed when it is ended.
  await expect(pool.run('hang', null, of('a'))).rejects.toMatchObject({ name: 'WorkEndedError' });
  gate.open();
  expect(await patient).toBe('waited');
});

test('R-SEC-33 a few callers who fill the queue lose a place to one who has none', async () => {
  open({ waitingPerCaller: 4, waitingMax: 4 });
  const gate = createGate();
  const run = (caller: string, network?: string) =>
    pool.run('wait', gate.buffer, network === undefined ? of(caller) : { network, caller }).then(
      () => 'done',
      (error: Error) => error.name,
    );
  const first = run('flood', 'many');
  const flood = [1, 2, 3, 4].map((demo) => run(`demo ${demo}`, 'many'));
  const trader = run('trader');
  expect(await Promise.race(flood)).toBe('WorkBusyError');
  gate.open();
  expect(await trader).toBe('done');
  expect(await first).toBe('done');
  expect((await Promise.all(flood)).toSorted()).toEqual(['WorkBusyError', 'done', 'done', 'done']);
});

test('R-SEC-33 one caller’s waiting jobs are bounded and block nobody else', async () => {
  open({ waitingMax: 4 });
  const gate = createGate();
  const ended: string[] = [];
  const run = (caller: string) => pool.run('wait', gate.buffer, of(caller)).then(() => ended.push(caller));
  const running = [run('a'), run('a'), run('a')];
  await expect(run('a')).rejects.toMatchObject({ name: 'WorkBusyError' });
  const others = [run('b'), run('c')];
  // No caller has more waiting jobs than this one would have.
  await expect(run('b')).rejects.toMatchObject({ name: 'WorkBusyError' });
  gate.open();
  await Promise.all([...running, ...others]);
  expect(ended).toEqual(['a', 'b', 'c', 'a', 'a']);
});

test('R-SEC-33 work ends when its caller leaves, waiting or running, and the thread takes the next job', async () => {
  open();
  const [left, gone] = [new AbortController(), new AbortController()];
  const hanging = pool.run('hang', null, of('a', left.signal));
  const waiting = pool.run('where', null, of('b', gone.signal));
  const next = pool.run('where', null, of('c'));
  gone.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'WorkEndedError' });
  left.abort();
  await expect(hanging).rejects.toMatchObject({ name: 'WorkEndedError' });
  expect(await next).toBeGreaterThan(0);
});

test('R-SEC-33 work beyond the time limit ends with its thread', async () => {
  open({ timeMaxMs: 300 });
  await expect(pool.run('hang', null, of('a'))).rejects.toMatchObject({ name: 'WorkEndedError' });
});
