import { randomBytes, randomInt } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { type GlyphPoint, strokesOf } from './glyphs.ts';
import { bend, Ink, type Warp } from './ink.ts';

/** Encodes a greyscale picture, one byte per pixel, row by row, as PNG. */
function encodeGreyPng(points: Uint8Array, width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits of grey; no palette, filter or interlacing.
  header.writeUInt8(8, 8);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) rows.set(points.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(body.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}

export const captchaWidth = 240;
export const captchaHeight = 80;

/** Difficulty of a picture for programs. */
export interface CaptchaStyle {
  /** Warp of the whole picture; 0 for none. */
  readonly warp: number;
  /** Number of lines across, and of hooks the size of parts of letters. */
  readonly lines: number;
  readonly hooks: number;
  /** Number of borders at which light and dark are swapped. */
  readonly borders: number;
  /** Maximum rotation of a letter either way, in radians, and of shifts of its points. */
  readonly turn: number;
  readonly stray: number;
  /** Distance from one letter to the next, in letter widths. */
  readonly advance: number;
  /** Grain and uneven light; 0 for none. */
  readonly grain: number;
}

export const captchaStyle: CaptchaStyle = {
  warp: 0.85,
  lines: 1,
  hooks: 3,
  borders: 2,
  turn: 0.24,
  stray: 0.03,
  advance: 1.05,
  grain: 0.7,
};

/** The same letters without obstacles, as a baseline for measuring readers. */
export const plainStyle: CaptchaStyle = {
  warp: 0,
  lines: 0,
  hooks: 0,
  borders: 0,
  turn: 0.05,
  stray: 0,
  advance: 1.12,
  grain: 0.3,
};

/** Bounding box of one letter, in pixels of the picture. */
export interface LetterBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface PaintedCaptcha {
  /** Grey values, one byte per pixel, row by row. */
  readonly points: Uint8Array;
  readonly boxes: readonly LetterBox[];
}

/** Returns a picture of `text` as a data URL. */
export function captchaUrl(text: string): string {
  const { points } = paintCaptcha(text, captchaStyle);
  return `data:image/png;base64,${encodeGreyPng(points, captchaWidth, captchaHeight).toString('base64')}`;
}

/**
 * Paints letters with an irregular pen, touching one another, warped as a whole, under hooks and a line of the same
 * shade; borders across the picture swap light and dark. A person follows the strokes; a program finds neither a single
 * shade of ink nor the end of a letter. It slows programs down but does not stop one that is trained for it: it is one
 * limit among several.
 */
export function paintCaptcha(text: string, style: CaptchaStyle): PaintedCaptcha {
  const ink = new Ink(captchaWidth, captchaHeight, makeWarp(style.warp));
  const radius = within(2.2, 2.7);
  const letters = placeLetters(text, style);
  for (const letter of letters)
    for (const line of letter.lines) ink.draw(line, radius * within(0.92, 1.1), within(0, 7));
  for (let line = 0; line < style.lines; line += 1) ink.draw(lineAcross(), radius * within(0.45, 0.6), within(0, 7));
  for (let hook = 0; hook < style.hooks; hook += 1) ink.draw(makeHook(), radius * within(0.4, 0.55), within(0, 7));
  return { points: develop(ink, style), boxes: letters.map(({ box }) => box) };
}

function placeLetters(text: string, style: CaptchaStyle): { box: LetterBox; lines: GlyphPoint[][] }[] {
  const sizes = Array.from(text, () => {
    const height = within(44, 54);
    const breadth = height * within(0.68, 0.86);
    return { height, breadth, advance: breadth * style.advance * within(0.9, 1.12) };
  });
  const total = sizes.reduce((sum, { advance }) => sum + advance, 0);
  const fit = Math.min(1, (captchaWidth - 14) / total);
  let left = 4 + within(0.1, 0.9) * (captchaWidth - 8 - total * fit);
  return Array.from(text, (letter, at) => {
    const { height, breadth, advance } = sizes[at] ?? { height: 0, breadth: 0, advance: 0 };
    const size = { height: height * fit, breadth: breadth * fit };
    const middle = { x: left + size.breadth / 2, y: captchaHeight / 2 + within(-7, 7) * style.warp };
    left += advance * fit;
    const box = {
      left: middle.x - size.breadth / 2,
      right: middle.x + size.breadth / 2,
      top: middle.y - size.height / 2,
      bottom: middle.y + size.height / 2,
    };
    return { box, lines: drawLetter(letter, middle, size, style) };
  });
}

function drawLetter(
  letter: string,
  middle: { readonly x: number; readonly y: number },
  { height, breadth }: { readonly height: number; readonly breadth: number },
  { turn, stray }: CaptchaStyle,
): GlyphPoint[][] {
  const angle = within(-turn, turn);
  const lean = within(-0.16, 0.16) * (stray > 0 ? 1 : 0);
  const place = ([across, down]: GlyphPoint): GlyphPoint => {
    const y = (down - 0.5) * height;
    const x = (across - 0.5) * breadth + y * lean;
    return [middle.x + x * Math.cos(angle) - y * Math.sin(angle), middle.y + x * Math.sin(angle) + y * Math.cos(angle)];
  };
  return strokesOf(letter).map(({ isBent, points }) => {
    const strayed = points.map(
      ([across, down]): GlyphPoint => [across + within(-stray, stray), down + within(-stray, stray)],
    );
    return (isBent ? bend(strayed) : strayed).map(place);
  });
}

function lineAcross(): GlyphPoint[] {
  const [from, to] = [within(18, 62), within(18, 62)];
  return bend(
    Array.from({ length: 6 }, (_, at): GlyphPoint => [at * 50 - 5, from + ((to - from) * at) / 5 + within(-13, 13)]),
  );
}

function makeHook(): GlyphPoint[] {
  const middle = { x: within(10, captchaWidth - 10), y: within(14, captchaHeight - 14) };
  const radius = within(7, 13);
  const from = within(0, 2 * Math.PI);
  const sweep = within(1.2, 2.6);
  return Array.from({ length: 9 }, (_, at): GlyphPoint => {
    const angle = from + (sweep * at) / 8;
    return [middle.x + radius * Math.cos(angle), middle.y + radius * Math.sin(angle)];
  });
}

function makeWarp(depth: number): Warp {
  const wave = (share: number) => {
    const [height, length, start] = [within(1.4, 2.8) * depth * share, within(14, 26), within(0, 7)];
    return (at: number) => height * Math.sin(at / length + start);
  };
  const [sideways, sidewaysToo, upwards, slanted] = [wave(1), wave(0.8), wave(1.4), wave(0.7)];
  return (x, y) => [x + sideways(y) + sidewaysToo(x), y + upwards(x) + slanted(x + y)];
}

/** Applies ink and paper in uneven light; beyond a border they are swapped. */
function develop(ink: Ink, { borders, grain }: CaptchaStyle): Uint8Array {
  const edges = Array.from({ length: borders }, (_, at) => makeBorder(((at + 0.5) * captchaWidth) / borders, borders));
  const light = { across: within(0.02, 0.07), down: within(0.02, 0.06), start: within(0, 7) };
  const isTurned = borders > 0 && randomInt(2) === 1;
  const noise = randomBytes(captchaWidth * captchaHeight);
  const points = new Uint8Array(captchaWidth * captchaHeight);
  for (let y = 0; y < captchaHeight; y += 1) {
    const at = edges.map((edge) => edge(y));
    for (let x = 0; x < captchaWidth; x += 1) {
      const passed = at.filter((border) => x > border).length + (isTurned ? 1 : 0);
      const inked = passed % 2 === 1 ? 1 - ink.at(x, y) : ink.at(x, y);
      const field = grain * 26 * Math.sin(x * light.across + y * light.down + light.start);
      const index = y * captchaWidth + x;
      const speck = grain * (((noise[index] ?? 0) * 28) / 255 - 14);
      points[index] = Math.min(255, Math.max(0, Math.round(208 + 0.7 * field - 145 * inked + speck)));
    }
  }
  return points;
}

/** Returns a border near `x`: its position in each row. */
function makeBorder(x: number, borders: number): (y: number) => number {
  const middle = x + (within(-0.4, 0.4) * captchaWidth) / borders;
  const [slope, depth, length, start] = [within(-0.7, 0.7), within(4, 10), within(8, 16), within(0, 7)];
  return (y) => middle + slope * (y - captchaHeight / 2) + depth * Math.sin(y / length + start);
}

function within(least: number, most: number): number {
  return least + ((most - least) * randomInt(1_000_000)) / 1_000_000;
}
