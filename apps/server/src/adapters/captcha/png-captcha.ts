import { randomInt } from 'node:crypto';
import type { CaptchaPainter } from '../../ports/captcha-painter.ts';
import { glyphColumns, glyphRows, glyphs } from './glyphs.ts';
import { encodeGreyPng } from './png.ts';

const width = 180;
const height = 60;
const letterSize = 5.5;
const strokes = 3;
const specks = 400;

/** A letter where it stands: turned, leaned and grown by chance. */
interface Placed {
  readonly rows: readonly number[];
  readonly x: number;
  readonly y: number;
  readonly turn: number;
  readonly lean: number;
  readonly size: number;
}

/**
 * Letters as points rather than outlines, turned and waved, under strokes and specks. It slows programs down and stops
 * none that is made for it: it is one of several limits, never the only one.
 */
export const pngCaptcha: CaptchaPainter = {
  alphabet: Object.keys(glyphs).join(''),
  paint: (text) => `data:image/png;base64,${encodeGreyPng(paintText(text), width, height).toString('base64')}`,
};

function paintText(text: string): Uint8Array {
  const points = new Uint8Array(width * height).fill(255);
  const letters = Array.from(text, (letter, at) => place(letter, at, text.length));
  const wave = { depth: between(1, 2.5), length: between(18, 30), start: between(0, 6) };
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const waved = y + wave.depth * Math.sin(x / wave.length + wave.start);
      if (letters.some((letter) => isInk(letter, x, waved))) points[y * width + x] = 40;
    }
  for (let stroke = 0; stroke < strokes; stroke += 1) drawStroke(points);
  for (let speck = 0; speck < specks; speck += 1) points[randomInt(width * height)] = randomInt(60, 200);
  return points;
}

function place(letter: string, at: number, letters: number): Placed {
  const bits = glyphs[letter];
  if (bits === undefined) throw new Error(`Invariant: ${letter} can be painted`);
  return {
    rows: Array.from({ length: glyphRows }, (_, row) => Number.parseInt(bits.slice(row * 2, row * 2 + 2), 16)),
    x: ((at + 0.5) * width) / letters + between(-3, 3),
    y: height / 2 + between(-5, 5),
    turn: between(-0.22, 0.22),
    lean: between(-0.15, 0.15),
    size: letterSize * between(0.85, 1.1),
  };
}

/** Back from the picture to the letter's own points. */
function isInk(letter: Placed, x: number, y: number): boolean {
  const dx = x - letter.x;
  const dy = y - letter.y;
  const down = (dy * Math.cos(letter.turn) - dx * Math.sin(letter.turn)) / letter.size;
  const across = (dx * Math.cos(letter.turn) + dy * Math.sin(letter.turn)) / letter.size + down * letter.lean;
  const column = Math.floor(across + glyphColumns / 2);
  const row = letter.rows[Math.floor(down + glyphRows / 2)];
  if (row === undefined || column < 0 || column >= glyphColumns) return false;
  return ((row >> (glyphColumns - 1 - column)) & 1) === 1;
}

function drawStroke(points: Uint8Array): void {
  const from = between(0, height);
  const slope = between(-0.25, 0.25);
  const bend = between(4, 12);
  const length = between(20, 50);
  const grey = randomInt(90, 150);
  for (let x = 0; x < width; x += 1) {
    const y = Math.round(from + slope * x + bend * Math.sin(x / length));
    if (y >= 0 && y < height) points[y * width + x] = grey;
  }
}

function between(least: number, most: number): number {
  return least + ((most - least) * randomInt(1_000_000)) / 1_000_000;
}
