import { aggregateCandles } from '@candor/domain/calc/candle';
import type { Candle } from '@candor/domain/values/period';

/** Length of a block: six hours of UTC, so that every block has whole hours. */
export const blockMs = 21_600_000;
const minuteMs = 60_000;
const hourMs = 3_600_000;

/** Candles of one block in bytes: its minutes, and the same by the hour. */
export interface CandleBlock {
  readonly minutes: Buffer;
  readonly hours: Buffer;
}

/** Returns the start of the block that holds an instant. */
export function blockStart(timeMs: number): number {
  return Math.floor(timeMs / blockMs) * blockMs;
}

/** Packs the ascending minutes of one block. Some 7 bytes a minute, where a row of the table takes 130. */
export function packBlock(startMs: number, minutes: readonly Candle[]): CandleBlock {
  return {
    minutes: packCandles(startMs, minuteMs, minutes),
    hours: packCandles(startMs, hourMs, aggregateCandles(minutes, '60min')),
  };
}

export function unpackMinutes(startMs: number, bytes: Buffer): Candle[] {
  return unpackCandles(startMs, minuteMs, bytes);
}

export function unpackHours(startMs: number, bytes: Buffer): Candle[] {
  return unpackCandles(startMs, hourMs, bytes);
}

/** Fields of a packed candle. */
const fields = 6;
const version = 1;

/**
 * A byte for the version, then six numbers for each candle: steps since the one before, opening less the closing before,
 * closing less opening, what the high is above and the low below both, volume. A number is in bytes of seven bits, the
 * lowest first (LEB128); one that may be negative is doubled, and one more below 0.
 */
function packCandles(startMs: number, stepMs: number, candles: readonly Candle[]): Buffer {
  const bytes: number[] = [version];
  let [timeMs, close] = [startMs, 0];
  for (const candle of candles) {
    const { open, high, low, volume } = candle;
    writeNumber(bytes, (candle.timeMs - timeMs) / stepMs);
    writeNumber(bytes, signed(open - close));
    writeNumber(bytes, signed(candle.close - open));
    writeNumber(bytes, high - Math.max(open, candle.close));
    writeNumber(bytes, Math.min(open, candle.close) - low);
    writeNumber(bytes, volume);
    [timeMs, close] = [candle.timeMs, candle.close];
  }
  return Buffer.from(bytes);
}

/** Throws for bytes that are no packed candles. */
function unpackCandles(startMs: number, stepMs: number, bytes: Buffer): Candle[] {
  if (bytes[0] !== version) throw new Error(`Invariant: candles are packed in version ${version}, was ${bytes[0]}`);
  const numbers: number[] = [];
  for (let at = 1; at < bytes.length; ) at = readNumber(bytes, at, numbers);
  const candles: Candle[] = [];
  let [timeMs, close] = [startMs, 0];
  for (let at = 0; at < numbers.length; at += fields) {
    const [steps = 0, opening = 0, body = 0, above = 0, below = 0, volume = 0] = numbers.slice(at, at + fields);
    timeMs += steps * stepMs;
    const open = close + unsigned(opening);
    close = open + unsigned(body);
    candles.push({
      timeMs,
      open,
      high: Math.max(open, close) + above,
      low: Math.min(open, close) - below,
      close,
      volume,
    });
  }
  return candles;
}

/** Numbers up to 2^53 − 1, which the operators on bits cannot do. */
function writeNumber(bytes: number[], value: number): void {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`Invariant: a whole number is packed, was ${value}`);
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
}

/** Appends the number at a place, and returns the place after it. */
function readNumber(bytes: Buffer, from: number, numbers: number[]): number {
  let [value, unit, at] = [0, 1, from];
  for (let byte = bytes[at]; byte !== undefined; byte = bytes[at]) {
    at += 1;
    value += (byte % 128) * unit;
    if (byte < 128) {
      numbers.push(value);
      return at;
    }
    unit *= 128;
  }
  throw new Error('Invariant: packed candles end with a number');
}

const signed = (value: number) => (value < 0 ? -2 * value - 1 : 2 * value);
const unsigned = (value: number) => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);
