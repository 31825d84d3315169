/** Seeded noise: every number is a function of its coordinates, so any time can be evaluated alone (R-SIM-01). */

/** Hashes integers to 32 uniformly distributed bits. */
export function hash(seed: number, a: number, b = 0, c = 0): number {
  let h = seed | 0;
  for (const part of [a, b, c]) {
    h = Math.imul(h ^ (part | 0), 0x9e3779b1);
    h = Math.imul(h ^ (h >>> 15) ^ Math.floor(part / 0x1_0000_0000), 0x85ebca77);
    h ^= h >>> 13;
  }
  h = Math.imul(h ^ (h >>> 16), 0xc2b2ae3d);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Returns a number uniform in [0, 1). */
export function uniform(seed: number, a: number, b = 0, c = 0): number {
  return hash(seed, a, b, c) / 0x1_0000_0000;
}

export function hashText(text: string): number {
  let h = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) h = Math.imul(h ^ text.charCodeAt(index), 0x01000193);
  return h >>> 0;
}

/** Quantiles of the standard normal distribution, scaled to unit variance; a random index gives a normal number. */
export const normalTable: Float64Array = buildNormalTable(4_096);
export const normalMask = 4_095;

export function normal(seed: number, a: number, b = 0, c = 0): number {
  return normalTable[hash(seed, a, b, c) & normalMask] as number;
}

function buildNormalTable(size: number): Float64Array {
  const table = new Float64Array(size);
  let squares = 0;
  for (let index = 0; index < size; index += 1) {
    const value = normalQuantile((index + 0.5) / size);
    table[index] = value;
    squares += value * value;
  }
  const scale = Math.sqrt(size / squares);
  return table.map((value) => value * scale);
}

/** Abramowitz and Stegun 26.2.23: accurate to 4.5e-4, enough for noise. */
function normalQuantile(probability: number): number {
  const tail = probability < 0.5 ? probability : 1 - probability;
  const t = Math.sqrt(-2 * Math.log(tail));
  const above = 2.515517 + 0.802853 * t + 0.010328 * t * t;
  const below = 1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t * t * t;
  const value = t - above / below;
  return probability < 0.5 ? -value : value;
}
