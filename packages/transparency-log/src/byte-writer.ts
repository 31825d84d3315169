import { LogError } from './log-error.ts';

/** Growing bytes of a leaf. Numbers are LEB128 in their shortest form; signed ones are zigzag-mapped before. */
export class ByteWriter {
  readonly #bytes: number[] = [];

  /** Appends a whole number from 0 to 2⁵³ − 1. Throws `bad-leaf`. */
  count(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0) throw new LogError('bad-leaf', `Not a count: ${value}`);
    let rest = value;
    while (rest >= 128) {
      this.#bytes.push((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    this.#bytes.push(rest);
  }

  /** Appends a whole number within ±2⁵². Throws `bad-leaf`. */
  signed(value: number): void {
    this.count(value < 0 ? value * -2 - 1 : value * 2);
  }

  text(value: string): void {
    const bytes = Buffer.from(value);
    this.count(bytes.length);
    this.#bytes.push(...bytes);
  }

  byte(value: number): void {
    this.#bytes.push(value);
  }

  get length(): number {
    return this.#bytes.length;
  }

  bytes(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}

/** Reads what `ByteWriter` wrote, and nothing else. Throws `bad-leaf`. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new LogError('bad-leaf', 'The leaf is cut off.');
    this.#at += 1;
    return byte;
  }

  count(): number {
    let [value, unit] = [0, 1];
    for (;;) {
      const byte = this.byte();
      value += (byte % 128) * unit;
      if (!Number.isSafeInteger(value)) throw new LogError('bad-leaf', 'A number is too large.');
      if (byte < 128) {
        // A number has one form: its last byte is not 0 unless it is the only one.
        if (byte === 0 && unit > 1) throw new LogError('bad-leaf', 'A number is not in its shortest form.');
        return value;
      }
      unit *= 128;
    }
  }

  signed(): number {
    const value = this.count();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  text(lengthMax: number): string {
    const length = this.count();
    if (length > lengthMax || this.#at + length > this.#bytes.length)
      throw new LogError('bad-leaf', 'A text is too long.');
    const bytes = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    return decodeText(bytes);
  }

  /** Throws unless everything was read. */
  end(): void {
    if (this.#at !== this.#bytes.length) throw new LogError('bad-leaf', 'The leaf has more bytes.');
  }
}

/** Decodes UTF-8. Throws `bad-leaf`. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new LogError('bad-leaf', 'A text is not UTF-8.');
  }
}
