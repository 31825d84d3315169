import type { CompanyId } from '@candor/domain/values/ids';
import { beforeEach, expect, test } from 'vitest';
import { memoryRateCounts } from '../../adapters/rates/memory-rate-counts.ts';
import type { SignInEntry, SignInEvent, SignInKind, SignInLog } from '../../ports/sign-ins.ts';
import { SignIns } from './sign-ins.ts';

const companyId = 1 as CompanyId;
let nowMs: number;
let rows: SignInEntry[];
let append: (entries: readonly SignInEntry[]) => Promise<void>;
let signIns: SignIns;

beforeEach(() => {
  nowMs = 1_000_000;
  rows = [];
  append = async (entries) => void rows.push(...entries);
  const log = { append: (_: CompanyId, entries: readonly SignInEntry[]) => append(entries) } as unknown as SignInLog;
  const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs };
  signIns = new SignIns({ log, clock, full: null, onError: () => undefined, onRefused: () => undefined });
});

function eventOf(kind: SignInKind, network: string, who: SignInEvent['who'] = 'user'): SignInEvent {
  return { companyId, who, kind, detail: '', network, person: () => 7 };
}

async function floodRefusals(who: SignInEvent['who'] = 'user'): Promise<void> {
  for (let at = 0; at < 40 * 25; at += 1) await signIns.record(eventOf('refused', `2001:db8:0:${at % 40}`, who));
}

const recorded = (kind: SignInKind) => rows.filter((row) => row.kind === kind);

test.each<[SignInKind, SignInEvent['who']]>([
  ['signed-in', 'user'],
  ['signed-in', 'operator'],
  ['password-reset', 'user'],
])('R-SEC-12 refusals of strangers hide no %s of %s', async (kind, who) => {
  await floodRefusals();
  expect(recorded('refused')).toHaveLength(600);
  await signIns.record(eventOf(kind, '198.51.100.7', who));
  expect(recorded(kind)).toMatchObject([{ who, personId: 7, network: '198.51.100.7' }]);
});

test('R-SEC-12 account takeover events are kept in full, however many events a network has', async () => {
  for (let at = 0; at < 100; at += 1) await signIns.record(eventOf('signed-in', '198.51.100.7'));
  expect(recorded('signed-in')).toHaveLength(60);
  await signIns.record(eventOf('factor-removed', '198.51.100.7'));
  expect(recorded('factor-removed')).toHaveLength(1);
});

test('R-SEC-12 counted refusals distinguish operators and traders', async () => {
  await floodRefusals('operator');
  await floodRefusals('user');
  nowMs += 61_000;
  await signIns.endMinutes();
  const counts = recorded('counted').map(({ who }) => who);
  expect(new Set(counts)).toEqual(new Set(['operator', 'user']));
});

test('R-SEC-12 queued entries are each written once; the oldest are dropped at the limit', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const store = append;
  const begun = new Promise<void>((resolve) => {
    append = async (entries) => {
      append = store;
      resolve();
      await released;
      await store(entries);
    };
  });
  const record = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => signIns.record(eventOf('signed-in', `${from + at}`, 'operator')));
  const first = record(0, 150);
  await begun;
  const all = [...first, ...record(150, 5_300)];
  // Each event's person is looked up before queueing.
  await new Promise(setImmediate);
  release();
  await Promise.all(all);
  const networks = rows.map(({ network }) => Number(network));
  expect(new Set(networks).size).toBe(networks.length);
  expect(networks.slice(-5_000)).toEqual(Array.from({ length: 5_000 }, (_, at) => at + 300));
});

test('R-SES-39 the bound of full entries holds over all gateways; the rest is counted', async () => {
  const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs };
  const full = memoryRateCounts(clock)('sign-in entries', 60_000);
  const log = { append: (_: CompanyId, entries: readonly SignInEntry[]) => append(entries) } as unknown as SignInLog;
  const both = [1, 2].map(
    () => new SignIns({ log, clock, full, onError: () => undefined, onRefused: () => undefined }),
  );
  for (let at = 0; at < 40 * 25; at += 1)
    await both[at % 2]?.record(eventOf('refused', `2001:db8:0:${Math.floor(at / 20)}`));
  expect(recorded('refused')).toHaveLength(600);
  nowMs += 61_000;
  for (const signIns of both) await signIns.endMinutes();
  expect(recorded('counted').reduce((sum, { count }) => sum + count, 0)).toBe(400);
});

test('R-SES-39 while the shared count does not answer, the own bound of a gateway holds', async () => {
  const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs };
  const full = { ...memoryRateCounts(clock)('sign-in entries', 60_000), add: () => Promise.reject(new Error('away')) };
  const log = { append: (_: CompanyId, entries: readonly SignInEntry[]) => append(entries) } as unknown as SignInLog;
  signIns = new SignIns({ log, clock, full, onError: () => undefined, onRefused: () => undefined });
  await floodRefusals();
  expect(recorded('refused')).toHaveLength(600);
});
