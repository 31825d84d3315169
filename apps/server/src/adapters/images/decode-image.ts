import { createHash } from 'node:crypto';
import libheif from 'libheif-js/wasm-bundle.js';
import sharp, { type Sharp } from 'sharp';
import type { ImageType, ReadImage } from '../../ports/documents.ts';

const pixelsMax = 25_000_000;
/** Maximum side; small print on a passport stays legible. */
const sideMaxPx = 2_400;
const quality = 85;

sharp.cache(false);
sharp.concurrency(1);
// Allows only the expected formats: no SVG, PDF, GIF or ImageMagick, whatever the file's first bytes are.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] });

class TooManyPixelsError extends Error {
  override readonly name = 'TooManyPixelsError';
}

/** Decodes and re-encodes in this process; the caller kills the process if it takes too long. */
export async function decodeImage(file: Uint8Array, type: ImageType): Promise<ReadImage> {
  try {
    const picture = type === 'heic' ? await openHeic(file) : await openPicture(file, type);
    const { data, info } = await picture
      .resize({ width: sideMaxPx, height: sideMaxPx, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality, mozjpeg: false })
      .toBuffer({ resolveWithObject: true });
    const digest = createHash('sha256').update(data).digest('hex');
    return { kind: 'image', bytes: data, width: info.width, height: info.height, digest };
  } catch (error) {
    const reason = error instanceof TooManyPixelsError ? 'too-many-pixels' : 'unreadable';
    return { kind: 'refused', reason };
  }
}

async function openPicture(file: Uint8Array, type: ImageType): Promise<Sharp> {
  const options = { limitInputPixels: pixelsMax, failOn: 'truncated', sequentialRead: true, animated: false } as const;
  const { format, width, height } = await sharp(file, { ...options, limitInputPixels: false }).metadata();
  if (format !== type) throw new Error(`a ${format} declared as ${type}`);
  assertPixels(width, height);
  return sharp(file, options).autoOrient();
}

/** libheif applies the rotation itself. The dimensions are known before decoding. */
async function openHeic(file: Uint8Array): Promise<Sharp> {
  const [image] = new libheif.HeifDecoder().decode(file);
  if (image === undefined) throw new Error('the file contains no picture');
  const [width, height] = [image.get_width(), image.get_height()];
  assertPixels(width, height);
  const data = new Uint8ClampedArray(width * height * 4);
  await new Promise<void>((resolve, reject) => {
    image.display({ data, width, height }, (shown) => (shown === null ? reject(new Error('broken')) : resolve()));
  });
  return sharp(data, { raw: { width, height, channels: 4 } });
}

function assertPixels(width: number, height: number): void {
  if (!(width > 0 && height > 0)) throw new Error('a picture without a size');
  if (width * height > pixelsMax) throw new TooManyPixelsError(`${width} × ${height}`);
}
