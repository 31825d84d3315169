import { randomInt } from 'node:crypto';
import { captchaAlphabet as alphabet } from '../apps/server/src/adapters/captcha/glyphs.ts';
import {
  type CaptchaStyle,
  captchaHeight,
  captchaWidth,
  type LetterBox,
  paintCaptcha,
} from '../apps/server/src/adapters/captcha/paint-captcha.ts';
import { LetterClasses } from './letter-classes.ts';

/** Finds ink in a picture after the median filter; 1 for ink, 0 for paper. */
export type InkView = (calm: Float64Array) => Float64Array;

/** A captcha picture after the median filter, with its text and letter boxes for training. */
export interface SeenCaptcha {
  readonly text: string;
  readonly calm: Float64Array;
  readonly boxes: readonly LetterBox[];
}

// Constants of this module: the test runner turns every use of an import into the call of a getter.
const [width, height] = [captchaWidth, captchaHeight];
const area = width * height;
const letters = 5;
/** Side of the square that a letter is scaled to before comparison, in points. */
const side = 14;
const smallestPiece = 40;

/** Summed-area table: the sum of any box in constant time. */
class Sums {
  readonly #sums = new Float64Array((width + 1) * (height + 1));

  constructor(points: Float64Array) {
    for (let y = 0; y < height; y += 1) {
      let row = 0;
      for (let x = 0; x < width; x += 1) {
        row += points[y * width + x] ?? 0;
        this.#sums[(y + 1) * (width + 1) + x + 1] = (this.#sums[y * (width + 1) + x + 1] ?? 0) + row;
      }
    }
  }

  sum(left: number, right: number, top: number, bottom: number): number {
    const a = clamp(left, width);
    const b = clamp(right, width);
    const c = clamp(top, height) * (width + 1);
    const d = clamp(bottom, height) * (width + 1);
    const sums = this.#sums;
    return (sums[d + b] ?? 0) - (sums[c + b] ?? 0) - (sums[d + a] ?? 0) + (sums[c + a] ?? 0);
  }

  around(x: number, y: number, reach: number): number {
    const left = x < reach ? 0 : x - reach;
    const right = x + reach + 1 > width ? width : x + reach + 1;
    const top = y < reach ? 0 : y - reach;
    const bottom = y + reach + 1 > height ? height : y + reach + 1;
    const [above, below] = [top * (width + 1), bottom * (width + 1)];
    const sums = this.#sums;
    const inside =
      (sums[below + right] ?? 0) - (sums[above + right] ?? 0) - (sums[below + left] ?? 0) + (sums[above + left] ?? 0);
    return inside / ((right - left) * (bottom - top));
  }
}

/** Methods to separate ink from paper. */
export const inkViews = {
  /** Ink is the rarer side of one threshold (Otsu). */
  threshold(calm) {
    const edge = otsu(calm);
    const dark = calm.reduce((count, grey) => count + (grey <= edge ? 1 : 0), 0);
    return calm.map((grey) => (grey <= edge === dark < area / 2 ? 1 : 0));
  },
  /** Ink is all but the largest of three clusters of shades. */
  clusters(calm) {
    const labels = cluster(calm, [60, 130, 200]);
    const sizes = [0, 1, 2].map((label) => labels.reduce((count, one) => count + (one === label ? 1 : 0), 0));
    const paper = sizes.indexOf(Math.max(...sizes));
    return labels.map((label) => (label === paper ? 0 : 1));
  },
  /** Ink differs from most of its surroundings, so that dark and light areas may alternate. */
  surroundings(calm) {
    const sums = new Sums(calm);
    return rarerAround(
      calm.map((grey, at) => (grey > sums.around(at % width, Math.floor(at / width), 28) ? 1 : 0)),
      10,
    );
  },
  majority: (calm) =>
    rarerAround(
      calm.map((grey) => (grey > 138 ? 1 : 0)),
      11,
    ),
} satisfies Record<string, InkView>;

/** Returns the view without thin lines (opening) and small pieces (connected components). */
export function cleaned(view: InkView): InkView {
  return (calm) => withoutSpecks(opened(view(calm)));
}

