import { bookKey } from '@candor/domain/hedging/hedge-state';
import type { CompanyId } from '@candor/domain/values/ids';
import { describe, expect, test } from 'vitest';
import { flowSpecs, runClientFlow, seeded } from '../../../../testkit/client-flow.ts';
import { flush, HedgeWorld } from '../../../../testkit/hedge-world.ts';

const company = 1 as CompanyId;
const startMs = Date.parse('2026-11-02T00:00:00Z');
const every = { instruments: null, classes: null, fromLotsE8: null, belowLotsE8: null, hours: null };
const rules = [
  { ...every, name: 'large', fromLotsE8: 500_000_000n, share: { kind: 'all' } as const },
  { ...every, name: 'rest', share: { kind: 'net', limitLotsE8: 200_000_000n } as const },
];

/** Compares hedger and venue after everything has settled: nothing twice, nothing missing, to the last digit. */
function expectAgreement(world: HedgeWorld): void {
  const { state } = world.hedger;
  const { venue } = world;
  expect(world.failures).toEqual([]);
  expect(venue.duplicates).toBe(0);
  expect(state.working.size).toBe(0);
  expect([...state.breaks]).toEqual([]);
  const held = (positions: ReadonlyMap<string, bigint>) => new Map([...positions].filter(([, units]) => units !== 0n));
  expect(held(state.positions)).toEqual(held(venue.positions));
  const sumOf = (account: 'provider' | 'provider-fees') =>
    flowSpecs.reduce((sum, { code }) => sum + (state.balances.get(bookKey(company, 'USD', account, code)) ?? 0n), 0n);
  expect(sumOf('provider')).toBe(venue.cashE16);
  expect(sumOf('provider-fees')).toBe(venue.feesE16);
  expect([...state.balances.values()].reduce((sum, one) => sum + one, 0n)).toBe(0n);
}

describe('R-HDG-12 hedger and provider are killed at random moments', () => {
  test('100 kills of each: no hedge twice, none missing, no break, every digit the same', async () => {
    const random = seeded(2_026);
    const flow = runClientFlow(5, { startMs, acts: 500, everyMs: 60_000 });
    const world = new HedgeWorld(flow, rules, random);
    world.venue.faults = { reject: 0.1, partial: 0.3, again: 0.3, bust: 0 };
    world.venue.priceOf = ({ side }) =>
      110_000_000n + BigInt(Math.floor(random() * 9_999)) * (side === 'buy' ? 1n : -1n);
    const kill = () => ({ atCall: 1 + Math.floor(random() * 60), isAfter: random() < 0.5 });
    await world.start(kill());
    let venueKills = 0;
    for (let step = 0; world.kills < 100 || venueKills < 100; step += 1) {
      if (world.isDead) await world.start(kill());
      const roll = random();
      if (roll < 0.3) world.venue.deliver('venue');
      else if (roll < 0.6) world.venue.deliver('hedger');
      else if (roll < 0.7) world.visible = Math.min(flow.entries.length, world.visible + 1 + Math.floor(random() * 3));
      else if (roll < 0.722 && world.venue.isOn) {
        world.venue.cut();
        venueKills += 1;
      } else if (roll < 0.8) world.venue.logOn();
      else await world.advance(Math.floor(random() * 2_500));
      await flush();
      expect(step).toBeLessThan(60_000);
    }
    if (world.isDead) await world.start();
    world.visible = flow.entries.length;
    world.venue.faults = { reject: 0, partial: 0, again: 0, bust: 0 };
    await world.settle();
    expectAgreement(world);
    expect(world.venue.fills).toBeGreaterThan(50);
    for (const { id, code, lotStepE8, unitsPerLot } of flowSpecs) {
      const wanted = world.wantedIn(company, id);
      const step = BigInt(lotStepE8) * BigInt(unitsPerLot);
      const missing = wanted * step - (world.venue.positions.get(`1/${code}`) ?? 0n);
      // Partial fills end between two steps: less than one is left.
      expect(missing < step && missing > -step).toBe(true);
    }
    expect(world.kills).toBeGreaterThanOrEqual(100);
    expect(world.venue.orders.size).toBeGreaterThan(50);
  });

  test('R-HDG-09 a month of random flow: clients, house, provider and fees sum to zero, each from a source of its own', async () => {
    const random = seeded(31);
    // 30 days, an act every hour.
    const flow = runClientFlow(77, { startMs, acts: 720, everyMs: 3_600_000 });
    const world = new HedgeWorld(flow, rules, random);
    world.venue.faults = { reject: 0.05, partial: 0.3, again: 0.2, bust: 0.05 };
    const last = new Map(flow.quotes.map((quote) => [quote.instrumentId, quote]));
    world.venue.priceOf = ({ code, side }) => {
      const spec = flowSpecs.find((one) => one.code === code) ?? flowSpecs[0];
      const quote = flow.quotes[Math.min(flow.quotes.length - 1, world.visible)] ?? last.get(spec.id);
      return BigInt((side === 'buy' ? quote?.ask : quote?.bid) ?? 110_000) * 1_000n;
    };
    await world.start();
    for (let day = 0; day < 30; day += 1) {
      if (day === 10) world.rules = [{ ...every, name: 'all', share: { kind: 'all' } }];
      if (day === 20) world.rules = [{ ...every, name: 'none', share: { kind: 'none' } }];
      if (day % 10 === 0) {
        world.kill();
        await world.start();
      }
      const end = Math.ceil((flow.entries.length * (day + 1)) / 30);
      while (world.visible < end) {
        world.visible = Math.min(end, world.visible + 3);
        await world.settle(2);
      }
      await world.settle();
    }
    world.venue.faults = { ...world.venue.faults, reject: 0, partial: 0, bust: 0 };
    await world.settle();
    expectAgreement(world);
    const e16 = 10_000_000_000n;
    // The clients' result, from their ledger: everything but their deposits.
    const account = flow.scenario.state.accounts.get(flow.scenario.accountId);
    const cash = flow.scenario.state.balances.get('1/real/USD/cash/1' as never) ?? 0n;
    const clients = (cash - 90_000_000_000_000n) * e16;
    expect(world.hedger.state.balances.get(bookKey(company, 'USD', 'clients'))).toBe(clients);
    expect(account?.orders.size).toBeGreaterThan(0);
    const { balances } = world.hedger.state;
    const house = [...balances].reduce((sum, [key, amount]) => (key.includes('/house-') ? sum + amount : sum), 0n);
    expect(clients + house + world.venue.cashE16 + world.venue.feesE16).toBe(0n);
    expect(world.venue.feesE16).toBeGreaterThan(0n);
    expect(world.venue.orders.size).toBeGreaterThan(200);
    expect(world.hedger.state.rules.get(company)?.version).toBe(3);
    // Nothing is hedged at the end, so that all that the provider holds is cash.
    expect(
      [...world.venue.positions.values()].every((units) => units > -100_000_000_000n && units < 100_000_000_000n),
    ).toBe(true);
  });
});
