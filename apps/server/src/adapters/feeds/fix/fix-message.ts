import { tag } from './tags.ts';

export type FixField = readonly [tag: number, value: string];

/** A message as it came, in the order of its fields; values are texts, so that no price becomes a double. */
export class FixMessage {
  readonly tags: readonly number[];
  readonly values: readonly string[];
  /** True: a field could not be read, and what follows it is missing. */
  readonly isMalformed: boolean;

  constructor(tags: readonly number[], values: readonly string[], isMalformed = false) {
    this.tags = tags;
    this.values = values;
    this.isMalformed = isMalformed;
  }

  get type(): string {
    return this.get(tag.msgType) ?? '';
  }

  /** Returns the first value of a tag. */
  get(wanted: number): string | undefined {
    const at = this.tags.indexOf(wanted);
    return at === -1 ? undefined : this.values[at];
  }

  /** Returns a whole number that is not negative; null for a tag that is missing or none. */
  number(wanted: number): number | null {
    const text = this.get(wanted);
    return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
  }

  /**
   * Returns the entries of a repeating group: each begins with the tag that came first after the count. Null if the count
   * is missing, or not that of the entries.
   */
  group(countTag: number): Map<number, string>[] | null {
    const count = this.number(countTag);
    if (count === null) return null;
    const start = this.tags.indexOf(countTag) + 1;
    const first = this.tags[start];
    const entries: Map<number, string>[] = [];
    for (let at = start; at < this.tags.length; at += 1) {
      const [one, value] = [this.tags[at] as number, this.values[at] as string];
      if (one === tag.checkSum) break;
      if (one === first) entries.push(new Map());
      const entry = entries.at(-1);
      // The first value counts: fields after the last entry belong to the message, and some repeat a tag.
      if (entry !== undefined && !entry.has(one)) entry.set(one, value);
    }
    return entries.length === count ? entries : null;
  }
}

const separator = '\u0001';
/** Fields whose value may contain the separator, by the field before them that says their length. */
const dataFields = new Map([
  [90, 91],
  [93, 89],
  [95, 96],
  [212, 213],
  [348, 349],
  [350, 351],
  [352, 353],
  [354, 355],
  [356, 357],
  [358, 359],
  [360, 361],
  [362, 363],
  [364, 365],
  [445, 446],
  [618, 619],
  [621, 622],
]);

/** Encodes a message with length and checksum. `fields` begin with MsgType (35); values hold no separator. */
export function encodeMessage(beginString: string, fields: readonly FixField[]): Buffer {
  const body = fields.map(([one, value]) => `${one}=${value}${separator}`).join('');
  const text = `8=${beginString}${separator}9=${Buffer.byteLength(body, 'latin1')}${separator}${body}`;
  const bytes = Buffer.from(text, 'latin1');
  return Buffer.concat([bytes, Buffer.from(`10=${checksumOf(bytes, 0, bytes.length)}${separator}`, 'latin1')]);
}

function checksumOf(bytes: Buffer, from: number, to: number): string {
  let sum = 0;
  for (let at = from; at < to; at += 1) sum += bytes[at] as number;
  return String(sum % 256).padStart(3, '0');
}

/** Parses the fields of a message between two places. */
export function parseFields(bytes: Buffer, from: number, to: number): FixMessage {
  const text = bytes.toString('latin1', from, to);
  const tags: number[] = [];
  const values: string[] = [];
  let at = 0;
  while (at < text.length) {
    const equals = text.indexOf('=', at);
    const name = equals === -1 ? '' : text.slice(at, equals);
    if (!/^[1-9]\d{0,8}$/.test(name)) return new FixMessage(tags, values, true);
    const length = lengthBefore(Number(name), tags.at(-1), values.at(-1));
    const end = length === null ? text.indexOf(separator, equals) : equals + 1 + length;
    if (end === -1 || end === equals + 1 || text[end] !== separator) return new FixMessage(tags, values, true);
    tags.push(Number(name));
    values.push(text.slice(equals + 1, end));
    at = end + 1;
  }
  return new FixMessage(tags, values);
}

/** Returns the length of a data field, which the field before it says; null for any other field. */
function lengthBefore(name: number, before: number | undefined, value: string | undefined): number | null {
  if (before === undefined || dataFields.get(before) !== name) return null;
  return value !== undefined && /^\d{1,7}$/.test(value) ? Number(value) : null;
}

const start = Buffer.from('8=FIX');
const soh = 1;
const headMax = 40;
/** Beginning of a message, whole and as far as it has come. */
const head = new RegExp(`^8=FIX[^${separator}]{1,10}${separator}9=(\\d{1,7})${separator}`);
const begun = new RegExp(`^8=FIX(?:[^${separator}]{0,10}|[^${separator}]{1,10}${separator}(?:9?|9=\\d{0,7}))$`);
/** Length of the checksum's field. */
const tailBytes = 7;

/**
 * Cuts a stream of bytes into messages. Bytes that are no message with the right length and checksum are dropped and counted
 * as one garbled stretch, and the next message after them is found, as the protocol wants. Holds at most one message of
 * `messageMax` bytes and one chunk. Never throws.
 */
export class FixStream {
  readonly #messageMax: number;
  readonly #take: (message: FixMessage) => void;
  readonly #garbled: () => void;
  #rest: Buffer = Buffer.alloc(0);
  #isGarbled = false;

  constructor(messageMax: number, take: (message: FixMessage) => void, garbled: () => void) {
    this.#messageMax = messageMax;
    this.#take = take;
    this.#garbled = garbled;
  }

  push(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    for (;;) {
      const found = bytes.indexOf(start, at);
      if (found !== at) this.#skip(bytes, at, found);
      if (found === -1) {
        at = Math.max(at, bytes.length - start.length + 1);
        break;
      }
      at = found;
      const message = this.#cut(bytes, at);
      if (message === 'more') break;
      if (message === 'garbled') {
        this.#noteGarbled();
        at += 1;
        continue;
      }
      this.#isGarbled = false;
      at = message.end;
      this.#take(parseFields(bytes, message.from, message.end));
    }
    // A copy: a slice would keep the whole chunk in memory.
    this.#rest = Buffer.from(bytes.subarray(at));
  }

  #skip(bytes: Buffer, from: number, to: number): void {
    // The end may be the beginning of the next message.
    const end = to === -1 ? Math.max(from, bytes.length - start.length + 1) : to;
    if (end > from) this.#noteGarbled();
  }

  #noteGarbled(): void {
    if (!this.#isGarbled) this.#garbled();
    this.#isGarbled = true;
  }

  #cut(bytes: Buffer, from: number): 'more' | 'garbled' | { readonly from: number; readonly end: number } {
    const found = head.exec(bytes.toString('latin1', from, from + headMax));
    if (found === null) return bytes.length - from < headMax && isBegun(bytes, from) ? 'more' : 'garbled';
    const length = Number(found[1]);
    if (length > this.#messageMax) return 'garbled';
    const body = from + found[0].length;
    const end = body + length + tailBytes;
    if (bytes.length < end) return 'more';
    const tail = bytes.toString('latin1', body + length, end);
    const isRight = bytes[end - 1] === soh && tail.slice(0, 6) === `10=${checksumOf(bytes, from, body + length)}`;
    return isRight ? { from, end } : 'garbled';
  }
}

/** True if the bytes so far can be the beginning of a message. */
function isBegun(bytes: Buffer, from: number): boolean {
  return begun.test(bytes.toString('latin1', from));
}
