import { LogError } from './log-error.ts';
import { hashBytes } from './merkle.ts';
import { tileWidth } from './tile-path.ts';

/** Longest entry: its length is two bytes. */
const entryBytesMax = 65_535;

/** Splits a tile of `width` hashes. Throws `bad-tile` for any other length. */
export function decodeTile(bytes: Uint8Array, width: number): Uint8Array[] {
  requireWidth(width, 'bad-tile');
  if (bytes.length !== width * hashBytes)
    throw new LogError('bad-tile', `A tile of ${width} hashes has ${width * hashBytes} bytes, not ${bytes.length}.`);
  return Array.from({ length: width }, (_, at) => bytes.subarray(at * hashBytes, (at + 1) * hashBytes));
}

/** Bundle of entries, each behind its length as big-endian uint16. Throws `bad-entries` or `entry-too-long`. */
export function encodeEntries(entries: readonly Uint8Array[]): Uint8Array {
  requireWidth(entries.length, 'bad-entries');
  const parts = entries.flatMap((entry) => {
    requireEntry(entry);
    return [Uint8Array.of(entry.length >> 8, entry.length & 255), entry];
  });
  return Buffer.concat(parts);
}

/** Splits a bundle of `width` entries. Throws `bad-entries` if it is cut off, has other entries, or more bytes. */
export function decodeEntries(bytes: Uint8Array, width: number): Uint8Array[] {
  requireWidth(width, 'bad-entries');
  const entries: Uint8Array[] = [];
  let at = 0;
  while (at < bytes.length) {
    const [high, low] = bytes.subarray(at, at + 2);
    if (high === undefined || low === undefined) throw new LogError('bad-entries', 'The bundle ends within a length.');
    const end = at + 2 + high * 256 + low;
    if (end > bytes.length) throw new LogError('bad-entries', `The bundle ends within entry ${entries.length}.`);
    if (entries.length === width) throw new LogError('bad-entries', `The bundle has more than ${width} entries.`);
    entries.push(bytes.subarray(at + 2, end));
    at = end;
  }
  if (entries.length !== width)
    throw new LogError('bad-entries', `The bundle has ${entries.length} entries, not ${width}.`);
  return entries;
}

/** Throws `entry-too-long` above 65,535 bytes. */
export function requireEntry(entry: Uint8Array): void {
  if (entry.length > entryBytesMax)
    throw new LogError('entry-too-long', `An entry has at most ${entryBytesMax} bytes, not ${entry.length}.`);
}

function requireWidth(width: number, code: 'bad-tile' | 'bad-entries'): void {
  if (!Number.isSafeInteger(width) || width < 1 || width > tileWidth)
    throw new LogError(code, `A tile is 1 to ${tileWidth} wide, not ${width}.`);
}
