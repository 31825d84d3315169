import { describe, expect, test } from 'vitest';
import { createScaleFit, type PriceRange, type ScaleControl } from './scale-fit.ts';

function scale(auto: PriceRange) {
  let byHand: PriceRange | null = null;
  const control: ScaleControl = {
    isByHand: () => byHand !== null,
    range: () => byHand ?? auto,
    set: (range) => (byHand = range),
    setAuto: () => (byHand = null),
    redraw: () => undefined,
  };
  return { control, setByHand: (range: PriceRange | null) => (byHand = range), byHand: () => byHand };
}

describe('R-SCR-82 the scale', () => {
  test('includes the level that was tapped, and is as before once it is tapped again', () => {
    const { control, byHand } = scale({ low: 100, high: 110 });
    const fit = createScaleFit();
    fit.onDrawn(control);
    fit.toggle('stopLoss-1', [80]);
    expect([fit.prices(), fit.isFitted('stopLoss-1'), byHand()]).toEqual([[80], true, null]);
    fit.toggle('stopLoss-1', [80]);
    expect([fit.prices(), fit.isFitted('stopLoss-1'), byHand()]).toEqual([[], false, null]);
  });

  test('set by hand is widened by hand, and comes back exactly', () => {
    const { control, setByHand, byHand } = scale({ low: 100, high: 110 });
    const fit = createScaleFit();
    setByHand({ low: 104, high: 106 });
    fit.onDrawn(control);
    fit.toggle('stopLoss-1', [96]);
    expect([fit.prices(), byHand()]).toEqual([[], { low: 95, high: 106 }]);
    fit.onDrawn(control);
    fit.toggle('takeProfit-1', [126]);
    expect(byHand()).toEqual({ low: 104, high: 128.2 });
    fit.toggle('takeProfit-1', [126]);
    expect(byHand()).toEqual({ low: 104, high: 106 });
  });

  test('that the user sets while a level is fitted stays theirs', () => {
    const { control, setByHand, byHand } = scale({ low: 100, high: 110 });
    const fit = createScaleFit();
    fit.onDrawn(control);
    fit.toggle('stopLoss-1', [80]);
    setByHand({ low: 70, high: 90 });
    fit.onDrawn(control);
    expect([fit.prices(), fit.isFitted('stopLoss-1'), byHand()]).toEqual([[], false, { low: 70, high: 90 }]);
  });
});
