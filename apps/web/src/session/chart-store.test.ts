import { beforeEach, describe, expect, it } from 'vitest';
import {
  addIndicator,
  changeIndicator,
  fromNames,
  keepDrawings,
  overMax,
  readIndicators,
  removeIndicator,
  setIndicators,
  useChartStore,
} from './chart-store.ts';
import { problemsOf } from './indicators.ts';

const drawing = (id: string) => ({ id, tool: 'segment', points: [{ timestamp: 1, value: 1.1 }] }) as const;

beforeEach(() => useChartStore.setState({ indicators: null, drawings: {} }));

const look = useChartStore;
const chosen = () => useChartStore.getState().indicators ?? [];
const kinds = () => chosen().map(({ kind }) => kind);
const idOf = (index: number) => chosen()[index]?.id ?? '';

describe('the chart’s choices (R-SCR-19)', () => {
  it('indicators are added, changed and removed one by one', () => {
    addIndicator(look, 'MA');
    addIndicator(look, 'RSI');
    changeIndicator(look, idOf(1), { values: [21, 80, 20], isHidden: true });
    removeIndicator(look, idOf(0));
    expect(chosen()).toMatchObject([{ kind: 'RSI', values: [21, 80, 20], isHidden: true }]);
    removeIndicator(look, idOf(0));
    // Nothing is chosen, which is not the same as never having chosen.
    expect(useChartStore.getState().indicators).toEqual([]);
  });

  it('drawings are kept by instrument and bounded', () => {
    keepDrawings(
      1,
      Array.from({ length: 50 }, (_, index) => drawing(`d${index}`)),
    );
    keepDrawings(2, [drawing('other')]);
    expect(useChartStore.getState().drawings[1]).toHaveLength(40);
    keepDrawings(2, []);
    expect(Object.keys(useChartStore.getState().drawings)).toEqual(['1']);
  });
});

describe('R-SCR-73 several indicators of one kind', () => {
  it('averages get the usual periods one after another, and colours that differ', () => {
    for (let count = 0; count < 4; count += 1) addIndicator(look, 'MA');
    expect(chosen().map(({ values }) => values)).toEqual([[20], [50], [100], [200]]);
    expect(new Set(chosen().flatMap(({ colours }) => colours)).size).toBe(4);
    expect(new Set(chosen().map(({ id }) => id)).size).toBe(4);
  });

  it('there is room for a number of them over the candles, and no more', () => {
    for (let count = 0; count < overMax; count += 1) expect(addIndicator(look, 'EMA')).toBe(true);
    expect(addIndicator(look, 'BOLL')).toBe(false);
    expect(chosen()).toHaveLength(overMax);
    expect(addIndicator(look, 'RSI')).toBe(true);
  });

  it.each([
    ['of other kinds', ['MACD', 'RSI'], 'STOCH'],
    ['of one kind', ['RSI', 'RSI'], 'RSI'],
  ] as const)('two panes %s keep their settings: a third one is refused', (_, panes, third) => {
    for (const kind of panes) expect(addIndicator(look, kind)).toBe(true);
    changeIndicator(look, idOf(0), { colours: [4], isHidden: true });
    const before = chosen();
    expect(addIndicator(look, third)).toBe(false);
    expect(chosen()).toEqual(before);
    expect(addIndicator(look, 'MA')).toBe(true);
    expect(kinds()).toEqual([...panes, 'MA']);
    // A removed one leaves its room to another.
    removeIndicator(look, idOf(0));
    expect(addIndicator(look, third)).toBe(true);
  });

  it.each([
    ['MA', [0], 'period', 'bounds'],
    ['MA', [501], 'period', 'bounds'],
    ['MA', [2.5], 'period', 'bounds'],
    ['MA', [Number.NaN], 'period', 'bounds'],
    ['BOLL', [20, 0], 'deviations', 'bounds'],
    ['BOLL', [20, 2.55], 'deviations', 'bounds'],
    ['RSI', [14, 30, 70], 'lower', 'order'],
    ['RSI', [14, 100, 30], 'upper', 'bounds'],
    ['STOCH', [5, 3, 3, 50, 50], 'lower', 'order'],
    ['MACD', [26, 26, 9], 'fast', 'order'],
    ['SAR', [0.3, 0.2], 'step', 'order'],
  ] as const)('%s refuses %j: %s, %s', (kind, values, name, problem) => {
    expect(problemsOf(kind, values)).toMatchObject([{ name, kind: problem }]);
  });

  it.each([
    ['MA', [500]],
    ['BOLL', [2, 0.1]],
    ['RSI', [2, 99, 1]],
    ['CCI', [14, 500, -500]],
    ['SAR', [0.001, 0.01]],
  ] as const)('%s accepts %j, at its bounds', (kind, values) => expect(problemsOf(kind, values)).toEqual([]));
});

describe('R-SCR-77 stored indicators', () => {
  it('of the first version keep their kinds; KDJ is the stochastic oscillator', () => {
    const now = fromNames({ type: 'bars', indicators: ['MA', 'KDJ', 'NONE'], drawings: {} });
    expect(now.type).toBe('bars');
    expect(now.indicators).toMatchObject([
      { kind: 'MA', values: [20], colours: [1], source: 'close', isHidden: false },
      { kind: 'STOCH', values: [5, 3, 3, 80, 20] },
    ]);
    expect(fromNames({ type: 'bars', indicators: [], drawings: {} })).toMatchObject({ indicators: null });
  });

  it('that are damaged or of another version are read within the bounds', () => {
    const many = Array.from({ length: 30 }, () => ({ id: 'same', kind: 'EMA', values: [9] }));
    const read = readIndicators([
      ...many,
      { kind: 'RSI', values: [0, 200, 'x'], colours: [9] },
      null,
      7,
      { kind: 'toString' },
    ]);
    expect(read.filter(({ kind }) => kind === 'EMA')).toHaveLength(overMax);
    expect(new Set(read.map(({ id }) => id)).size).toBe(read.length);
    expect(read.at(-1)).toMatchObject({ kind: 'RSI', values: [14, 70, 30], colours: [3] });
    expect(readIndicators([{ kind: 'CCI' }, { kind: 'ATR' }, { kind: 'AO' }])).toMatchObject([
      { kind: 'CCI' },
      { kind: 'ATR' },
    ]);
    expect(readIndicators('nonsense')).toEqual([]);
  });

  it('of a template take the place of all others', () => {
    addIndicator(look, 'MA');
    setIndicators(look, [{ kind: 'ATR', values: [7], source: 'close', colours: [2], isHidden: false }]);
    expect(chosen()).toMatchObject([{ kind: 'ATR', values: [7], colours: [2] }]);
  });
});
