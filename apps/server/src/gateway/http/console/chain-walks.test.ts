import { expect, test } from 'vitest';
import type { ChainCheck } from '../../../ports/audit.ts';
import { ChainWalks } from './chain-walks.ts';

const whole: ChainCheck = { head: null, fault: null };
const stay = new AbortController().signal;

function createWalk() {
  const begun: { readonly signal: AbortSignal; readonly end: (check: ChainCheck) => void }[] = [];
  const walk = (signal: AbortSignal) => new Promise<ChainCheck>((end) => begun.push({ signal, end }));
  return { begun, walk };
}

test('R-OPS-19 twenty concurrent requests share one walk, and a later request starts a new one', async () => {
  const walks = new ChainWalks();
  const { begun, walk } = createWalk();
  const asked = Array.from({ length: 20 }, () => walks.of('audit 1', stay, walk));
  await expect.poll(() => begun.length).toBe(1);
  begun[0]?.end(whole);
  expect(new Set(await Promise.all(asked))).toEqual(new Set([whole]));
  expect(begun.length).toBe(1);
  const next = walks.of('audit 1', stay, walk);
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.end(whole);
  await next;
});

test('R-OPS-19 one walk runs at a time across all chains; a walk whose callers have left is not started', async () => {
  const walks = new ChainWalks();
  const { begun, walk } = createWalk();
  const first = walks.of('audit 1', stay, walk);
  const gone = new AbortController();
  const left = walks.of('audit 2', gone.signal, walk);
  const third = walks.of('sign-ins 1', stay, walk);
  gone.abort();
  await expect(left).rejects.toMatchObject({ name: 'WorkEndedError' });
  expect(begun.length).toBe(1);
  begun[0]?.end(whole);
  await first;
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.end(whole);
  await third;
  expect(begun.length).toBe(2);
});

test('R-OPS-19 the queue is bounded, callers who have left included', async () => {
  const walks = new ChainWalks();
  const { begun, walk } = createWalk();
  const first = walks.of('audit 1', stay, walk);
  await expect.poll(() => begun.length).toBe(1);
  const refusals: unknown[] = [];
  for (let at = 0; at < 130; at += 1) {
    const gone = new AbortController();
    const left = walks.of('audit 2', gone.signal, walk).catch((error: Error) => error.name);
    gone.abort();
    refusals.push(await left);
  }
  expect(refusals.filter((name) => name === 'WorkBusyError')).toHaveLength(30);
  begun[0]?.end(whole);
  await first;
});

test('R-OPS-19 a failed walk rejects all its callers and does not block the next one', async () => {
  const walks = new ChainWalks();
  const fail = () => Promise.reject(new Error('away'));
  const asked = [walks.of('audit 1', stay, fail), walks.of('audit 1', stay, fail)];
  for (const each of asked) await expect(each).rejects.toThrow('away');
  expect(await walks.of('audit 1', stay, async () => whole)).toEqual(whole);
});
