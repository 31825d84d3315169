import type { InstrumentId } from '@candor/domain/values/ids';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { RawQuote } from '../../../ports/market.ts';
import { Consolidator, type SeveralRules, type SourceEvent } from './consolidator.ts';

const euro = 1 as InstrumentId;
const gold = 2 as InstrumentId;
const names = ['lp', 'bank', 'venue', 'desk'] as const;
const usual: SeveralRules = {
  silenceMs: 1_500,
  returnMs: 5_000,
  outlierBp: 20,
  outlierMs: 1_000,
  asideMs: 60_000,
  twoDisagree: 'pause',
};

let now: number;
let passed: RawQuote[];
let alive: InstrumentId[];
let events: SourceEvent[];
let connected: boolean[];
let all: Consolidator;

function open(rules: Partial<SeveralRules> = {}, sources = 3): void {
  [now, passed, alive, events, connected] = [1_000_000, [], [], [], names.map(() => true)];
  all = new Consolidator({
    sources: names.slice(0, sources).map((source, at) => ({
      source,
      instrumentIds: new Set(at === 2 ? [euro] : [euro, gold]),
    })),
    rules: { ...usual, ...rules },
    monotonicMs: () => now,
    isConnected: (at) => connected[at] === true,
    sink: { quote: (raw) => passed.push(raw), alive: (ids) => alive.push(...ids) },
    report: (event) => events.push(event),
  });
}
beforeEach(() => open());

let seq = 0;
function say(source: number, bid: number, more: Partial<RawQuote> = {}): void {
  seq += 1;
  const base = { instrumentId: euro, bid, ask: bid + 10, timeMs: now, feedSeq: seq, feedSession: 1 };
  all.quote(source, { ...base, ...more });
}
/** Lets time pass while these sources go on confirming. */
function pass(ms: number, confirming: readonly number[] = [0, 1, 2]): void {
  for (let left = ms; left > 0; left -= 100) {
    now += Math.min(100, left);
    all.check();
    for (const source of confirming) all.alive(source, [euro, gold]);
  }
}
const last = () => passed.at(-1);
const switches = () =>
  events.flatMap((event) => (event.kind === 'switched' ? [[event.from, event.to, event.reason]] : []));

describe('R-MKT-42 one price from several sources', () => {
  test('is that of the first in order that is current, under its own name, time and prices', () => {
    say(1, 110_000);
    expect(last()).toMatchObject({ source: 'bank', bid: 110_000, ask: 110_010, timeMs: now, feedSession: 1 });
    say(0, 110_001);
    say(1, 110_002);
    // The bank prices it until the first has been current for a while.
    expect(last()).toMatchObject({ source: 'bank', bid: 110_002 });
    pass(5_100);
    expect(last()).toMatchObject({ source: 'lp', bid: 110_001 });
    say(1, 110_005);
    say(2, 110_005);
    expect(last()).toMatchObject({ source: 'lp', bid: 110_001 });
    expect(switches()).toEqual([
      [null, 1, 'first'],
      [1, 0, 'back'],
    ]);
  });

  test("is as old as its source's last word about it when another source takes over", () => {
    say(0, 110_000);
    say(1, 110_003);
    expect(last()).not.toHaveProperty('confirmedAgoMs');
    pass(60_000, [0, 1]);
    pass(1_600, [1]);
    now += 40;
    connected[0] = false;
    all.check();
    // A price of a minute ago, confirmed 100 ms ago at most, can be traded at right away.
    expect(last()).toMatchObject({ source: 'bank', timeMs: 1_000_000 });
    expect(last()?.confirmedAgoMs).toBeLessThanOrEqual(100);
    // A new price of its own has its own time.
    say(1, 110_004);
    expect(last()).not.toHaveProperty('confirmedAgoMs');
  });

  test('changes its session with each source, and with each session of its source', () => {
    say(0, 110_000);
    say(0, 110_001);
    say(0, 110_002, { feedSession: 2 });
    connected[0] = false;
    say(1, 110_003);
    expect(passed.map(({ feedSession, source }) => [feedSession, source])).toEqual([
      [1, 'lp'],
      [1, 'lp'],
      [2, 'lp'],
      [3, 'bank'],
    ]);
  });

  test.each([
    ['falls silent', () => pass(1_600, [1])],
    [
      'loses its connection',
      () => {
        connected[0] = false;
        pass(100, [1]);
      },
    ],
  ])('R-MKT-43 passes to the next within 2 s after the first %s', (_, fail) => {
    say(0, 110_000);
    say(1, 110_004, { timeMs: now - 50 });
    fail();
    expect(now - 1_000_000).toBeLessThan(2_000);
    // It is older than the last price, so it is no movement.
    expect(last()).toMatchObject({ source: 'bank', bid: 110_004, isRestated: true });
    expect(switches().at(-1)).toEqual([0, 1, 'silent']);
  });

  test('R-MKT-43 stays with the last source if none is current, and nobody confirms it', () => {
    say(0, 110_000);
    pass(10_000, []);
    expect(passed).toHaveLength(1);
    expect(alive).toEqual([]);
  });

  test('is confirmed only by the source that prices it', () => {
    say(0, 110_000);
    say(1, 110_000);
    all.alive(1, [euro]);
    expect(alive).toEqual([]);
    all.alive(0, [euro, gold]);
    expect(alive).toEqual([euro]);
  });

  test('an instrument that only the second has is the second’s', () => {
    say(0, 110_000);
    say(1, 2_000_000, { instrumentId: gold });
    expect(last()).toMatchObject({ instrumentId: gold, source: 'bank' });
  });
});