/** Captcha reader trained on pictures with known letter boxes. */
export class CaptchaReader {
  readonly #view: InkView;
  readonly #classes: LetterClasses;

  constructor(view: InkView, shown: readonly SeenCaptcha[]) {
    this.#view = view;
    const samples: { letter: number; features: Float64Array }[] = [];
    for (const { text, calm, boxes } of shown) {
      const sums = new Sums(view(calm));
      boxes.forEach((box, at) => {
        const letter = alphabet.indexOf(text[at] ?? '');
        for (let shift = 0; shift < 3; shift += 1) samples.push({ letter, features: featuresOf(sums, shifted(box)) });
      });
    }
    this.#classes = new LetterClasses(samples, alphabet.length, side * side);
  }

  /** Returns one reading per segmentation method. */
  read(calm: Float64Array): string[] {
    const ink = this.#view(calm);
    const sums = new Sums(ink);
    const all = [equalParts(ink), valleys(ink), pieces(ink)];
    return [...all.map((cuts) => this.#readParts(ink, sums, cuts)), this.#slide(sums)];
  }

  #readParts(ink: Float64Array, sums: Sums, parts: readonly (readonly [number, number])[]): string {
    return parts
      .map(([left, right]) => {
        const { top, bottom } = rowsOf(ink, left, right);
        const box = { left: left - 3, right: right + 3, top: top - 3, bottom: bottom + 3 };
        return alphabet[this.#classes.best(featuresOf(sums, box)).letter];
      })
      .join('');
  }

  /** Tries every position and width for each letter, and returns the best sequence of five. */
  #slide(sums: Sums): string {
    const step = 6;
    const places = Math.floor(width / step);
    let best: ({ score: number; text: string } | undefined)[] = Array.from({ length: places + 1 }, () => ({
      score: 0,
      text: '',
    }));
    const fits = Array.from({ length: places }, (_, from) =>
      [5, 7, 8].map((breadth) => {
        const [left, right] = [from * step - 4, (from + breadth) * step + 4];
        const tried = [10, 16].map((top) =>
          this.#classes.best(featuresOf(sums, { left, right, top, bottom: top + 56 })),
        );
        return { breadth, ...tried.reduce((one, other) => (other.score > one.score ? other : one)) };
      }),
    );
    for (let letter = 0; letter < letters; letter += 1) {
      const next: typeof best = [];
      fits.forEach((all, from) => {
        const before = best[from];
        if (before === undefined) return;
        for (const { breadth, score, letter: found } of all)
          for (const to of [from + breadth - 1, from + breadth, from + breadth + 1]) {
            const sum = before.score + score;
            if (to <= places && sum > (next[to]?.score ?? Number.NEGATIVE_INFINITY))
              next[to] = { score: sum, text: before.text + alphabet[found] };
          }
      });
      best = Array.from({ length: places + 1 }, (_, at) => next[at]);
    }
    return best.reduce((one, other) => ((other?.score ?? -1e9) > (one?.score ?? -1e9) ? other : one))?.text ?? '';
  }
}

/** Paints captchas of a style; each has passed a median filter against grain. */
export function seeCaptchas(style: CaptchaStyle, count: number): SeenCaptcha[] {
  return Array.from({ length: count }, () => {
    const text = randomText();
    const { points, boxes } = paintCaptcha(text, style);
    return { text, calm: median(points), boxes };
  });
}

/** Returns the share of pictures read completely, by segmentation method. */
export function shareRead(reader: CaptchaReader, pictures: readonly SeenCaptcha[]): number[] {
  const read: number[] = [];
  for (const { text, calm } of pictures)
    reader.read(calm).forEach((answer, way) => {
      read[way] = (read[way] ?? 0) + (answer === text ? 1 : 0);
    });
  return read.map((count) => count / pictures.length);
}

function randomText(): string {
  return Array.from({ length: letters }, () => alphabet[randomInt(alphabet.length)]).join('');
}

function featuresOf(sums: Sums, { left, right, top, bottom }: LetterBox): Float64Array {
  const features = new Float64Array(side * side);
  let total = 0;
  for (let row = 0; row < side; row += 1) {
    const y = edge(top, bottom, row);
    const toY = Math.max(y + 1, edge(top, bottom, row + 1));
    for (let column = 0; column < side; column += 1) {
      const x = edge(left, right, column);
      const toX = Math.max(x + 1, edge(left, right, column + 1));
      const share = sums.sum(x, toX, y, toY) / ((toX - x) * (toY - y));
      features[row * side + column] = share;
      total += share;
    }
  }
  const mean = total / features.length;
  let squares = 0;
  for (const value of features) squares += (value - mean) ** 2;
  const spread = Math.sqrt(squares / features.length) || 1;
  for (let at = 0; at < features.length; at += 1) features[at] = ((features[at] ?? 0) - mean) / spread;
  return features;
}

/** Returns one of the lines that divide a span into `side` equal parts. */
function edge(from: number, to: number, at: number): number {
  return Math.round(from + ((to - from) * at) / side);
}

function shifted({ left, right, top, bottom }: LetterBox): LetterBox {
  const by = () => randomInt(-300, 300) / 100;
  return { left: left - 4 + by(), right: right + 4 + by(), top: top - 4 + by(), bottom: bottom + 4 + by() };
}

/** Returns the median of each point and its eight neighbours. */
function median(points: Uint8Array): Float64Array {
  const calm = new Float64Array(area);
  const near = new Uint8Array(9);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      for (let at = 0; at < 9; at += 1) {
        const row = Math.min(height - 1, Math.max(0, y + Math.floor(at / 3) - 1));
        const grey = points[row * width + Math.min(width - 1, Math.max(0, x + (at % 3) - 1))] ?? 0;
        let to = at;
        for (; to > 0 && (near[to - 1] ?? 0) > grey; to -= 1) near[to] = near[to - 1] ?? 0;
        near[to] = grey;
      }
      calm[y * width + x] = near[4] ?? 0;
    }
  return calm;
}

