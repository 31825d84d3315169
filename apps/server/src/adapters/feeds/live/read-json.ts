/** A number of a JSON text, as it was written: a double would lose digits of a price (R-MKT-23). */
export class JsonNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type JsonValue = string | boolean | null | JsonNumber | readonly JsonValue[] | JsonObject;
export type JsonObject = ReadonlyMap<string, JsonValue>;

/** Lists and objects inside of each other. */
export const depthMax = 16;

/** Reason why a text is not read. */
export type JsonFault = 'not-json' | 'too-deep';

class FaultError extends Error {
  readonly fault: JsonFault;

  constructor(fault: JsonFault) {
    super(fault);
    this.fault = fault;
  }
}

const literals: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const literal = /true|false|null/y;
/** Any character that a string may have as it is: from the space on, without quotation mark and backslash. */
const bare = String.raw`[ !#-[\]-\uffff]`;
/** A string without escapes, which is nearly every string of a feed. */
const plain = new RegExp(`"(${bare}*)"`, 'y');
const escaped = new RegExp(String.raw`"(?:${bare}|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"`, 'y');

/** Reads a JSON text with its numbers as text (RFC 8259); returns the reason if it is not read. Never throws. */
export function readJson(text: string): { readonly value: JsonValue } | { readonly fault: JsonFault } {
  try {
    return { value: new Reader(text).readAll() };
  } catch (error) {
    if (error instanceof FaultError) return { fault: error.fault };
    throw error;
  }
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readAll(): JsonValue {
    const value = this.#readValue(0);
    this.#skipSpace();
    if (this.#at !== this.#text.length) throw new FaultError('not-json');
    return value;
  }

  #readValue(depth: number): JsonValue {
    this.#skipSpace();
    switch (this.#text.charCodeAt(this.#at)) {
      case 0x7b:
        return this.#readObject(depth + 1);
      case 0x5b:
        return this.#readList(depth + 1);
      case 0x22:
        return this.#readString();
      case 0x74:
      case 0x66:
      case 0x6e:
        return literals[this.#take(literal)] as boolean | null;
      default:
        return new JsonNumber(this.#take(number));
    }
  }

  #readObject(depth: number): JsonObject {
    if (depth > depthMax) throw new FaultError('too-deep');
    const fields = new Map<string, JsonValue>();
    this.#at += 1;
    this.#skipSpace();
    if (this.#skip(0x7d)) return fields;
    for (;;) {
      this.#skipSpace();
      const name = this.#readString();
      this.#skipSpace();
      if (!this.#skip(0x3a)) throw new FaultError('not-json');
      fields.set(name, this.#readValue(depth));
      this.#skipSpace();
      if (this.#skip(0x7d)) return fields;
      if (!this.#skip(0x2c)) throw new FaultError('not-json');
    }
  }

  #readList(depth: number): JsonValue[] {
    if (depth > depthMax) throw new FaultError('too-deep');
    const items: JsonValue[] = [];
    this.#at += 1;
    this.#skipSpace();
    if (this.#skip(0x5d)) return items;
    for (;;) {
      items.push(this.#readValue(depth));
      this.#skipSpace();
      if (this.#skip(0x5d)) return items;
      if (!this.#skip(0x2c)) throw new FaultError('not-json');
    }
  }

  #readString(): string {
    plain.lastIndex = this.#at;
    const found = plain.exec(this.#text);
    if (found !== null) {
      this.#at = plain.lastIndex;
      return found[1] ?? '';
    }
    return JSON.parse(this.#take(escaped)) as string;
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [];
    if (found === undefined) throw new FaultError('not-json');
    this.#at = pattern.lastIndex;
    return found;
  }

  #skip(code: number): boolean {
    if (this.#text.charCodeAt(this.#at) !== code) return false;
    this.#at += 1;
    return true;
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.#at += 1;
    }
  }
}

/** Steps to a value: names of fields and places in lists. */
export type JsonPath = readonly string[];

/** Returns the value at a path, counted from `value`; undefined if it has none. */
export function valueAt(value: JsonValue, path: JsonPath): JsonValue | undefined {
  let at: JsonValue | undefined = value;
  for (const step of path) {
    if (at instanceof Map) at = (at as JsonObject).get(step);
    else if (Array.isArray(at)) at = (at as readonly JsonValue[])[/^\d{1,6}$/.test(step) ? Number(step) : -1];
    else return undefined;
  }
  return at;
}
