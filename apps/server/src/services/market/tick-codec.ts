import type { InstrumentId } from '@candor/domain/values/ids';
import type { Candle } from '@candor/domain/values/period';
import type { Price } from '@candor/domain/values/price';
import type { MinutesPage, StreamedTick, TickBatch, TickPage, TickPrices } from '../../ports/tick-stream.ts';

/** Offset relative to the first, instrument, sequence, bid, ask, time, confirmation or null, flags. */
type Row = readonly [number, number, number, number, number, number, number | null, number];

const restatedFlag = 1;
const repeatFlag = 2;
const candleFields = 6;
const lengthBytes = 4;

const writer = new TextEncoder();
const reader = new TextDecoder();

/** Ticks on the wire: one source in general, else each tick's own. */
interface Rows {
  readonly source: string;
  readonly rows: readonly Row[];
  /** Sources that differ from `source`, by place in `rows`. */
  readonly others?: readonly (readonly [number, string])[];
}

export function encodeJson(value: unknown): Uint8Array {
  return writer.encode(JSON.stringify(value));
}

/** Throws if the body is no JSON. */
export function decodeJson(body: Uint8Array): unknown {
  return JSON.parse(reader.decode(body));
}

/** Encodes a message that contains ticks; `from` is its first offset. */
export function encodeTicks(message: TickBatch | TickPage | TickPrices): Uint8Array {
  if ('isGone' in message && message.isGone) return encodeJson(message);
  const { ticks, ...rest } = message;
  return encodeJson({ ...rest, base: baseOf(ticks), ...toRows(ticks) });
}

export const decodeBatch = (body: Uint8Array) => decodeTicks(body) as TickBatch;
export const decodePage = (body: Uint8Array) => decodeTicks(body) as TickPage;
export const decodePrices = (body: Uint8Array) => decodeTicks(body) as TickPrices;

function decodeTicks(body: Uint8Array): unknown {
  const message = decodeJson(body) as Partial<Rows> & { readonly base?: number };
  const { rows, source = '', others = [], base = 0, ...rest } = message;
  return rows === undefined ? message : { ...rest, ticks: fromRows({ rows, source, others }, base) };
}

const baseOf = (ticks: readonly StreamedTick[]) => ticks[0]?.offset ?? 0;

function toRows(ticks: readonly StreamedTick[]): Rows {
  const source = ticks[0]?.quote.source ?? '';
  const base = baseOf(ticks);
  const others: [number, string][] = [];
  const rows = ticks.map(({ offset, quote, confirmedMs, isRestated, isRepeat }, place): Row => {
    if (quote.source !== source) others.push([place, quote.source]);
    const flags = (isRestated ? restatedFlag : 0) + (isRepeat ? repeatFlag : 0);
    const { instrumentId, seq, bid, ask, timeMs } = quote;
    return [offset - base, instrumentId, seq, bid, ask, timeMs, confirmedMs, flags];
  });
  return { source, rows, ...(others.length === 0 ? {} : { others }) };
}

function fromRows({ rows, source, others = [] }: Rows, base: number): StreamedTick[] {
  const ticks = rows.map(([at, id, seq, bid, ask, timeMs, confirmedMs, flags]) => ({
    offset: base + at,
    quote: { instrumentId: id as InstrumentId, seq, bid: bid as Price, ask: ask as Price, timeMs, source },
    confirmedMs,
    isRestated: (flags & restatedFlag) !== 0,
    isRepeat: (flags & repeatFlag) !== 0,
  }));
  for (const [place, other] of others) {
    const tick = ticks[place];
    if (tick !== undefined) tick.quote.source = other;
  }
  return ticks;
}

/** Encodes a page of minutes: length of the head (u32 LE), head (JSON), candles of six doubles (LE). */
export function encodeMinutes({ minutes, ...head }: MinutesPage): Uint8Array {
  const headBytes = encodeJson(head);
  const body = new Uint8Array(lengthBytes + headBytes.length + minutes.length * candleFields * 8);
  const view = new DataView(body.buffer);
  view.setUint32(0, headBytes.length, true);
  body.set(headBytes, lengthBytes);
  let at = lengthBytes + headBytes.length;
  for (const { timeMs, open, high, low, close, volume } of minutes) {
    for (const value of [timeMs, open, high, low, close, volume]) {
      view.setFloat64(at, value, true);
      at += 8;
    }
  }
  return body;
}

export function decodeMinutes(body: Uint8Array): MinutesPage {
  const view = new DataView(body.buffer, body.byteOffset, body.length);
  const start = lengthBytes + view.getUint32(0, true);
  const head = decodeJson(body.subarray(lengthBytes, start)) as Omit<MinutesPage, 'minutes'>;
  const minutes: Candle[] = [];
  for (let at = start; at + candleFields * 8 <= body.length; at += candleFields * 8) {
    const value = (field: number) => view.getFloat64(at + field * 8, true);
    minutes.push({
      timeMs: value(0),
      open: value(1),
      high: value(2),
      low: value(3),
      close: value(4),
      volume: value(5),
    });
  }
  return { ...head, minutes };
}