function otsu(points: Float64Array): number {
  const counts = new Float64Array(256);
  let total = 0;
  for (const grey of points) {
    counts[grey] = (counts[grey] ?? 0) + 1;
    total += grey;
  }
  let [below, sum, best, edge] = [0, 0, 0, 128];
  counts.forEach((count, grey) => {
    below += count;
    sum += count * grey;
    const above = points.length - below;
    if (below === 0 || above === 0) return;
    const between = below * above * (sum / below - (total - sum) / above) ** 2;
    if (between > best) [best, edge] = [between, grey];
  });
  return edge;
}

function cluster(points: Float64Array, from: readonly [number, number, number]): Float64Array {
  const centres: [number, number, number] = [...from];
  const labels = new Float64Array(area);
  for (let round = 0; round < 6; round += 1) {
    const [dark, light] = [(centres[0] + centres[1]) / 2, (centres[1] + centres[2]) / 2];
    const sums = [0, 0, 0];
    const counts = [0, 0, 0];
    for (let at = 0; at < area; at += 1) {
      const grey = points[at] ?? 0;
      const label = grey < dark ? 0 : grey < light ? 1 : 2;
      labels[at] = label;
      sums[label] = (sums[label] ?? 0) + grey;
      counts[label] = (counts[label] ?? 0) + 1;
    }
    for (const label of [0, 1, 2] as const)
      if (counts[label]) centres[label] = (sums[label] ?? 0) / (counts[label] ?? 1);
  }
  return labels;
}

function rarerAround(sides: Float64Array, reach: number): Float64Array {
  const sums = new Sums(sides);
  return sides.map((one, at) => {
    const common = sums.around(at % width, Math.floor(at / width), reach) > 0.5 ? 1 : 0;
    return one === common ? 0 : 1;
  });
}

function opened(ink: Float64Array): Float64Array {
  const wide = new Float64Array(area);
  const square = [0, 1, width, width + 1];
  for (let at = 0; at < area - width - 1; at += 1) {
    if (ink[at] !== 1 || ink[at + 1] !== 1 || ink[at + width] !== 1 || ink[at + width + 1] !== 1) continue;
    for (const step of square) wide[at + step] = 1;
  }
  return wide;
}

