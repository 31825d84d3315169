import { codes } from '@candor/contracts/codes';
import { type DrawnInstrument, drawingsMax as serverMax } from '@candor/contracts/http/chart-drawings';
import type { CallName } from '@candor/contracts/http/paths';
import { beforeEach, expect, test } from 'vitest';
import { type Drawing, drawingsMax } from '../session/chart-store.ts';
import { CallError } from './client.ts';
import { type AccountDrawings, DrawingSync } from './drawing-sync.ts';

const line = (id: string): Drawing => ({ id, tool: 'segment', points: [{ timestamp: 1, value: 1.1 }], colour: 2 });

let clockMs: number;
let stored: Map<number, DrawnInstrument>;
let failure: CallError | null;
let posts: number;
let beforeAnswer: () => void;
beforeEach(() => {
  [clockMs, stored, failure, posts, beforeAnswer] = [100, new Map(), null, 0, () => {}];
});

/** Answers as the server does: of an instrument the latest change counts. */
const client = {
  call: async (name: CallName, body: object): Promise<never> => {
    await Promise.resolve();
    if (failure !== null) throw failure;
    if (name === 'chartDrawings') return { instruments: [...stored.values()] } as never;
    posts += 1;
    const next = body as DrawnInstrument;
    const now = stored.get(next.forex_id);
    if (now === undefined || now.at <= next.at) stored.set(next.forex_id, structuredClone(next));
    beforeAnswer();
    return structuredClone(stored.get(next.forex_id)) as never;
  },
};

class Device {
  accountId: number | null = 7;
  state: AccountDrawings | null = null;
  refused = 0;
  readonly sync = new DrawingSync({
    client,
    accountId: () => this.accountId,
    read: () => this.state,
    write: (state) => (this.state = state),
    nowMs: () => clockMs,
    onRefused: () => (this.refused += 1),
  });

  keep(instrumentId: number, drawings: readonly Drawing[]): Promise<void> {
    return this.sync.keep(7, instrumentId, drawings);
  }

  of(instrumentId: number) {
    return this.state?.entries[instrumentId]?.drawings ?? null;
  }
}

const noNetwork = new CallError('ERR_NETWORK', 'no answer', false);

test('R-CHT-08 a drawing made on one device is on another one of the account, and goes where it is removed', async () => {
  const [phone, desk] = [new Device(), new Device()];
  await phone.keep(1, [line('a'), line('b')]);
  await desk.sync.load();
  expect(desk.of(1)).toEqual([line('a'), line('b')]);
  clockMs = 200;
  await desk.keep(1, []);
  await phone.sync.load();
  expect(phone.of(1)).toEqual([]);
});

test('R-CHT-08 a device with a slow clock changes what it has seen', async () => {
  const [phone, desk] = [new Device(), new Device()];
  clockMs = 10_000;
  await phone.keep(1, [line('a')]);
  await desk.sync.load();
  clockMs = 100;
  await desk.keep(1, [line('a'), line('b')]);
  expect(desk.of(1)).toEqual([line('a'), line('b')]);
  expect(stored.get(1)?.drawings).toHaveLength(2);
});

test('R-CHT-08 a change without a connection is shown at once, and sent when there is one', async () => {
  const phone = new Device();
  failure = noNetwork;
  await phone.keep(1, [line('a')]);
  expect(phone.of(1)).toEqual([line('a')]);
  expect(posts).toBe(0);
  failure = null;
  await phone.sync.load();
  expect(stored.get(1)?.drawings).toHaveLength(1);
  await phone.sync.load();
  expect(posts).toBe(1);
});

test('R-CHT-08 of two changes of an instrument the later one counts, on every device', async () => {
  const [phone, desk] = [new Device(), new Device()];
  failure = noNetwork;
  await phone.keep(1, [line('early')]);
  failure = null;
  clockMs = 300;
  await desk.keep(1, [line('late')]);
  await phone.sync.load();
  expect(phone.of(1)).toEqual([line('late')]);
  expect(stored.get(1)?.drawings).toMatchObject([{ id: 'late' }]);
});

test('R-CHT-08 a change made while another one is under way is sent after it', async () => {
  const phone = new Device();
  let isFirst = true;
  beforeAnswer = () => {
    if (!isFirst) return;
    isFirst = false;
    clockMs = 101;
    void phone.keep(1, [line('a'), line('b')]);
  };
  await phone.keep(1, [line('a')]);
  expect(posts).toBe(2);
  expect(phone.of(1)).toHaveLength(2);
  expect(stored.get(1)?.drawings).toHaveLength(2);
});

test('R-CHT-09 a refused change stays on the device and is reported; others are still sent', async () => {
  const phone = new Device();
  failure = new CallError(codes.tooManyDrawings, 'too many', true);
  await phone.keep(1, [line('a')]);
  expect(phone.refused).toBe(1);
  expect(phone.of(1)).toEqual([line('a')]);
  failure = null;
  await phone.keep(2, [line('b')]);
  expect(stored.size).toBe(2);
  expect(drawingsMax).toBe(serverMax);
});

test('R-CHT-08 another account on the device has drawings of its own; tools of a later version are left out', async () => {
  const phone = new Device();
  await phone.keep(1, [line('a')]);
  stored.set(2, { forex_id: 2, at: 1, drawings: [{ id: 'x', tool: 'spiral', points: [{ time: 1, price: 1 }] }] });
  await phone.sync.load();
  expect(phone.of(2)).toEqual([]);
  phone.accountId = 8;
  stored.clear();
  await phone.sync.load();
  expect(phone.state).toEqual({ accountId: 8, entries: {} });
  phone.accountId = null;
  await phone.sync.load();
  expect(phone.state?.accountId).toBe(8);
});
