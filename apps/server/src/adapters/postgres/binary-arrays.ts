// Encodes arrays in PostgreSQL's binary format. The driver writes arrays as text and escapes every element, and the
// server parses that again; for rows of a kilobyte this costs more than storing them.

const oids = { int4: 23, int8: 20, text: 25, bytea: 17 } as const;
const headBytes = 20;
const emptyBytes = 12;

export function int4Array(values: readonly (number | null)[]): Buffer {
  return fixedArray(oids.int4, 4, values, (buffer, value, at) => void buffer.writeInt32BE(value, at));
}

/** Encodes safe integers or bigints. */
export function int8Array(values: readonly (number | bigint | null)[]): Buffer {
  return fixedArray(oids.int8, 8, values, (buffer, value, at) => void buffer.writeBigInt64BE(BigInt(value), at));
}

export function textArray(values: readonly (string | null)[]): Buffer {
  let bytes = headBytes;
  for (const value of values) bytes += 4 + (value === null ? 0 : Buffer.byteLength(value));
  const buffer = Buffer.allocUnsafe(bytes);
  let at = writeHead(buffer, oids.text, values);
  for (const value of values) {
    const length = value === null ? -1 : buffer.write(value, at + 4);
    buffer.writeInt32BE(length, at);
    at += 4 + Math.max(0, length);
  }
  return buffer.subarray(0, at);
}

export function byteaArray(values: readonly Buffer[]): Buffer {
  const bytes = values.reduce((sum, value) => sum + 4 + value.length, headBytes);
  const buffer = Buffer.allocUnsafe(bytes);
  let at = writeHead(buffer, oids.bytea, values);
  for (const value of values) {
    buffer.writeInt32BE(value.length, at);
    buffer.set(value, at + 4);
    at += 4 + value.length;
  }
  return buffer.subarray(0, at);
}

function fixedArray<Value>(
  oid: number,
  size: number,
  values: readonly (Value | null)[],
  write: (buffer: Buffer, value: Value, at: number) => void,
): Buffer {
  const buffer = Buffer.allocUnsafe(headBytes + values.length * (4 + size));
  let at = writeHead(buffer, oid, values);
  for (const value of values) {
    buffer.writeInt32BE(value === null ? -1 : size, at);
    at += 4;
    if (value === null) continue;
    write(buffer, value, at);
    at += size;
  }
  return buffer.subarray(0, at);
}

/** Writes dimensions, presence of nulls and element type, then length and lower bound of the only dimension. */
function writeHead(buffer: Buffer, oid: number, values: readonly unknown[]): number {
  buffer.writeInt32BE(values.length === 0 ? 0 : 1, 0);
  buffer.writeInt32BE(values.includes(null) ? 1 : 0, 4);
  buffer.writeInt32BE(oid, 8);
  if (values.length === 0) return emptyBytes;
  buffer.writeInt32BE(values.length, 12);
  buffer.writeInt32BE(1, 16);
  return headBytes;
}
