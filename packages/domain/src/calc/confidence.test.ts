import { describe, expect, test } from 'vitest';
import { addCluster, clusteredMean, noClusters, percentileDifference, percentileEstimate } from './confidence.ts';
import { addTo, coarse, type Histogram, percentile } from './histogram.ts';

function histogramOf(values: readonly number[]): Histogram {
  const histogram: Histogram = {};
  for (const value of values) addTo(histogram, value);
  return histogram;
}

const oneTo = (count: number) => histogramOf(Array.from({ length: count }, (_, at) => at + 1));

describe('R-STA-04 percentiles and intervals', () => {
  test('a percentile is the smallest value that its share does not exceed, by order of value and not of text', () => {
    expect([0.5, 0.95, 0.99, 1].map((share) => percentile(oneTo(100), share))).toEqual([50, 95, 99, 100]);
    expect(percentile(histogramOf([-10, -9, 2, 100]), 0.5)).toBe(-9);
    expect(percentile({}, 0.5)).toBeNull();
  });

  test('ages keep three significant digits', () => {
    expect([-3, 7, 999, 1_004, 123_456].map(coarse)).toEqual([0, 7, 999, 1_000, 123_000]);
  });

  test('the mean of single observations has the textbook interval', () => {
    const values = Array.from({ length: 50 }, (_, at) => (at * 7) % 11);
    const sums = { ...noClusters };
    for (const value of values) addCluster(sums, 1, value);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
    const half = (1.959964 * deviation) / Math.sqrt(values.length);
    const found = clusteredMean(sums);
    expect(found?.value).toBeCloseTo(mean, 10);
    expect(found?.low).toBeCloseTo(mean - half, 10);
    expect(found?.high).toBeCloseTo(mean + half, 10);
  });

  test('observations that move together count as one, so that repeating them does not narrow the interval', () => {
    const [once, often] = [{ ...noClusters }, { ...noClusters }];
    for (let at = 0; at < 40; at += 1) {
      addCluster(once, 1, at % 3);
      addCluster(often, 25, 25 * (at % 3));
    }
    expect(clusteredMean(often)?.high).toBeCloseTo(clusteredMean(once)?.high ?? 0, 10);
  });

  test('fewer than 30 clusters have no interval', () => {
    const sums = { ...noClusters };
    for (let at = 0; at < 29; at += 1) addCluster(sums, 100, at);
    expect(clusteredMean(sums)).toBeNull();
    addCluster(sums, 1, 5);
    expect(clusteredMean(sums)).not.toBeNull();
  });

  test('a percentile lies between two order statistics, and has no interval where they do not exist', () => {
    expect(percentileEstimate(oneTo(1_000), 0.5)).toEqual({ value: 500, interval: { low: 469, high: 532 } });
    expect(percentileEstimate(oneTo(100), 0.99)).toEqual({ value: 99, interval: null });
    expect(percentileEstimate({}, 0.5)).toBeNull();
  });

  test('the difference of two percentiles covers zero for equal samples and not for shifted ones', () => {
    const equal = percentileDifference(oneTo(1_000), oneTo(1_000), 0.95);
    expect(equal?.value).toBe(0);
    expect(equal?.low).toBeLessThan(0);
    expect(equal?.high).toBeGreaterThan(0);
    const shifted = percentileDifference(
      histogramOf(Array.from({ length: 1_000 }, (_, at) => at + 101)),
      oneTo(1_000),
      0.95,
    );
    expect(shifted?.low).toBeGreaterThan(0);
    expect(percentileDifference(oneTo(10), oneTo(1_000), 0.99)).toBeNull();
  });
});
