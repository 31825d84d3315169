import { countOf, type Histogram, percentile, valueAt } from './histogram.ts';

/** Estimate with the interval that covers the true value with a confidence of 95 %. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** 97.5 % quantile of the normal distribution. */
const z = 1.959964;

/**
 * Sums over clusters of observations, from which a mean and its standard error follow. They can be added up. Observations
 * of one cluster may depend on each other.
 */
export interface ClusterSums {
  clusters: number;
  /** Observations and the sum of their values. */
  count: number;
  sum: number;
  /** Sums over clusters: count², count × sum, sum². */
  countSquares: number;
  products: number;
  sumSquares: number;
}

export const noClusters: Readonly<ClusterSums> = {
  clusters: 0,
  count: 0,
  sum: 0,
  countSquares: 0,
  products: 0,
  sumSquares: 0,
};

export function addCluster(sums: ClusterSums, count: number, sum: number): void {
  sums.clusters += 1;
  sums.count += count;
  sums.sum += sum;
  sums.countSquares += count * count;
  sums.products += count * sum;
  sums.sumSquares += sum * sum;
}

export function addSums(sums: ClusterSums, more: Readonly<ClusterSums>): void {
  for (const name of Object.keys(noClusters) as (keyof ClusterSums)[]) sums[name] += more[name];
}

const clustersMin = 30;

/**
 * Mean with its interval from the cluster-robust standard error, with the correction G ÷ (G − 1) for G clusters (Liang and
 * Zeger, Biometrika 73, 1986, 13–22). Null with fewer than 30 clusters: the interval would be too narrow.
 */
export function clusteredMean({
  clusters,
  count,
  sum,
  countSquares,
  products,
  sumSquares,
}: ClusterSums): Estimate | null {
  if (clusters < clustersMin || count === 0) return null;
  const value = sum / count;
  const spread = Math.max(0, sumSquares - 2 * value * products + value * value * countSquares);
  const error = Math.sqrt((clusters / (clusters - 1)) * spread) / count;
  return { value, low: value - z * error, high: value + z * error };
}

/**
 * Percentile with its interval between two order statistics, whose ranks follow from the binomial distribution in its
 * normal approximation (Hahn and Meeker, Statistical Intervals, 1991, 5.2). The interval is null if a rank does not exist.
 */
export function percentileEstimate(
  histogram: Readonly<Histogram>,
  share: number,
): { readonly value: number; readonly interval: { readonly low: number; readonly high: number } | null } | null {
  const value = percentile(histogram, share);
  if (value === null) return null;
  const count = countOf(histogram);
  const half = z * Math.sqrt(count * share * (1 - share));
  const low = valueAt(histogram, Math.floor(count * share - half));
  const high = valueAt(histogram, Math.ceil(count * share + half) + 1);
  return { value, interval: low === null || high === null ? null : { low, high } };
}

/**
 * Difference of a percentile of two samples, a − b, with the interval that follows from those of both by the method of
 * variance estimates recovery (Zou and Donner, Statistics in Medicine 27, 2008, 1693–1702); null if either has none.
 */
export function percentileDifference(a: Readonly<Histogram>, b: Readonly<Histogram>, share: number): Estimate | null {
  const [one, other] = [percentileEstimate(a, share), percentileEstimate(b, share)];
  if (one?.interval == null || other?.interval == null) return null;
  const value = one.value - other.value;
  const below = Math.hypot(one.value - one.interval.low, other.interval.high - other.value);
  const above = Math.hypot(one.interval.high - one.value, other.value - other.interval.low);
  return { value, low: value - below, high: value + above };
}