describe('R-MKT-44 a source far from the others', () => {
  beforeEach(() => {
    for (const source of [0, 1, 2]) say(source, 110_000);
    events = [];
  });

  test('is held at once, put aside after a second, and tried again after a minute', () => {
    const before = passed.length;
    say(0, 120_000);
    expect(passed).toHaveLength(before);
    alive = [];
    pass(900);
    expect([passed.length, alive]).toEqual([before, []]);
    pass(200);
    expect(events.map(({ kind }) => kind)).toEqual(['aside', 'switched']);
    expect(events[0]).toMatchObject({ source: 0, instrumentId: euro });
    expect(switches()).toEqual([[0, 1, 'outlier']]);
    expect(last()).toMatchObject({ source: 'bank', bid: 110_000 });
    say(0, 110_000);
    pass(59_000);
    expect(last()).toMatchObject({ source: 'bank' });
    pass(7_000);
    expect(last()).toMatchObject({ source: 'lp', bid: 110_000 });
  });

  test('is believed if the others follow in time, and nothing is lost', () => {
    say(0, 120_000);
    pass(300);
    say(1, 120_001);
    expect(last()).toMatchObject({ source: 'lp', bid: 120_000 });
    pass(300);
    say(2, 119_999);
    pass(5_000);
    expect(events).toEqual([]);
  });

  test('that another one prices by is put aside without a change of price', () => {
    const before = passed.length;
    say(2, 90_000);
    pass(1_200);
    expect(events).toMatchObject([{ kind: 'aside', source: 2 }]);
    expect(passed).toHaveLength(before);
  });

  test('goes unnoticed if the file sets no limit', () => {
    open({ outlierBp: null });
    for (const source of [0, 1, 2]) say(source, 110_000);
    say(0, 120_000);
    expect(last()).toMatchObject({ source: 'lp', bid: 120_000 });
  });
});

describe('R-MKT-44 two sources that disagree', () => {
  const disagree = (rules: Partial<SeveralRules>) => {
    open(rules, 2);
    say(0, 110_000);
    say(1, 110_000);
    alive = [];
    say(1, 120_000);
    say(0, 110_001);
    pass(3_000, [0, 1]);
  };

  test('pause the instrument until they agree: no third can decide', () => {
    disagree({});
    expect([last()?.bid, alive.length]).toEqual([110_000, 0]);
    expect(events.filter(({ kind }) => kind === 'disagree')).toHaveLength(1);
    say(1, 110_003);
    expect(last()).toMatchObject({ source: 'lp', bid: 110_001 });
  });

  test('leave the price to the first if the file says so', () => {
    disagree({ twoDisagree: 'first' });
    expect(last()).toMatchObject({ source: 'lp', bid: 110_001 });
    expect(alive.length).toBeGreaterThan(0);
  });
});

describe('R-MKT-44 sources of which no majority agrees', () => {
  const split = (bids: readonly number[], rules: Partial<SeveralRules> = {}) => {
    open(rules, bids.length);
    for (const source of bids.keys()) say(source, 110_000);
    for (const [source, bid] of bids.entries()) say(source, bid);
    pass(5_000, [...bids.keys()]);
  };

  test.each([[[110_001, 110_002, 120_000, 120_001]], [[110_001, 115_000, 120_000]]])('put nobody aside: %j', (bids) => {
    split(bids);
    expect(events.filter(({ kind }) => kind === 'aside')).toEqual([]);
    expect(events.filter(({ kind }) => kind === 'disagree')).toHaveLength(1);
    alive = [];
    const before = passed.length;
    say(0, 110_003);
    pass(500, [...bids.keys()]);
    expect([passed.length, alive]).toEqual([before, []]);
    // One more that agrees is a majority.
    say(2, 110_004);
    pass(1_500, [...bids.keys()]);
    expect(last()).toMatchObject({ source: 'lp', bid: 110_003 });
  });

  test('leave the price to the first if the file says so', () => {
    split([110_001, 110_002, 120_000, 120_001], { twoDisagree: 'first' });
    say(0, 110_003);
    expect(last()).toMatchObject({ source: 'lp', bid: 110_003 });
  });
});

test('R-MKT-45 the state of each source shows its age, what it prices, and what it lacks', () => {
  say(0, 110_000);
  say(1, 110_000);
  say(1, 2_000_000, { instrumentId: gold });
  now += 1_000;
  say(0, 110_001);
  now += 700;
  all.check();
  connected[2] = false;
  expect(all.states()).toEqual([
    { source: 'lp', isConnected: true, ageMs: 700, instruments: 2, active: 1, silent: 1, aside: 0 },
    { source: 'bank', isConnected: true, ageMs: 1_700, instruments: 2, active: 1, silent: 2, aside: 0 },
    { source: 'venue', isConnected: false, ageMs: null, instruments: 1, active: 0, silent: 1, aside: 0 },
  ]);
});

test('R-MKT-42 whatever sources say, every price is one that its named source gave, and sessions never go back', () => {
  const step = fc.record({
    source: fc.nat(2),
    bid: fc.integer({ min: 100_000, max: 100_600 }),
    afterMs: fc.nat(2_500),
    isDown: fc.boolean(),
    kind: fc.constantFrom('quote', 'quote', 'alive', 'line'),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      open();
      const given = new Set<string>();
      for (const { source, bid, afterMs, isDown, kind } of steps) {
        now += afterMs;
        if (kind === 'line') connected[source] = !isDown;
        if (kind === 'alive') all.alive(source, [euro]);
        if (kind === 'quote') {
          given.add(`${names[source]} ${bid}`);
          say(source, bid);
        }
        all.check();
      }
      expect(passed.filter((raw) => !given.has(`${raw.source} ${raw.bid}`))).toEqual([]);
      const sessions = passed.map(({ feedSession = 0 }) => feedSession);
      expect(sessions).toEqual(sessions.toSorted((a, b) => a - b));
    }),
  );
});
