import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { createClient } from './client.ts';
import { createIntents, memoryStore } from './intents.ts';
import type { Order } from './order.ts';
import { createStopLevels } from './stop-levels.ts';

const held = { id: 7, stopLoss: '1.10', takeProfit: '1.30', trailingDistance: null, profit: '12.00' } as Order;
const other = { id: 8, stopLoss: null, takeProfit: null } as Order;

interface Sent {
  readonly id: number;
  readonly stop_loss_price: string;
  readonly target_profit_price: string;
  readonly trailing_distance?: string;
}

/** A server that replaces both levels, and answers each call when the test lets it. */
function setUp() {
  const sent: Sent[] = [];
  const answers: ((code?: number) => void)[] = [];
  const client = createClient({
    origin: '',
    language: () => 'en',
    token: () => 'token',
    onSessionExpired: () => {},
    sleep: () => Promise.resolve(),
    fetch: (_, { body = '' }) => {
      const fields = JSON.parse(body) as Sent;
      sent.push(fields);
      const data = {
        ForexTradeLists: {},
        // The answer has no later price than the opening.
        FactProfits: '-1.00',
        CloseReason: null,
        Id: fields.id,
        TargetLossPrice: fields.stop_loss_price,
        TargetProfitPrice: fields.target_profit_price,
        TrailingDistance: fields.trailing_distance,
      };
      return new Promise((answer) => {
        answers.push((code = 1) => answer(new Response(JSON.stringify({ code, msg: `said ${code}`, data }))));
      });
    },
  });
  const queries = new QueryClient();
  const key = ['orders', 1];
  queries.setQueryData(key, { pages: [{ orders: [held, other], total: 2 }], pageParams: [1] });
  const listed = () => queries.getQueryData<{ pages: { orders: Order[] }[] }>(key)?.pages[0]?.orders;
  const stops = createStopLevels(client, createIntents(memoryStore()), queries);
  return { stops, sent, answers, listed };
}

const levels = ({ stop_loss_price, target_profit_price }: Sent) => [stop_loss_price, target_profit_price];

describe('changes of one order’s stops (R-SCR-18)', () => {
  it('that overlap keep each other’s level', async () => {
    const { stops, sent, answers } = setUp();
    const both = [stops.set(held, { stopLoss: '1.15' }), stops.set(held, { takeProfit: '1.25' })];
    await expect.poll(() => sent.map(levels)).toEqual([['1.15', '1.30']]);
    answers[0]?.();
    await expect
      .poll(() => sent.map(levels))
      .toEqual([
        ['1.15', '1.30'],
        ['1.15', '1.25'],
      ]);
    answers[1]?.();
    expect(await Promise.all(both)).toEqual(['said 1', 'said 1']);
  });

  it('show in the list when done, before it has reloaded', async () => {
    const { stops, answers, listed } = setUp();
    const done = stops.set(held, { stopLoss: '1.15' });
    await expect.poll(() => answers).toHaveLength(1);
    answers[0]?.();
    await done;
    expect(listed()).toEqual([{ ...held, stopLoss: '1.15' }, other]);
  });

  it('R-ORD-34 mention trailing only where the user changed it', async () => {
    const { stops, sent, answers, listed } = setUp();
    const turnedOn = stops.set(held, { trailingDistance: '0.05' });
    await expect.poll(() => answers).toHaveLength(1);
    answers[0]?.();
    await turnedOn;
    expect(sent[0]).toMatchObject({ stop_loss_price: '1.10', trailing_distance: '0.05' });
    expect(listed()).toEqual([{ ...held, trailingDistance: '0.05' }, other]);
    const moved = stops.set(held, { takeProfit: '1.40' });
    await expect.poll(() => answers).toHaveLength(2);
    expect(sent[1]).not.toHaveProperty('trailing_distance');
    answers[1]?.();
    await moved;
  });

  it('R-ORD-34 that end trailing name no level, which may have moved since', async () => {
    const { stops, sent, answers } = setUp();
    const ended = stops.set(held, { trailingDistance: '0', takeProfit: '1.40' });
    await expect.poll(() => answers).toHaveLength(1);
    expect(sent[0]).toEqual({ ...sent[0], target_profit_price: '1.40', trailing_distance: '0' });
    expect(sent[0]).not.toHaveProperty('stop_loss_price');
    answers[0]?.();
    await ended;
    const moved = stops.set(held, { trailingDistance: '0', stopLoss: '1.05' });
    await expect.poll(() => answers).toHaveLength(2);
    expect(sent[1]).toMatchObject({ stop_loss_price: '1.05', trailing_distance: '0' });
    answers[1]?.();
    await moved;
  });

  it('that are refused leave the level unchanged for the next', async () => {
    const { stops, sent, answers } = setUp();
    const refused = stops.set(held, { stopLoss: '9.99' });
    const next = stops.set(held, { takeProfit: '1.25' });
    await expect.poll(() => answers).toHaveLength(1);
    answers[0]?.(1214);
    await expect(refused).rejects.toMatchObject({ code: 1214 });
    await expect.poll(() => answers).toHaveLength(2);
    answers[1]?.();
    await next;
    expect(sent.map(levels)[1]).toEqual(['1.10', '1.25']);
  });

  it('do not wait for those of another order', async () => {
    const { stops, sent, answers } = setUp();
    const both = [stops.set(held, { stopLoss: '1.15' }), stops.set(other, { takeProfit: '1.25' })];
    await expect.poll(() => sent.map(({ id }) => id)).toEqual([7, 8]);
    for (const answer of answers) answer();
    await Promise.all(both);
  });
});
