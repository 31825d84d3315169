import { expect, test } from 'vitest';
import { barLook } from './chart-styles.ts';

test.each([
  ['candles', false, 'candle_solid', 'current_open'],
  ['candles', true, 'candle_up_stroke', 'current_open'],
  ['hollow', false, 'candle_up_stroke', 'previous_close'],
  ['heikinAshi', true, 'candle_solid', 'current_open'],
  ['bars', true, 'ohlc', 'current_open'],
] as const)('R-SCR-76 %s with hollow up-candles %s are drawn as %s by %s', (type, isHollow, drawn, compareRule) => {
  expect(barLook({ type, isHollow })).toEqual({ type: drawn, compareRule });
});
