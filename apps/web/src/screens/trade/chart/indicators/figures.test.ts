import { describe, expect, it, test } from 'vitest';
import { readIndicators } from '../../../../session/chart-store.ts';
import { figureText } from './figures.ts';
import { drawLevel, nameOf } from './looks.ts';
import { including, paneTickText } from './pane-axis.ts';
import { paneRoom, withoutRoom } from './pane-room.ts';
import { vwapRefusal } from './vwap.ts';

const euro = { digits: 5, pipTicks: 10 };
const gold = { digits: 2, pipTicks: 10 };

test.each([
  [1.152791, 'price', euro, '1.15279'],
  [4071.306, 'price', gold, '4,071.31'],
  [0.00083, 'price', euro, '0.00083'],
  [0.000192, 'pips', euro, '+1.92'],
  [-0.000065, 'pips', euro, '−0.65'],
  [-0.0000001, 'pips', euro, '0.00'],
  [150, 'pips', gold, '+1,500.00'],
  [60.14, 'plain', euro, '60.1'],
  [-1234.5, 'plain', euro, '−1,234.5'],
  [-0.01, 'plain', euro, '0.0'],
  [undefined, 'price', euro, '—'],
] as const)('R-SCR-71 %s as %s is written %s', (value, form, scale, text) =>
  expect(figureText(value, form, scale)).toBe(text),
);

test.each([
  ['MA', [20], 'close', 'MA 20'],
  ['MA', [20], 'hl2', 'MA 20 HL2'],
  ['BOLL', [20, 2.5], 'close', 'BOLL 20, 2.5'],
  ['MACD', [12, 26, 9], 'open', 'MACD 12, 26 O'],
  ['RSI', [14, 70, 30], 'close', 'RSI 14'],
  ['STOCH', [5, 3, 3, 80, 20], 'close', 'Stoch 5, 3, 3'],
  ['VWAP', [], 'close', 'VWAP'],
] as const)('R-SCR-71 %s %j of %s is named %s', (kind, values, source, name) =>
  expect(nameOf({ kind, values, source })).toBe(name),
);

test.each([
  ['simulated', '15min', 'chart.vwapSimulated'],
  ['simulated', '1day', 'chart.vwapSimulated'],
  ['replay', '15min', null],
  ['a live feed', '4hour', null],
  ['a live feed', '1day', 'chart.vwapDays'],
  ['a live feed', '1week', 'chart.vwapDays'],
] as const)('R-SCR-75 VWAP of %s prices at %s: %s', (source, period, refusal) =>
  expect(vwapRefusal(source, period)).toBe(refusal),
);

test.each([
  [70, 'RSI', '70'],
  [100, 'CCI', '100'],
  [-100, 'CCI', '−100'],
  [0.0003, 'MACD', '3'],
  [-0.00025, 'MACD', '−2.5'],
  [0, 'MACD', '0'],
  [0.00012, 'ATR', '0.00012'],
] as const)('R-SCR-71 %s on the scale of %s is written %s', (value, kind, text) =>
  expect(paneTickText(value, { kind }, euro)).toBe(text),
);

test.each([
  [427, 3],
  [310, 2],
  [309, 1],
  [145, 0],
  [0, 0],
])('R-SCR-78 a chart of %i px has room for %i panes beside the candles', (height, panes) =>
  expect(paneRoom(height)).toBe(panes),
);

test('R-SCR-78 a band is drawn below what is over the candles too: its middle is the average of the same period', () => {
  expect(drawLevel('BOLL')).toBeGreaterThan(0);
  for (const kind of ['MA', 'EMA', 'SAR', 'VWAP'] as const) expect(drawLevel(kind)).toBeGreaterThan(drawLevel('BOLL'));
});

test('R-SCR-78 the oldest pane makes room; what is over the candles needs none', () => {
  const specs = readIndicators([{ kind: 'RSI' }, { kind: 'MA' }, { kind: 'MACD' }]);
  const kindsLeft = (room: number) => withoutRoom(specs, room).map(({ kind }) => kind);
  expect([2, 1, 0].map(kindsLeft)).toEqual([[], ['RSI'], ['RSI', 'MACD']]);
  expect(kindsLeft(Number.POSITIVE_INFINITY)).toEqual([]);
});

describe('R-SCR-78 levels', () => {
  const range = { from: 40, to: 60, range: 20, realFrom: 40, realTo: 60, realRange: 20 };
  const shown = { ...range, displayFrom: 40, displayTo: 60, displayRange: 20 };

  it('are in the range of their pane, which grows no further than to them', () => {
    expect(including(shown, [70, 30])).toMatchObject({ from: 30, to: 70, realRange: 40, displayFrom: 30 });
    expect(including({ ...shown, realFrom: 10, realTo: 95 }, [70, 30])).toMatchObject({ from: 10, to: 95 });
    expect(including(shown, [])).toEqual(shown);
  });
});
