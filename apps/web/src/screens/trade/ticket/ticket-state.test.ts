import { ratioOne } from '@candor/domain/values/decimal';
import type { InstrumentId } from '@candor/domain/values/ids';
import type { InstrumentSpec } from '@candor/domain/values/instrument';
import { formatMoney, toMoney } from '@candor/domain/values/money';
import type { Price } from '@candor/domain/values/price';
import { describe, expect, it } from 'vitest';
import { pendingKind } from '../../../widgets/pending-kind.ts';
import {
  afterPlaced,
  clampLots,
  defaultStop,
  lotsFromTyped,
  newTicket,
  presetTarget,
  previewTicket,
  sideHere,
  stopFigures,
  type Ticket,
  ticketProblem,
  toPlacement,
  toSeenQuote,
  typedLotsInBounds,
  withSideOrMode,
  withTurn,
} from './ticket-state.ts';

const spec: InstrumentSpec = {
  id: 1 as InstrumentId,
  code: 'EURUSD',
  showCode: 'EUR/USD',
  name: 'Euro / US dollar',
  categoryId: 1,
  assetClass: 'fx-major',
  baseCurrency: 'EUR',
  quoteCurrency: 'USD',
  digits: 5,
  pipTicks: 10,
  unitsPerLot: 100_000,
  lotStepE8: 1_000_000,
  lotsMin: 1,
  lotsMax: 5_000,
  leverages: [20, 50, 100, 200, 400],
  marginMode: 'leverage',
  marginPerLotMicros: 0n as never,
  feeRateE8: 700_000_000n,
  swapLongE2: 0,
  swapTripleDay: null,
  swapShortE2: 0,
  calendar: '',
};
const nowMs = Date.parse('2026-11-18T12:00:00Z');
const sides = { bid: 115283 as Price, ask: 115295 as Price };
const ticket: Ticket = { ...newTicket(spec, null), stopLoss: 114850, takeProfit: 116050 };
const account = {
  balance: toMoney(12_480_360_000n),
  openProfit: toMoney(96_403_974n),
  openSwap: toMoney(0n),
  margin: toMoney(1_544_054_000n),
};

describe('a new ticket', () => {
  it('starts at half a lot and the middle leverage', () => {
    expect(newTicket(spec, null)).toMatchObject({ lots: 50, leverage: 100, mode: 'market', stopLoss: null });
  });
  it('offers the leverage last used only if the instrument has it', () => {
    expect(newTicket(spec, 200).leverage).toBe(200);
    expect(newTicket(spec, 300).leverage).toBe(100);
  });
  it('has none where none is configured (R-ORD-11)', () => {
    const bare = newTicket({ ...spec, leverages: [] }, 100);
    expect(bare.leverage).toBeNull();
    expect(ticketProblem(bare, sides)).toBe('noLever');
  });
});

describe('lots (R-ORD-03)', () => {
  it('stay within the bounds', () => {
    expect(clampLots(0, spec)).toBe(1);
    expect(clampLots(9_999_999, spec)).toBe(5_000);
  });
  it.each([
    ['0.5', 50],
    ['0,5', 50],
    ['٠٫٥', 50],
    ['0.014', 1],
    ['0', 1],
    ['1 000', 5_000],
    ['abc', null],
  ])('typed %s', (typed, steps) => expect(lotsFromTyped(typed, spec)).toBe(steps));
  it.each([
    ['0.5', 50],
    ['0.014', 1],
    ['0', null],
    ['0.', null],
    ['50', 5_000],
    ['50.01', null],
    ['', null],
    ['abc', null],
  ])('R-SCR-42 typed %s while the field has the focus is not brought within the bounds', (typed, steps) =>
    expect(typedLotsInBounds(typed, spec)).toBe(steps),
  );
});

describe('after its order was placed (R-SCR-42)', () => {
  it('a pending ticket is back at market without its prices, and a market ticket stays', () => {
    const pending = { ...ticket, mode: 'pending', target: 100_000 } as const;
    const bare = { mode: 'market', target: null, stopLoss: null, takeProfit: null };
    expect(afterPlaced(pending)).toEqual({ ...pending, ...bare });
    expect(afterPlaced(ticket)).toBe(ticket);
  });
});

describe('stops', () => {
  it('show pips and money from the entry', () => {
    const loss = stopFigures('stopLoss', ticket, sides, spec, ratioOne);
    const profit = stopFigures('takeProfit', ticket, sides, spec, ratioOne);
    expect([loss?.ticks, formatMoney(loss?.money ?? toMoney(0n))]).toEqual([-445, '-222.500000']);
    expect([profit?.ticks, formatMoney(profit?.money ?? toMoney(0n))]).toEqual([755, '377.500000']);
  });
  it('start on the right side of the price, on a whole pip', () => {
    for (const side of ['buy', 'sell'] as const) {
      for (const kind of ['stopLoss', 'takeProfit'] as const) {
        const level = defaultStop(kind, { ...ticket, side }, sides, spec);
        expect(level % 10).toBe(0);
        expect(stopFigures(kind, { ...ticket, side, [kind]: level }, sides, spec, null)?.isWrongSide).toBe(false);
      }
    }
  });
  it('are refused on the wrong side (R-ORD-08)', () => {
    expect(ticketProblem({ ...ticket, stopLoss: 115283 }, sides)).toBe('slWrongSide');
    expect(ticketProblem({ ...ticket, takeProfit: 115000 }, sides)).toBe('tpWrongSide');
    expect(ticketProblem({ ...ticket, side: 'sell' }, sides)).toBe('slWrongSide');
    expect(ticketProblem(ticket, sides)).toBeNull();
  });
});

