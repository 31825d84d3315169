import { beforeEach, describe, expect, it } from 'vitest';
import { keepDrawings, toggleIndicator, useChartStore } from './chart-store.ts';

const drawing = (id: string) => ({ id, tool: 'segment', points: [{ timestamp: 1, value: 1.1 }] }) as const;

beforeEach(() => useChartStore.setState({ indicators: [], drawings: {} }));

describe('the chart’s choices (R-SCR-19)', () => {
  it('an indicator is switched on and off again', () => {
    toggleIndicator('MA');
    toggleIndicator('RSI');
    toggleIndicator('MA');
    expect(useChartStore.getState().indicators).toEqual(['RSI']);
  });

  it('a third pane takes the place of the first', () => {
    for (const name of ['MACD', 'MA', 'RSI', 'KDJ'] as const) toggleIndicator(name);
    expect(useChartStore.getState().indicators).toEqual(['MA', 'RSI', 'KDJ']);
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