/** Returns connected pieces of ink as indexes of their points. */
function piecesOf(ink: Float64Array): number[][] {
  const seen = new Uint8Array(area);
  const found: number[][] = [];
  for (let start = 0; start < area; start += 1) {
    if (ink[start] !== 1 || seen[start] === 1) continue;
    const piece = [start];
    seen[start] = 1;
    for (let at = piece[0], next = 1; at !== undefined; at = piece[next], next += 1)
      for (const to of [at % width > 0 ? at - 1 : at, at % width < width - 1 ? at + 1 : at, at - width, at + width])
        if (ink[to] === 1 && seen[to] === 0) {
          seen[to] = 1;
          piece.push(to);
        }
    found.push(piece);
  }
  return found;
}

function withoutSpecks(ink: Float64Array): Float64Array {
  const kept = new Float64Array(area);
  for (const piece of piecesOf(ink)) if (piece.length >= smallestPiece) for (const at of piece) kept[at] = 1;
  return kept;
}

function columnsOf(ink: Float64Array): { columns: Float64Array; first: number; last: number } {
  const columns = new Float64Array(width);
  ink.forEach((one, at) => {
    columns[at % width] = (columns[at % width] ?? 0) + one;
  });
  const first = Math.max(
    0,
    columns.findIndex((count) => count >= 4),
  );
  const last = columns.findLastIndex((count) => count >= 4);
  return { columns, first, last: Math.max(first + letters, last) };
}

function equalParts(ink: Float64Array): [number, number][] {
  const { first, last } = columnsOf(ink);
  const at = (part: number) => first + ((last - first) * part) / letters;
  return Array.from({ length: letters }, (_, part) => [at(part), at(part + 1)]);
}

/** Cuts at columns with the least ink near five equal parts. */
function valleys(ink: Float64Array): [number, number][] {
  const { columns, first, last } = columnsOf(ink);
  const cuts = [first];
  for (let part = 1; part < letters; part += 1) {
    const middle = Math.round(first + ((last - first) * part) / letters);
    const near = Array.from({ length: 25 }, (_, at) => middle - 12 + at);
    const cost = (x: number) => (columns[x] ?? 0) + Math.abs(x - middle) * 0.3;
    cuts.push(near.reduce((one, other) => (cost(other) < cost(one) ? other : one)));
  }
  cuts.push(last);
  return Array.from({ length: letters }, (_, part) => [cuts[part] ?? 0, cuts[part + 1] ?? 0]);
}

/** Returns the five widest pieces side by side, or equal parts if there are fewer. */
function pieces(ink: Float64Array): [number, number][] {
  const spans = piecesOf(ink)
    .filter((piece) => piece.length >= smallestPiece)
    .map((piece): [number, number] => {
      const xs = piece.map((at) => at % width);
      return [Math.min(...xs), Math.max(...xs)];
    })
    .sort(([a], [b]) => a - b);
  const joined: [number, number][] = [];
  for (const span of spans) {
    const before = joined.at(-1);
    if (before !== undefined && span[0] < before[1] - 4) before[1] = Math.max(before[1], span[1]);
    else joined.push([...span]);
  }
  if (joined.length < letters) return equalParts(ink);
  const broad = joined.sort((a, b) => b[1] - b[0] - (a[1] - a[0])).slice(0, letters);
  return broad.sort(([a], [b]) => a - b);
}

function rowsOf(ink: Float64Array, left: number, right: number): { top: number; bottom: number } {
  const isInked = (y: number) => {
    const from = Math.max(0, Math.round(left));
    return ink.subarray(y * width + from, y * width + Math.min(width, Math.round(right) + 1)).includes(1);
  };
  const inked = Array.from({ length: height }, (_, y) => y).filter(isInked);
  return { top: inked[0] ?? 0, bottom: inked.at(-1) ?? height };
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(0, value));
}
