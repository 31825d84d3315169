import type { HedgePlace } from '@candor/domain/hedging/hedge-state';
import type { StatedTrade } from '@candor/domain/hedging/statement';
import type { CompanyId } from '@candor/domain/values/ids';
import { beforeAll, describe, expect, test } from 'vitest';
import { runClientFlow, seeded } from '../../../../testkit/client-flow.ts';
import { HedgeWorld } from '../../../../testkit/hedge-world.ts';
import { readBookedDay } from './hedge-codec.ts';

const every = { instruments: null, classes: null, fromLotsE8: null, belowLotsE8: null, hours: null };
const rules = [{ ...every, name: 'all', share: { kind: 'all' } as const }];

/** A day of the hedger, and the statement that the venue gives of it, counted without any code of the product. */
interface Day {
  readonly startMs: number;
  readonly endMs: number;
  readonly trades: readonly StatedTrade[];
  readonly positions: ReadonlyMap<HedgePlace, bigint>;
}

let world: HedgeWorld;
const days: Day[] = [];

beforeAll(async () => {
  const random = seeded(19);
  const flow = runClientFlow(23, { startMs: Date.parse('2026-11-02T00:00:00Z'), acts: 400, everyMs: 3_600_000 });
  world = new HedgeWorld(flow, rules, random);
  world.venue.faults = { reject: 0.1, partial: 0.3, again: 0.3, bust: 0.2 };
  world.venue.priceOf = () => 110_000_000n + BigInt(Math.floor(random() * 9_999));
  await world.start();
  for (let day = 0; day < 4; day += 1) {
    const startMs = world.nowMs;
    const before = new Map([...world.venue.orders].map(([id, { cumE8 }]) => [id, cumE8]));
    while (world.visible < (flow.entries.length * (day + 1)) / 4) {
      world.visible += 1;
      await world.settle(2);
      if (random() < 0.1) world.venue.cut();
    }
    await world.settle();
    const trades = [...world.venue.orders].flatMap(([orderId, { order, priceE8, cumE8 }]) => {
      const unitsE8 = cumE8 - (before.get(orderId) ?? 0n);
      if (unitsE8 === 0n) return [];
      const { companyId, code, side } = order;
      const valueE16 = unitsE8 * priceE8;
      // Two fills of an order are two lines of a statement.
      const half = unitsE8 / 2n;
      return [half, unitsE8 - half].map((units, index) => ({
        ...{ orderId, companyId, code, side, unitsE8: units, valueE16: units * priceE8 },
        feeE16: index === 0 ? 0n : (valueE16 * 25n) / 1_000_000n,
      }));
    });
    await world.advance(1);
    days.push({ startMs, endMs: world.nowMs, trades, positions: new Map(world.venue.positions) as Day['positions'] });
  }
});

const dayAt = (index: number): Day => days[index] ?? expect.fail('the day is run');
const compare = async (day: Day, trades = day.trades, positions = day.positions) =>
  (await readBookedDay(world.journal, day)).compare(trades, positions);

describe("R-HDG-19 the provider's statement of a day is compared with the book", () => {
  test('a true statement has no break, whatever was partial, repeated, taken back or cut', async () => {
    expect(world.failures).toEqual([]);
    for (const day of days) {
      expect(day.trades.length).toBeGreaterThan(20);
      expect(await compare(day)).toEqual([]);
    }
  });

  test('each kind of break is found, alone', async () => {
    const day = dayAt(1);
    const [first, second, ...rest] = day.trades;
    if (first === undefined || second === undefined) expect.fail('the day has trades');
    const { orderId } = first;
    expect(await compare(day, rest)).toMatchObject([{ kind: 'not-stated', orderId }]);
    const foreign = { ...first, orderId: 'by-telephone' };
    expect(await compare(day, [...day.trades, foreign])).toMatchObject([{ kind: 'not-ours', orderId: 'by-telephone' }]);
    const differing = {
      company: { companyId: 2 as CompanyId },
      instrument: { code: 'OTHER' },
      units: { unitsE8: second.unitsE8 + 1n },
      value: { valueE16: second.valueE16 + 1n },
      fee: { feeE16: (second.feeE16 ?? 0n) + 1n },
    };
    for (const [field, change] of Object.entries(differing)) {
      const changed = [first, second].map((one, index) =>
        index === 0 && !('code' in change || 'companyId' in change) ? one : { ...one, ...change },
      );
      expect(await compare(day, [...changed, ...rest])).toMatchObject([{ kind: 'differs', orderId, fields: [field] }]);
    }
    const turned = [first, second].map((one) => ({
      ...one,
      side: one.side === 'buy' ? ('sell' as const) : ('buy' as const),
    }));
    expect(await compare(day, [...turned, ...rest])).toMatchObject([{ kind: 'differs', fields: ['side'] }]);
    const [place = expect.fail('the venue has positions'), held] = [...day.positions][0] ?? [];
    const moved = new Map(day.positions).set(place, (held ?? 0n) + 1n);
    expect(await compare(day, day.trades, moved)).toEqual([
      { kind: 'position', place, statedE8: (held ?? 0n) + 1n, bookedE8: held },
    ]);
  });

  test('a fill booked after the end of the day is said to be of the next one', async () => {
    const day = dayAt(2);
    const early = { ...day, endMs: day.startMs + (day.endMs - day.startMs) / 2 };
    const breaks = (await readBookedDay(world.journal, early)).compare(day.trades, null);
    expect(breaks.length).toBeGreaterThan(0);
    // The fills of one order may be of both days.
    const whole = breaks.filter(({ kind }) => kind !== 'differs');
    expect(breaks.length - whole.length).toBeLessThan(2);
    for (const one of whole) expect(one).toMatchObject({ kind: 'not-booked', isLater: true });
  });

  test('a statement without fees is compared in everything else', async () => {
    const day = dayAt(0);
    expect(
      await compare(
        day,
        day.trades.map((one) => ({ ...one, feeE16: null })),
      ),
    ).toEqual([]);
  });

  test('a day is read from the newest state before it, not from the first entry', async () => {
    const { entries } = world.journal;
    const day = dayAt(3);
    const state = entries.findLast(({ isState, atMs }) => isState && atMs < day.startMs);
    const asked: number[] = [];
    const journal = {
      newestState: (beforeMs?: number) => world.journal.newestState(beforeMs),
      read: (seq: number, limit: number) => {
        asked.push(seq);
        return world.journal.read(seq, limit);
      },
    };
    expect((await readBookedDay(journal, day)).compare(day.trades, day.positions)).toEqual([]);
    expect(asked[0]).toBe((state?.seq ?? expect.fail('a state was stored')) - 2);
  });

  test('a changed entry stops the comparison', async () => {
    const entries = [...world.journal.entries];
    const at = entries.findIndex(({ payload }) => payload.includes('"fill"'));
    const entry = entries[at] ?? expect.fail('the journal has a fill');
    const read = (seq: number, limit: number) =>
      Promise.resolve(
        entries
          .toSpliced(at, 1, { ...entry, payload: entry.payload.replace('"fill"', '"fill" ') })
          .slice(seq, seq + limit),
      );
    await expect(readBookedDay({ read, newestState: () => Promise.resolve(0) }, dayAt(0))).rejects.toThrow(
      `entry ${entry.seq} of the hedger's journal is as it was written`,
    );
  });
});
