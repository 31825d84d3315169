import { type IndicatorSpec, valueOf } from '../../../../session/indicators.ts';
import { type Calculation, createCalculation } from './calculation.ts';
import {
  bollingerBands,
  exponentialAverage,
  movingAverage,
  parabolicSar,
  volumeWeightedPrice,
} from './over-formulas.ts';
import {
  averageTrueRange,
  awesomeOscillator,
  channelIndex,
  convergence,
  directionalMovement,
  relativeStrength,
  stochastic,
} from './pane-formulas.ts';

export type IndicatorInput = Pick<IndicatorSpec, 'kind' | 'values' | 'source'>;

/** Returns the calculation of an indicator by its kind, values and source of prices. */
export function calculationOf(spec: IndicatorInput): Calculation {
  const at = (name: Parameters<typeof valueOf>[1]) => valueOf(spec, name);
  const { source } = spec;
  switch (spec.kind) {
    case 'MA':
      return createCalculation(movingAverage(at('period'), source));
    case 'EMA':
      return createCalculation(exponentialAverage(at('period'), source));
    case 'BOLL':
      return createCalculation(bollingerBands(at('period'), at('deviations'), source));
    case 'SAR':
      return createCalculation(parabolicSar(at('step'), at('maximum')));
    case 'VWAP':
      return createCalculation(volumeWeightedPrice);
    case 'MACD':
      return createCalculation(convergence(at('fast'), at('slow'), at('signal'), source));
    case 'RSI':
      return createCalculation(relativeStrength(at('period'), source));
    case 'STOCH':
      return createCalculation(stochastic(at('k'), at('d'), at('slowing')));
    case 'ATR':
      return createCalculation(averageTrueRange(at('period')));
    case 'CCI':
      return createCalculation(channelIndex(at('period')));
    case 'DMI':
      return createCalculation(directionalMovement(at('period')));
    case 'AO':
      return createCalculation(awesomeOscillator(at('fast'), at('slow')));
  }
}
