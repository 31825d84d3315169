interface Sample {
  readonly letter: number;
  readonly features: Float64Array;
}

/** Ridge added to the diagonal, so that constant features do not make the matrix singular. */
const ridge = 0.05;

/** Classifies letters by linear discriminants: the mean of each letter and the common covariance. */
export class LetterClasses {
  readonly #weights: Float64Array[];
  readonly #offsets: number[];

  constructor(samples: readonly Sample[], letters: number, size: number) {
    const means = meansOf(samples, letters, size);
    const factor = factorOf(spreadOf(samples, means, size));
    this.#weights = means.map((mean) => solve(factor, mean));
    this.#offsets = this.#weights.map((weights, letter) => -dot(weights, means[letter] ?? weights) / 2);
  }

  /** Returns the most likely letter and its log probability. */
  best(features: Float64Array): { readonly letter: number; readonly score: number } {
    const scores = this.#weights.map((weights, letter) => dot(weights, features) + (this.#offsets[letter] ?? 0));
    const most = Math.max(...scores);
    const rest = scores.reduce((sum, score) => sum + Math.exp(score - most), 0);
    return { letter: scores.indexOf(most), score: -Math.log(rest) };
  }
}

function meansOf(samples: readonly Sample[], letters: number, size: number): Float64Array[] {
  const means = Array.from({ length: letters }, () => new Float64Array(size));
  const counts = new Float64Array(letters);
  for (const { letter, features } of samples) {
    counts[letter] = (counts[letter] ?? 0) + 1;
    features.forEach((value, at) => {
      const mean = means[letter];
      if (mean !== undefined) mean[at] = (mean[at] ?? 0) + value;
    });
  }
  return means.map((mean, letter) => mean.map((sum) => sum / Math.max(1, counts[letter] ?? 1)));
}

function spreadOf(samples: readonly Sample[], means: readonly Float64Array[], size: number): Float64Array[] {
  const spread = Array.from({ length: size }, () => new Float64Array(size));
  for (const { letter, features } of samples) {
    const mean = means[letter] ?? features;
    const off = features.map((value, at) => value - (mean[at] ?? 0));
    for (let row = 0; row < size; row += 1) {
      const line = spread[row] ?? off;
      const own = (off[row] ?? 0) / samples.length;
      for (let column = 0; column <= row; column += 1) line[column] = (line[column] ?? 0) + own * (off[column] ?? 0);
    }
  }
  spread.forEach((row, at) => {
    row[at] = (row[at] ?? 0) + ridge;
  });
  return spread;
}

/** Returns the lower triangular Cholesky factor of the matrix. */
function factorOf(matrix: readonly Float64Array[]): Float64Array[] {
  const factor: Float64Array[] = [];
  matrix.forEach((line, row) => {
    const made = new Float64Array(matrix.length);
    factor.push(made);
    for (let column = 0; column <= row; column += 1) {
      const other = factor[column] ?? made;
      let left = line[column] ?? 0;
      for (let at = 0; at < column; at += 1) left -= (made[at] ?? 0) * (other[at] ?? 0);
      made[column] = row === column ? Math.sqrt(left) : left / (other[column] ?? 1);
    }
  });
  return factor;
}

function solve(factor: readonly Float64Array[], right: Float64Array): Float64Array {
  const half = new Float64Array(right.length);
  factor.forEach((row, at) => {
    let left = right[at] ?? 0;
    for (let column = 0; column < at; column += 1) left -= (row[column] ?? 0) * (half[column] ?? 0);
    half[at] = left / (row[at] ?? 1);
  });
  const whole = new Float64Array(right.length);
  for (let at = right.length - 1; at >= 0; at -= 1) {
    let left = half[at] ?? 0;
    for (let row = at + 1; row < right.length; row += 1) left -= (factor[row]?.[at] ?? 0) * (whole[row] ?? 0);
    whole[at] = left / (factor[at]?.[at] ?? 1);
  }
  return whole;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}
