import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

export interface Tick {
  readonly instrumentId: number;
  readonly timeMs: number;
  readonly bid: number;
  readonly ask: number;
}

const headerBytes = 64;
const recordBytes = 40;

/** Logged ticks by instrument, ascending and without duplicates, read without the product's code. */
export class LoggedTicks {
  readonly #byInstrument = new Map<number, Tick[]>();
  readonly #seen = new Set<string>();
  /** Offset of the next tick. */
  readonly nextOffset: number;

  constructor(folder: string) {
    let nextOffset = 0;
    for (const name of readdirSync(folder).toSorted()) nextOffset = this.#readFile(join(folder, name)) ?? nextOffset;
    this.nextOffset = nextOffset;
    // A restart logs the current price again, so times may repeat.
    for (const ticks of this.#byInstrument.values()) ticks.sort((a, b) => a.timeMs - b.timeMs);
  }

  has({ instrumentId, timeMs, bid, ask }: Tick): boolean {
    return this.#seen.has(`${instrumentId} ${timeMs} ${bid} ${ask}`);
  }

  /** Returns ticks after `afterMs`, up to and including `untilMs`. */
  between(instrumentId: number, afterMs: number, untilMs: number): Tick[] {
    const ticks = this.#byInstrument.get(instrumentId) ?? [];
    return ticks.filter(({ timeMs }) => timeMs > afterMs && timeMs <= untilMs);
  }

  #readFile(file: string): number | null {
    const bytes = readFileSync(file);
    if (bytes.length < headerBytes) return null;
    let offset = bytes.readDoubleLE(8);
    for (let at = headerBytes; at + recordBytes <= bytes.length; at += recordBytes) {
      if (bytes.readUInt32LE(at) !== crc32(bytes.subarray(at + 4, at + recordBytes))) break;
      offset += 1;
      const tick = {
        instrumentId: bytes.readUInt32LE(at + 4),
        timeMs: bytes.readDoubleLE(at + 16),
        bid: bytes.readDoubleLE(at + 24),
        ask: bytes.readDoubleLE(at + 32),
      };
      const key = `${tick.instrumentId} ${tick.timeMs} ${tick.bid} ${tick.ask}`;
      if (this.#seen.has(key)) continue;
      this.#seen.add(key);
      const ticks = this.#byInstrument.get(tick.instrumentId) ?? [];
      ticks.push(tick);
      this.#byInstrument.set(tick.instrumentId, ticks);
    }
    return offset;
  }
}