it.each([
  ['buy', 114600, 'buyLimit'],
  ['buy', 115400, 'buyStop'],
  ['sell', 115400, 'sellLimit'],
  ['sell', 114600, 'sellStop'],
] as const)('names a pending %s at %i a %s (R-ORD-04)', (side, target, kind) => {
  expect(pendingKind(side, target, sides)).toBe(kind);
});

it('takes the side of a limit order for a price of the chart (R-SCR-83)', () => {
  const kindAt = (target: number) => pendingKind(sideHere(target, sides), target, sides);
  expect([kindAt(sides.bid - 1), kindAt(sides.ask + 1)]).toEqual(['buyLimit', 'sellLimit']);
});

it('previews with the formulas of the engine (R-ORD-17)', () => {
  const preview = previewTicket(ticket, sides, spec, 'per-lot', ratioOne, account);
  expect(preview && formatMoney(preview.margin)).toBe('576.475000');
  expect(preview && formatMoney(preview.fee)).toBe('3.500000');
  expect(preview && formatMoney(preview.after.freeMargin)).toBe('10446.734974');
});

it('has no preview without a rate or a target', () => {
  expect(previewTicket(ticket, sides, spec, 'per-lot', null, account)).toBeNull();
  expect(previewTicket({ ...ticket, mode: 'pending' }, sides, spec, 'per-lot', ratioOne, account)).toBeNull();
  expect(ticketProblem({ ...ticket, mode: 'pending' }, sides)).toBe('enterPrice');
});

it('places stops that are off as null', () => {
  expect(toPlacement({ ...ticket, takeProfit: null }, spec, nowMs)).toEqual({
    kind: 'market',
    instrumentId: 1,
    side: 'buy',
    lots: '0.50',
    leverage: 100,
    targetPrice: null,
    stopLoss: '1.14850',
    takeProfit: null,
  });
});

describe('the quote on the screen (R-ORD-26)', () => {
  const quote = { bid: '1.15283', ask: '1.15295', seq: 42 };

  it('is the last quote; with price and deviation if the user has set one, for market orders only', () => {
    const ticket = newTicket(spec, null);
    expect(toSeenQuote(ticket, spec, quote, null)).toEqual({ seq: 42 });
    expect(toSeenQuote(ticket, spec, quote, 3)).toEqual({
      seq: 42,
      limit: { price: '1.15295', maxDeviation: '0.00030' },
    });
    expect(toSeenQuote({ ...ticket, side: 'sell' }, spec, quote, 3)).toMatchObject({ limit: { price: '1.15283' } });
    expect(toSeenQuote({ ...ticket, mode: 'pending' }, spec, quote, 3)).toEqual({ seq: 42 });
    expect(toSeenQuote(ticket, spec, undefined, 3)).toBe(null);
  });
});

describe('R-SCR-17 choosing a side or a kind of order', () => {
  const set: Ticket = { ...newTicket(spec, 100), stopLoss: 114_000, takeProfit: 116_000 };

  it('that is already chosen keeps the stops', () => {
    expect(withSideOrMode(set, { side: 'buy' })).toEqual({});
    expect(withSideOrMode(set, { mode: 'market' })).toEqual({});
  });

  it('that differs removes them', () => {
    expect(withSideOrMode(set, { side: 'sell' })).toMatchObject({ side: 'sell', stopLoss: null, takeProfit: null });
    expect(withSideOrMode(set, { mode: 'pending' })).toMatchObject({
      mode: 'pending',
      stopLoss: null,
      takeProfit: null,
    });
  });
});

describe('a pending ticket (R-SCR-67)', () => {
  const day = { high: 115_359, low: 114_927 };
  const market = { sides, day, spec };

  it('begins half the day’s range away as a limit order, on a whole pip', () => {
    expect(presetTarget('buy', sides, day, spec)).toBe(115_080);
    expect(presetTarget('sell', sides, day, spec)).toBe(115_500);
    expect(pendingKind('buy', presetTarget('buy', sides, null, spec), sides)).toBe('buyLimit');
    // Ten spreads, if the day was quiet or is unknown.
    expect(presetTarget('buy', sides, null, spec)).toBe(115_180);
    expect(presetTarget('sell', sides, { high: 115_290, low: 115_280 }, spec)).toBe(115_400);
    expect(presetTarget('buy', { bid: 1 as Price, ask: 2 as Price }, null, spec)).toBe(10);
  });

  it('follows the side until the target is typed', () => {
    const pending = { ...ticket, ...withTurn(ticket, { mode: 'pending' }, market) };
    expect(pending).toMatchObject({ mode: 'pending', target: 115_080, isPresetTarget: true, stopLoss: null });
    expect(withTurn(pending, { side: 'sell' }, market)).toMatchObject({ side: 'sell', target: 115_500 });
    const typed = { ...pending, target: 115_000, isPresetTarget: false };
    expect(withTurn(typed, { side: 'sell' }, market)).not.toHaveProperty('target');
    expect(withTurn(ticket, { side: 'sell' }, market)).not.toHaveProperty('target');
    expect(withTurn(ticket, { mode: 'pending' }, { ...market, sides: null })).not.toHaveProperty('target');
  });

  it('sends its expiry, and a market order none', () => {
    const pending: Ticket = { ...ticket, mode: 'pending', target: 115_000, expiry: 'week' };
    expect(toPlacement(pending, spec, nowMs).expiresAtMs).toBe(Date.parse('2026-11-20T22:00:00Z'));
    expect(toPlacement({ ...pending, expiry: undefined }, spec, nowMs)).not.toHaveProperty('expiresAtMs');
    expect(toPlacement({ ...ticket, expiry: 'week' }, spec, nowMs)).not.toHaveProperty('expiresAtMs');
    expect(afterPlaced(pending)).toMatchObject({ mode: 'market', target: null, expiry: undefined });
  });
});
