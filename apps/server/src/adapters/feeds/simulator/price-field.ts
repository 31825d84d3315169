import type { QuotedInstrument } from '../../../ports/market.ts';
import { type Loadings, loadingsOf, rhythmOf } from './factors.ts';
import {
  createLatentPath,
  dayMs,
  fillDay,
  type LatentPath,
  minuteVariance,
  nodeMs,
  nodesPerDay,
} from './latent-path.ts';

/** Time at which every price equals its reference; the seeded paths start from here in both directions. */
const anchorMs = Date.UTC(2026, 10, 20, 12);
/** Enough for all paths of two days and a history request at the same time. 173 kB each. */
const cachedPathDays = 200;
const minutesPerDay = 1_440;

interface Component {
  readonly path: LatentPath;
  readonly weight: number;
}

/** Middle prices of all instruments at all times, as logarithms on a grid of two-second nodes (R-SIM-02). */
export class PriceField {
  readonly #components = new Map<QuotedInstrument, readonly Component[]>();
  readonly #anchors = new Map<QuotedInstrument, number>();
  readonly #paths = new Map<string, LatentPath>();
  readonly #days = new BoundedCache<string, Float32Array>(cachedPathDays);
  readonly #variances: BoundedCache<QuotedInstrument, Float64Array>;
  readonly #seed: number;

  constructor(instruments: readonly QuotedInstrument[], seed: number) {
    this.#seed = seed;
    this.#variances = new BoundedCache(instruments.length);
    const prices = findAssetPrices(instruments);
    for (const instrument of instruments) {
      const components = this.#findComponents(instrument);
      this.#components.set(instrument, components);
      const day = Math.floor(anchorMs / dayMs);
      const node = (anchorMs - day * dayMs) / nodeMs;
      let atAnchor = 0;
      for (const { path, weight } of components) atAnchor += weight * (this.#pathDay(path, day)[node] as number);
      this.#anchors.set(instrument, Math.log(findAnchorPrice(instrument, prices)) - atAnchor);
    }
  }

  /** Returns logarithms of the middle price at `count` nodes of a UTC day, starting at `node`. */
  logPrices(instrument: QuotedInstrument, day: number, node = 0, count = nodesPerDay): Float64Array {
    const logs = new Float64Array(count).fill(this.#anchors.get(instrument) as number);
    for (const { path, weight } of this.#components.get(instrument) as readonly Component[]) {
      const values = this.#pathDay(path, day);
      for (let index = 0; index < count; index += 1) {
        logs[index] = (logs[index] as number) + weight * (values[node + index] as number);
      }
    }
    return logs;
  }

  /** Returns the expected variance of the logarithm over each minute of a weekday, in UTC (R-MKT-47). */
  minuteVariances(instrument: QuotedInstrument): Float64Array {
    return this.#variances.get(instrument, () => {
      const variances = new Float64Array(minutesPerDay);
      for (const { path, weight } of this.#components.get(instrument) as readonly Component[]) {
        for (let minute = 0; minute < minutesPerDay; minute += 1) {
          variances[minute] = (variances[minute] as number) + weight ** 2 * minuteVariance(path.rhythm, minute);
        }
      }
      return variances;
    });
  }

  #pathDay(path: LatentPath, day: number): Float32Array {
    return this.#days.get(`${path.name}:${day}`, () => fillDay(path, day));
  }

  #findComponents(instrument: QuotedInstrument): readonly Component[] {
    const { spec } = instrument;
    const weights = new Map<string, number>();
    const add = (loadings: Loadings, sign: number) => {
      for (const [path, weight] of Object.entries(loadings))
        weights.set(path, (weights.get(path) ?? 0) + sign * weight);
    };
    add(loadingsOf(spec.baseCurrency), 1);
    if (isPair(instrument)) add(loadingsOf(spec.quoteCurrency), -1);
    const components: Component[] = [];
    for (const [name, weight] of weights) {
      if (Math.abs(weight) > 1e-12) components.push({ path: this.#pathOf(name), weight });
    }
    return components;
  }

  #pathOf(name: string): LatentPath {
    const known = this.#paths.get(name);
    if (known !== undefined) return known;
    const path = createLatentPath(name, rhythmOf(name), this.#seed);
    this.#paths.set(name, path);
    return path;
  }
}

/** True for a pair, which is the difference of two assets; an index or a commodity has its own price. */
function isPair({ spec }: QuotedInstrument): boolean {
  return spec.assetClass !== 'index' && spec.assetClass !== 'energy';
}

/** Derives the dollar prices of assets from their pairs with the dollar. */
function findAssetPrices(instruments: readonly QuotedInstrument[]): ReadonlyMap<string, number> {
  const prices = new Map<string, number>([['USD', 1]]);
  for (const instrument of instruments) {
    if (!isPair(instrument)) continue;
    const { baseCurrency, quoteCurrency } = instrument.spec;
    if (quoteCurrency === 'USD') prices.set(baseCurrency, instrument.referencePrice);
    else if (baseCurrency === 'USD') prices.set(quoteCurrency, 1 / instrument.referencePrice);
  }
  return prices;
}

function findAnchorPrice(instrument: QuotedInstrument, prices: ReadonlyMap<string, number>): number {
  const base = prices.get(instrument.spec.baseCurrency);
  const quote = prices.get(instrument.spec.quoteCurrency);
  if (!isPair(instrument) || base === undefined || quote === undefined) return instrument.referencePrice;
  return base / quote;
}

/** Keeps the most recently used values, at most `size` of them. */
export class BoundedCache<Key, Value> {
  readonly #values = new Map<Key, Value>();
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  get(key: Key, make: () => Value): Value {
    const known = this.#values.get(key);
    if (known !== undefined) {
      this.#values.delete(key);
      this.#values.set(key, known);
      return known;
    }
    const value = make();
    this.#values.set(key, value);
    if (this.#values.size > this.#size) {
      const [oldest] = this.#values.keys();
      if (oldest !== undefined) this.#values.delete(oldest);
    }
    return value;
  }
}
