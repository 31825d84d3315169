import { beforeEach, describe, expect, test } from 'vitest';
import { runClientFlow } from '../../../../testkit/client-flow.ts';
import { flush, HedgeWorld } from '../../../../testkit/hedge-world.ts';
import { turnsMax } from './turn-queue.ts';

const every = { instruments: null, classes: null, fromLotsE8: null, belowLotsE8: null, hours: null };
const flow = runClientFlow(9, { startMs: Date.parse('2026-11-26T09:00:00Z'), acts: 100, everyMs: 60_000 });
let world: HedgeWorld;

beforeEach(async () => {
  world = new HedgeWorld(flow, [{ ...every, name: 'all', share: { kind: 'all' } }], () => 0.9);
  world.visible = 20;
  await world.start();
  await world.settle();
});

/** Gives a report of an order that the hedger never made. */
function tell(execId: string): void {
  world.venue.tell({
    ...{ orderId: 'H99-0-abcd' as never, execId, about: 'report', end: null, cumE8: 1n, averageE8: 110_000_000n },
    ...{ last: null, feeE16: null, bustedExecId: null, text: '' },
  });
}

describe('R-HDG-20 a provider that answers slowly, or says too much', () => {
  test('is asked less often each time, until it answers', async () => {
    tell('X');
    await flush();
    const before = world.venue.waiting;
    for (let second = 0; second < 60; second += 1) await world.advance(1_000);
    // After 5, 10 and 20 s; every 5 s it would be twelve.
    expect(world.venue.waiting - before).toBeLessThan(6);
    expect(world.hedger.phase).toBe('resolving');
    await world.settle();
    expect(world.hedger.phase).toBe('ready');
  });

  test('ends the hedger when too much waits, and another start finds out what is true', async () => {
    for (let more = 0; more <= turnsMax; more += 1) tell(`X${more}`);
    await flush();
    expect(world.failures.map(({ message }) => message)).toEqual([`more than ${turnsMax} reports and wake-ups wait`]);
    world.failures.length = 0;
    await world.start();
    await world.settle();
    expect(world.hedger.phase).toBe('ready');
    expect(world.hedger.state.breaks.size).toBe(0);
    expect(world.venue.duplicates).toBe(0);
  });
});
