import type { ImageType } from '../../ports/documents.ts';

/** Bytes that a file must begin with before its type can be told. */
export const imageHeadBytes = 12;

const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

/** What the first bytes say, whatever a file is called; null for everything but the four types (R-UPL-01). */
export function imageTypeOf(head: Uint8Array): ImageType | null {
  const text = Buffer.from(head.subarray(0, imageHeadBytes)).toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('RIFF') && text.slice(8) === 'WEBP') return 'webp';
  return text.slice(4, 8) === 'ftyp' && heicBrands.has(text.slice(8)) ? 'heic' : null;
}
