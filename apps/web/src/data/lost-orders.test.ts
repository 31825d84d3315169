import type { CommandAnswer } from '@candor/contracts/http/account';
import type { CallName } from '@candor/contracts/http/paths';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError, type Client } from './client.ts';
import { createIntents, fieldsOf, memoryStore } from './intents.ts';
import { createLostOrders } from './lost-orders.ts';

const fields = { id: 1, cont: '0.50' };

/** A server that executes what it is sent and answers only when the test lets it. */
function setUp() {
  const sent: unknown[] = [];
  const asked: string[] = [];
  const shown: [string, CommandAnswer][] = [];
  const command: CommandAnswer = { status: 'done', order: null };
  const server = { answers: false, isLoggedIn: true, isAway: false, command: command as CommandAnswer };
  const client = {
    call: async (name: CallName, { client_id }: { client_id: string }) => {
      if (name === 'command') {
        asked.push(client_id);
        if (server.isAway) throw new CallError(1902, '', true);
        return server.command;
      }
      sent.push(client_id);
      if (!server.answers) throw new CallError('ERR_NETWORK', '', false);
      return {};
    },
  } as unknown as Client;
  const store = memoryStore();
  let made = 0;
  /** Loads the page, for a user. */
  const open = (userId = 1) => {
    const intents = createIntents(
      store,
      Date.now,
      () => `id-${++made}`,
      () => userId,
    );
    const onKnown = (call: string, answer: CommandAnswer) => void shown.push([call, answer]);
    const lost = createLostOrders({ client, intents, isLoggedIn: () => server.isLoggedIn, onKnown });
    const unanswered = () => intents.lost('closeOrder');
    return {
      lost,
      unanswered,
      press: () => lost.watch(intents.send(client, 'closeOrder', fields)).catch(() => undefined),
    };
  };
  return { server, sent, asked, shown, open };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('R-WIRE-09 after a reload an order with a lost answer is looked up, reported, and does not affect the next one', async () => {
  const { server, sent, asked, shown, open } = setUp();
  await open().press();
  // The page is loaded again.
  vi.clearAllTimers();
  const { lost, press } = open();
  server.answers = true;
  await lost.ask();
  expect(asked).toEqual(['id-1']);
  expect(shown).toEqual([['closeOrder', { status: 'done', order: null }]]);
  await vi.advanceTimersByTimeAsync(4_000);
  await press();
  expect(sent).toEqual(['id-1', 'id-2']);
});

test('R-WIRE-09 a press while the outcome is being reported repeats the reported order', async () => {
  const { server, sent, shown, open } = setUp();
  const { press } = open();
  await press();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(shown).toHaveLength(1);
  server.answers = true;
  await press();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual(['id-1', 'id-1']);
  expect(shown).toHaveLength(1);
});

test('R-WIRE-17 an order unknown to the server is looked up a few times, and sent again by the next press', async () => {
  const { server, sent, asked, shown, open } = setUp();
  server.command = { status: 'unknown' };
  const { press } = open();
  await press();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked).toEqual(['id-1', 'id-1', 'id-1']);
  await press();
  expect(sent).toEqual(['id-1', 'id-1']);
  expect(shown).toEqual([]);
});

test('R-WIRE-17 an order is looked up until the server answers, however long the outage', async () => {
  const { server, asked, shown, open } = setUp();
  server.isAway = true;
  await open().press();
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(asked.length).toBeGreaterThan(8);
  expect(shown).toEqual([]);
  server.isAway = false;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(shown).toEqual([['closeOrder', { status: 'done', order: null }]]);
});

test('R-WIRE-17 nothing is looked up while logged out, or for an answered order', async () => {
  const { server, asked, open } = setUp();
  const { lost, press } = open();
  server.isLoggedIn = false;
  await press();
  await lost.ask();
  expect(asked).toEqual([]);
  server.isLoggedIn = true;
  server.answers = true;
  await press();
  await lost.ask();
  expect(asked).toEqual([]);
});

test('R-WIRE-17 a check asks by the id of the sent order, reports a known outcome once, and says if the server knows none', async () => {
  const { server, asked, shown, open } = setUp();
  const { lost, unanswered, press } = open();
  await press();
  const [intent] = unanswered();
  if (intent === undefined) throw new Error('Invariant: the press is unanswered');
  server.command = { status: 'unknown' };
  await expect(lost.check('closeOrder', intent)).resolves.toBe(false);
  server.command = { status: 'refused', code: 1213, msg: 'No.' };
  await expect(lost.check('closeOrder', intent)).resolves.toBe(true);
  await expect(lost.check('closeOrder', intent)).resolves.toBe(true);
  expect(asked).toEqual(['id-1', 'id-1', 'id-1']);
  expect(shown).toEqual([['closeOrder', { status: 'refused', code: 1213, msg: 'No.' }]]);
});

test('R-WIRE-17 an order without a known outcome waits across a reload, for the user who sent it, until it is known', async () => {
  const { server, sent, asked, shown, open } = setUp();
  await open(1).press();
  // The page is loaded again, first by another user of the device.
  vi.clearAllTimers();
  const other = open(2);
  expect(other.lost.waiting('closeOrder')).toEqual([]);
  await other.press();
  expect(sent).toEqual(['id-1', 'id-2']);
  vi.clearAllTimers();
  const { lost } = open(1);
  const [intent] = lost.waiting('closeOrder');
  expect(intent && fieldsOf(intent)).toEqual(fields);
  server.isAway = true;
  await lost.ask();
  expect(lost.waiting('closeOrder')).toHaveLength(1);
  server.isAway = false;
  await lost.ask();
  expect(asked).toEqual(['id-1', 'id-1']);
  expect(shown).toHaveLength(1);
  expect(lost.waiting('closeOrder')).toEqual([]);
});
