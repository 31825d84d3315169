import { expect, test } from 'vitest';
import { heicFile, pngOfSize } from '../../../../../testkit/image-files.ts';
import { imageTypeOf } from './uploads.ts';

const ftyp = (brand: string) => Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0`, 'latin1');

test.each([
  ['jpeg', Buffer.from('ffd8ffe000104a4649460001', 'hex')],
  ['png', pngOfSize(1, 1)],
  ['webp', Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1')],
  ['heic', heicFile],
  ['heic', ftyp('mif1')],
  [null, ftyp('avif')],
  [null, ftyp('mp42')],
  [null, Buffer.from('GIF89a\x01\0\x01\0\0\0')],
  [null, Buffer.from('RIFF\x10\0\0\0WAVEfmt ', 'latin1')],
  [null, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  [null, Buffer.from('%PDF-1.7 whatever')],
  [null, Buffer.from('ffd8', 'hex')],
  [null, Buffer.alloc(0)],
] as const)('R-UPL-01 type from the first bytes: %s', (type, head) => expect(imageTypeOf(head)).toBe(type));
